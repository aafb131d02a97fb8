//! A part of a statement or expression takes its place: the body of a loop, an operand, an argument.

use std::ops::Range;

use super::Material;
use crate::edit::{Edit, Splice};
use crate::rewrite::{Rule, Sites};
use crate::tree::{Part, Tree};

/// So many levels below an expression are tried in its place.
const DEPTH: usize = 3;

/// The rule.
#[derive(Debug)]
pub struct Hoist;

impl Rule<Material> for Hoist {
    fn name(&self) -> &str {
        "hoist"
    }

    fn sites<'c>(&'c self, material: &'c Material) -> Sites<'c> {
        let tree = &material.tree;
        let numbers = 0..tree.nodes.len();
        let mut pairs: Vec<(Range<usize>, Range<usize>)> = numbers
            .flat_map(|number| {
                let inner = inside(tree, number, DEPTH);
                inner.into_iter().map(move |inner| (tree.nodes[number].span.clone(), inner))
            })
            .filter(|(outer, inner)| inner.len() < outer.len())
            .collect();
        pairs.sort_by_key(|(outer, inner)| std::cmp::Reverse(outer.len() - inner.len()));
        Sites::new(pairs.into_iter().map(|it| (it.0.clone(), it)), |(outer, inner)| {
            let ends = |range: &Range<usize>| tree.text(range).ends_with([';', '}']);
            let end = if tree.text(outer).ends_with(';') && !ends(inner) { ";" } else { "" };
            let splices = [
                Splice::replacement(outer.start..inner.start, ""),
                Splice::replacement(inner.end..outer.end, end),
            ];
            let splices = splices.into_iter().filter(|it| !it.range.is_empty());
            Edit { splices: splices.collect(), ..Edit::default() }
        })
    }
}

/// What may take the place of a node.
fn inside(tree: &Tree, number: usize, depth: usize) -> Vec<Range<usize>> {
    let node = &tree.nodes[number];
    let mut found = Vec::new();
    if depth == 0 {
        return found;
    }
    for (at, child) in tree.children(number) {
        match (node.part, child.part) {
            (Part::Statement, Part::Block) => found.extend(between_braces(tree, &child.span)),
            (Part::Statement, Part::Statement) => found.push(child.span.clone()),
            (outer, inner) if outer.is_expression() && inner.is_expression() => {
                found.push(child.span.clone());
                found.extend(inside(tree, at, depth - 1));
            }
            // What is in between belongs to neither: a head of a function, a `catch`.
            (
                Part::Statement,
                Part::Other | Part::Expression | Part::ListedExpression | Part::Listed,
            ) => {
                found.extend(statements_below(tree, at, depth - 1));
                let inner = expressions_below(tree, at, 1).into_iter();
                let own = child.part.is_expression().then(|| child.span.clone());
                found.extend(inner.chain(own));
            }
            (outer, Part::Listed | Part::Other) if outer.is_expression() => {
                found.extend(expressions_below(tree, at, depth - 1));
            }
            _ => {}
        }
    }
    if node.part == Part::Statement && tree.text(&node.span).starts_with('{') {
        found.extend(between_braces(tree, &node.span));
    }
    found
}

/// The bodies below a node that is no statement.
fn statements_below(tree: &Tree, number: usize, depth: usize) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if depth == 0 {
        return found;
    }
    for (at, child) in tree.children(number) {
        match child.part {
            Part::Block => found.extend(between_braces(tree, &child.span)),
            Part::Statement => {}
            _ => found.extend(statements_below(tree, at, depth - 1)),
        }
    }
    found
}

/// The expressions directly below a node that is no expression, as a property is.
fn expressions_below(tree: &Tree, number: usize, depth: usize) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if depth > 0 {
        let expressions = tree.children(number).filter(|(_, child)| child.part.is_expression());
        found.extend(expressions.map(|(_, child)| child.span.clone()));
    }
    found
}

/// What stands between braces, without the blanks around it; nothing where there is nothing.
fn between_braces(tree: &Tree, span: &Range<usize>) -> Option<Range<usize>> {
    let inner = tree.text(span).strip_prefix('{')?.strip_suffix('}')?;
    let start = span.start + 1 + (inner.len() - inner.trim_start().len());
    let trimmed = inner.trim();
    (!trimmed.is_empty()).then(|| start..start + trimmed.len())
}
