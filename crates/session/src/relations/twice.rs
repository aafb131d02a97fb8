//! The same run twice.

use super::{FollowUp, Planned, Relation, same};

/// The relation.
pub const RELATION: Relation = Relation {
    name: "twice",
    summary: "The same actions on the same program show the same again",
    needs: &[],
    manual: "\
The follow-up repeats the initial run action by action. Nothing may differ: a debugger that does not
repeat itself on a program without chance has kept something of the session before.

For example, a step that was still pending when the first session ended must not stop the second
one at its first statement.",
    prepare: |initial, _, _| FollowUp::on(initial, Planned::new(same(initial))),
};
