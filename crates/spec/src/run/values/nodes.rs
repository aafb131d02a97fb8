//! Parse nodes that steps speak of.

use super::super::behaviour::Behaviour::{self, Of0, Of1, Of2};
use super::super::machine::Machine;
use super::super::names::{self, Name};
use super::super::stop::Stop;
use super::super::value::{Part, Piece, Value};
use crate::phrases::NodeValue;
use crate::syntax::NodeId;

impl NodeValue {
    pub(in crate::run) fn behaviour(self) -> Behaviour<Value> {
        match self {
            Self::ChildNodes => Of1(|machine, node| {
                let children = match node {
                    Value::Piece(piece) => machine.all_children(*piece),
                    _ => Vec::new(),
                };
                Ok(machine.heap.list(children))
            }),
            Self::Containing => Of2(|machine, name, node| {
                let (Value::GrammarSymbol(name), Value::Piece(piece)) = (name, node) else {
                    return machine.missing("there is no parse node here");
                };
                machine.node_around(*piece, *name)
            }),
            Self::NodesWithin => Of2(|machine, name, node| {
                let (Value::GrammarSymbol(name), Value::Piece(piece)) = (name, node) else {
                    return machine.missing("there is no parse node here");
                };
                let found = machine.nodes_within(*piece, machine.program.names.text(*name));
                let found = found.into_iter().map(Value::Piece).collect();
                Ok(machine.heap.list(found))
            }),
            Self::DerivedNode => Of1(|machine, name| {
                let node = machine.this_node()?;
                let Value::GrammarSymbol(name) = name else {
                    return machine.missing("there is no parse node here");
                };
                machine.child(node, *name, 0)
            }),
            Self::ChildOf => Of2(|machine, name, node| {
                let (Value::GrammarSymbol(name), Value::Piece(piece)) = (name, node) else {
                    return machine.missing("there is no parse node here");
                };
                machine.child_through(*piece, *name)
            }),
            Self::Covered => Of1(|machine, node| match node {
                Value::Piece(piece) => machine.covered_node(*piece),
                _ => machine.covered_node(machine.this_node()?),
            }),
            Self::CoveredByThis => Of0(|machine| machine.covered_node(machine.this_node()?)),
            Self::ParseInstance => Of1(|machine, production| machine.parse_instance(production)),
            Self::EmptyParse => Of1(|machine, goal| machine.parse_empty(goal)),
            Self::ParsedCode => Of2(|machine, text, goal| machine.parse_code(text, goal)),
            Self::ParsedGoal => Of2(|machine, text, goal| machine.parse_or_error(text, goal)),
            Self::FunctionsInBlocks => Of1(|machine, code| machine.functions_in_blocks(code)),
            Self::ItemsIn => Of2(|machine, name, list| {
                let Value::GrammarSymbol(name) = name else {
                    return machine.missing("there is no such list");
                };
                let items = match list {
                    Value::Piece(list) => machine.items(*list, *name),
                    _ => Vec::new(),
                };
                Ok(machine.heap.list(items))
            }),
        }
    }
}

impl Machine<'_> {
    /// Nothing, parsed as the production says.
    fn parse_instance(&mut self, production: &Value) -> Result<Value, Stop> {
        let Value::FieldName(production) = production else {
            return self.missing("no production");
        };
        let production = self.program.names.text(*production);
        let goal = production.split(':').next().unwrap_or_default().trim();
        self.parse_inside(goal, "")
    }

    fn parse_empty(&mut self, goal: &Value) -> Result<Value, Stop> {
        let Value::GrammarSymbol(goal) = goal else {
            return self.wrong("this is no goal symbol");
        };
        self.parse_inside(self.program.names.text(*goal), "")
    }

    fn parse_code(&mut self, text: &Value, goal: &Value) -> Result<Value, Stop> {
        let (Value::Text(text), Value::GrammarSymbol(goal)) = (text, goal) else {
            return self.unsupported("parsing this");
        };
        let text = String::from_utf16_lossy(text);
        self.parse_inside(self.program.names.text(*goal), &text)
    }

    /// A parse node, or a SyntaxError object where the text does not parse.
    fn parse_or_error(&mut self, text: &Value, goal: &Value) -> Result<Value, Stop> {
        let Value::GrammarSymbol(goal) = goal else {
            return self.wrong("this is no goal symbol");
        };
        let text = String::from_utf16_lossy(&self.units(text)?);
        let goal = self.program.names.text(*goal);
        match self.parse_goal(goal, &text, false)? {
            Ok(node) => Ok(node),
            Err(_) => self.new_error(names::SYNTAX_ERROR),
        }
    }

    /// The parse node that the algorithm which is running is about.
    pub(in crate::run) fn this_node(&self) -> Result<Piece, Stop> {
        match self.frames.last().and_then(|frame| frame.node) {
            Some(node) => Ok(node),
            None => self.missing("there is no parse node here"),
        }
    }

    fn covered_node(&self, piece: Piece) -> Result<Value, Stop> {
        let mut piece = Some(piece);
        while let Some(Piece { tree, part: Part::Node(node) }) = piece {
            if let Some(covered) = self.trees.get(tree as usize).and_then(|it| it.covered(node)) {
                return Ok(Value::Piece(Piece { tree, part: Part::Node(covered) }));
            }
            // What covers may be wrapped in nodes with one child.
            piece = match self.all_children(Piece { tree, part: Part::Node(node) }).as_slice() {
                [Value::Piece(only)] => Some(*only),
                _ => None,
            };
        }
        self.wrong("this covers nothing")
    }

    /// The nearest node of a nonterminal around a piece.
    fn node_around(&self, piece: Piece, name: Name) -> Result<Value, Stop> {
        let wanted = self.program.names.text(name);
        let Some(tree) = self.tree(piece) else { return self.missing("there is no parse node") };
        let inner = match piece.part {
            Part::Node(node) => tree.span(node),
            Part::Token(token) => tree.token_span(token),
        };
        let encloses = |it: &NodeId| {
            let outer = tree.span(*it);
            tree.name(*it) == wanted && outer.start <= inner.start && inner.end <= outer.end
        };
        let found = tree.descendants(tree.root()).filter(encloses);
        match found.min_by_key(|it| tree.span(*it).len()) {
            Some(node) => Ok(Value::Piece(Piece { tree: piece.tree, part: Part::Node(node) })),
            None => self.missing("there is no such node around"),
        }
    }

    /// The nodes of a nonterminal in a piece, in the order of the text.
    pub(in crate::run) fn nodes_within(&self, piece: Piece, wanted: &str) -> Vec<Piece> {
        let (Some(tree), Part::Node(node)) = (self.tree(piece), piece.part) else {
            return Vec::new();
        };
        let found = tree.descendants(node).filter(|it| tree.name(*it) == wanted);
        let mut found: Vec<_> = found.collect();
        found.sort_by_key(|it| tree.span(*it).start);
        found.into_iter().map(|it| Piece { tree: piece.tree, part: Part::Node(it) }).collect()
    }

    /// A child with a name, looked for through nodes with one child.
    fn child_through(&self, piece: Piece, name: Name) -> Result<Value, Stop> {
        let mut piece = piece;
        loop {
            if let Ok(found) = self.child(piece, name, 0) {
                return Ok(found);
            }
            match self.all_children(piece).as_slice() {
                [Value::Piece(only)] => piece = *only,
                _ => return self.child(piece, name, 0),
            }
        }
    }
}
