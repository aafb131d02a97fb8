//! Each variable that is shown of a caller has its value.

use parallax_model::{Rank, Value};

use super::{About, Flaw, Law};
use crate::callers::mismatches;
use crate::variables::Mismatch;

/// The law.
pub const LAW: Law = Law {
    name: "caller-values",
    rank: Rank::Fact,
    summary: "Each variable that is shown of a caller has the value that is shown",
    manual: "\
While a function runs, its callers have their variables as well, with the values that they got last, be it by
the function that runs. Callers are compared where the stack is the right one and where they are in a
statement. Otherwise as in the law `values`.

For example, below `f` in `let a = 1; f();` the script must not be shown with `a = 2`, unless `f` assigns it.",
    about: About::State,
    check: |scene| {
        let wrong = mismatches(scene).into_iter().filter_map(|(caller, it)| match it {
            Mismatch::Value(binding, shown, right) => Some((caller, binding, shown, right)),
            _ => None,
        });
        let wrong: Vec<_> = wrong.collect();
        let (caller, binding, shown, right) = wrong.first()?;
        let name = &binding.name;
        let by = binding.last_write(scene.at.tick).map_or(binding.created_by, |it| it.by);
        let by = scene.oracle.feature(by);
        let sentence = format!(
            "shows `{name} = {shown}` in the caller {}; by {by} it is {right}",
            super::called(caller)
        );
        let shape = format!("{} for {}", super::kind(shown), super::kind(right));
        // What is not initialised yet is shown in many ways; a value tells one call from another.
        let is_telling = |right: &Value| !matches!(right, Value::Uninitialized | Value::Undefined);
        let telling = wrong.iter().filter(|(.., right)| is_telling(right)).count();
        let flaw = Flaw::new(sentence, shape).by(by);
        let flaw = match telling {
            0 => flaw.beside(wrong.len()),
            _ => flaw.weighing((telling as f32).min(2.0)),
        };
        Some(flaw.about(name).showing(shown).instead_of(right))
    },
};
