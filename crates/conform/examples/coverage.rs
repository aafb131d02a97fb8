//! How much of the text of an edition programs cover, and which algorithms they miss most.
//!
//! `cargo run -p parallax-conform --example coverage -- PROGRAM...` runs programs; without arguments, one
//! of its own. `PARALLAX_SPEC_DIR` names the folder with the text, `es2026.html`.

#![allow(clippy::print_stdout, reason = "an example speaks")]

use std::error::Error;
use std::fs;
use std::path::Path;

use parallax_spec::coverage::ProgramCoverage;
use parallax_spec::document::Document;
use parallax_spec::run::{RunOptions, Specification};

const PROGRAM: &str = "for (const x of [1, 2]) if (x > 1) throw new RangeError(`${x}`);";

fn main() -> Result<(), Box<dyn Error>> {
    let Some(folder) = std::env::var_os("PARALLAX_SPEC_DIR") else {
        println!("PARALLAX_SPEC_DIR does not name the folder with es2026.html");
        return Ok(());
    };
    let text = fs::read_to_string(Path::new(&folder).join("es2026.html"))?;
    let specification = Specification::new(&Document::parse(&text))?;
    let read = |path: String| fs::read_to_string(&path).map(|text| (path, text));
    let mut programs = std::env::args().skip(1).map(read).collect::<Result<Vec<_>, _>>()?;
    if programs.is_empty() {
        programs.push(("one of its own".to_owned(), PROGRAM.to_owned()));
    }

    let mut coverage = ProgramCoverage::new(&specification);
    for (name, program) in &programs {
        coverage.add(name, &specification.run(program, &RunOptions::default()));
    }
    let (steps, sides) = (coverage.step_share(), coverage.side_share());
    println!("steps: {} of {} ({:.2} %)", steps.covered, steps.all, steps.percent());
    println!("sides of branches: {} of {} ({:.2} %)", sides.covered, sides.all, sides.percent());
    for algorithm in coverage.uncovered(&specification, 5) {
        println!("{} steps are not run in {}", algorithm.steps, algorithm.name);
    }
    Ok(())
}
