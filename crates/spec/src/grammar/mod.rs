//! The grammars of an edition, as its own text gives them.
//!
//! Productions keep the order of their alternatives, so (production, alternative) names a place in
//! the text; the syntax-directed operations of the specification are found by it.

mod extract;
mod notation;
mod reference;

pub use notation::parse as parse_notation;
pub use reference::Reference;

use rustc_hash::FxHashMap;
use std::fmt;

/// Which grammar a production belongs to, by the number of its colons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// One colon: over tokens.
    Syntactic,
    /// Two colons: over code points, for source text and patterns.
    Lexical,
    /// Three colons: over code points, for strings that become numbers and the like.
    Textual,
}

/// An argument to a nonterminal's parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Argument {
    /// `+P`: with it.
    With,
    /// `~P`: without it.
    Without,
    /// `?P`: as the enclosing production has it.
    Inherit,
}

/// A nonterminal and its arguments, as written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Nonterminal {
    /// Its name.
    pub name: String,
    /// Its arguments by parameter name, in the order written.
    pub arguments: Vec<(String, Argument)>,
}

/// One symbol of an alternative's right-hand side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// Literal text.
    Terminal(String),
    /// A code point by its abbreviation, such as `TAB`.
    CodePoint(String),
    /// Another production.
    Nonterminal(Nonterminal),
    /// A symbol that may be absent.
    Optional(Box<Symbol>),
    /// `A but not B`, `A but not one of B or C`.
    ButNot(Box<Symbol>, Vec<Symbol>),
    /// What must not (or must) come next; each inner list is a sequence.
    Lookahead {
        /// Whether one of the sequences must follow, or none may.
        follows: bool,
        /// The sequences.
        sequences: Vec<Vec<Symbol>>,
    },
    /// `[no LineTerminator here]`.
    NoLineTerminator,
    /// Code points described in words.
    Described(String),
    /// `[> but only if …]`, in words.
    OnlyIf(String),
}

/// A condition on the enclosing production's parameters, such as `[+In]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Guard {
    /// The parameter.
    pub parameter: String,
    /// Whether it must be present.
    pub with: bool,
}

/// One right-hand side.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Alternative {
    /// When it is available.
    pub guards: Vec<Guard>,
    /// Its symbols; none for `[empty]`.
    pub symbols: Vec<Symbol>,
    /// The `#name` written after it.
    pub label: Option<String>,
}

/// A nonterminal's definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Production {
    /// The nonterminal.
    pub name: String,
    /// Which grammar it is in.
    pub kind: Kind,
    /// Its parameters.
    pub parameters: Vec<String>,
    /// Its right-hand sides, as the text lists them.
    pub alternatives: Vec<Alternative>,
    /// The id of the clause that defines it.
    pub clause: String,
}

/// All productions of an edition.
#[derive(Clone, Debug, Default)]
pub struct Grammar {
    productions: Vec<Production>,
    by_name: FxHashMap<String, usize>,
    additions: Vec<Production>,
    /// What annex B was added to.
    plain: Option<Box<Grammar>>,
}

impl Grammar {
    /// A grammar of these productions; of two with one name the later counts.
    pub fn new(productions: Vec<Production>) -> Self {
        let mut grammar = Grammar::default();
        for production in productions {
            grammar.define(production);
        }
        grammar
    }

    /// The productions, in the order of the text. Annex B's are not among them unless
    /// [`Grammar::with_annex_b`] put them there.
    pub fn productions(&self) -> &[Production] {
        &self.productions
    }

    /// The production that defines a nonterminal.
    pub fn production(&self, name: &str) -> Option<&Production> {
        self.index(name).map(|index| &self.productions[index])
    }

