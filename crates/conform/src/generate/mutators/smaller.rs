//! A part of the program becomes a smaller one of the same production: a part of itself if it has one.

use parallax_program::rewrite::{Rule, Sites};
use parallax_spec::syntax::NodeId;

use super::Situation;

/// The rule.
pub(super) struct Smaller;

impl<'s> Rule<Situation<'s>> for Smaller {
    fn name(&self) -> &str {
        "smaller"
    }

    fn sites<'c>(&'c self, situation: &'c Situation<'s>) -> Sites<'c> {
        let tree = situation.tree;
        let parts = situation.parts(|node| !tree.span(node).is_empty() && node != tree.root());
        // What is smaller is looked for in the part that was chosen only: it takes time.
        Sites::with_choices(
            parts,
            |&node| [smaller(situation, node).len()],
            |&node, [chosen]| situation.replace(tree.span(node), smaller(situation, node)[chosen]),
        )
    }
}

/// Parts of a part that are of its production; without any, the shortest piece that is.
fn smaller<'c>(situation: &'c Situation<'_>, node: NodeId) -> Vec<&'c str> {
    let tree = situation.tree;
    let span = tree.span(node);
    let is_like = |inner: &NodeId| {
        tree.production(*inner) == tree.production(node) && tree.span(*inner) != span
    };
    let inner: Vec<&str> =
        tree.descendants(node).filter(is_like).map(|inner| tree.text(inner)).collect();
    if !inner.is_empty() {
        return inner;
    }
    let shortest = situation.like(node).iter().min_by_key(|piece| piece.len());
    let shortest = shortest.filter(|piece| piece.len() < span.len());
    shortest.into_iter().map(|piece| &**piece).collect()
}
