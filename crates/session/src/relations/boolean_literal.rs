//! A truth value is as good as a comparison that gives it.

use parallax_program::rules::BooleanLiteral;

use super::{Relation, rewritten};

/// The relation.
pub const RELATION: Relation = Relation {
    name: "boolean-literal",
    summary: "A boolean literal can be replaced by a comparison with the same result",
    needs: &[],
    manual: "\
The follow-up run uses the program with a literal `true` replaced by a comparison of a variable in scope
with itself, and `false` by its negation, written so that NaN gives the same result. The variable must
hold a primitive value in any case. Locations in the rest of the line move to the right. Everything else
must be the same.

For example, `while (isNaN(i) || i == i)` must pause as often as `while (true)`.",
    prepare: |initial, _, rng| rewritten::follow_up(initial, &BooleanLiteral, rng),
};
