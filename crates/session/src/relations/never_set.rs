//! A breakpoint that was set and removed was never set.

use parallax_model::{Action, Run};
use rand::RngExt;

use super::{Expected, FollowUp, Planned, Relation, same, start, unused_line};

/// The relation.
pub const RELATION: Relation = Relation {
    name: "never-set",
    summary: "A breakpoint that was set and removed again leaves no trace",
    needs: &[],
    manual: "\
Before the program starts, the follow-up sets a breakpoint at a random line that the initial run does
not use, and removes it at once. If the debugger gave it a place, it must be able to remove it, and
everything else must be as before: no pause at the removed breakpoint, no other breakpoint lost with
it.

For example, if lines 2 and 3 both slide to line 4, `break 2; break 3; unbreak 3; start` must pause
at line 4 as `break 2; start` does.",
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
