//! All variables are shown.

use parallax_model::Rank;

use super::{About, Flaw, Law};
use crate::variables::{Mismatch, is_of_module, mismatches};

/// The law.
pub const LAW: Law = Law {
    name: "variables-shown",
    rank: Rank::Fact,
    summary: "Each variable of the function and of scripts that code at the place can name is shown",
    manual: "\
Each binding of the environment records of the paused function, and each top-level `let`, `const` and `class`,
is shown, with its value or as not initialised or as optimised away. Variables of enclosing functions are left
to the debugger: engines drop those that no inner function mentions.

For example, in `function f(a) { let b; }` a pause in `f` shows `a` and `b`.",
    about: About::State,
    check: |scene| {
        let missing = mismatches(scene).into_iter().filter_map(|it| match it {
            Mismatch::Missing(binding) => Some(binding),
            _ => None,
        });
        let missing: Vec<_> = missing.collect();
        let binding = missing.first()?;
        let name = &binding.name;
        let by = scene.oracle.feature(binding.created_by);
        let right = scene.truth.shown(binding.value(scene.at.tick));
        let (sentence, state) = match binding.value(scene.at.tick) {
            None => (
                format!("does not show `{name}`; by {by} it exists and is not initialised"),
                "uninitialised",
            ),
            Some(_) => {
                (format!("does not show `{name}`; by {by} it is {right}"), "initialised")
            }
        };
        let shape = match scene.return_hit() {
            Some(_) => format!("{state} behind a return"),
            None if is_of_module(scene.truth, scene.at.segment, binding) => {
                format!("{state} variable of a module")
            }
            None => format!("{state} in {}", scene.unit_name()),
        };
        let weight = missing.len() as f32 / 2.0;
        Some(Flaw::new(sentence, shape).weighing(weight).by(by).about(name).instead_of(right))
    },
};
