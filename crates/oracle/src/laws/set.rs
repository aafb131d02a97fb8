//! A variable can be set.

use parallax_model::{Action, Observation, Rank, Value};

use super::{About, Flaw, Law};
use crate::variables::Visible;

/// The law.
pub const LAW: Law = Law {
    name: "set",
    rank: Rank::Expectation,
    summary: "A variable that can be assigned to can be set where the program is paused",
    manual: "\
A variable of the running function, or of scripts, that is initialised and not constant is set if a person asks
for it. Whether constants can be set, and variables before their initialisation, is left to the debugger.

Where a variable is set to the value that it holds, nothing changes: all that follows is held to the recording
of the program as before. Where it is set to another value, the recording says nothing about what follows. Until
the program goes on, evaluating the variable must give what it was set to; then nothing is checked any more.

For example, where a pause shows `x = 1`, `set x = 1` must be done, and `x` be 1 in all later pauses until the
program changes it.",
    about: About::Answer,
    check: |scene| {
        let Action::Set(name, _) = scene.action else { return None };
        let Observation::Evaluated(Err(words)) = scene.shown else { return None };
        if scene.is_between() {
            return None;
        }
        let visible = Visible::of(scene.truth, scene.at.segment)?;
        let binding = *visible.own(scene.at.tick).get(&**name)?;
        let is_settable = binding.is_mutable && binding.value(scene.at.tick).is_some();
        let sentence = format!("refuses to set `{name}`: {words}");
        is_settable.then(|| Flaw::new(sentence, format!("refused in {}", scene.unit_name())).about(name))
    },
};

/// A variable that was set does not have the value that it was set to.
pub(crate) fn lost(name: &str, given: &Value, right: &Value) -> Flaw {
    let sentence = format!("evaluates `{name}` to {given}, which was set to {right}");
    Flaw::new(sentence, "another value").about(name).showing(given).instead_of(right)
}
