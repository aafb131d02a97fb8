//! The LR(0) automaton of a set of rules.
//!
//! A state is the set of rules that a parser may be in the middle of, and how far it is in each.

use super::rules::{Rules, Sym};
use std::collections::HashMap;

/// A rule and a position in it, as one number.
pub(crate) type Item = u32;

/// A state: its kernel, and where each symbol leads, in the order of the symbols.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    pub(crate) kernel: Box<[Item]>,
    pub(crate) transitions: Vec<(Sym, u32)>,
}

impl State {
    pub(crate) fn next(&self, symbol: Sym) -> Option<u32> {
        let found = self.transitions.binary_search_by_key(&symbol, |(symbol, _)| *symbol);
        found.ok().map(|index| self.transitions[index].1)
    }
}

/// The numbers of the items of a set of rules.
#[derive(Clone, Debug)]
pub(crate) struct Items {
    first: Vec<Item>,
    rule: Vec<u32>,
}

impl Items {
    fn of(rules: &Rules) -> Self {
        let mut items = Items { first: Vec::new(), rule: Vec::new() };
        for (index, rule) in rules.rules.iter().enumerate() {
            items.first.push(items.rule.len() as Item);
            items.rule.extend(std::iter::repeat_n(index as u32, rule.right.len() + 1));
        }
        items
    }

    pub(crate) fn rule(&self, item: Item) -> usize {
        self.rule[item as usize] as usize
    }

    pub(crate) fn position(&self, item: Item) -> usize {
        (item - self.first[self.rule(item)]) as usize
    }

    fn at(&self, rule: usize, position: usize) -> Item {
        self.first[rule] + position as Item
    }
}

/// How many states there may be; the grammars need about 5,000. Beyond, a state has no transitions,
/// and what would lead on from it is refused.
const MOST_STATES: usize = 100_000;

/// The automaton.
#[derive(Clone, Debug)]
pub(crate) struct Automaton {
    pub(crate) states: Vec<State>,
    pub(crate) items: Items,
    /// The state that each start rule begins in.
    pub(crate) starts: Vec<u32>,
    /// For each nonterminal, all that its rules can begin with, itself included.
    corners: Vec<Vec<u32>>,
    by_left: Vec<Vec<usize>>,
}

impl Automaton {
    pub(crate) fn of(rules: &Rules) -> Self {
        let by_left = rules.by_left();
        let corners = corners(rules, &by_left);
        let items = Items::of(rules);
        let mut automaton =
            Automaton { states: Vec::new(), items, starts: Vec::new(), corners, by_left };
        automaton.build(rules);
        automaton
    }

    fn build(&mut self, rules: &Rules) {
        let mut known: HashMap<Box<[Item]>, u32> = HashMap::new();
        for start in &rules.starts {
            let kernel: Box<[Item]> = Box::new([self.items.at(*start, 0)]);
            let state = self.state(&mut known, kernel);
            self.starts.push(state);
        }
        let mut next = 0;
        let mut successors = Successors::default();
        while next < self.states.len() && self.states.len() < MOST_STATES {
            self.successors(rules, next, &mut successors);
            let mut transitions = Vec::with_capacity(successors.symbols.len());
            for (symbol, mut kernel) in successors.drain() {
                kernel.sort_unstable();
                transitions.push((symbol, self.state(&mut known, kernel.into_boxed_slice())));
            }
            transitions.sort_unstable();
            self.states[next].transitions = transitions;
            next += 1;
        }
    }

    fn state(&mut self, known: &mut HashMap<Box<[Item]>, u32>, kernel: Box<[Item]>) -> u32 {
        if let Some(state) = known.get(&kernel) {
            return *state;
        }
        let state = self.states.len() as u32;
        self.states.push(State { kernel: kernel.clone(), transitions: Vec::new() });
        known.insert(kernel, state);
        state
    }

    fn successors(&self, rules: &Rules, state: usize, successors: &mut Successors) {
        for item in &self.states[state].kernel {
            let rule = self.items.rule(*item);
            if let Some(symbol) = rules.rules[rule].right.get(self.items.position(*item)) {
                successors.add(*symbol, item + 1);
            }
        }
        for nonterminal in self.closure(rules, state) {
            for rule in &self.by_left[nonterminal as usize] {
                if let Some(symbol) = rules.rules[*rule].right.first() {
                    successors.add(*symbol, self.items.at(*rule, 1));
                }
            }
        }
    }

    /// The nonterminals whose rules may begin in a state.
    pub(crate) fn closure(&self, rules: &Rules, state: usize) -> Vec<u32> {
        let mut seen = vec![false; self.corners.len()];
        let mut closure = Vec::new();
        for item in &self.states[state].kernel {
            let right = &rules.rules[self.items.rule(*item)].right;
            let next =
                right.get(self.items.position(*item)).and_then(|symbol| symbol.as_nonterminal());
            for corner in next.into_iter().flat_map(|next| &self.corners[next]) {
                if !std::mem::replace(&mut seen[*corner as usize], true) {
                    closure.push(*corner);
                }
            }
        }
        closure
    }

    /// The rules that are complete in a state.
    pub(crate) fn complete(&self, rules: &Rules, state: usize) -> Vec<usize> {
        let kernel = self.states[state].kernel.iter().filter_map(|item| {
            let rule = self.items.rule(*item);
            (self.items.position(*item) == rules.rules[rule].right.len()).then_some(rule)
        });
        let empty = self.closure(rules, state).into_iter().flat_map(|nonterminal| {
            let rules_of = &self.by_left[nonterminal as usize];
            rules_of.iter().copied().filter(|rule| rules.rules[*rule].right.is_empty())
        });
        kernel.chain(empty).collect()
    }

    pub(crate) fn rules_of(&self, nonterminal: usize) -> &[usize] {
        &self.by_left[nonterminal]
    }
}

/// The kernels that the symbols of one state lead to.
#[derive(Default)]
struct Successors {
    index: HashMap<Sym, usize>,
    symbols: Vec<(Sym, Vec<Item>)>,
}

impl Successors {
    fn add(&mut self, symbol: Sym, item: Item) {
        let symbols = &mut self.symbols;
        let index = *self.index.entry(symbol).or_insert_with(|| {
            symbols.push((symbol, Vec::new()));
            symbols.len() - 1
        });
        self.symbols[index].1.push(item);
    }

    fn drain(&mut self) -> Vec<(Sym, Vec<Item>)> {
        self.index.clear();
        std::mem::take(&mut self.symbols)
    }
}

fn corners(rules: &Rules, by_left: &[Vec<usize>]) -> Vec<Vec<u32>> {
    let direct: Vec<Vec<usize>> = by_left
        .iter()
        .map(|rules_of| {
            let firsts = rules_of.iter().filter_map(|rule| rules.rules[*rule].right.first());
            firsts.filter_map(|symbol| symbol.as_nonterminal()).collect()
        })
        .collect();
    let mut seen = vec![usize::MAX; direct.len()];
    (0..direct.len())
        .map(|start| {
            let mut found = vec![start as u32];
            seen[start] = start;
            let mut next = 0;
            while next < found.len() {
                for corner in &direct[found[next] as usize] {
                    if std::mem::replace(&mut seen[*corner], start) != start {
                        found.push(*corner as u32);
                    }
                }
                next += 1;
            }
            found
        })
        .collect()
}
