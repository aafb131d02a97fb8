//! The body of a function takes the place of its declaration, and the calls of the function go. Its parameters
//! become variables with the arguments of the first call.

use std::fmt::Write;
use std::ops::Range;

use super::Material;
use crate::edit::{Edit, Splice};
use crate::rewrite::{Rule, Sites};
use crate::tree::{Name, Node, Part, Tree};

/// The rule.
#[derive(Debug)]
pub struct Unwrap;

impl Rule<Material> for Unwrap {
    fn name(&self) -> &str {
        "unwrap"
    }

    fn sites<'c>(&'c self, material: &'c Material) -> Sites<'c> {
        let tree = &material.tree;
        let names = tree.names.iter().filter(|it| !material.words.contains(&it.name));
        let found = names.filter_map(|name| unwrapped(tree, name));
        Sites::new(found.map(|it| (it[0].range.clone(), it)), |splices| Edit {
            splices: splices.clone(),
            ..Edit::default()
        })
    }
}

/// What has to be done to a function that is declared and only called.
fn unwrapped(tree: &Tree, name: &Name) -> Option<Vec<Splice>> {
    let (declared, uses) = name.places.split_first()?;
    let is_own = |node: &Node| {
        let head = tree.text(&(node.span.start..declared.start.max(node.span.start)));
        let is_head = matches!(head.trim(), "function" | "async function");
        node.part == Part::Statement && node.span.end > declared.end && is_head
    };
    let function = tree.nodes.iter().position(is_own)?;
    let span = &tree.nodes[function].span;
    let (_, body) = tree.children(function).find(|(_, node)| node.part == Part::Block)?;
    let (start, end) = (body.span.start + 1, body.span.end.checked_sub(1)?);
    let calls: Option<Vec<usize>> = uses.iter().map(|place| call(tree, place)).collect();
    let calls = calls.filter(|calls| !calls.is_empty())?;
    let mut head = String::new();
    let (heads, _) = tree.children(function).find(|(_, node)| {
        node.span.end <= body.span.start && tree.text(&node.span).starts_with('(')
    })?;
    let mut arguments = tree.children(calls[0]).filter(|(_, it)| it.part == Part::ListedExpression);
    for (_, parameter) in tree.children(heads) {
        let argument = arguments.next().map(|(_, it)| format!(" = {}", tree.text(&it.span)));
        let argument = argument.unwrap_or_default();
        writeln!(head, "let {}{argument};", tree.text(&parameter.span)).ok()?;
    }
    let mut splices = vec![
        Splice::replacement(span.start..blank_after(tree, start), head),
        Splice::replacement(end..span.end, ""),
    ];
    splices.extend(calls.into_iter().map(|call| gone(tree, call)));
    Some(splices)
}

/// The call whose callee a place is.
fn call(tree: &Tree, place: &Range<usize>) -> Option<usize> {
    tree.nodes.iter().position(|node| {
        let behind = tree.text(&(place.end..node.span.end.max(place.end)));
        node.part.is_expression()
            && node.span.start == place.start
            && behind.starts_with('(')
            && behind.ends_with(')')
            && behind.matches('(').count() == behind.matches(')').count()
    })
}

/// A call is left out with its statement if it is all of it; else it becomes `0`.
fn gone(tree: &Tree, call: usize) -> Splice {
    let node = &tree.nodes[call];
    let around = tree.nodes.get(node.parent);
    let is_all = |it: &&Node| {
        it.part == Part::Statement
            && tree.text(&it.span).trim_end_matches(';') == tree.text(&node.span)
    };
    match around.filter(is_all) {
        Some(statement) => Splice::replacement(statement.span.clone(), ""),
        None => Splice::replacement(node.span.clone(), "0"),
    }
}

/// The first byte behind blanks.
fn blank_after(tree: &Tree, at: usize) -> usize {
    let rest = tree.program.text.get(at..).unwrap_or_default();
    at + rest.len() - rest.trim_start().len()
}
