//! A debugger answers.

use parallax_model::{Observation, Rank};

use super::{About, Flaw, Law};

/// The law.
pub const LAW: Law = Law {
    name: "answers",
    rank: Rank::Expectation,
    summary: "A debugger answers every action: it does not crash, hang or break its protocol",
    manual: "\
Whatever the program does and wherever it is paused, the debugger answers within the time limit and in the
words of its protocol. Where all debuggers fail, it is the program's doing.

For example, a debugger must not die when it shows the parameters of a catch clause.",
    about: About::Failure,
    check: |scene| {
        let Observation::Misbehaved(misbehaviour) = scene.shown else { return None };
        let shape = match misbehaviour {
            parallax_model::Misbehaviour::Hung(_) => "hung",
            parallax_model::Misbehaviour::Died(_) => "died",
            parallax_model::Misbehaviour::Nonsense(_) => "answered nonsense",
        };
        let action = scene.action.name();
        let sentence = format!("{misbehaviour} after `{}`", scene.action);
        Some(Flaw::new(sentence, format!("{shape} after {action} in {}", scene.name_before())))
    },
};
