//! Parse trees: the specification's own, with a node for every production that it names.
//!
//! Nodes are numbers into arenas; nothing here recurses, so a tree may be as deep as it likes.

use super::early::strict;
use super::rules::{Role, Rules, Slot, Terminal};
use crate::grammar::{Grammar, Kind};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// A node of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(crate) u32);

/// A token of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TokenId(pub(crate) u32);

/// What stands in one place of an alternative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Child {
    /// A nonterminal's node.
    Node(NodeId),
    /// A terminal.
    Token(TokenId),
    /// An optional symbol that is absent.
    Absent,
}

/// A child as one number: nodes and tokens take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packed(pub(crate) u32);

impl Packed {
    pub(crate) const ABSENT: Self = Packed(u32::MAX);

    pub(crate) fn node(index: usize) -> Self {
        Packed((index as u32) << 1)
    }

    pub(crate) fn token(index: usize) -> Self {
        Packed((index as u32) << 1 | 1)
    }

    pub(crate) fn unpack(self) -> Child {
        match self {
            Self::ABSENT => Child::Absent,
            Packed(number) if number & 1 == 0 => Child::Node(NodeId(number >> 1)),
            Packed(number) => Child::Token(TokenId(number >> 1)),
        }
    }
}

/// A node as it is stored; its children are as many as its rule has slots.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) rule: u32,
    pub(crate) children: u32,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// A token as it is stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) terminal: u16,
    pub(crate) newline_before: bool,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// What a text is made of.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// Spans count bytes.
    Text(Arc<str>),
    /// Spans count code points, which may be surrogates.
    CodePoints(Arc<[u32]>),
}

/// The names behind the numbers in a tree.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    pub(crate) grammar: Arc<Grammar>,
    pub(crate) rules: Rules,
}

impl Names {
    /// The alternatives of one kind of grammar that have rules.
    pub(crate) fn alternatives(&self, kind: Kind) -> BTreeSet<(usize, usize)> {
        let nodes = self.rules.rules.iter().filter(|rule| rule.role == Role::Node);
        let places = nodes.filter_map(|rule| {
            let production = self.rules.instances[rule.left].production?;
            Some((production, usize::from(rule.alternative)))
        });
        places
            .filter(|(production, _)| self.grammar.productions()[*production].kind == kind)
            .collect()
    }
}

/// A parse tree.
#[derive(Clone, Debug)]
pub struct Tree {
    pub(crate) names: Arc<Names>,
    pub(crate) source: Source,
    pub(crate) nodes: Vec<Node>,
    pub(crate) children: Vec<Packed>,
    pub(crate) tokens: Vec<Token>,
    pub(crate) root: u32,
    pub(crate) covered: FxHashMap<NodeId, NodeId>,
}

impl Tree {
    /// The node of the goal.
    pub fn root(&self) -> NodeId {
        NodeId(self.root)
    }

    /// How many nodes there are, those of other readings of covered text included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no nodes, which no parsed text has.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The index of a node's production in [`Grammar::productions`].
    pub fn production(&self, node: NodeId) -> usize {
        let rules = &self.names.rules;
        let left = rules.rules[self.nodes[node.0 as usize].rule as usize].left;
        rules.instances[left].production.unwrap_or_default()
    }

    /// The name of a node's nonterminal.
    pub fn name(&self, node: NodeId) -> &str {
        &self.names.grammar.productions()[self.production(node)].name
    }

    /// The index of the alternative that a node is of.
    pub fn alternative(&self, node: NodeId) -> usize {
        usize::from(self.names.rules.rules[self.nodes[node.0 as usize].rule as usize].alternative)
    }

    /// Whether a node's nonterminal has a grammatical parameter.
    pub fn has(&self, node: NodeId, parameter: &str) -> bool {
        let production = &self.names.grammar.productions()[self.production(node)];
        let place = production.parameters.iter().position(|name| name == parameter);
        place.is_some_and(|place| place < 16 && self.arguments(node) >> place & 1 == 1)
    }

    /// A node's grammatical arguments: a bit for each parameter of its production, in their order.
    pub fn arguments(&self, node: NodeId) -> u16 {
        let rules = &self.names.rules;
        let left = rules.rules[self.nodes[node.0 as usize].rule as usize].left;
        rules.instances[left].arguments
    }

