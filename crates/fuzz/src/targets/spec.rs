//! The text of an edition: read, understood, and run.

use parallax_spec::document::Document;
use parallax_spec::edition::Edition;
use parallax_spec::report::Report;
use parallax_spec::run::{Budget, RunOptions, Specification};

/// A text, and short scripts by its steps.
pub fn spec(input: &[u8]) {
    let document = Document::parse(&String::from_utf8_lossy(input));
    let _report = Report::of(&Edition::read(&document));
    let Ok(specification) = Specification::new(&document) else { return };
    let options = RunOptions::within(Budget { steps: 2000, cells: 2000 });
    for script in ["let x = 20; double(x) + 2;", "throw \"a\" + 1;", "loop print(insist(1));"] {
        let _run = specification.run(script, &options);
    }
}
