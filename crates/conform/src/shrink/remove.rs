//! A part of the program is removed.

use parallax_program::edit::Splice;
use parallax_program::rewrite::{Rule, Sites};
use parallax_spec::syntax::Tree;

/// The rule.
pub(super) struct Remove;

impl Rule<Tree> for Remove {
    fn name(&self) -> &str {
        "remove"
    }

    fn sites<'c>(&'c self, tree: &'c Tree) -> Sites<'c> {
        let spans = tree.descendants(tree.root()).map(|node| tree.span(node));
        let spans = spans.filter(|span| !span.is_empty());
        spans.map(|span| Splice::replacement(span, "")).collect()
    }
}
