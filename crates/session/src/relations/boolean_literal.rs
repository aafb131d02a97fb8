//! A truth value is as good as a comparison that gives it.

use parallax_program::rules::BooleanLiteral;

use super::{Relation, rewritten};

/// The relation.
pub const RELATION: Relation = Relation {
    name: "boolean-literal",
    summary: "A boolean literal is as good as a comparison that gives it",
    needs: &[],
    manual: "\
The follow-up runs the program with a literal `true` replaced by a comparison of a variable in scope
with itself, and `false` by its opposite, written so that NaN does no harm. The variable must surely
hold a primitive value. Places in the rest of the line move to the right. Everything else must be the
same.

For example, `while (isNaN(i) || i == i)` must pause as often as `while (true)` does.",
    prepare: |initial, _, rng| rewritten::follow_up(initial, &BooleanLiteral, rng),
};
