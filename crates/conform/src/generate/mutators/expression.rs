//! An expression becomes another one, of any kind.

use parallax_program::rewrite::{Rule, Sites};

use super::{Situation, piece, piece_choices};

/// The rule.
pub(super) struct RandomExpression;

impl<'s> Rule<Situation<'s>> for RandomExpression {
    fn name(&self) -> &str {
        "expression"
    }

    fn sites<'c>(&'c self, situation: &'c Situation<'s>) -> Sites<'c> {
        let pieces = situation.expression_pieces();
        Sites::with_choices(
            situation.expressions(),
            |_| piece_choices(pieces),
            |&node, choices| situation.replace_expression(node, piece(pieces, choices)),
        )
    }
}
