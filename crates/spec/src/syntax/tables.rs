//! The tables that drive the parser.

use super::automaton::Automaton;
use super::lookaheads::Lookaheads;
use super::rules::{Role, Rules, Sym};

/// What to do in a state at a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Read the terminal and go to a state.
    Shift(u32),
    /// A rule is complete.
    Reduce(u32),
}

/// Everything the parser may do in a state at a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Actions<'t> {
    None,
    One(Action),
    Several(&'t [Action]),
}

/// The tables of a set of rules.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    terminals: usize,
    /// A cell for each state and terminal: 0, or a number and what it is a number of.
    cells: Vec<u32>,
    several: Vec<Vec<Action>>,
    /// For each state, where nonterminals lead.
    gotos: Vec<(u32, u32)>,
    goto_starts: Vec<u32>,
    /// The state that each goal begins in.
    pub(crate) starts: Vec<u32>,
    /// For each state, the rules that are in its kernel.
    kernels: Vec<Box<[u32]>>,
}

const SHIFT: u32 = 1;
const REDUCE: u32 = 2;
const SEVERAL: u32 = 3;

impl Tables {
    pub(crate) fn of(rules: &Rules) -> Self {
        let automaton = Automaton::of(rules);
        let lookaheads = Lookaheads::of(rules, &automaton);
        let terminals = rules.terminals.len();
        let mut tables = Tables {
            terminals,
            cells: vec![0; terminals * automaton.states.len()],
            several: Vec::new(),
            gotos: Vec::new(),
            goto_starts: vec![0],
            starts: automaton.starts.clone(),
            kernels: Vec::new(),
        };
        for index in 0..automaton.states.len() {
            tables.state(rules, &automaton, &lookaheads, index);
        }
        tables
    }

    fn state(
        &mut self,
        rules: &Rules,
        automaton: &Automaton,
        lookaheads: &Lookaheads,
        index: usize,
    ) {
        let state = &automaton.states[index];
        for (symbol, next) in &state.transitions {
            match symbol.as_nonterminal() {
                Some(nonterminal) => self.gotos.push((nonterminal as u32, *next)),
                None => self.add(index, *symbol, Action::Shift(*next)),
            }
        }
        self.goto_starts.push(self.gotos.len() as u32);
        for rule in automaton.complete(rules, index) {
            if rules.rules[rule].role != Role::Start {
                for terminal in lookaheads.terminals(index, rule) {
                    self.add(index, Sym::terminal(terminal), Action::Reduce(rule as u32));
                }
            }
        }
        let kernel = state.kernel.iter().map(|item| automaton.items.rule(*item) as u32);
        self.kernels.push(kernel.collect());
    }

    fn add(&mut self, state: usize, symbol: Sym, action: Action) {
        let Some(terminal) = symbol.as_terminal() else { return };
        let cell = &mut self.cells[state * self.terminals + terminal];
        match *cell & 3 {
            0 => *cell = encode(action),
            SEVERAL => self.several[(*cell >> 2) as usize].push(action),
            _ => {
                self.several.push(vec![decode(*cell), action]);
                *cell = (self.several.len() as u32 - 1) << 2 | SEVERAL;
            }
        }
    }

    pub(crate) fn actions(&self, state: u32, terminal: usize) -> Actions<'_> {
        let cell = self.cells[state as usize * self.terminals + terminal];
        match cell & 3 {
            0 => Actions::None,
            SEVERAL => Actions::Several(&self.several[(cell >> 2) as usize]),
            _ => Actions::One(decode(cell)),
        }
    }

    pub(crate) fn goto(&self, state: u32, nonterminal: usize) -> Option<u32> {
        let range = self.goto_starts[state as usize] as usize
            ..self.goto_starts[state as usize + 1] as usize;
        let gotos = &self.gotos[range];
        let found =
            gotos.binary_search_by_key(&(nonterminal as u32), |(nonterminal, _)| *nonterminal);
        found.ok().map(|index| gotos[index].1)
    }

    /// The rules that a state is in the middle or at the end of.
    pub(crate) fn kernel(&self, state: u32) -> &[u32] {
        &self.kernels[state as usize]
    }

    /// How many states there are, and how many cells need more than one thing tried.
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.kernels.len(), self.several.len())
    }
}

fn encode(action: Action) -> u32 {
    match action {
        Action::Shift(state) => state << 2 | SHIFT,
        Action::Reduce(rule) => rule << 2 | REDUCE,
    }
}

fn decode(cell: u32) -> Action {
    if cell & 3 == SHIFT { Action::Shift(cell >> 2) } else { Action::Reduce(cell >> 2) }
}
