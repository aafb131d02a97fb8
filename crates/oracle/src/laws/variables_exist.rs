//! Only variables that exist are shown.

use parallax_model::Rank;

use super::{About, Flaw, Law};
use crate::variables::{Mismatch, mismatches};

/// The law.
pub const LAW: Law = Law {
    name: "variables-exist",
    rank: Rank::Fact,
    summary: "Only variables that code at the place can name are shown",
    manual: "\
A variable that is shown has a binding in one of the environment records of the paused frame. The variables of
a block are gone when the block has been left. `arguments`, `this` and names that no program can spell are
left to the debugger.

For example, after `for (let i = 0; i < 3; i++) {}` no `i` must be shown.",
    about: About::State,
    check: |scene| {
        let extra = mismatches(scene).into_iter().filter_map(|it| match it {
            Mismatch::Extra(name, value) => Some((name, value)),
            _ => None,
        });
        let extra: Vec<_> = extra.collect();
        let (name, value) = extra.first()?;
        let sentence = format!("shows `{name} = {value}`; no such variable is in scope");
        let shape = format!("out of scope in {}", scene.unit_name());
        Some(Flaw::new(sentence, shape).weighing(extra.len() as f32).about(name).showing(value))
    },
};
