//! What was found out about parse nodes: answers that depend on a node alone, which never changes.

use rustc_hash::FxHashMap;

use super::machine::Machine;
use super::names::Name;
use super::stop::Stop;
use super::value::{Part, Piece, Value};

/// Answers of a run so far.
#[derive(Default)]
pub(super) struct Memo {
    rules: FxHashMap<(u64, Name), Rule>,
    children: FxHashMap<(u64, Name, usize), Value>,
    kinds: FxHashMap<(u64, usize), bool>,
    /// Whether functions in blocks can be variables.
    pub variables: FxHashMap<Piece, bool>,
    /// The functions in blocks of code.
    pub in_blocks: FxHashMap<Piece, Vec<Value>>,
}

/// What a syntax-directed operation does for a node.
#[derive(Clone, Debug)]
pub(super) enum Rule {
    /// It has a value, which is written by hand.
    Value(Value),
    /// It runs code for a node: for the same, or for one below.
    Code(usize, Piece),
}

/// A piece as one number, which is hashed faster.
fn key(piece: Piece) -> u64 {
    let part = match piece.part {
        Part::Node(node) => u64::from(node.0) << 1,
        Part::Token(token) => u64::from(token.0) << 1 | 1,
    };
    u64::from(piece.tree) << 33 ^ part
}

impl Machine<'_> {
    pub(super) fn remember_rule(&mut self, operation: Name, piece: Piece) -> Result<Rule, Stop> {
        let key = (key(piece), operation);
        if let Some(rule) = self.memo.rules.get(&key) {
            return Ok(rule.clone());
        }
        let rule = self.rule(operation, piece)?;
        self.memo.rules.insert(key, rule.clone());
        Ok(rule)
    }

    /// The child of the node that the algorithm which is running is about.
    pub(super) fn child_here(&mut self, name: Name, nth: usize) -> Result<Value, Stop> {
        let piece = self.this_node()?;
        let key = (key(piece), name, nth);
        if let Some(child) = self.memo.children.get(&key) {
            return Ok(child.clone());
        }
        let child = self.child(piece, name, nth)?;
        self.memo.children.insert(key, child.clone());
        Ok(child)
    }

    pub(super) fn remember_kind(&mut self, value: &Value, kind: usize) -> bool {
        let Value::Piece(piece) = value else { return self.is_kind(value, kind) };
        let key = (key(*piece), kind);
        if let Some(is_kind) = self.memo.kinds.get(&key) {
            return *is_kind;
        }
        let is_kind = self.is_kind(value, kind);
        self.memo.kinds.insert(key, is_kind);
        is_kind
    }
}
