//! What can be assigned to.

use crate::syntax::tree::{Child, NodeId, Tree};

/// Something that is assigned to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub(super) node: NodeId,
    /// Whether it may be an object or array literal, which is then a pattern.
    pattern: bool,
    /// Whether it may be a call in sloppy code, which newer editions make an error at run time.
    call: bool,
}

/// The left side of an assignment.
pub(super) fn of_assignment(tree: &Tree, node: NodeId) -> Option<Target> {
    let (Child::Node(left), second) = (tree.child(node, 0)?, tree.child(node, 1)?) else {
        return None;
    };
    if tree.name(left) != "LeftHandSideExpression" {
        return None;
    }
    // A logical assignment has its operator in the alternative; the others have a node for it.
    let operator = match second {
        Child::Token(token) => tree.token_text(token),
        _ => "",
    };
    Some(Target { node: left, pattern: operator == "=", call: matches!(operator, "=" | "") })
}

/// The operand of `++` or `--`.
pub(super) fn of_update(tree: &Tree, node: NodeId) -> Option<Target> {
    let (first, second) = (tree.child(node, 0)?, tree.child(node, 1)?);
    match (first, second) {
        (Child::Node(operand), _) | (_, Child::Node(operand)) => {
            Some(Target { node: operand, pattern: false, call: true })
        }
        _ => None,
    }
}

/// What a `for`-`in` or `for`-`of` statement assigns to, if it does not declare it.
pub(super) fn of_iteration(tree: &Tree, node: NodeId) -> Option<Target> {
    let mut children = tree.children(node).zip(tree.children(node).skip(1));
    children.find_map(|(child, next)| match (child, next) {
        (Child::Node(target), Child::Token(token))
            if tree.name(target) == "LeftHandSideExpression"
                && matches!(tree.token_text(token), "in" | "of") =>
        {
            Some(Target { node: target, pattern: true, call: true })
        }
        _ => None,
    })
}

/// Whether it is `for (var a = 1 in b)`, which annex B allows in sloppy code.
pub(super) fn is_initialized(tree: &Tree, node: NodeId) -> bool {
    let is_initializer = |child| matches!(child, Child::Node(it) if tree.name(it) == "Initializer");
    tree.children(node).any(is_initializer)
}

/// What an element of a pattern assigns to.
pub(super) fn of_destructuring(tree: &Tree, node: NodeId) -> Option<Target> {
    match tree.child(node, 0)? {
        Child::Node(target) => Some(Target { node: target, pattern: true, call: false }),
        _ => None,
    }
}

/// What the rest of an object pattern assigns to, which cannot be another pattern.
pub(super) fn of_rest_property(tree: &Tree, node: NodeId) -> Option<Target> {
    match tree.child(node, 1)? {
        Child::Node(target) => Some(Target { node: target, pattern: false, call: false }),
        _ => None,
    }
}

impl Target {
    /// AssignmentTargetType, which is simple for names and properties.
    pub(super) fn is_allowed(self, tree: &Tree, strict: bool) -> bool {
        let mut node = self.node;
        let mut pattern = self.pattern;
        loop {
            let mut children = tree.children(node);
            let (first, second, count) = (children.next(), children.next(), children.len() + 2);
            match (tree.name(node), first, second) {
                ("Identifier", Some(Child::Token(token)), _) => {
                    return !(strict && matches!(tree.token_text(token), "eval" | "arguments"));
                }
                ("IdentifierReference", Some(Child::Token(_)), _) | ("SuperProperty", ..) => {
                    return true;
                }
                ("ObjectLiteral" | "ArrayLiteral", ..) => return pattern,
                (_, Some(Child::Node(inner)), None) => node = inner,
                (
                    "MemberExpression" | "CallExpression",
                    Some(Child::Node(_)),
                    Some(Child::Token(token)),
                ) => {
                    return matches!(tree.token_text(token), "." | "[");
                }
                ("CoverCallExpressionAndAsyncArrowHead" | "CallMemberExpression", ..) => {
                    return self.call && !strict;
                }
                (
                    "CoverParenthesizedExpressionAndArrowParameterList" | "ParenthesizedExpression",
                    Some(Child::Token(_)),
                    Some(Child::Node(inner)),
                ) if count == 3 => {
                    // A pattern in parentheses is none.
                    pattern = false;
                    node = inner;
                }
                ("CallExpression", ..) => return self.call && !strict,
                _ => return false,
            }
        }
    }
}
