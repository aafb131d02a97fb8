//! Cover grammars: text that is read one way first and another way once its context is known.
//!
//! Which nonterminal covers which is said in prose, for each place where it matters; [`PLACES`] is
//! that prose. Refining reads the children of the covering node again, under the covered
//! nonterminal, and takes over whole subtrees wherever the grammar has their nonterminal: a deep
//! nest of parentheses is read twice, not once for each level.

use super::engine::{Ahead, Engine};
use super::error::SyntaxError;
use super::expand::Goal;
use super::machine::Machine;
use super::rules::{Expected, Guard};
use super::tree::{Child, NodeId, Packed, Token, Tree};
use crate::grammar::{Alternative, Grammar, Symbol};
use std::collections::HashMap;

/// Where a production holds a nonterminal that covers another.
struct Place {
    /// The production whose child is meant.
    host: &'static str,
    /// The child.
    cover: &'static str,
    /// What must come right after the child, if not every such child is meant.
    before: &'static [&'static str],
    /// What the child must be for it to be meant, behind any chain of single children.
    only: &'static [&'static str],
    /// What is covered.
    covered: &'static str,
}

const PARENTHESES: &str = "CoverParenthesizedExpressionAndArrowParameterList";
const CALL: &str = "CoverCallExpressionAndAsyncArrowHead";
const TARGET: &str = "LeftHandSideExpression";
const LITERALS: &[&str] = &["ObjectLiteral", "ArrayLiteral"];

const PLACES: [Place; 7] = [
    Place {
        host: "PrimaryExpression",
        cover: PARENTHESES,
        before: &[],
        only: &[],
        covered: "ParenthesizedExpression",
    },
    Place {
        host: "ArrowParameters",
        cover: PARENTHESES,
        before: &[],
        only: &[],
        covered: "ArrowFormalParameters",
    },
    Place {
        host: "CallExpression",
        cover: CALL,
        before: &[],
        only: &[],
        covered: "CallMemberExpression",
    },
    Place {
        host: "AsyncArrowFunction",
        cover: CALL,
        before: &[],
        only: &[],
        covered: "AsyncArrowHead",
    },
    Place {
        host: "AssignmentExpression",
        cover: TARGET,
        before: &["="],
        only: LITERALS,
        covered: "AssignmentPattern",
    },
    Place {
        host: "",
        cover: TARGET,
        before: &["in", "of"],
        only: LITERALS,
        covered: "AssignmentPattern",
    },
    Place {
        host: "DestructuringAssignmentTarget",
        cover: TARGET,
        before: &[],
        only: LITERALS,
        covered: "AssignmentPattern",
    },
];

/// What is only there to be covered, and an error where it is left.
const NEVER: &str = "CoverInitializedName";

/// The nonterminals that are reached by refining only.
pub(crate) fn covered_goals(grammar: &Grammar) -> Vec<Goal> {
    let mut goals = Vec::new();
    for place in PLACES {
        let Some(production) = grammar.index(place.covered) else { continue };
        let parameters = grammar.productions()[production].parameters.len().min(4);
        for arguments in 0..1 << parameters {
            let goal = Goal { production, arguments };
            if !goals.contains(&goal) {
                goals.push(goal);
            }
        }
    }
    goals
}

/// The grammar in which what is covered stands in the place of what covers it, for deriving texts.
pub(crate) fn resolved(grammar: &Grammar) -> Grammar {
    let mut productions = grammar.productions().to_vec();
    for production in &mut productions {
        let places: Vec<&Place> = PLACES
            .iter()
            .filter(|place| place.host == production.name || place.host.is_empty())
            .filter(|place| grammar.index(place.covered).is_some())
            .collect();
        let mut more = Vec::new();
        for alternative in &mut production.alternatives {
            for place in &places {
                let Some(other) = place.resolve(alternative) else { continue };
                if place.only.is_empty() {
                    *alternative = other;
                } else {
                    more.push(other);
                }
            }
        }
        production.alternatives.extend(more);
        production.alternatives.retain(|alternative| {
            !matches!(alternative.symbols.as_slice(), [Symbol::Nonterminal(only)] if only.name == NEVER)
        });
    }
    Grammar::new(productions)
}

