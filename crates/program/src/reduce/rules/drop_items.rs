//! Items of a list are left out: statements, members, cases, parameters, arguments, properties, variables.

use std::ops::Range;

use super::Material;
use crate::edit::Splice;
use crate::rewrite::{Rule, Sites};
use crate::tree::{Node, Part, Tree};

/// The rule.
#[derive(Debug)]
pub struct DropItems;

impl Rule<Material> for DropItems {
    fn name(&self) -> &str {
        "drop-items"
    }

    /// All items of a list, then halves, quarters and so on; what is longest comes first.
    fn sites<'c>(&'c self, material: &'c Material) -> Sites<'c> {
        let tree = &material.tree;
        let mut removed: Vec<Range<usize>> = Vec::new();
        for number in 0..tree.nodes.len() {
            removed.extend(runs(tree, &list(tree, number, |it| it == Part::Statement), false));
            removed.extend(runs(tree, &list(tree, number, Part::is_listed), true));
        }
        removed.sort_by_key(|it| std::cmp::Reverse(it.len()));
        removed.into_iter().map(|range| Splice::replacement(range, "")).collect()
    }
}

/// The items of a list.
fn list(tree: &Tree, number: usize, is_item: impl Fn(Part) -> bool) -> Vec<&Node> {
    tree.children(number).map(|(_, node)| node).filter(|node| is_item(node.part)).collect()
}

/// Runs of items, of half as many each time.
fn runs(tree: &Tree, items: &[&Node], has_commas: bool) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut length = items.len();
    while length > 0 {
        for from in (0..items.len()).step_by(length) {
            let to = (from + length).min(items.len());
            found.push(match has_commas {
                true => with_comma(items, from, to),
                false => with_line(tree, items[from].span.start..items[to - 1].span.end),
            });
        }
        length = if length == 1 { 0 } else { length.div_ceil(2) };
    }
    found
}

/// A run with the comma behind it or in front of it.
fn with_comma(items: &[&Node], from: usize, to: usize) -> Range<usize> {
    match (items.get(to), from.checked_sub(1).map(|at| items[at])) {
        (Some(next), _) => items[from].span.start..next.span.start,
        (None, Some(before)) => before.span.end..items[to - 1].span.end,
        (None, None) => items[from].span.start..items[to - 1].span.end,
    }
}

/// The same with the blanks and the line break behind it, where nothing else stands on its lines.
fn with_line(tree: &Tree, range: Range<usize>) -> Range<usize> {
    let text = &*tree.program.text;
    let (before, behind) = (&text[..range.start], &text[range.end..]);
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let end = behind.find('\n').map(|at| range.end + at + 1);
    match end {
        Some(end) if is_blank(&text[start..range.start]) && is_blank(&text[range.end..end]) => {
            start..end
        }
        _ => range,
    }
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}
