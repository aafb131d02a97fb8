//! Which terminals may follow a complete rule in each state: LALR(1), after DeRemer and Pennello.
//!
//! The follow set of a transition over a nonterminal is what can be read right after it, plus the
//! follow sets of those transitions that it may end. Both are unions over a relation, computed with
//! one pass over the relation's strongly connected components.

use super::automaton::Automaton;
use super::rules::{Rules, Sym};
use std::collections::HashMap;

/// The terminals that may follow each complete rule, by state and rule.
pub(crate) struct Lookaheads {
    sets: Sets,
    index: HashMap<(u32, u32), usize>,
}

impl Lookaheads {
    pub(crate) fn of(rules: &Rules, automaton: &Automaton) -> Self {
        let transitions = Transitions::of(automaton);
        let nullable = nullable(rules);
        let mut follow = direct_reads(rules, automaton, &transitions);
        follow.close(&reads(automaton, &transitions, &nullable));
        let (includes, lookback) = relations(rules, automaton, &transitions, &nullable);
        follow.close(&includes);
        let mut sets = Sets::new(lookback.len(), rules.terminals.len());
        let mut index = HashMap::with_capacity(lookback.len());
        for (number, (place, sources)) in lookback.into_iter().enumerate() {
            for source in sources {
                sets.unite_with(number, &follow, source as usize);
            }
            index.insert(place, number);
        }
        Lookaheads { sets, index }
    }

    /// The terminals on which a rule is complete in a state.
    pub(crate) fn terminals(&self, state: usize, rule: usize) -> impl Iterator<Item = usize> {
        let set = self.index.get(&(state as u32, rule as u32)).map(|number| self.sets.row(*number));
        let words = set.unwrap_or_default().iter().enumerate();
        words.flat_map(|(word, bits)| {
            (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| word * 64 + bit)
        })
    }
}

/// Rows of bits.
struct Sets {
    width: usize,
    bits: Vec<u64>,
}

impl Sets {
    fn new(rows: usize, columns: usize) -> Self {
        let width = columns.div_ceil(64).max(1);
        Sets { width, bits: vec![0; rows * width] }
    }

    fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.width..(row + 1) * self.width]
    }

    fn insert(&mut self, row: usize, column: usize) {
        self.bits[row * self.width + column / 64] |= 1 << (column % 64);
    }

    fn unite_with(&mut self, row: usize, other: &Sets, from: usize) {
        let target = &mut self.bits[row * self.width..(row + 1) * self.width];
        target.iter_mut().zip(other.row(from)).for_each(|(into, bits)| *into |= bits);
    }

    fn unite(&mut self, row: usize, from: usize) {
        for word in 0..self.width {
            self.bits[row * self.width + word] |= self.bits[from * self.width + word];
        }
    }

    /// Adds to each row those of all rows that it is related to, near or far.
    fn close(&mut self, relation: &[Vec<u32>]) {
        Digraph { relation, depth: vec![0; relation.len()], stack: Vec::new() }.close(self);
    }
}

/// The traversal of a relation; without recursion, since the relation may be deep.
struct Digraph<'a> {
    relation: &'a [Vec<u32>],
    /// 0 for not visited, the place on the stack, or done.
    depth: Vec<u32>,
    stack: Vec<u32>,
}

const DONE: u32 = u32::MAX;

impl Digraph<'_> {
    fn close(mut self, sets: &mut Sets) {
        let mut calls: Vec<(usize, u32, usize)> = Vec::new();
        for start in 0..self.relation.len() {
            if self.depth[start] != 0 {
                continue;
            }
            let depth = self.enter(start);
            calls.push((start, depth, 0));
            while let Some((node, depth, edge)) = calls.pop() {
                if let Some(next) = self.relation[node].get(edge) {
                    let next = *next as usize;
                    if self.depth[next] == 0 {
                        // Come back to this edge when the next node is done.
                        calls.push((node, depth, edge));
                        let depth = self.enter(next);
                        calls.push((next, depth, 0));
                    } else {
                        self.depth[node] = self.depth[node].min(self.depth[next]);
                        sets.unite(node, next);
                        calls.push((node, depth, edge + 1));
                    }
                } else if self.depth[node] == depth {
                    self.leave(node, sets);
                }
            }
        }
    }

    fn enter(&mut self, node: usize) -> u32 {
        self.stack.push(node as u32);
        self.depth[node] = self.stack.len() as u32;
        self.depth[node]
    }

    /// The component above a node is complete, and all its sets are equal.
    fn leave(&mut self, node: usize, sets: &mut Sets) {
        while let Some(member) = self.stack.pop() {
            let member = member as usize;
            self.depth[member] = DONE;
            if member == node {
                break;
            }
            let (from, to) = (node * sets.width, member * sets.width);
            sets.bits.copy_within(from..from + sets.width, to);
        }
    }
}

