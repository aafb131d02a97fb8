//! Lists the steps of an edition that a run stops at, or that are written by hand.
#![allow(clippy::print_stdout, reason = "an example speaks")]
use parallax_spec::document::Document;
use parallax_spec::run::{Execution, Specification};
use std::path::Path;
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::var("PARALLAX_SPEC_DIR").map_err(|_| "set PARALLAX_SPEC_DIR")?;
    let name = std::env::args().nth(1).unwrap_or("es2026".to_owned());
    let text = std::fs::read_to_string(Path::new(&folder).join(format!("{name}.html")))?;
    let specification = Specification::new(&Document::parse(&text))?;
    let executions = specification.executions();
    for algorithm in specification.outline() {
        for (at, step) in algorithm.steps.iter().enumerate() {
            let how = &executions[algorithm.first + at];
            let sign = match how {
                Execution::Read => continue,
                Execution::HandWritten => "H".to_owned(),
                Execution::Unchecked => "A".to_owned(),
                Execution::Stops(what) => {
                    if *what == step.text {
                        "S".into()
                    } else {
                        format!("S [{what}]")
                    }
                }
            };
            println!("{sign}\t{}\t{}\t{}", algorithm.clause, algorithm.name, step.text);
        }
    }
    Ok(())
}
