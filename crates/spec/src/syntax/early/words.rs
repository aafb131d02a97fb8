//! Words that cannot be names, by context.

use super::error;
use crate::syntax::error::SyntaxError;
use crate::syntax::lexicon::unescaped;
use crate::syntax::tree::{Child, NodeId, Tree};

/// Reserved in strict code only.
const STRICT: [&str; 9] = [
    "implements",
    "interface",
    "let",
    "package",
    "private",
    "protected",
    "public",
    "static",
    "yield",
];

/// Checks a name that is bound or used.
pub(super) fn check(
    tree: &Tree,
    node: NodeId,
    is_binding: bool,
    strict: bool,
    is_module: bool,
) -> Result<(), SyntaxError> {
    let Some(token) = name_token(tree, node) else { return Ok(()) };
    let text = tree.token_text(token);
    let meant = if text.contains('\\') { unescaped(text) } else { text.to_owned() };
    let refused = match meant.as_str() {
        "yield" if tree.has(node, "Yield") => true,
        "await" if tree.has(node, "Await") || is_module => true,
        "eval" | "arguments" => strict && is_binding,
        word => strict && STRICT.contains(&word),
    };
    if refused {
        let start = tree.span(node).start;
        return Err(error(tree, start, &format!("`{meant}` cannot be a name here")));
    }
    Ok(())
}

fn name_token(tree: &Tree, node: NodeId) -> Option<crate::syntax::tree::TokenId> {
    match tree.child(node, 0)? {
        Child::Token(token) => Some(token),
        Child::Node(inner) => match tree.child(inner, 0)? {
            Child::Token(token) => Some(token),
            _ => None,
        },
        Child::Absent => None,
    }
}
