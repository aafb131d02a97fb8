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
    let Some(offset) = truth.offset(place) else { return is_behind_all(truth, place) };
    let (before, after) = truth.program.text.split_at(offset);
    let rest = after.lines().next().unwrap_or_default().trim_start();
    // Some debuggers show the end of a statement or a function just behind its last character.
    let is_end = before.ends_with(|it: char| !it.is_whitespace());
    let is_comment = rest.starts_with("//") || rest.starts_with("/*");
    is_end || (!rest.is_empty() && !is_comment) || after.trim().is_empty()
}

/// Whether a place is on the line after the last: the end of the program.
fn is_behind_all(truth: &Truth, place: Location) -> bool {
    place.line == truth.program.line_count() + 1
}

/// Whether a place is between two characters of one word.
pub(super) fn is_inside_word(truth: &Truth, place: Location) -> bool {
    let Some(offset) = truth.offset(place) else { return false };
    let is_word = |it: char| it.is_alphanumeric() || it == '_' || it == '$';
    let (before, after) = truth.program.text.split_at(offset);
    before.ends_with(is_word) && after.starts_with(is_word)
}
