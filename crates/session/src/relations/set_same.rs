//! Setting a variable to the value that it has changes nothing.

use parallax_model::Action;
use rand::seq::IndexedRandom;

use super::evaluate::readable;
use super::{Expected, FollowUp, Planned, Relation, same};
use parallax_debug::backend::Ability;

/// The relation.
pub const RELATION: Relation = Relation {
    name: "set-same",
    summary: "Setting a variable to the value that is shown changes nothing",
    needs: &[Ability::Evaluation],
    manual: "\
The follow-up run repeats the initial run. At one of its pauses it sets one of the variables that are shown
there, to the very value that is shown. Everything that follows must be the same. Only variables with primitive
values are used. Whether a constant can be set is left to the debugger.

For example, where a pause shows x = 1, setting `x` to 1 there must change neither the later pauses nor the end.",
    prepare: |initial, _, rng| {
        let pauses = initial.shown.iter().enumerate();
        let pauses = pauses.flat_map(|(at, shown)| {
            let variables = shown.pause().map(readable).unwrap_or_default().into_iter();
            variables.filter_map(move |(name, value)| Some((at, name, value.literal()?)))
        });
        let (at, name, literal) = pauses.collect::<Vec<_>>().choose(rng)?.clone();
        let mut steps = same(initial);
        let action = Action::Set(name.into(), literal.into());
        steps.insert(at + 1, (action, Expected::Anything));
        FollowUp::on(initial, Planned::new(steps))
    },
};
