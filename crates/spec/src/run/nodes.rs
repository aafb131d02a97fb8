//! Parse nodes: their children, their text, and which algorithm is theirs.

use std::borrow::Cow;

use super::machine::Machine;
use super::names::Name;
use super::stop::{PartKind, Stop};
use super::text::Text;
use super::value::{Part, Piece, Value};
use crate::grammar::Symbol;
use crate::syntax::{Child, NodeId, Tree};

impl Machine<'_> {
    pub(super) fn tree(&self, piece: Piece) -> Option<&Tree> {
        self.trees.get(piece.tree as usize).map(|tree| &**tree)
    }

    /// The name of a node's nonterminal, or of a token.
    pub(super) fn piece_name(&self, piece: Piece) -> &str {
        match (self.tree(piece), piece.part) {
            (Some(tree), Part::Node(node)) => tree.name(node),
            (Some(tree), Part::Token(token)) => tree.token_name(token),
            _ => "",
        }
    }

    pub(super) fn piece_text(&self, piece: Piece) -> &str {
        match (self.tree(piece), piece.part) {
            (Some(tree), Part::Node(node)) => tree.text(node),
            (Some(tree), Part::Token(token)) => tree.token_text(token),
            _ => "",
        }
    }

    /// The text of a piece; surrogates that stand alone are lost.
    pub(super) fn piece_string(&self, piece: Piece) -> Cow<'_, str> {
        match self.piece_text(piece) {
            "" => String::from_utf16_lossy(&self.piece_units(piece)).into(),
            text => text.into(),
        }
    }

    pub(super) fn piece_units(&self, piece: Piece) -> Text {
        match self.piece_text(piece) {
            "" => {
                let mut units: Vec<u16> = Vec::new();
                for character in self.piece_characters(piece) {
                    match char::from_u32(character) {
                        Some(it) => units.extend_from_slice(it.encode_utf16(&mut [0; 2])),
                        None => units.push(character as u16),
                    }
                }
                units.into()
            }
            text => text.encode_utf16().collect(),
        }
    }

    /// The nth child with this name, looked for in the alternative's symbols so that one that is
    /// absent counts.
    pub(super) fn child(&self, piece: Piece, name: Name, nth: usize) -> Result<Value, Stop> {
        let (Some(tree), Part::Node(node)) = (self.tree(piece), piece.part) else {
            return self.wrong("a token has no children");
        };
        let wanted = self.program.names.text(name);
        let mut found = 0;
        for (symbol, child) in self.symbols(tree, node) {
            if symbol_name(symbol) != Some(wanted) {
                continue;
            }
            if found == nth {
                return Ok(self.child_value(piece, child));
            }
            found += 1;
        }
        if tree.name(node) == wanted && nth == 0 {
            return Ok(Value::Piece(piece));
        }
        if super::substitutes::of(wanted).any(|it| it == tree.name(node)) && nth == 0 {
            return Ok(Value::Piece(piece));
        }
        let mut substitutes = super::substitutes::of(wanted);
        if let Some(child) = substitutes.find_map(|name| self.named_child(tree, node, name)) {
            return Ok(self.child_value(piece, child));
        }
        // A step that asked which production a child is goes on to speak of that child's children.
        let grandchild = self.symbols(tree, node).find_map(|(_, child)| match child {
            Child::Node(child) => self
                .symbols(tree, child)
                .find(|(symbol, _)| symbol_name(symbol) == Some(wanted))
                .map(|(_, found)| found),
            _ => None,
        });
        if let Some(found) = grandchild {
            return Ok(self.child_value(piece, found));
        }
        // What another alternative has is not present here.
        let production = &tree.grammar().productions()[tree.production(node)];
        let mut symbols = production.alternatives.iter().flat_map(|it| &it.symbols);
        if symbols.any(|symbol| symbol_name(symbol) == Some(wanted)) {
            return Ok(Value::Absent);
        }
        self.lacks(tree.name(node).to_owned(), PartKind::Child, wanted)
    }

    fn named_child(&self, tree: &Tree, node: NodeId, wanted: &str) -> Option<Child> {
        let mut symbols = self.symbols(tree, node);
        symbols.find(|(symbol, _)| symbol_name(symbol) == Some(wanted)).map(|(_, child)| child)
    }

    fn symbols<'t>(
        &self,
        tree: &'t Tree,
        node: NodeId,
    ) -> impl Iterator<Item = (&'t Symbol, Child)> {
        let production = &tree.grammar().productions()[tree.production(node)];
        let alternative = production.alternatives.get(tree.alternative(node));
        let symbols =
            alternative.into_iter().flat_map(|it| &it.symbols).filter(|it| it.is_visible());
        symbols.zip(tree.children(node))
    }

    pub(super) fn child_value(&self, parent: Piece, child: Child) -> Value {
        match child {
            Child::Node(node) => Value::Piece(Piece { tree: parent.tree, part: Part::Node(node) }),
            Child::Token(token) => {
                Value::Piece(Piece { tree: parent.tree, part: Part::Token(token) })
            }
            Child::Absent => Value::Absent,
        }
    }

    /// The code of a syntax-directed operation for a node, and the node it is for: a node with one
    /// child only hands the question down.
    pub(super) fn syntax_rule(&self, operation: Name, piece: Piece) -> Option<(usize, Piece)> {
        let mut piece = piece;
        loop {
            let Part::Node(node) = piece.part else { return None };
            let tree = self.tree(piece)?;
            let (production, alternative) = self.program.place(tree, node);
            if let Some(rules) = self.program.syntax.get(&(operation, production, alternative)) {
                let fitting = rules.iter().find(|(optionals, _)| self.fits(tree, node, optionals));
                if let Some((_, code)) = fitting {
                    return Some((*code, piece));
                }
            }
            // A chain production, with one nonterminal among its symbols, hands the question on.
            let mut nonterminals = self
                .symbols(tree, node)
                .filter(|(symbol, child)| symbol_name(symbol).is_some() && *child != Child::Absent);
            let only = nonterminals.next().filter(|_| nonterminals.next().is_none());
            let default = self.program.defaults.get(&operation);
            match (only, default) {
                (Some((_, Child::Node(child))), None) => piece.part = Part::Node(child),
                (Some((_, Child::Token(token))), None) => {
                    return Some((
                        usize::MAX,
                        Piece { tree: piece.tree, part: Part::Token(token) },
                    ));
                }
                _ => return default.map(|code| (*code, piece)),
            }
        }
    }

    /// The child of a node that has one.
    pub(super) fn only_child(&self, piece: Piece) -> Option<Piece> {
        let (Some(tree), Part::Node(node)) = (self.tree(piece), piece.part) else { return None };
        let mut children = tree.children(node).filter(|child| *child != Child::Absent);
        let only = children.next().filter(|_| children.next().is_none())?;
        match self.child_value(piece, only) {
            Value::Piece(only) => Some(only),
            _ => None,
        }
    }

    /// The nonterminal of the node that a node is directly in.
    pub(super) fn parent_name(&self, node: &Value) -> Option<&str> {
        let Value::Piece(piece) = node else { return None };
        let (Some(tree), Part::Node(node)) = (self.tree(*piece), piece.part) else { return None };
        let is_parent = |it: &NodeId| tree.children(*it).any(|child| child == Child::Node(node));
        tree.descendants(tree.root()).find(is_parent).map(|parent| tree.name(parent))
    }

    /// The nodes with a name in a list nonterminal, which recurs on its left.
    pub(super) fn items(&self, piece: Piece, name: Name) -> Vec<Value> {
        let wanted = self.program.names.text(name);
        let (Some(tree), Part::Node(list)) = (self.tree(piece), piece.part) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let mut next = Some(list);
        while let Some(node) = next.take() {
            for child in tree.children(node) {
                let Child::Node(child) = child else { continue };
                if tree.name(child) == wanted {
                    found.push(Value::Piece(Piece { tree: piece.tree, part: Part::Node(child) }));
                } else if tree.name(child) == tree.name(list) {
                    next = Some(child);
                }
            }
        }
        found.reverse();
        found
    }

    pub(super) fn fits(&self, tree: &Tree, node: NodeId, optionals: &[Option<bool>]) -> bool {
        let there = self
            .symbols(tree, node)
            .filter(|(symbol, _)| matches!(symbol, Symbol::Optional(_)))
            .map(|(_, child)| child != Child::Absent);
        there.zip(optionals).all(|(there, wanted)| wanted.is_none_or(|wanted| wanted == there))
    }
}

pub(super) fn symbol_name(symbol: &Symbol) -> Option<&str> {
    match symbol {
        Symbol::Nonterminal(nonterminal) => Some(&nonterminal.name),
        Symbol::Optional(inner) => symbol_name(inner),
        Symbol::ButNot(inner, _) => symbol_name(inner),
        _ => None,
    }
}
