//! How much of the text of an edition programs cover, and which algorithms they miss most; a page with the
//! covered text.
//!
//! `cargo run -p parallax-conform --example coverage -- PROGRAM...` runs programs; without arguments, one
//! of its own. `PARALLAX_SPEC_DIR` names the folder with the text, `es2026.html`.

#![allow(clippy::print_stdout, reason = "an example speaks")]

use std::error::Error;
use std::fs;
use std::path::Path;

use parallax_conform::coverage;
use parallax_model::Program;
use parallax_spec::document::Document;
use parallax_spec::run::{RunOptions, Specification};

const PROGRAM: &str = "for (const x of [1, 2]) if (x > 1) throw new RangeError(`${x}`);";

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::var("PARALLAX_SPEC_DIR").map_err(|_| "set PARALLAX_SPEC_DIR")?;
    let text = fs::read_to_string(Path::new(&folder).join("es2026.html"))?;
    let specification = Specification::new(&Document::parse(&text))?;
    let read = |path: String| fs::read_to_string(&path).map(|text| Program::new(path, text));
    let mut programs = std::env::args().skip(1).map(read).collect::<Result<Vec<_>, _>>()?;
    if programs.is_empty() {
        programs.push(Program::new("one of its own", PROGRAM));
    }

    let coverage =
        coverage::cover(&specification, &programs, &RunOptions::default(), &mut |_, _| ());
    println!("{}", coverage::figures(&coverage).join("\n"));
    for algorithm in coverage.uncovered(&specification, 5) {
        println!("{} steps are not run in {}", algorithm.steps, algorithm.name);
    }
    let file = std::env::temp_dir().join("parallax-coverage.html");
    parallax_report::coverage::write(&coverage::page(&specification, &coverage, "es2026"), &file)?;
    println!("the covered text is in {}", file.display());
    Ok(())
}
