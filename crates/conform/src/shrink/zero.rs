//! An expression becomes `0`.

use parallax_program::edit::Splice;
use parallax_program::rewrite::{Rule, Sites};
use parallax_spec::syntax::Tree;

/// What stands for an expression.
const ZERO: &str = "0";

/// The rule.
pub(super) struct Zero;

impl Rule<Tree> for Zero {
    fn name(&self) -> &str {
        "zero"
    }

    fn sites<'c>(&'c self, tree: &'c Tree) -> Sites<'c> {
        let nodes = tree.descendants(tree.root());
        let expressions = nodes.filter(|node| tree.name(*node).ends_with("Expression"));
        let spans = expressions.map(|node| tree.span(node));
        let longer = spans.filter(|span| span.len() > ZERO.len());
        longer.map(|span| Splice::replacement(span, ZERO)).collect()
    }
}
