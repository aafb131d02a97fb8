//! The body of a loop takes its place twice: what goes wrong the second time seldom needs the loop.

use std::ops::Range;

use super::Material;
use crate::edit::{Edit, Splice};
use crate::rewrite::{Rule, Sites};
use crate::tree::{Part, Tree};

/// What loops begin with.
const LOOPS: [&str; 3] = ["for", "while", "do"];

/// The rule.
#[derive(Debug)]
pub struct Unroll;

impl Rule<Material> for Unroll {
    fn name(&self) -> &str {
        "unroll"
    }

    fn sites<'c>(&'c self, material: &'c Material) -> Sites<'c> {
        let tree = &material.tree;
        let found = (0..tree.nodes.len()).filter_map(|number| body(tree, number));
        Sites::new(found.map(|it| (it.0.clone(), it)), |(whole, body)| {
            // Breakpoints stay in the first.
            let again = format!("\n{}", tree.text(body));
            let splices = [
                Splice::replacement(whole.start..body.start, ""),
                Splice::replacement(body.end..whole.end, again),
            ];
            Edit { splices: splices.into(), ..Edit::default() }
        })
    }
}

/// A loop, and the statements in its body.
fn body(tree: &Tree, number: usize) -> Option<(Range<usize>, Range<usize>)> {
    let node = &tree.nodes[number];
    let text = tree.text(&node.span);
    let is_loop = LOOPS.iter().any(|word| {
        let behind = text.strip_prefix(word).and_then(|it| it.chars().next());
        behind.is_some_and(|it| it.is_whitespace() || matches!(it, '(' | '{'))
    });
    if node.part != Part::Statement || !is_loop {
        return None;
    }
    let body = tree.children(number).map(|(_, it)| it).find(|it| it.part == Part::Block)?;
    let inner = tree.text(&body.span).strip_prefix('{')?.strip_suffix('}')?;
    let start = body.span.start + 1 + (inner.len() - inner.trim_start().len());
    let trimmed = inner.trim();
    (!trimmed.is_empty()).then(|| (node.span.clone(), start..start + trimmed.len()))
}
