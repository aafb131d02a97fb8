//! Lines are joined where no statement begins or ends: lists that are spread over lines, empty bodies.

use std::ops::Range;

use super::Material;
use crate::edit::Splice;
use crate::rewrite::{Rule, Sites};
use crate::tree::Part;

/// The rule.
#[derive(Debug)]
pub struct Join;

impl Rule<Material> for Join {
    fn name(&self) -> &str {
        "join"
    }

    fn sites<'c>(&'c self, material: &'c Material) -> Sites<'c> {
        let tree = &material.tree;
        let is_kept = |gap: &Range<usize>| {
            tree.comments.iter().any(|it| it.start <= gap.start && gap.start <= it.end)
                || tree.nodes.iter().any(|node| {
                    let is_edge = node.span.start == gap.end || node.span.end == gap.start;
                    let is_inside = node.span.start < gap.start && gap.end < node.span.end;
                    (node.part == Part::Statement && is_edge)
                        || (is_inside && tree.text(&node.span).starts_with('`'))
                })
        };
        let gaps = gaps(&tree.program.text).into_iter().filter(|gap| !is_kept(gap));
        gaps.map(|gap| Splice::replacement(gap, " ")).collect()
    }
}

/// Blanks with a line break in them, between two words.
fn gaps(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, character) in text.char_indices() {
        match (character.is_whitespace(), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                found.push(from..at);
                start = None;
            }
            _ => {}
        }
    }
    found.retain(|gap| gap.start > 0 && text[gap.clone()].contains('\n'));
    found
}
