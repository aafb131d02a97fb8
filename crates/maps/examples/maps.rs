//! Judges the map of a compiled program, by itself and through a debugger.
//!
//! `cargo run -p parallax-maps --example maps -- [NODE]` takes a program and the map that esbuild 0.28.2 writes
//! for it, in which a statement leads to the one before. With the text of ECMA-262 as PARALLAX_SPEC, what Node
//! shows through the map is held against the recording of the program as well.

#![allow(clippy::print_stdout, reason = "an example speaks")]

use std::path::Path;

use parallax_debug::{Instance, Limits, Subject};
use parallax_maps::comparison::Comparison;
use parallax_maps::compiler::Compiled;
use parallax_maps::source_map::SourceMap;
use parallax_model::Program;
use parallax_session::Normaliser;

const PROGRAM: &str = "let o = { a: 1 };\nlet a;\n({ a } = o);\nconsole.log(a);\n";

const MAP: &str = r#"{ "version": 3, "sources": ["p.js"],
    "mappings": "AAAA,IAAI,IAAI,EAAE,GAAG,EAAE;AACf,IAAI;AAAA,CACH,EAAE,EAAE,IAAI;AACT,QAAQ,IAAI,CAAC;" }"#;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let node = std::env::args().nth(1).unwrap_or("node".to_owned());
    let oracle = match std::env::var("PARALLAX_SPEC") {
        Ok(text) => Some(parallax_oracle::shared(Path::new(&text))?),
        Err(_) => None,
    };
    let program = Program::new("p.js", PROGRAM);
    let compiled = Compiled { program: program.clone(), map: SourceMap::read(MAP)? };
    let subject = Subject::new(Instance::new("node", "node", node), Limits::default())?;
    let mut comparison = Comparison::new(vec![subject], Normaliser::default(), oracle);
    let baseline = comparison.baseline(&program).await?;
    let compared = comparison.compare("esbuild", &program, &compiled, &baseline).await?;
    for mistake in &compared.mistakes {
        println!("{mistake}; wrong: {}", mistake.wrong());
    }
    println!("{} breakpoints, {} pauses held against the text", compared.stops, compared.pauses);
    Ok(())
}
