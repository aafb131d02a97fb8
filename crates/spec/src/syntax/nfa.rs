//! Finite automata for the tokens, made from the rules of the lexical grammar.
//!
//! Rules that refer to themselves only at their beginning, or only at their end, describe regular
//! languages; the construction is Nederhof's for strongly regular grammars.

use super::charset::CharSet;
use super::prose::Condition;
use super::rules::{Expected, Guard, Role, Rules, Sym};

/// An edge: what it reads, or what must come next.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Edge {
    Read(CharSet),
    /// Nothing is read, and the next code point is one of these.
    Next(CharSet),
}

/// A nondeterministic automaton.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nfa {
    pub(crate) edges: Vec<Vec<(Edge, u32)>>,
}

impl Nfa {
    pub(crate) fn state(&mut self) -> u32 {
        self.edges.push(Vec::new());
        self.edges.len() as u32 - 1
    }

    fn edge(&mut self, from: u32, edge: Edge, to: u32) {
        self.edges[from as usize].push((edge, to));
    }
}

/// How many states there may be; the grammars need some thousands.
const MOST_STATES: usize = 30_000;
/// How deep rules may use other rules.
const DEPTH: usize = 200;

/// Adds automata for rules.
pub(crate) struct Builder<'r> {
    rules: &'r Rules,
    by_left: Vec<Vec<usize>>,
    /// For each nonterminal, the recursive component it is in.
    components: Vec<Option<usize>>,
    pub(crate) nfa: Nfa,
}

impl<'r> Builder<'r> {
    pub(crate) fn new(rules: &'r Rules) -> Self {
        let by_left = rules.by_left();
        let components = components(rules, &by_left);
        Builder { rules, by_left, components, nfa: Nfa::default() }
    }

    fn sequence(&mut self, from: u32, symbols: &[Sym], to: u32, depth: usize) -> Option<()> {
        if depth > DEPTH || self.nfa.edges.len() > MOST_STATES {
            return None;
        }
        let Some((last, others)) = symbols.split_last() else {
            self.nfa.edge(from, Edge::Next(CharSet::ANYTHING), to);
            return Some(());
        };
        let mut from = from;
        for symbol in others {
            let next = self.nfa.state();
            self.symbol(from, *symbol, next, depth)?;
            from = next;
        }
        self.symbol(from, *last, to, depth)
    }

    fn symbol(&mut self, from: u32, symbol: Sym, to: u32, depth: usize) -> Option<()> {
        let Some(nonterminal) = symbol.as_nonterminal() else {
            let class = symbol.as_terminal()? as u8;
            self.nfa.edge(from, Edge::Read(CharSet::of_class(class)), to);
            return Some(());
        };
        if let Some(set) = self.rules.instances[nonterminal].set {
            self.nfa.edge(from, Edge::Read(set), to);
            return Some(());
        }
        match self.components[nonterminal] {
            Some(component) => self.component(from, nonterminal, component, to, depth),
            None => {
                for rule in self.by_left[nonterminal].clone() {
                    self.rule(from, rule, to, depth)?;
                }
                Some(())
            }
        }
    }

    /// Adds what a rule matches, between two states. Fails for what is not regular.
    pub(crate) fn rule(&mut self, from: u32, rule: usize, to: u32, depth: usize) -> Option<()> {
        let rule = &self.rules.rules[rule];
        if let Role::Marker(guard) = rule.role {
            let next = next_code_points(&self.rules.guards[guard])?;
            self.nfa.edge(from, Edge::Next(next), to);
            return Some(());
        }
        match rule.condition {
            None => self.sequence(from, &rule.right, to, depth + 1),
            Some(Condition::Value { low: 0, high, inside }) => {
                self.bounded(from, high, inside, to);
                Some(())
            }
            Some(_) => None,
        }
    }

    /// A recursive component: a state for each of its nonterminals.
    fn component(
        &mut self,
        from: u32,
        wanted: usize,
        component: usize,
        to: u32,
        depth: usize,
    ) -> Option<()> {
        let members: Vec<usize> =
            (0..self.components.len()).filter(|n| self.components[*n] == Some(component)).collect();
        let states: Vec<u32> = members.iter().map(|_| self.nfa.state()).collect();
        let is_member = |symbol: &Sym| {
            symbol.as_nonterminal().and_then(|n| members.iter().position(|m| *m == n))
        };
        let rules: Vec<(u32, &[Sym])> = members
            .iter()
            .zip(&states)
            .flat_map(|(member, state)| {
                self.by_left[*member].iter().map(move |rule| (*state, *rule))
            })
            .map(|(state, rule)| (state, self.rules.rules[rule].right.as_slice()))
            .collect();
        let left =
            rules.iter().all(|(_, right)| right.iter().skip(1).all(|s| is_member(s).is_none()));
        let right = rules
            .iter()
            .all(|(_, right)| right.iter().rev().skip(1).all(|s| is_member(s).is_none()));
        let wanted = states[members.iter().position(|member| *member == wanted)?];
        for (state, symbols) in rules {
            if left {
                match symbols.first().and_then(is_member) {
                    Some(member) => {
                        self.sequence(states[member], &symbols[1..], state, depth + 1)?
                    }
                    None => self.sequence(from, symbols, state, depth + 1)?,
                }
            } else if right {
                match symbols.last().and_then(is_member) {
                    Some(member) => {
                        self.sequence(
                            state,
                            &symbols[..symbols.len() - 1],
                            states[member],
                            depth + 1,
                        )?;
                    }
                    None => self.sequence(state, symbols, to, depth + 1)?,
                }
            } else {
                return None;
            }
        }
        let (from, to) = if left { (wanted, to) } else { (from, wanted) };
        self.nfa.edge(from, Edge::Next(CharSet::ANYTHING), to);
        Some(())
    }

