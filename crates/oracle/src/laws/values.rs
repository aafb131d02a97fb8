//! Each variable that is shown has its value.

use parallax_model::{Rank, Value};

use super::{About, Flaw, Law};
use crate::variables::{Mismatch, mismatches};

/// The law.
pub const LAW: Law = Law {
    name: "values",
    rank: Rank::Fact,
    summary: "Each variable that is shown has the value that is shown, or is not initialised",
    manual: "\
The value of a variable is that of its binding in the innermost environment record that has one. Primitive
values are compared exactly; of an object only that it is one, and whether it can be called. What is shown as
optimised away is not compared.

For example, `let x = 1;` is not initialised when the program is paused at it, so `x = undefined` is wrong.",
    about: About::State,
    check: |scene| {
        let wrong = mismatches(scene).into_iter().filter_map(|it| match it {
            Mismatch::Value(binding, shown, right) => Some((binding, shown, right)),
            _ => None,
        });
        let wrong: Vec<_> = wrong.collect();
        let (binding, shown, right) = wrong.first()?;
        let name = &binding.name;
        let by = binding.last_write(scene.at.tick).map_or(binding.created_by, |it| it.by);
        let by = scene.oracle.feature(by);
        let sentence = match right {
            Value::Uninitialized => {
                format!("shows `{name} = {shown}`; by {by} the binding is not initialised yet")
            }
            right => format!("shows `{name} = {shown}`; by {by} it is {right}"),
        };
        let shape = format!("{} for {} in {}", kind(shown), kind(right), scene.unit_name());
        // Debuggers that know nothing of initialisation are common: all such variables together say less
        // about the moment than one wrong value.
        let early = wrong.iter().filter(|(_, _, right)| *right == Value::Uninitialized).count();
        let weight = (wrong.len() - early) as f32 + if early > 0 { 0.9 } else { 0.0 };
        let flaw = Flaw::new(sentence, shape).weighing(weight).by(by);
        Some(flaw.about(name).showing(shown).instead_of(right))
    },
};

fn kind(value: &Value) -> &str {
    match value {
        Value::Undefined | Value::Uninitialized => value.type_name(),
        _ => "a value",
    }
}
