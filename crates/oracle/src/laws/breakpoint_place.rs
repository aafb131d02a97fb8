//! A breakpoint is set where there is code.

use parallax_model::{Observation, Rank};

use super::{About, Flaw, Law, column};

/// The law.
pub const LAW: Law = Law {
    name: "breakpoint-place",
    rank: Rank::Fact,
    summary: "A breakpoint is set at a place of the program where there is code",
    manual: "\
The place that a debugger gives for a breakpoint is one of the program, and not in a comment or on an empty
line. Which place it is, is the debugger's convention.

For example, a breakpoint for an empty line must be reported where it was moved to.",
    about: About::Answer,
    check: |scene| {
        let Observation::BreakpointSet(Some(place)) = scene.shown else { return None };
        if !column::has_code(scene.truth, *place) {
            let sentence = format!("says that a breakpoint is at {place}, where there is no code");
            return Some(Flaw::new(sentence, "no code"));
        }
        if column::is_inside_word(scene.truth, *place) {
            let sentence = format!("says that a breakpoint is at {place}, inside of a word");
            return Some(Flaw::new(sentence, "inside of a word"));
        }
        None
    },
};
