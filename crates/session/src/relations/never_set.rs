//! A breakpoint that was set and removed was never set.

use parallax_model::Action;
use rand::RngExt;

use super::{Expected, FollowUp, Planned, Relation, is_touched, same, start};

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
        let line = rng.random_range(1..=initial.program.line_count());
        if is_touched(initial, line) {
            return None;
        }
        let at = rng.random_range(0..=start);
        let mut steps = same(initial);
        steps.insert(at, (Action::Unbreak(line), Expected::RemovedIfSet));
        steps.insert(at, (Action::Break(line), Expected::Anything));
        FollowUp::on(initial, Planned::new(steps))
    },
};
