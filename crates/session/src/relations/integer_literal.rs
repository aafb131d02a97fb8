//! An integer is as good as a calculation that gives it.

use parallax_program::rules::IntegerLiteral;

use super::{Relation, rewritten};

/// The relation.
pub const RELATION: Relation = Relation {
    name: "integer-literal",
    summary: "An integer literal is as good as a calculation of it",
    needs: &[],
    manual: "\
The follow-up runs the program with an integer literal n replaced by one of `(n-1 + 1)`, `(n+1 - 1)`,
`(n / 1)` and `(n * 1)`, calculated as far as needed. Places in the rest of the line move to the right.
Everything else must be the same.

For example, `let x = (11 + 1);` must be breakable, and show x, as `let x = 12;` does.",
    prepare: |initial, _, rng| rewritten::follow_up(initial, &IntegerLiteral, rng),
};