    /// Hexadecimal digits whose value is at most a limit, or above it.
    fn bounded(&mut self, from: u32, limit: u32, inside: bool, to: u32) {
        let digits: Vec<u32> =
            format!("{limit:x}").chars().filter_map(|c| c.to_digit(16)).collect();
        let count = digits.len();
        let accept = |nfa: &mut Nfa, state: u32, within: bool| {
            if within == inside {
                nfa.edge(state, Edge::Next(CharSet::ANYTHING), to);
            }
        };
        // As long and as large as the limit so far; anything, with so many digits left; too large.
        let tight: Vec<u32> = (0..=count).map(|_| self.nfa.state()).collect();
        let loose: Vec<u32> = (0..count).map(|_| self.nfa.state()).collect();
        let above = self.nfa.state();
        let zeros = self.nfa.state();
        for state in [from, zeros] {
            self.nfa.edge(state, Edge::Read(CharSet::of(u32::from('0'))), zeros);
        }
        accept(&mut self.nfa, zeros, true);
        tight[1..].iter().for_each(|state| accept(&mut self.nfa, *state, true));
        loose.iter().for_each(|state| accept(&mut self.nfa, *state, true));
        accept(&mut self.nfa, above, false);
        for value in 0..16 {
            let read = Edge::Read(hex_digit(value));
            for (place, limit_digit) in digits.iter().enumerate() {
                let left = count - place - 1;
                let next = match value.cmp(limit_digit) {
                    std::cmp::Ordering::Less => loose[left],
                    std::cmp::Ordering::Equal => tight[place + 1],
                    std::cmp::Ordering::Greater if left > 0 => loose[left - 1],
                    std::cmp::Ordering::Greater => above,
                };
                if place > 0 {
                    self.nfa.edge(tight[place], read, next);
                } else if value > 0 {
                    self.nfa.edge(from, read, next);
                    self.nfa.edge(zeros, read, next);
                }
            }
            for left in 0..count {
                let next = if left > 0 { loose[left - 1] } else { above };
                self.nfa.edge(loose[left], read, next);
            }
            self.nfa.edge(tight[count], read, above);
            self.nfa.edge(above, read, above);
        }
    }
}

fn hex_digit(value: u32) -> CharSet {
    CharSet::of_ascii(|c| c.to_digit(16) == Some(value))
}

/// The code points that a lookahead lets pass, if it looks at one only.
fn next_code_points(guard: &Guard) -> Option<CharSet> {
    let Guard::Lookahead { follows, sequences } = guard else { return None };
    let mut set = CharSet::EMPTY;
    for sequence in sequences {
        let [Expected::Char(one)] = sequence.as_slice() else { return None };
        set = set | *one;
    }
    Some(if *follows { set } else { !set })
}

/// The strongly connected components of nonterminals that can reach themselves.
fn components(rules: &Rules, by_left: &[Vec<usize>]) -> Vec<Option<usize>> {
    let count = by_left.len();
    let reach: Vec<Vec<bool>> = (0..count).map(|start| reachable(rules, by_left, start)).collect();
    let mut components = vec![None; count];
    for start in 0..count {
        if reach[start][start] && components[start].is_none() {
            for other in start..count {
                if reach[start][other] && reach[other][start] {
                    components[other] = Some(start);
                }
            }
        }
    }
    components
}

fn reachable(rules: &Rules, by_left: &[Vec<usize>], start: usize) -> Vec<bool> {
    let mut seen = vec![false; by_left.len()];
    let mut queue = vec![start];
    while let Some(nonterminal) = queue.pop() {
        for rule in &by_left[nonterminal] {
            for next in rules.rules[*rule].right.iter().filter_map(|symbol| symbol.as_nonterminal())
            {
                if !std::mem::replace(&mut seen[next], true) {
                    queue.push(next);
                }
            }
        }
    }
    seen
}
