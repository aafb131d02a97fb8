//! A pause is shown where a token begins.

use parallax_model::{Location, Rank};

use super::{About, Flaw, Law};
use crate::truth::Truth;

/// The law.
pub const LAW: Law = Law {
    name: "column",
    rank: Rank::Expectation,
    summary: "A pause is shown where a token of the program begins",
    manual: "\
Where inside of a statement a debugger puts its mark is its convention, but it is a place of the syntax. A
column in the middle of a word, in a comment or behind the end of a line means that positions are wrong.

For example, a pause at `total = 1;` must not be shown at the `o`.",
    about: About::State,
    check: |scene| {
        let place = scene.place()?;
        if has_code(scene.truth, place) && !is_inside_word(scene.truth, place) {
            return None;
        }
        let sentence = format!("shows the pause at {place}, where no token begins");
        Some(Flaw::new(sentence, "no token"))
    },
};

/// Whether there is code at a place: at it, or behind it on the same line.
pub(super) fn has_code(truth: &Truth, place: Location) -> bool {
    let Some(offset) = truth.offset(place) else { return false };
    let rest = truth.program.text.get(offset..).unwrap_or_default();
    let rest = rest.lines().next().unwrap_or_default().trim_start();
    let is_end = truth.statement_at(place).is_some_and(|unit| {
        // Some debuggers show the end of a function just behind its last character.
        truth.unit(unit).is_some_and(|it| it.span.end == offset)
    });
    is_end || (!rest.is_empty() && !rest.starts_with("//") && !rest.starts_with("/*"))
}

/// Whether a place is between two characters of one word.
fn is_inside_word(truth: &Truth, place: Location) -> bool {
    let Some(offset) = truth.offset(place) else { return false };
    let is_word = |it: char| it.is_alphanumeric() || it == '_' || it == '$';
    let (before, after) = truth.program.text.split_at(offset);
    before.ends_with(is_word) && after.starts_with(is_word)
}