    /// Where a nonterminal's production is in [`Grammar::productions`].
    pub fn index(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// What annex B adds or replaces.
    pub fn annex_b(&self) -> &[Production] {
        &self.additions
    }

    /// This grammar as annex B changes it for web browsers.
    ///
    /// The annex restates some productions whole and adds alternatives to others, and says which in
    /// prose. A restatement repeats at least one of the alternatives it replaces; an addition
    /// repeats none, and comes after those that are there, so that their indices stay.
    #[must_use]
    pub fn with_annex_b(&self) -> Self {
        let mut grammar = self.clone();
        grammar.plain = Some(Box::new(self.clone()));
        for addition in &self.additions {
            match grammar.index(&addition.name) {
                Some(index) if !restates(addition, &grammar.productions[index]) => {
                    grammar.productions[index].alternatives.extend(addition.alternatives.clone());
                }
                _ => grammar.define(addition.clone()),
            }
        }
        grammar
    }

    /// The grammar that annex B was added to, if it was.
    pub fn without_annex_b(&self) -> Option<&Self> {
        self.plain.as_deref()
    }

    fn define(&mut self, production: Production) {
        match self.index(&production.name) {
            Some(index) => self.productions[index] = production,
            None => {
                self.by_name.insert(production.name.clone(), self.productions.len());
                self.productions.push(production);
            }
        }
    }
}

fn restates(addition: &Production, base: &Production) -> bool {
    let bare =
        |alternative: &Alternative| alternative.symbols.iter().map(bare_symbol).collect::<Vec<_>>();
    let known: Vec<_> = base.alternatives.iter().map(bare).collect();
    addition.alternatives.iter().any(|alternative| known.contains(&bare(alternative)))
}

/// A symbol without its arguments, which annex B is free to change.
pub(crate) fn bare_symbol(symbol: &Symbol) -> Symbol {
    match symbol {
        Symbol::Nonterminal(nonterminal) => Symbol::Nonterminal(Nonterminal {
            name: nonterminal.name.clone(),
            arguments: Vec::new(),
        }),
        Symbol::Optional(inner) => Symbol::Optional(Box::new(bare_symbol(inner))),
        Symbol::ButNot(base, except) => {
            Symbol::ButNot(Box::new(bare_symbol(base)), except.iter().map(bare_symbol).collect())
        }
        other => other.clone(),
    }
}

impl Production {
    /// The production as the text writes it, without its alternatives.
    pub fn head(&self) -> String {
        let colons = match self.kind {
            Kind::Syntactic => ":",
            Kind::Lexical => "::",
            Kind::Textual => ":::",
        };
        if self.parameters.is_empty() {
            format!("{} {colons}", self.name)
        } else {
            format!("{}[{}] {colons}", self.name, self.parameters.join(", "))
        }
    }
}

impl fmt::Display for Alternative {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> = Vec::new();
        for guard in &self.guards {
            parts.push(format!("[{}{}]", if guard.with { '+' } else { '~' }, guard.parameter));
        }
        if self.symbols.is_empty() {
            parts.push("[empty]".into());
        }
        parts.extend(self.symbols.iter().map(Symbol::to_string));
        out.write_str(&parts.join(" "))
    }
}

impl fmt::Display for Nonterminal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.name)?;
        if self.arguments.is_empty() {
            return Ok(());
        }
        let arguments: Vec<_> = self
            .arguments
            .iter()
            .map(|(parameter, argument)| match argument {
                Argument::With => format!("+{parameter}"),
                Argument::Without => format!("~{parameter}"),
                Argument::Inherit => format!("?{parameter}"),
            })
            .collect();
        write!(out, "[{}]", arguments.join(", "))
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Symbol::Terminal(text) => write!(out, "`{text}`"),
            Symbol::CodePoint(name) => write!(out, "<{name}>"),
            Symbol::Nonterminal(nonterminal) => nonterminal.fmt(out),
            Symbol::Optional(symbol) => write!(out, "{symbol}?"),
            Symbol::ButNot(symbol, except) if except.len() == 1 => {
                write!(out, "{symbol} but not {}", except[0])
            }
            Symbol::ButNot(symbol, except) => {
                let except: Vec<_> = except.iter().map(Symbol::to_string).collect();
                write!(out, "{symbol} but not one of {}", except.join(" or "))
            }
            Symbol::Lookahead { follows, sequences } => {
                let sequences: Vec<_> = sequences.iter().map(|sequence| words(sequence)).collect();
                let sign = if *follows { '∈' } else { '∉' };
                write!(out, "[lookahead {sign} {{ {} }}]", sequences.join(", "))
            }
            Symbol::NoLineTerminator => out.write_str("[no LineTerminator here]"),
            Symbol::Described(prose) => write!(out, "> {prose}"),
            Symbol::OnlyIf(prose) => write!(out, "[> {prose}]"),
        }
    }
}

fn words(symbols: &[Symbol]) -> String {
    symbols.iter().map(Symbol::to_string).collect::<Vec<_>>().join(" ")
}