/// The transitions over nonterminals, numbered.
struct Transitions {
    list: Vec<(u32, Sym, u32)>,
    first: Vec<u32>,
    /// The number of terminal transitions before the nonterminal ones in each state.
    skipped: Vec<u32>,
}

impl Transitions {
    fn of(automaton: &Automaton) -> Self {
        let mut transitions =
            Transitions { list: Vec::new(), first: Vec::new(), skipped: Vec::new() };
        for (index, state) in automaton.states.iter().enumerate() {
            transitions.first.push(transitions.list.len() as u32);
            // Terminals sort before nonterminals.
            let skipped =
                state.transitions.partition_point(|(symbol, _)| symbol.as_terminal().is_some());
            transitions.skipped.push(skipped as u32);
            let over = state.transitions[skipped..].iter();
            transitions.list.extend(over.map(|(symbol, next)| (index as u32, *symbol, *next)));
        }
        transitions
    }

    fn number(&self, automaton: &Automaton, state: u32, symbol: Sym) -> Option<u32> {
        let over = &automaton.states[state as usize].transitions;
        let place = over.binary_search_by_key(&symbol, |(symbol, _)| *symbol).ok()?;
        Some(self.first[state as usize] + place as u32 - self.skipped[state as usize])
    }
}

fn nullable(rules: &Rules) -> Vec<bool> {
    let mut nullable = vec![false; rules.instances.len()];
    loop {
        let mut changed = false;
        for rule in &rules.rules {
            let empty = rule
                .right
                .iter()
                .all(|symbol| symbol.as_nonterminal().is_some_and(|n| nullable[n]));
            changed |= empty && !std::mem::replace(&mut nullable[rule.left], empty);
        }
        if !changed {
            return nullable;
        }
    }
}

fn direct_reads(rules: &Rules, automaton: &Automaton, transitions: &Transitions) -> Sets {
    let mut sets = Sets::new(transitions.list.len(), rules.terminals.len());
    for (number, (_, _, next)) in transitions.list.iter().enumerate() {
        let after = automaton.states[*next as usize].transitions.iter();
        for terminal in after.map_while(|(symbol, _)| symbol.as_terminal()) {
            sets.insert(number, terminal);
        }
    }
    sets
}

fn reads(automaton: &Automaton, transitions: &Transitions, nullable: &[bool]) -> Vec<Vec<u32>> {
    let of = |(_, _, next): &(u32, Sym, u32)| {
        let after = automaton.states[*next as usize].transitions.iter();
        let empty =
            after.filter(|(symbol, _)| symbol.as_nonterminal().is_some_and(|n| nullable[n]));
        empty.filter_map(|(symbol, _)| transitions.number(automaton, *next, *symbol)).collect()
    };
    transitions.list.iter().map(of).collect()
}

type Lookback = HashMap<(u32, u32), Vec<u32>>;

/// Which transitions a transition may end, and which complete rules look back to which.
fn relations(
    rules: &Rules,
    automaton: &Automaton,
    transitions: &Transitions,
    nullable: &[bool],
) -> (Vec<Vec<u32>>, Lookback) {
    let mut includes = vec![Vec::new(); transitions.list.len()];
    let mut lookback = Lookback::new();
    for (number, (from, symbol, _)) in transitions.list.iter().enumerate() {
        let Some(left) = symbol.as_nonterminal() else { continue };
        for rule in automaton.rules_of(left) {
            let right = &rules.rules[*rule].right;
            let is_nullable = |symbol: &Sym| symbol.as_nonterminal().is_some_and(|n| nullable[n]);
            let tail =
                right.len() - right.iter().rev().take_while(|symbol| is_nullable(symbol)).count();
            let mut state = *from;
            for (position, symbol) in right.iter().enumerate() {
                if position + 1 >= tail
                    && symbol.as_nonterminal().is_some()
                    && let Some(inner) = transitions.number(automaton, state, *symbol)
                {
                    includes[inner as usize].push(number as u32);
                }
                match automaton.states[state as usize].next(*symbol) {
                    Some(next) => state = next,
                    None => break,
                }
            }
            lookback.entry((state, *rule as u32)).or_default().push(number as u32);
        }
    }
    (includes, lookback)
}
