//! Comments and blank lines are left out, and lines are indented as deep as they are.

use std::ops::Range;

use super::Material;
use crate::edit::{Edit, Splice};
use crate::rewrite::{Rule, Sites};
use crate::tree::{Part, Tree};

/// The blanks for each level.
const INDENT: usize = 2;

/// The rule.
#[derive(Debug)]
pub struct Tidy;

impl Rule<Material> for Tidy {
    fn name(&self) -> &str {
        "tidy"
    }

    /// All at once, then the comments, the blank lines and the indentation by themselves, then each blank line.
    fn sites<'c>(&'c self, material: &'c Material) -> Sites<'c> {
        let tree = &material.tree;
        let comments: Vec<Splice> =
            tree.comments.iter().map(|it| Splice::replacement(it.clone(), "")).collect();
        let (blanks, indents) = (blank_lines(tree), indents(tree));
        let all = [comments.clone(), blanks.clone(), indents.clone()].concat();
        // A breakpoint may be on a blank line.
        let one_by_one = blanks.iter().map(|it| vec![it.clone()]).collect::<Vec<_>>();
        let edits = [all, comments, blanks, indents].into_iter().chain(one_by_one);
        let edits = edits.filter(|it| !it.is_empty());
        Sites::new(edits.map(|it| (0..tree.program.text.len(), it)), |splices| Edit {
            splices: splices.clone(),
            ..Edit::default()
        })
    }
}

/// The lines that have no text, with their ends.
fn blank_lines(tree: &Tree) -> Vec<Splice> {
    let blank = lines(tree).into_iter().filter(|line| tree.text(line).trim().is_empty());
    let blank = blank.filter(|line| !line.is_empty() && !is_quoted(tree, line.start));
    blank.map(|line| Splice::replacement(line, "")).collect()
}

/// The blanks in front of lines that have more of them than their level asks for.
fn indents(tree: &Tree) -> Vec<Splice> {
    let mut splices = Vec::new();
    for line in lines(tree) {
        let text = tree.text(&line);
        let blank = text.len() - text.trim_start().len();
        let at = line.start + blank;
        if text.trim().is_empty() || is_quoted(tree, line.start) {
            continue;
        }
        let wanted = INDENT * depth(tree, at);
        let has_blanks_only = text.as_bytes()[..blank].iter().all(|it| *it == b' ');
        if blank > wanted && has_blanks_only {
            splices.push(Splice::replacement(line.start..line.start + blank - wanted, ""));
        }
    }
    splices
}

/// Each line with its end.
fn lines(tree: &Tree) -> Vec<Range<usize>> {
    let mut from = 0;
    let lines = tree.program.text.split_inclusive('\n').map(|line| {
        from += line.len();
        from - line.len()..from
    });
    lines.collect()
}

/// How many braces are around a byte.
fn depth(tree: &Tree, at: usize) -> usize {
    let is_around = |span: &Range<usize>| span.start < at && at + 1 < span.end;
    let is_braced = |node: &crate::tree::Node| {
        node.part != Part::Statement || tree.text(&node.span).starts_with('{')
    };
    let braced = tree.nodes.iter().filter(|node| is_around(&node.span) && is_braced(node));
    let braced = braced.filter(|node| tree.text(&node.span).starts_with(['{', '[']));
    let mut spans: Vec<&Range<usize>> = braced.map(|node| &node.span).collect();
    spans.dedup();
    spans.len()
}

/// Whether a byte is in a template.
fn is_quoted(tree: &Tree, at: usize) -> bool {
    tree.nodes.iter().any(|node| {
        node.span.start < at && at < node.span.end && tree.text(&node.span).starts_with('`')
    })
}