    /// A node's children: one for each visible symbol of its alternative.
    pub fn children(
        &self,
        node: NodeId,
    ) -> impl ExactSizeIterator<Item = Child> + DoubleEndedIterator {
        self.packed_children(node.0 as usize).iter().map(|child| child.unpack())
    }

    /// A child by its place.
    pub fn child(&self, node: NodeId, place: usize) -> Option<Child> {
        self.packed_children(node.0 as usize).get(place).map(|child| child.unpack())
    }

    pub(crate) fn packed_children(&self, node: usize) -> &[Packed] {
        let Node { rule, children, .. } = self.nodes[node];
        let count = self.names.rules.rules[rule as usize].slots.len();
        &self.children[children as usize..children as usize + count]
    }

    /// Where a node is in the text.
    pub fn span(&self, node: NodeId) -> Range<usize> {
        let Node { start, end, .. } = self.nodes[node.0 as usize];
        start as usize..end as usize
    }

    /// Where a token is in the text. One that was inserted is empty.
    pub fn token_span(&self, token: TokenId) -> Range<usize> {
        let Token { start, end, .. } = self.tokens[token.0 as usize];
        start as usize..end as usize
    }

    /// The text that a node matched; empty for a tree of code points.
    pub fn text(&self, node: NodeId) -> &str {
        self.slice(self.span(node))
    }

    /// The text of a token; empty for a tree of code points.
    pub fn token_text(&self, token: TokenId) -> &str {
        self.slice(self.token_span(token))
    }

    /// All of the text; empty for a tree of code points.
    pub fn whole_text(&self) -> &str {
        match &self.source {
            Source::Text(text) => text,
            Source::CodePoints(_) => "",
        }
    }

    fn slice(&self, span: Range<usize>) -> &str {
        match &self.source {
            Source::Text(text) => text.get(span).unwrap_or_default(),
            Source::CodePoints(_) => "",
        }
    }

    /// The code points of a span.
    pub fn code_points(&self, span: Range<usize>) -> Vec<u32> {
        match &self.source {
            Source::Text(text) => {
                text.get(span).unwrap_or_default().chars().map(u32::from).collect()
            }
            Source::CodePoints(all) => all.get(span).unwrap_or_default().to_vec(),
        }
    }

    /// What a token is: literal text, or the lexical production it matches.
    pub fn token_name(&self, token: TokenId) -> &str {
        match &self.names.rules.terminals[usize::from(self.tokens[token.0 as usize].terminal)] {
            Terminal::Literal(name) | Terminal::Token(name) | Terminal::Escaped(name) => name,
            Terminal::Class(_) => "SourceCharacter",
            Terminal::End => "",
        }
    }

