//! A gate for changes of the specification: what a new text changes, what looks wrong in it, and which programs get
//! another meaning.

mod edges;
pub mod faults;
pub mod programs;

use std::collections::HashMap;

use parallax_spec::changes::Changes;
use parallax_spec::document::Document;
use parallax_spec::edition::Edition;
use parallax_spec::lint::{Check, Warning, lint};
use parallax_spec::run::{Specification, Stop};

use crate::generate::words::Words;
use programs::{Programs, Search};

/// A text, read and compiled.
pub struct Text {
    /// The tree of its elements.
    pub document: Document,
    /// Its algorithms.
    pub edition: Edition,
    /// It, ready to run programs, or why that is not so.
    pub specification: Result<Specification, Stop>,
    /// What looks wrong in it.
    pub warnings: Vec<Warning>,
    words: Words,
}

impl Text {
    /// Reads a text.
    pub fn read(html: &str) -> Self {
        let document = Document::with_lines(html);
        let edition = Edition::read(&document);
        let specification = Specification::of(&document, &edition);
        let warnings = lint(&document, &edition);
        let words = Words::read(&edition);
        Text { document, edition, specification, warnings, words }
    }
}

/// What a change of the text does.
pub struct Gate {
    /// The algorithms that differ.
    pub changes: Changes,
    /// What looks wrong in the new text, and did not in the old one.
    pub warnings: Vec<Warning>,
    /// How much looked wrong in the old text, and does not in the new one.
    pub mended: usize,
    /// What programs do by both texts; nothing where one of them cannot be run.
    pub programs: Option<Programs>,
}

impl Gate {
    /// Compares two texts. The search for programs is the only part that takes long.
    pub fn between(old: &Text, new: &Text, search: &Search<'_>) -> Self {
        let changes =
            Changes::between((&old.document, &old.edition), (&new.document, &new.edition));
        let programs = match (&old.specification, &new.specification) {
            (Ok(before), Ok(after)) if !changes.is_empty() => {
                Some(programs::compare((old, before), (new, after), &changes, search))
            }
            (Ok(_), Ok(_)) => Some(Programs::default()),
            _ => None,
        };
        let warnings = more(&new.warnings, &old.warnings);
        let mended = more(&old.warnings, &new.warnings).len();
        Gate { changes, warnings, mended, programs }
    }

    /// Whether somebody should look: something looks wrong that did not before, the new text cannot be run, or it
    /// contradicts itself in a program.
    pub fn is_suspicious(&self, new: &Text) -> bool {
        let contradicts = |it: &Programs| it.changed.iter().any(|it| it.contradicts);
        new.specification.is_err()
            || !self.warnings.is_empty()
            || self.programs.as_ref().is_some_and(contradicts)
    }
}

/// The warnings of one text that the other does not have; where a line is does not matter.
fn more(these: &[Warning], others: &[Warning]) -> Vec<Warning> {
    let key = |it: &Warning| (it.check, it.algorithm.clone(), it.message.clone());
    let mut left: HashMap<(Check, String, String), usize> = HashMap::new();
    for other in others {
        *left.entry(key(other)).or_default() += 1;
    }
    let is_new = |it: &&Warning| match left.get_mut(&key(it)) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    these.iter().filter(is_new).cloned().collect()
}