impl Place {
    /// An alternative with what is covered in the place of its cover.
    fn resolve(&self, alternative: &Alternative) -> Option<Alternative> {
        let is_next = |symbol: Option<&Symbol>| match symbol {
            Some(Symbol::Terminal(text)) => self.before.contains(&text.as_str()),
            _ => false,
        };
        let mut other = alternative.clone();
        for place in 0..other.symbols.len() {
            let is_meant = self.before.is_empty() || is_next(other.symbols.get(place + 1));
            if let Symbol::Nonterminal(nonterminal) = &mut other.symbols[place]
                && nonterminal.name == self.cover
                && is_meant
            {
                nonterminal.name = self.covered.to_owned();
                return Some(other);
            }
        }
        None
    }
}

/// For each rule, the children to refine; worked out once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Covers {
    by_rule: HashMap<u32, Vec<Cover>>,
    never: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Cover {
    child: usize,
    place: usize,
    start: u32,
}

impl Covers {
    pub(crate) fn of(machine: &Machine) -> Self {
        let mut covers = Covers::default();
        let names = &machine.names;
        for (index, rule) in names.rules.rules.iter().enumerate() {
            let Some(production) = names.rules.instances[rule.left].production else { continue };
            let host = &names.grammar.productions()[production];
            if host.name == NEVER {
                covers.never.push(index as u32);
            }
            for (number, place) in PLACES.iter().enumerate() {
                if place.host == host.name || place.host.is_empty() {
                    covers.add(machine, index, number, place);
                }
            }
        }
        covers
    }

    fn add(&mut self, machine: &Machine, rule: usize, number: usize, place: &Place) {
        let names = &machine.names;
        let rules = &names.rules;
        let instance = &rules.instances[rules.rules[rule].left];
        let Some(production) = instance.production else { return };
        let host = &names.grammar.productions()[production];
        let alternative = &host.alternatives[usize::from(rules.rules[rule].alternative)];
        let visible: Vec<String> = alternative
            .symbols
            .iter()
            .filter(|s| s.is_visible())
            .map(ToString::to_string)
            .collect();
        let name = |text: &str| text.split(['[', '?']).next().unwrap_or_default().to_owned();
        for (child, symbol) in visible.iter().enumerate() {
            let next = visible.get(child + 1);
            let is_before = |text: &&str| next.is_some_and(|next| *next == format!("`{text}`"));
            let is_meant = place.before.is_empty() || place.before.iter().any(is_before);
            if name(symbol) != place.cover || !is_meant {
                continue;
            }
            if let Some(start) = machine.start_with(place.covered, host, instance.arguments) {
                self.by_rule.entry(rule as u32).or_default().push(Cover {
                    child,
                    place: number,
                    start,
                });
            }
        }
    }

    /// Refines everything in a tree that its context says.
    pub(crate) fn refine_all(
        &self,
        machine: &Machine,
        tree: Tree,
        text: &str,
    ) -> Result<Tree, SyntaxError> {
        let mut budget = 1_000_000 + 400 * tree.tokens.len();
        let mut tree = tree;
        let mut work = vec![tree.root];
        while let Some(node) = work.pop() {
            let rule = tree.nodes[node as usize].rule;
            if self.never.contains(&rule) {
                let at = tree.nodes[node as usize].start as usize;
                return Err(SyntaxError::at(text, at, "`=` after a shorthand property"));
            }
            let covers = self.by_rule.get(&rule);
            let count = tree.packed_children(node as usize).len();
            for place in 0..count {
                let Child::Node(child) = tree.packed_children(node as usize)[place].unpack() else {
                    continue;
                };
                let cover =
                    covers.and_then(|covers| covers.iter().find(|cover| cover.child == place));
                let meant = cover.filter(|cover| is_meant(&tree, child, PLACES[cover.place].only));
                let Some(cover) = meant else {
                    work.push(child.0);
                    continue;
                };
                let refined;
                (tree, refined) = refine(machine, tree, child, cover.start, &mut budget, text)?;
                tree.covered.insert(child, refined);
                work.push(refined.0);
            }
        }
        Ok(tree)
    }
}

