//! Scores the text of an edition by tests in the form of test262.
//!
//! `cargo run -p parallax-conform --example test262 -- CHECKOUT` runs a checkout; without an argument,
//! three tests of its own. `PARALLAX_SPEC_DIR` names the folder with the text, `es2026.html`.

#![allow(clippy::print_stdout, reason = "an example speaks")]

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use parallax_conform::test262::{ScoreRequest, score};
use parallax_program::test262::Suite;
use parallax_spec::run::Budget;

const FILES: [(&str, &str); 5] = [
    ("harness/sta.js", "function Test262Error(message) { this.message = message; }"),
    ("harness/assert.js", "function assert(it) { if (!it) throw new Test262Error('no'); }"),
    ("test/language/sum.js", "/*---\ndescription: x\n---*/\nassert(1 + 1 === 2);"),
    ("test/language/wrong.js", "/*---\ndescription: x\n---*/\nassert(1 + 1 === 3);"),
    ("test/language/sloppy.js", "/*---\nflags: [noStrict]\n---*/\nassert(this);"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::var("PARALLAX_SPEC_DIR").map_err(|_| "set PARALLAX_SPEC_DIR")?;
    let edition = fs::read_to_string(Path::new(&folder).join("es2026.html"))?;
    let own = tempfile::tempdir()?;
    for (path, text) in FILES {
        let path = own.path().join(path);
        fs::create_dir_all(path.parent().unwrap_or(own.path()))?;
        fs::write(path, text)?;
    }
    let checkout = std::env::args().nth(1).map_or_else(|| own.path().to_owned(), PathBuf::from);

    let request = ScoreRequest {
        only: String::new(),
        sample: None,
        seed: 0,
        budget: Budget { steps: 10_000_000, cells: 1_500_000 },
        jobs: 1,
    };
    let score = score(&Suite::open(&checkout)?, &edition, &request, &|_| ())?;
    println!("{} of {} tests pass ({:.2} %)", score.passed, score.tests(), score.share());
    for it in score.causes() {
        println!("{} fail, such as {}: {}", it.tests, it.example, it.cause);
    }
    for (reason, count) in &score.left_out {
        println!("{count} left out: {reason}");
    }
    Ok(())
}
