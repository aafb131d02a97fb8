//! Strict code: which bodies begin with the directive that makes them so.

use crate::syntax::tree::{Child, NodeId, Tree};

/// The productions that hold the parameters and the body of a function.
pub(in crate::syntax) fn has_body(production: &str) -> bool {
    const PARTS: [&str; 4] = ["Function", "Generator", "Async", "Method"];
    const ENDS: [&str; 4] = ["Declaration", "Expression", "Method", "Definition"];
    matches!(production, "ArrowFunction" | "AsyncArrowFunction" | "FunctionBody")
        || PARTS.iter().any(|part| production.contains(part))
            && ENDS.iter().any(|end| production.ends_with(end))
            && !production.starts_with("Cover")
}

/// What holds a body, between a function and its statements.
const BODIES: [&str; 12] = [
    "Script",
    "ScriptBody",
    "FunctionBody",
    "GeneratorBody",
    "AsyncFunctionBody",
    "AsyncGeneratorBody",
    "ConciseBody",
    "AsyncConciseBody",
    "FunctionStatementList",
    "GeneratorMethod",
    "AsyncMethod",
    "AsyncGeneratorMethod",
];

/// Whether a function, or a script, has a body that begins with `use strict`.
pub(in crate::syntax) fn is_strict(tree: &Tree, node: NodeId) -> bool {
    let mut node = node;
    loop {
        if is_list(tree, node) {
            return begins_strict(tree, node);
        }
        let mut nodes = tree.children(node).filter_map(as_node);
        let next =
            nodes.rfind(|child| BODIES.contains(&tree.name(*child)) || is_list(tree, *child));
        match next {
            Some(inner) => node = inner,
            None => return false,
        }
    }
}

fn is_list(tree: &Tree, node: NodeId) -> bool {
    tree.name(node) == "StatementList"
}

fn as_node(child: Child) -> Option<NodeId> {
    match child {
        Child::Node(node) => Some(node),
        _ => None,
    }
}

/// Whether a list of statements begins with directives of which one is `use strict`.
fn begins_strict(tree: &Tree, list: NodeId) -> bool {
    // A list is nested at its beginning: the first item is the deepest.
    let mut items = Vec::new();
    let mut next = Some(list);
    while let Some(list) = next {
        items
            .extend(tree.children(list).filter_map(as_node).filter(|child| !is_list(tree, *child)));
        next = tree.children(list).filter_map(as_node).find(|child| is_list(tree, *child));
    }
    items
        .iter()
        .rev()
        .map_while(|item| directive(tree, *item))
        .any(|directive| matches!(directive, "'use strict'" | "\"use strict\""))
}

/// The string that is all of a statement.
fn directive(tree: &Tree, item: NodeId) -> Option<&str> {
    let mut node = item;
    loop {
        let mut children = tree.children(node);
        match (children.next()?, children.next(), tree.name(node)) {
            (Child::Node(inner), None, _)
            | (Child::Node(inner), Some(_), "ExpressionStatement") => node = inner,
            (Child::Token(token), None, "Literal") if tree.token_name(token) == "StringLiteral" => {
                return Some(tree.token_text(token));
            }
            _ => return None,
        }
    }
}
