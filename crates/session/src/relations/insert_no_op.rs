//! An assignment of a variable to itself makes no difference.

use parallax_program::rules::InsertNoOp;

use super::{Relation, rewritten};

/// The relation.
pub const RELATION: Relation = Relation {
    name: "insert-no-op",
    summary: "Assigning a variable to itself changes nothing",
    needs: &[],
    manual: "\
The follow-up run uses the program with `x = x;` inserted on a line of its own before a random statement,
where x is in scope, initialised and can be assigned. Breakpoints and pauses move with the lines. Steps
may pause at the inserted statement, which is then stepped over. Everything else must be the same.

For example, a breakpoint in the line after `total = total;` must pause as it did before that line was
inserted.",
    prepare: |initial, _, rng| rewritten::follow_up(initial, &InsertNoOp, rng),
};
