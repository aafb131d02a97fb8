//! An integer is as good as a calculation that gives it.

use parallax_program::rules::IntegerLiteral;

use super::{Relation, rewritten};

/// The relation.
pub const RELATION: Relation = Relation {
    name: "integer-literal",
    summary: "An integer literal can be replaced by an expression with the same value",
    needs: &[],
    manual: "\
The follow-up run uses the program with an integer literal n replaced by one of `(n-1 + 1)`, `(n+1 - 1)`,
`(n / 1)` and `(n * 1)`, where n-1 and n+1 are literals. Locations in the rest of the line move to
the right. Everything else must be the same.

For example, `let x = (11 + 1);` must accept a breakpoint and show x, as `let x = 12;` does.",
    prepare: |initial, _, rng| rewritten::follow_up(initial, &IntegerLiteral, rng),
};
