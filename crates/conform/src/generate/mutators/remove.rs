//! A part of the program is removed: smaller programs are easier to read, and often cover as much.

use parallax_program::rewrite::{Rule, Sites};

use super::Situation;

/// The rule.
pub(super) struct Remove;

impl<'s> Rule<Situation<'s>> for Remove {
    fn name(&self) -> &str {
        "remove"
    }

    fn sites<'c>(&'c self, situation: &'c Situation<'s>) -> Sites<'c> {
        let tree = situation.tree;
        let parts = situation.parts(|node| !tree.span(node).is_empty() && node != tree.root());
        Sites::new(parts, |&node| situation.replace(tree.span(node), ""))
    }
}
