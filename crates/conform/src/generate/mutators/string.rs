//! An expression becomes a literal that a condition of the edition compares with.

use parallax_program::rewrite::{Rule, Sites};

use super::Situation;

/// The rule.
pub(super) struct StringLiteral;

impl<'s> Rule<Situation<'s>> for StringLiteral {
    fn name(&self) -> &str {
        "string"
    }

    fn sites<'c>(&'c self, situation: &'c Situation<'s>) -> Sites<'c> {
        let literals = &situation.words.literals;
        Sites::with_choices(
            situation.expressions(),
            |_| [literals.len()],
            |&node, [literal]| situation.replace_expression(node, &literals[literal]),
        )
    }
}
