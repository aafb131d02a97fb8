//! Lists what looks wrong in a text: the one that is named, or ES2026 in the folder that PARALLAX_SPEC_DIR names.

use parallax_spec::document::Document;
use parallax_spec::edition::Edition;
use parallax_spec::lint::lint;

#[allow(clippy::print_stdout)] // this is what an example is for
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder =
        || std::env::var("PARALLAX_SPEC_DIR").map(|folder| format!("{folder}/es2026.html"));
    let path = std::env::args().nth(1).map_or_else(folder, Ok)?;
    let document = Document::with_lines(&std::fs::read_to_string(path)?);
    let edition = Edition::read(&document);
    for warning in lint(&document, &edition) {
        println!("{warning}");
    }
    Ok(())
}
