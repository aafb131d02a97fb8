//! A part takes the place of a larger part around it that has the same name.

use parallax_program::edit::Splice;
use parallax_program::rewrite::{Rule, Sites};
use parallax_spec::syntax::{NodeId, Tree};

/// The rule.
pub(super) struct Hoist;

impl Rule<Tree> for Hoist {
    fn name(&self) -> &str {
        "hoist"
    }

    fn sites<'c>(&'c self, tree: &'c Tree) -> Sites<'c> {
        let nodes = tree.descendants(tree.root());
        nodes.flat_map(|node| inner(tree, node)).collect()
    }
}

/// The edits that put a part of a node in its place.
fn inner(tree: &Tree, node: NodeId) -> impl Iterator<Item = Splice> + '_ {
    let is_fit = move |inner: &NodeId| {
        let is_shorter = tree.span(*inner).len() < tree.span(node).len();
        is_shorter && tree.name(*inner) == tree.name(node)
    };
    let inner = tree.descendants(node).filter(is_fit);
    inner.map(move |inner| Splice::replacement(tree.span(node), tree.text(inner)))
}
