//! A breakpoint whose condition always holds is one without a condition.

use parallax_model::Action;
use rand::seq::IndexedRandom;

use super::{FollowUp, Planned, Relation, breakpoints, same};
use parallax_debug::backend::Ability;

/// The relation.
pub const RELATION: Relation = Relation {
    name: "condition-true",
    summary: "A breakpoint with the condition `true` behaves like one without a condition",
    needs: &[Ability::Conditions],
    manual: "\
The follow-up run gives one breakpoint of the initial run the condition `true`. It must be set at the
same location, and every pause must be the same.

For example, `break 3 if true; start; resume` must pause at line 3, as `break 3; start; resume` does.",
    prepare: |initial, _, rng| {
        let chosen = *breakpoints(initial)?.choose(rng)?;
        let mut steps = same(initial);
        steps[chosen.at].0 = Action::BreakIf(chosen.line, "true".into());
        FollowUp::on(initial, Planned::new(steps))
    },
};
