//! Records a program by the text of an edition, and prints every moment at which a debugger could stop.
//!
//! `cargo run -p parallax-spec --example record -- PROGRAM` records a program; without an argument, one
//! of its own. `PARALLAX_SPEC_DIR` names the folder with the text, `es2026.html`.

#![allow(clippy::print_stdout, reason = "an example speaks")]

use std::error::Error;
use std::path::Path;

use parallax_spec::document::Document;
use parallax_spec::recording::Cause;
use parallax_spec::run::{RunOptions, Specification};

const PROGRAM: &str = "let sum = 0;
for (const n of [1, 2]) {
  sum += n;
}
";

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::var("PARALLAX_SPEC_DIR").map_err(|_| "set PARALLAX_SPEC_DIR")?;
    let text = std::fs::read_to_string(Path::new(&folder).join("es2026.html"))?;
    let specification = Specification::new(&Document::parse(&text))?;
    let given = std::env::args().nth(1).map(std::fs::read_to_string).transpose()?;
    let source = given.unwrap_or_else(|| PROGRAM.to_owned());
    let recording = specification.record(&source, &RunOptions::default())?;
    for (number, segment) in recording.segments.iter().enumerate() {
        let Some(frame) = recording.stack(number as u32).first().copied() else { continue };
        let Some(unit) =
            recording.units.get(segment.unit).filter(|_| segment.cause == Cause::Enter)
        else {
            continue;
        };
        let depth = recording.depth(segment.stack);
        let line = source[..unit.span.start].matches('\n').count() + 1;
        let levels = recording.levels(frame);
        let variables =
            levels.iter().flat_map(|it| recording.variables(it.environment(), segment.tick));
        let shown: Vec<String> = variables
            .map(|(name, value)| {
                format!("{name} = {}", value.map_or("?".into(), ToString::to_string))
            })
            .collect();
        println!("{depth} {line} {:?} {} {}", unit.kind, unit.name, shown.join(", "));
    }
    println!(
        "{} after {} steps, {} segments",
        recording.outcome,
        recording.steps,
        recording.segments.len()
    );
    Ok(())
}
