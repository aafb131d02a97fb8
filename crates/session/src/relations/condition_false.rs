//! A breakpoint whose condition never holds is none.

use parallax_model::{Action, Observation, Run};

use super::{Expected, FollowUp, Planned, Relation, same, start, unused_line};
use parallax_debug::backend::Ability;

/// The relation.
pub const RELATION: Relation = Relation {
    name: "condition-false",
    summary: "A breakpoint with the condition `false` has no effect",
    needs: &[Ability::Conditions],
    manual: "\
Just before the program starts, the follow-up run sets a breakpoint with the condition `false` at a
random line that the initial run does not use. Everything else must be the same. If the new breakpoint is
set at the location of another one, the test is inconclusive, because some debuggers keep one breakpoint
per location.

For example, `break 9; break 3 if false; start` must pause at line 9, as `break 9; start` does.",
    prepare: |initial, _, rng| at(initial, unused_line(initial, rng)?),
};

/// The follow-up with the new breakpoint at a line.
pub(super) fn at(initial: &Run, line: u32) -> Option<FollowUp> {
    let taken = initial.shown.iter().filter_map(|shown| match shown {
        Observation::BreakpointSet(place) => *place,
        _ => None,
    });
    let taken = taken.collect();
    let mut steps = same(initial);
    let never = Action::BreakIf(line, "false".into());
    steps.insert(start(initial)?, (never, Expected::Apart(taken)));
    FollowUp::on(initial, Planned::new(steps))
}
