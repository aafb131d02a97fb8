//! An expression becomes `0`, a function that does nothing, or a shorter literal.

use super::Material;
use crate::edit::Splice;
use crate::rewrite::{Rule, Sites};
use crate::tree::{Language, Node, Part, Tree};

/// What stands for an expression of JavaScript, the shortest first.
const SIMPLE: [&str; 5] = ["0", "''", "[]", "({})", "() => 0"];

/// What stands for one of C.
const SIMPLE_IN_C: [&str; 2] = ["0", "1"];

/// What stands for a statement: a value alone does nothing.
const DOES_LITTLE: [&str; 1] = ["console.log()"];

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
        let mut expressions: Vec<&Node> = expressions.collect();
        expressions.sort_by_key(|node| std::cmp::Reverse(node.span.len()));
        let simple = |node: &Node| {
            let (text, span) = (tree.text(&node.span), node.span.clone());
            let is_literal =
                text.chars().all(|it| it.is_ascii_digit()) || text.starts_with(['\'', '"', '`']);
            let texts = match tree.language {
                Language::C => &SIMPLE_IN_C[..],
                Language::Js if is_statement(tree, node) => &DOES_LITTLE[..],
                Language::Js if is_literal => &SIMPLE[..2],
                Language::Js => &SIMPLE[..],
            };
            let shorter = texts.iter().filter(|it| it.len() < span.len());
            shorter.map(|it| Splice::replacement(span.clone(), *it)).collect::<Vec<_>>()
        };
        expressions.into_iter().flat_map(simple).collect()
    }
}

/// Whether an expression is all of a statement.
fn is_statement(tree: &Tree, node: &Node) -> bool {
    let around = &tree.nodes[node.parent];
    let text = tree.text(&around.span).trim_end_matches(';').trim_end();
    around.part == Part::Statement && text == tree.text(&node.span)
}
