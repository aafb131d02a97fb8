//! The same run twice.

use super::{FollowUp, Planned, Relation, same};

/// The relation.
pub const RELATION: Relation = Relation {
    name: "twice",
    summary: "The same actions on the same program show the same again",
    needs: &[],
    manual: "\
The follow-up run repeats the initial run action by action. Nothing may differ. A debugger that does not
repeat itself on a deterministic program has kept state of the previous session.

For example, a step that was still pending when the first session ended must not pause the second
one at its first statement.",
    prepare: |initial, _, _| FollowUp::on(initial, Planned::new(same(initial))),
};
