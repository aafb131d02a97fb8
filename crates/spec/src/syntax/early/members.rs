//! Members of objects: what only classes may have, and what optional chains may not.

use super::error;
use crate::syntax::error::SyntaxError;
use crate::syntax::tree::{Child, NodeId, Tree};

/// A template may not end an optional chain.
pub(super) fn check_chain(tree: &Tree, chain: NodeId) -> Result<(), SyntaxError> {
    for child in tree.children(chain) {
        if let Child::Node(template) = child
            && tree.name(template) == "TemplateLiteral"
        {
            let start = tree.span(template).start;
            return Err(error(tree, start, "a template after an optional chain"));
        }
    }
    Ok(())
}

/// A method of an object literal may not have a private name.
pub(super) fn check_property(tree: &Tree, property: NodeId) -> Result<(), SyntaxError> {
    let mut node = property;
    loop {
        let inner = tree.children(node).find_map(|child| match child {
            Child::Node(inner) if is_method_or_name(tree.name(inner)) => Some(inner),
            _ => None,
        });
        let Some(inner) = inner else { return Ok(()) };
        if tree.name(inner) == "ClassElementName"
            && let Some(Child::Token(name)) = tree.child(inner, 0)
        {
            let start = tree.token_span(name).start;
            return Err(error(tree, start, "a private name outside a class"));
        }
        node = inner;
    }
}

fn is_method_or_name(production: &str) -> bool {
    matches!(production, "MethodDefinition" | "ClassElementName") || production.ends_with("Method")
}
