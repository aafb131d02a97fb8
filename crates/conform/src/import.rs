//! A suite of programs that people have written: the text says how each ends, and what it leaves.

use std::path::Path;

use parallax_spec::run::{Budget, Specification};

use crate::generate::inject::{Injector, Refusal};
use crate::generate::realm::Realm;
use crate::suite::{Manifest, ManifestEntry, SuiteError, VERSION};

/// The line before a program in a file of several begins so; its name follows.
const SECTION: &str = "//// ";

/// What a program declares that keeps a log: it is held to that alone.
const LOG: &str = "var log = [];";

/// A program with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenProgram {
    /// Its name, unique in the suite.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// What became of programs.
#[derive(Clone, Debug, Default)]
pub struct Imported {
    /// Tests that were made.
    pub tests: usize,
    /// The names of programs whose result the text leaves open, or cannot tell.
    pub open: Vec<String>,
    /// Tests that do not pass by the text itself: the program's name, and why.
    pub mistaken: Vec<(String, String)>,
}

/// The programs in a file: those after lines that begin with `//// NAME`, or else the whole file.
pub fn programs(stem: &str, text: &str) -> Vec<WrittenProgram> {
    let mut found: Vec<WrittenProgram> = Vec::new();
    for line in text.split_inclusive('\n') {
        match (line.strip_prefix(SECTION), found.last_mut()) {
            (Some(name), _) => {
                let name = format!("{stem}-{}", name.trim());
                found.push(WrittenProgram { name, text: String::new() });
            }
            (None, Some(program)) => program.text.push_str(line),
            (None, None) => {}
        }
    }
    match found.is_empty() {
        true => vec![WrittenProgram { name: stem.to_owned(), text: text.to_owned() }],
        false => found,
    }
}

/// Each program, and after it the same as strict code if it does not begin with a directive.
pub fn with_strict(programs: Vec<WrittenProgram>) -> Vec<WrittenProgram> {
    let both = |program: WrittenProgram| {
        let text = program.text.trim_start();
        let is_sloppy = !text.starts_with(['"', '\'']);
        let strict = is_sloppy.then(|| WrittenProgram {
            name: format!("{}-strict", program.name),
            text: format!("\"use strict\";\n{text}"),
        });
        std::iter::once(program).chain(strict)
    };
    programs.into_iter().flat_map(both).collect()
}

/// Writes a suite with a test for each program.
///
/// # Errors
/// Where the folder cannot be written.
pub fn import(
    folder: &Path,
    edition: &str,
    specification: &Specification,
    programs: &[WrittenProgram],
) -> Result<Imported, SuiteError> {
    let realm = Realm::read(specification);
    let injector = Injector::new(specification, &realm, Budget::default());
    let mut manifest =
        Manifest { version: VERSION, edition: edition.to_owned(), ..Manifest::default() };
    let mut imported = Imported::default();
    for program in programs {
        let (mut test, run) = match injector.test(program.text.trim()) {
            Ok(made) => made,
            Err(Refusal::NoResult) => {
                imported.open.push(program.name.clone());
                continue;
            }
            Err(Refusal::Mistaken(why)) => {
                imported.mistaken.push((program.name.clone(), why));
                continue;
            }
        };
        if program.text.contains(LOG) {
            test.checks.retain(|check| check.contains("log"));
        }
        let file = format!("{}.js", program.name);
        let entry = ManifestEntry { file, algorithms: run.algorithms, ..ManifestEntry::default() };
        entry.write(folder, &test)?;
        imported.tests += 1;
        manifest.tests.push(entry);
    }
    manifest.write(folder)?;
    Ok(imported)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_holds_one_program_or_many() {
        let one = programs("a", "var x;\n//// is here\n");
        assert_eq!(one.len(), 1, "a heading");
        let whole = programs("a", "var x; //// no heading\n");
        let program =
            |name: &str, text: &str| WrittenProgram { name: name.into(), text: text.into() };
        assert_eq!(whole, [program("a", "var x; //// no heading\n")]);
        let names = |programs| -> Vec<String> {
            with_strict(programs).into_iter().map(|it| it.name).collect()
        };
        assert_eq!(
            names(vec![program("a", "x;"), program("b", "'use strict';")]),
            ["a", "a-strict", "b"]
        );
        let two = programs("b", "// About.\n\n//// one\nx;\n\n//// two\ny;\n");
        assert_eq!(two, [program("b-one", "x;\n\n"), program("b-two", "y;\n")]);
    }
}
