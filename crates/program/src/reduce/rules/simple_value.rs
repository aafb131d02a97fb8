//! An expression becomes `0`, a function that does nothing, or a shorter literal.

use std::ops::Range;

use super::Material;
use crate::edit::Splice;
use crate::rewrite::{Rule, Sites};

/// What stands for an expression, the shortest first.
const SIMPLE: [&str; 5] = ["0", "''", "[]", "({})", "() => 0"];

/// The rule.
#[derive(Debug)]
pub struct SimpleValue;

impl Rule<Material> for SimpleValue {
    fn name(&self) -> &str {
        "simple-value"
    }

    /// Each expression that is longer than what it becomes, the longest first.
    fn sites<'c>(&'c self, material: &'c Material) -> Sites<'c> {
        let tree = &material.tree;
        let expressions = tree.nodes.iter().filter(|node| node.part.is_expression());
        let mut spans: Vec<Range<usize>> = expressions.map(|node| node.span.clone()).collect();
        spans.sort_by_key(|span| std::cmp::Reverse(span.len()));
        let simple = |span: Range<usize>| {
            let text = tree.text(&span);
            let is_literal =
                text.chars().all(|it| it.is_ascii_digit()) || text.starts_with(['\'', '"', '`']);
            let texts = if is_literal { &SIMPLE[..2] } else { &SIMPLE[..] };
            let shorter = texts.iter().filter(|it| it.len() < span.len());
            shorter.map(|it| Splice::replacement(span.clone(), *it)).collect::<Vec<_>>()
        };
        spans.into_iter().flat_map(simple).collect()
    }
}
