//! A program ends as it ends.

use parallax_model::{Ending, Observation, Rank};
use parallax_spec::run::Outcome;

use super::{About, Flaw, Law};

/// The law.
pub const LAW: Law = Law {
    name: "ending",
    rank: Rank::Fact,
    summary: "A program ends normally, or by an exception, as the text says",
    manual: "\
Whether a program ends normally, by an uncaught exception, or is refused as a syntax error is settled by the
language. The words for an exception are the debugger's.

For example, a program whose last statement throws must not be reported as completed.",
    about: About::Motion,
    check: |scene| {
        let Observation::Finished(ending) = scene.shown else { return None };
        let (sentence, shape) = match (&scene.truth.recording.outcome, ending) {
            (Outcome::Normal(_), Ending::Threw(words)) => {
                (format!("says that the program threw {words}; it ends normally"), "threw")
            }
            (Outcome::Throw(thrown), Ending::Completed) => {
                (format!("says that the program completed; it throws {}", thrown.shown), "completed")
            }
            (_, Ending::Rejected(words)) => (format!("refuses a valid program: {words}"), "refused"),
            _ => return None,
        };
        Some(Flaw::new(sentence, shape))
    },
};
