//! The variables of callers are shown, and no others.

use parallax_model::Rank;

use super::{About, Flaw, Law};
use crate::callers::mismatches;
use crate::variables::Mismatch;

/// The law.
pub const LAW: Law = Law {
    name: "caller-variables",
    rank: Rank::Fact,
    summary: "Of a caller the variables are shown that code at its place can name, and no others",
    manual: "\
Each binding of the environment records of a caller's function is shown, and what is shown has a binding. What
is left to debuggers in the laws `variables-shown` and `variables-exist` is left to them here. Callers are
compared where the stack is the right one and where they are in a statement.

For example, below `f` in `{ let a = 1; f(); }` the script must be shown with its `a`.",
    about: About::State,
    check: |scene| {
        let all = mismatches(scene);
        let wrong = all.iter().filter(|(_, it)| !matches!(it, Mismatch::Value(..)));
        let wrong: Vec<_> = wrong.collect();
        let (caller, first) = wrong.first()?;
        let caller = super::called(caller);
        let flaw = match first {
            Mismatch::Extra(name, value) => {
                let sentence = format!(
                    "shows `{name} = {value}` in the caller {caller}; there is no such variable"
                );
                Flaw::new(sentence, "out of scope").about(name).showing(value)
            }
            Mismatch::Missing(binding) | Mismatch::Value(binding, ..) => {
                let right = scene.truth.shown(binding.value(scene.at.tick));
                let name = &binding.name;
                let sentence =
                    format!("does not show `{name}` in the caller {caller}; it is {right}");
                Flaw::new(sentence, "missing").about(name).instead_of(right)
            }
        };
        Some(flaw.beside(wrong.len()))
    },
};