    /// The lexical production that a token matches; none for literal text, unless it stands where a
    /// name does, as `let` may.
    pub fn token_lexical_name(&self, token: TokenId) -> Option<&str> {
        match &self.names.rules.terminals[usize::from(self.tokens[token.0 as usize].terminal)] {
            Terminal::Token(name) | Terminal::Escaped(name) => Some(name),
            Terminal::Literal(text) if text.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                Some("IdentifierName")
            }
            _ => None,
        }
    }

    /// Whether a semicolon was inserted automatically.
    pub fn is_inserted(&self, token: TokenId) -> bool {
        let Token { start, end, .. } = self.tokens[token.0 as usize];
        start == end
    }

    /// What a node of a cover grammar covers here: the |ParenthesizedExpression| of a
    /// |CoverParenthesizedExpressionAndArrowParameterList|, the |AssignmentPattern| of an
    /// |ObjectLiteral|, and so on.
    pub fn covered(&self, node: NodeId) -> Option<NodeId> {
        self.covered.get(&node).copied()
    }

    /// Whether a function, a body or a script begins with the directive that makes it strict.
    pub fn begins_strictly(&self, node: NodeId) -> bool {
        strict::is_strict(self, node)
    }

    /// The spans of strict code: modules, classes, and what begins with the directive.
    pub fn strict_spans(&self) -> Vec<Range<usize>> {
        let always = |name: &str| matches!(name, "Module" | "ClassDeclaration" | "ClassExpression");
        let strict = |node: &NodeId| {
            let name = self.name(*node);
            let begins = name == "Script" || strict::has_body(name) || name.ends_with("Body");
            always(name) || (begins && self.begins_strictly(*node))
        };
        self.descendants(self.root()).filter(strict).map(|node| self.span(node)).collect()
    }

    /// The grammar that the tree is of.
    pub fn grammar(&self) -> &Grammar {
        &self.names.grammar
    }

    /// The nodes below a node, itself first, in the order of the text.
    pub fn descendants(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let mut stack = vec![node];
        std::iter::from_fn(move || {
            let next = stack.pop()?;
            let nodes = self.children(next).rev().filter_map(|child| match child {
                Child::Node(node) => Some(node),
                _ => None,
            });
            stack.extend(nodes);
            Some(next)
        })
    }

    /// The tree in brackets, with chains of single children shortened to their ends. For tests and
    /// for looking at it.
    pub fn outline(&self, node: NodeId) -> String {
        enum Work {
            Child(Packed),
            Text(&'static str),
        }
        let mut out = String::new();
        let mut work = vec![Work::Child(Packed::node(node.0 as usize))];
        while let Some(next) = work.pop() {
            match next {
                Work::Text(text) => out.push_str(text),
                Work::Child(child) => match child.unpack() {
                    Child::Absent => out.push('-'),
                    Child::Token(token) => out.push_str(self.token_text(token)),
                    Child::Node(mut node) => {
                        while let [only] = self.packed_children(node.0 as usize)
                            && let Child::Node(inner) = only.unpack()
                        {
                            node = inner;
                        }
                        out.push_str(self.name(node));
                        out.push('(');
                        work.push(Work::Text(")"));
                        for (place, child) in
                            self.packed_children(node.0 as usize).iter().enumerate().rev()
                        {
                            work.push(Work::Child(*child));
                            if place > 0 {
                                work.push(Work::Text(" "));
                            }
                        }
                    }
                },
            }
        }
        out
    }

    /// Adds the node of a complete rule, whose symbols have these values.
    pub(crate) fn complete(&mut self, rules: &Rules, rule: usize, values: &[Packed]) -> Packed {
        let rule_of = &rules.rules[rule];
        match rule_of.role {
            Role::Pass => return values.first().copied().unwrap_or(Packed::ABSENT),
            Role::Marker(_) | Role::Start => return Packed::ABSENT,
            Role::Node => {}
        }
        let children = self.children.len() as u32;
        let mut span: Option<(u32, u32)> = None;
        for slot in &rule_of.slots {
            let child = match *slot {
                Slot::Absent => Packed::ABSENT,
                Slot::Symbol(place) => values[usize::from(place)],
                Slot::Text(first, count) => {
                    self.joined(&values[usize::from(first)..usize::from(first + count)])
                }
            };
            if let Some((start, end)) = self.packed_span(child) {
                span = Some((span.map_or(start, |(start, _)| start), end));
            }
            self.children.push(child);
        }
        let (start, end) = span.unwrap_or_else(|| {
            let end = self.tokens.last().map_or(0, |token| token.end);
            (end, end)
        });
        self.nodes.push(Node { rule: rule as u32, children, start, end });
        Packed::node(self.nodes.len() - 1)
    }

    /// A terminal of several code points, which were read one by one.
    fn joined(&mut self, values: &[Packed]) -> Packed {
        let first = values.first().and_then(|value| self.packed_span(*value));
        let last = values.last().and_then(|value| self.packed_span(*value));
        let (Some((start, _)), Some((_, end))) = (first, last) else { return Packed::ABSENT };
        self.tokens.push(Token { terminal: 0, newline_before: false, start, end });
        Packed::token(self.tokens.len() - 1)
    }

    /// Where a child is. An empty node has no place of its own.
    pub(crate) fn packed_span(&self, child: Packed) -> Option<(u32, u32)> {
        match child.unpack() {
            Child::Absent => None,
            Child::Token(token) => {
                let token = &self.tokens[token.0 as usize];
                Some((token.start, token.end))
            }
            Child::Node(node) => {
                let node = &self.nodes[node.0 as usize];
                (node.start < node.end).then_some((node.start, node.end))
            }
        }
    }
}
