//! A breakpoint that was set and removed was never set.

use parallax_model::{Action, Run};
use rand::RngExt;

use super::{Expected, FollowUp, Planned, Relation, same, start, unused_line};

/// The relation.
pub const RELATION: Relation = Relation {
    name: "never-set",
    summary: "A breakpoint that was set and removed again has no effect",
    needs: &[],
    manual: "\
Before the program starts, the follow-up run sets a breakpoint at a random line that the initial run does
not use, and removes it at once. If the debugger set it, the removal must succeed, and everything else
must be the same: no pause at the removed breakpoint, and no other breakpoint removed with it.

For example, if the breakpoints for lines 2 and 3 are both set at line 4, `break 2; break 3; unbreak 3;
start` must pause at line 4, as `break 2; start` does.",
    prepare: |initial, _, rng| {
        let start = start(initial)?;
        let line = unused_line(initial, rng)?;
        at(initial, line, rng.random_range(0..=start))
    },
};

/// The follow-up that sets and removes the breakpoint at a line before one of the actions.
pub(super) fn at(initial: &Run, line: u32, action: usize) -> Option<FollowUp> {
    let mut steps = same(initial);
    steps.insert(action, (Action::Unbreak(line), Expected::RemovedIfSet));
    steps.insert(action, (Action::Break(line), Expected::Anything));
    FollowUp::on(initial, Planned::new(steps))
}
