//! Records a program by the text of an edition, and prints every moment at which a debugger could stop.
//!
//! `cargo run -p parallax-spec --example record -- es2026.html program.js`

use std::error::Error;

use parallax_spec::document::Document;
use parallax_spec::recording::Cause;
use parallax_spec::run::{Budget, Specification};

#[allow(clippy::print_stdout)] // it is a program
fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [text, program] = arguments.as_slice() else {
        println!("usage: record EDITION.html PROGRAM.js");
        return Ok(());
    };
    let specification = Specification::new(&Document::parse(&std::fs::read_to_string(text)?))?;
    let source = std::fs::read_to_string(program)?;
    let recording = specification.record(&source, specification.fresh(), Budget::default())?;
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
