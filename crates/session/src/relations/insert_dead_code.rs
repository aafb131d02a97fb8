//! Code that is never executed makes no difference.

use parallax_program::rules::InsertDeadCode;

use super::{Relation, rewritten};

/// The relation.
pub const RELATION: Relation = Relation {
    name: "insert-dead-code",
    summary: "Inserting code that is never executed changes nothing",
    needs: &[],
    manual: "\
The follow-up run uses the program with `if (false) { variable = value; }` inserted before a random
statement, on lines of its own. The variable is in scope there and can be assigned; the value is a
literal. Breakpoints and pauses move with the lines. Steps may pause at the inserted `if`, which is then
stepped over. Everything else must be the same.

For example, an assignment to a parameter in dead code of an inner function must not remove the parameter
from the variables that are shown.",
    prepare: |initial, _, rng| rewritten::follow_up(initial, &InsertDeadCode, rng),
};
