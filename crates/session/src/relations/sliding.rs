//! A breakpoint that slid is the breakpoint set directly where it slid to.

use std::collections::HashMap;

use parallax_model::Action;

use super::{FollowUp, Planned, Relation, breakpoints, is_touched, same};

/// The relation.
pub const RELATION: Relation = Relation {
    name: "sliding",
    summary: "A breakpoint that is moved to another line behaves like one requested at that line",
    needs: &[],
    manual: "\
Where the initial run requested a breakpoint at a line without code and the debugger moved it, the
follow-up run requests it at the line that it was moved to. It must be set at exactly the same location,
and every pause must be the same.

For example, if the answer to `break 1` at a comment is line 2, the answer to `break 2` must be the same
column of line 2, and the program must pause there as often.",
    prepare: |initial, _, _| {
        let slid = breakpoints(initial)?;
        let slid = slid.iter().filter(|one| {
            one.line != one.place.line && !is_touched(initial, one.place.line)
        });
        let slid: HashMap<u32, u32> = slid.map(|one| (one.line, one.place.line)).collect();
        if slid.is_empty() {
            return None;
        }
        let mut steps = same(initial);
        for (action, _) in &mut steps {
            if let Action::Break(line) = action {
                *line = slid.get(line).copied().unwrap_or(*line);
            }
        }
        FollowUp::on(initial, Planned::new(steps))
    },
};
