//! A text or a number becomes shorter.

use std::ops::Range;

use super::Material;
use crate::edit::Splice;
use crate::rewrite::{Rule, Sites};

/// The rule.
#[derive(Debug)]
pub struct Shorten;

impl Rule<Material> for Shorten {
    fn name(&self) -> &str {
        "shorten"
    }

    /// One half of each literal or the other, the longest first.
    fn sites<'c>(&'c self, material: &'c Material) -> Sites<'c> {
        let tree = &material.tree;
        let literals = tree.nodes.iter().filter(|node| node.part.is_expression());
        let mut halves: Vec<Range<usize>> =
            literals.flat_map(|node| halves(tree.text(&node.span), node.span.start)).collect();
        halves.sort_by_key(|it| std::cmp::Reverse(it.len()));
        halves.into_iter().map(|range| Splice::replacement(range, "")).collect()
    }
}

/// Where the halves of a literal are, which begins at a byte.
fn halves(text: &str, start: usize) -> Vec<Range<usize>> {
    let quoted =
        ['\'', '"', '`'].into_iter().find_map(|it| text.strip_prefix(it)?.strip_suffix(it));
    let is_number = text.bytes().all(|it| it.is_ascii_digit());
    let (inner, offset) = match quoted {
        Some(inner) => (inner, 1),
        None if is_number => (text, 0),
        None => return Vec::new(),
    };
    let middle = inner.ceil_char_boundary(inner.len() / 2);
    let (start, middle, end) =
        (start + offset, start + offset + middle, start + offset + inner.len());
    let halves = [start..middle, middle..end].into_iter();
    halves.filter(|it| !it.is_empty() && it.len() < end - start).collect()
}
