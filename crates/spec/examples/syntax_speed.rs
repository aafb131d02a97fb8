//! How fast editions are read and programs parsed. `PARALLAX_SPEC_DIR` says where the texts are, of
//! which `es2026.html` must be there:
//! `cargo run --release -p parallax-spec --example syntax_speed`.

#![allow(clippy::print_stdout)]

use parallax_spec::document::Document;
use parallax_spec::grammar::Grammar;
use parallax_spec::syntax::Parser;
use std::path::Path;
use std::time::{Duration, Instant};

const TWO_LINES: &str =
    "var x = [1, 2, 3].map(v => v * 2);\nif (x.length > 2) { x[0]++; } else { throw x; }\n";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::var("PARALLAX_SPEC_DIR").map_err(|_| "set PARALLAX_SPEC_DIR")?;
    let path = |edition: &str| Path::new(&folder).join(format!("{edition}.html"));
    let others = ["es2020-candidate-2020-04", "es2025"].into_iter();
    for edition in others.filter(|it| path(it).exists()).chain(["es2026"]) {
        measure(edition, &std::fs::read_to_string(path(edition))?)?;
    }
    Ok(())
}

fn measure(edition: &str, text: &str) -> Result<(), Box<dyn std::error::Error>> {
    let document = Document::parse(text);
    let (read, grammar) = once(|| Grammar::read(&document).with_annex_b());
    let (tables, parser) = once(|| Parser::new(&grammar));
    let (states, rules, several) = parser.size();
    println!("{edition}: grammar in {read:.1?}, tables in {tables:.1?}");
    println!("  {rules} rules, {states} states, {several} places to try more than one thing");
    for (name, program) in
        [("two lines", TWO_LINES.to_owned()), ("400 lines", TWO_LINES.repeat(200))]
    {
        parser.script(&program)?;
        let rounds = 20_000_000 / (program.len() * 100);
        let start = Instant::now();
        for _ in 0..rounds {
            parser.script(&program)?;
        }
        let each = start.elapsed() / u32::try_from(rounds)?;
        let nodes = parser.script(&program)?.len();
        println!("  {name}: {} bytes, {nodes} nodes, {each:.1?}", program.len());
    }
    Ok(())
}

fn once<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed(), result)
}
