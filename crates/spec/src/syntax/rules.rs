//! Plain context-free rules: what is left of a grammar when parameters, optional symbols and
//! restrictions are worked into it.

use super::charset::CharSet;
use super::prose::Condition;

/// A symbol of a rule: a terminal, or with the highest bit a nonterminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Sym(u32);

const NONTERMINAL: u32 = 1 << 31;

impl Sym {
    pub(crate) fn terminal(index: usize) -> Self {
        Sym(index as u32)
    }

    pub(crate) fn nonterminal(index: usize) -> Self {
        Sym(index as u32 | NONTERMINAL)
    }

    pub(crate) fn as_terminal(self) -> Option<usize> {
        (self.0 & NONTERMINAL == 0).then_some(self.0 as usize)
    }

    pub(crate) fn as_nonterminal(self) -> Option<usize> {
        (self.0 & NONTERMINAL != 0).then_some((self.0 & !NONTERMINAL) as usize)
    }
}

/// A terminal of the syntactic grammar.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Terminal {
    /// Literal text.
    Literal(String),
    /// What a production of the lexical grammar matches.
    Token(String),
    /// The same, written with escapes and meaning a word that an exception excludes.
    Escaped(String),
    /// A class of code points.
    Class(u8),
    /// The end of the text.
    End,
}

/// A nonterminal with its arguments.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    /// Its production in the grammar; none for those that exist in the rules only.
    pub(crate) production: Option<usize>,
    /// Which of the production's parameters it has, a bit for each.
    pub(crate) arguments: u16,
    /// The code points it stands for, if it is a set of them.
    pub(crate) set: Option<CharSet>,
}

/// What a rule does when it is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// It makes a node.
    Node,
    /// It stands for its only symbol.
    Pass,
    /// It matches nothing, where its guard holds.
    Marker(usize),
    /// It is a whole text.
    Start,
}

/// Where a node's child comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    /// An optional symbol that is absent.
    Absent,
    /// A symbol of the rule.
    Symbol(u8),
    /// A terminal of several code points: the first, and how many.
    Text(u8, u8),
}

/// One rule.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) left: usize,
    pub(crate) right: Vec<Sym>,
    pub(crate) role: Role,
    /// Which alternative of the production it comes from.
    pub(crate) alternative: u16,
    /// A child for each visible symbol of the alternative.
    pub(crate) slots: Vec<Slot>,
    pub(crate) condition: Option<Condition>,
}

/// One position of a lookahead.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Expected {
    /// This token, on the same line as the one before it if so said.
    Token { terminal: usize, same_line: bool },
    /// One of these code points.
    Char(CharSet),
}

/// When a marker's rule applies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Guard {
    NoLineTerminator,
    Lookahead { follows: bool, sequences: Vec<Vec<Expected>> },
}

/// A set of rules with all that they refer to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    pub(crate) terminals: Vec<Terminal>,
    pub(crate) instances: Vec<Instance>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) guards: Vec<Guard>,
    /// The start rules, one for each goal.
    pub(crate) starts: Vec<usize>,
    /// What could not be worked in, in words.
    pub(crate) problems: Vec<String>,
}

impl Rules {
    /// The rules of each nonterminal.
    pub(crate) fn by_left(&self) -> Vec<Vec<usize>> {
        let mut by_left = vec![Vec::new(); self.instances.len()];
        for (index, rule) in self.rules.iter().enumerate() {
            by_left[rule.left].push(index);
        }
        by_left
    }
}
