//! Any part of the program becomes another of the same production.

use parallax_program::rewrite::{Rule, Sites};

use super::{Part, Situation, piece, piece_choices};

/// The rule.
pub(super) struct RandomPart;

impl<'s> Rule<Situation<'s>> for RandomPart {
    fn name(&self) -> &str {
        "random"
    }

    fn sites<'c>(&'c self, situation: &'c Situation<'s>) -> Sites<'c> {
        others(situation, situation.parts(|_| true))
    }
}

/// Sites where parts become others of the same production, if there are others.
pub(super) fn others<'c>(situation: &'c Situation<'_>, mut parts: Vec<Part>) -> Sites<'c> {
    parts.retain(|(_, node)| situation.like(*node).len() > 1);
    Sites::with_choices(
        parts,
        |node| piece_choices(situation.like(*node)),
        |&node, choices| {
            let other = piece(situation.like(node), choices);
            situation.replace(situation.tree.span(node), other)
        },
    )
}