/// Whether a node is, behind a chain of single children, one of these.
fn is_meant(tree: &Tree, node: NodeId, only: &[&str]) -> bool {
    let mut node = node;
    loop {
        if only.is_empty() || only.contains(&tree.name(node)) {
            return true;
        }
        match tree.packed_children(node.0 as usize) {
            [child] => match child.unpack() {
                Child::Node(inner) => node = inner,
                _ => return false,
            },
            _ => return false,
        }
    }
}

/// Reads what a node covers as something else.
pub(crate) fn refine(
    machine: &Machine,
    tree: Tree,
    node: NodeId,
    start: u32,
    budget: &mut usize,
    text: &str,
) -> Result<(Tree, NodeId), SyntaxError> {
    let root = tree.root;
    let mut engine = Engine::new(&machine.names.rules, &machine.tables, start, tree);
    let mut work = vec![Packed::node(node.0 as usize)];
    while let Some(next) = work.pop() {
        *budget = budget.saturating_sub(1);
        if *budget == 0 {
            let at = engine.tree.nodes[node.0 as usize].start as usize;
            return Err(SyntaxError::at(
                text,
                at,
                "arrow functions or patterns are nested too deeply",
            ));
        }
        match next.unpack() {
            Child::Absent => {}
            Child::Token(token) => {
                let terminal = usize::from(engine.tree.tokens[token.0 as usize].terminal);
                let mut ahead = Stored::at(&engine.tree, token.0 as usize);
                if !engine.advance(terminal, next, &mut ahead) {
                    return Err(unexpected(&engine.tree, token.0 as usize, text));
                }
            }
            Child::Node(inner) => {
                if let Some(token) = first_token(&engine.tree, inner) {
                    let terminal = usize::from(engine.tree.tokens[token].terminal);
                    let mut ahead = Stored::at(&engine.tree, token);
                    if inner != node && engine.advance_over(inner, terminal, &mut ahead) {
                        continue;
                    }
                }
                work.extend(engine.tree.packed_children(inner.0 as usize).iter().rev());
            }
        }
    }
    let end = machine.end();
    let at = engine.tree.nodes[node.0 as usize].end as usize;
    if !engine.advance(end, Packed::ABSENT, &mut Stored { tokens: Vec::new() }) {
        return Err(SyntaxError::at(text, at, "this is neither an expression nor a pattern"));
    }
    let mut tree =
        engine.finish().ok_or_else(|| SyntaxError::at(text, at, "this covers nothing"))?;
    let refined = std::mem::replace(&mut tree.root, root);
    Ok((tree, NodeId(refined)))
}

fn unexpected(tree: &Tree, token: usize, text: &str) -> SyntaxError {
    let Token { start, end, .. } = tree.tokens[token];
    let word = text.get(start as usize..end as usize).unwrap_or_default();
    SyntaxError::at(text, start as usize, format!("unexpected `{word}`"))
}

/// The first token below a node.
fn first_token(tree: &Tree, node: NodeId) -> Option<usize> {
    let mut node = node;
    'down: loop {
        for child in tree.packed_children(node.0 as usize) {
            match child.unpack() {
                Child::Token(token) => return Some(token.0 as usize),
                Child::Node(inner) if tree.packed_span(*child).is_some() => {
                    node = inner;
                    continue 'down;
                }
                _ => {}
            }
        }
        return None;
    }
}

/// What is ahead in tokens that were read before: they are in the order of the text.
struct Stored {
    tokens: Vec<Token>,
}

impl Stored {
    /// No lookahead is longer than this.
    const LONGEST: usize = 3;

    fn at(tree: &Tree, token: usize) -> Self {
        Stored { tokens: tree.tokens[token..].iter().take(Self::LONGEST).copied().collect() }
    }
}

impl Ahead for Stored {
    fn holds(&mut self, guard: &Guard) -> bool {
        let matches = |sequence: &[Expected]| {
            let mut tokens = self.tokens.iter();
            sequence.iter().all(|expected| match (expected, tokens.next()) {
                (Expected::Token { terminal, same_line }, Some(token)) => {
                    usize::from(token.terminal) == *terminal
                        && !(*same_line && token.newline_before)
                }
                _ => false,
            })
        };
        match guard {
            Guard::NoLineTerminator => {
                self.tokens.first().is_none_or(|token| !token.newline_before)
            }
            Guard::Lookahead { follows, sequences } => {
                sequences.iter().any(|sequence| matches(sequence)) == *follows
            }
        }
    }
}
