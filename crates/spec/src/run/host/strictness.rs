//! Which code is strict.

use super::super::machine::Machine;
use super::super::value::{Part, Value};

impl Machine<'_> {
    /// Code is strict in modules, classes, and where a directive says so.
    pub(in crate::run) fn is_strict(&self, subject: &Value) -> bool {
        let Value::Piece(piece) = subject else { return false };
        let (Some(tree), Some(strict)) = (self.tree(*piece), self.strict.get(piece.tree as usize))
        else {
            return false;
        };
        let span = match piece.part {
            Part::Node(node) => tree.span(node),
            Part::Token(token) => tree.token_span(token),
        };
        strict.iter().any(|range| range.start <= span.start && span.end <= range.end)
    }

    /// Whether a body begins with the directive.
    pub(in crate::run) fn uses_strict(&self, subject: &Value) -> bool {
        let Value::Piece(piece) = subject else { return false };
        match (self.tree(*piece), piece.part) {
            (Some(tree), Part::Node(node)) => tree.begins_strictly(node),
            _ => false,
        }
    }
}
