//! From a grammar to plain rules, starting at the goals.
//!
//! Each use of a nonterminal with other arguments is a nonterminal of its own, an optional symbol
//! doubles its alternative, and a restriction becomes a marker: a nonterminal that matches nothing,
//! under a guard. `but not` is worked into the nonterminal that it restricts.

use super::charset::{self, CharSet};
use super::language;
use super::prose;
use super::rules::{Expected, Guard, Instance, Role, Rule, Rules, Slot, Sym, Terminal};
use crate::grammar::{Alternative, Argument, Grammar, Kind, Nonterminal, Production, Symbol};
use std::collections::HashMap;

/// A nonterminal that a text can be parsed as.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Goal {
    pub(crate) production: usize,
    pub(crate) arguments: u16,
}

/// What the tokens of the syntactic grammar are.
pub(crate) trait Tokens {
    /// The lexical nonterminal that matches this literal text, if it is no punctuator.
    fn word(&self, text: &str) -> Option<&str>;
}

/// No syntactic grammar: everything is code points.
pub(crate) struct NoTokens;

impl Tokens for NoTokens {
    fn word(&self, _: &str) -> Option<&str> {
        None
    }
}

/// The rules for these goals, which are all over tokens or all over code points.
pub(crate) fn expand(grammar: &Grammar, tokens: &dyn Tokens, goals: &[Goal], kind: Kind) -> Rules {
    let mut expander = Expander::new(grammar, tokens, kind);
    for goal in goals {
        let symbol = expander.instance(Key::of(goal.production, goal.arguments));
        expander.start(symbol);
    }
    while let Some((index, key)) = expander.queue.pop() {
        if expander.rules.rules.len() > MOST_RULES {
            expander.rules.problems.push("the grammar has too many parameters".to_owned());
            break;
        }
        expander.produce(index, &key);
    }
    expander.rules
}

/// How many rules are made; the grammars need about 2,000.
const MOST_RULES: usize = 50_000;

/// How many ways of leaving out optional symbols an alternative may have.
const MOST_VARIANTS: usize = 256;

/// The arguments of a callee as bits, given those of its caller.
pub(crate) fn arguments(
    caller: Option<(&Production, u16)>,
    callee: &Production,
    written: &[(String, Argument)],
) -> u16 {
    let mut bits = 0;
    for (index, parameter) in callee.parameters.iter().enumerate().take(16) {
        let argument = written.iter().find(|(name, _)| name == parameter);
        let with = match argument.map(|(_, argument)| *argument) {
            Some(Argument::With) => true,
            Some(Argument::Inherit) => {
                caller.is_some_and(|(caller, bits)| has(caller, bits, parameter))
            }
            Some(Argument::Without) | None => false,
        };
        bits |= u16::from(with) << index;
    }
    bits
}

fn has(production: &Production, bits: u16, parameter: &str) -> bool {
    let index = production.parameters.iter().take(16).position(|name| name == parameter);
    index.is_some_and(|index| bits >> index & 1 == 1)
}

/// What makes a nonterminal of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    /// A production with arguments, without some code points.
    Production {
        index: usize,
        arguments: u16,
        except: CharSet,
    },
    Set(CharSet),
    Marker(usize),
    /// A token and the words it may be, without some.
    Words {
        token: String,
        except: Vec<String>,
    },
    Start(usize),
}

impl Key {
    fn of(index: usize, arguments: u16) -> Self {
        Key::Production { index, arguments, except: CharSet::EMPTY }
    }
}

struct Expander<'g> {
    grammar: &'g Grammar,
    tokens: &'g dyn Tokens,
    /// Whether terminals are tokens.
    over_tokens: bool,
    rules: Rules,
    instances: HashMap<Key, usize>,
    terminals: HashMap<Terminal, usize>,
    guards: HashMap<Guard, usize>,
    queue: Vec<(usize, Key)>,
}

/// The production whose alternative is being worked on.
#[derive(Clone, Copy)]
struct Caller<'g> {
    production: &'g Production,
    arguments: u16,
    except: CharSet,
}

/// A right-hand side in the making.
#[derive(Clone, Default)]
struct Right {
    symbols: Vec<Sym>,
    slots: Vec<Slot>,
    condition: Option<prose::Condition>,
}

impl<'g> Expander<'g> {
    fn new(grammar: &'g Grammar, tokens: &'g dyn Tokens, kind: Kind) -> Self {
        let mut expander = Expander {
            grammar,
            tokens,
            over_tokens: kind == Kind::Syntactic,
            rules: Rules::default(),
            instances: HashMap::new(),
            terminals: HashMap::new(),
            guards: HashMap::new(),
            queue: Vec::new(),
        };
        if expander.over_tokens {
            expander.terminal(Terminal::End);
            expander.known_words();
        } else {
            for class in 0..charset::END {
                expander.terminal(Terminal::Class(class));
            }
            expander.terminal(Terminal::End);
        }
        expander
    }

    /// All literal text of the syntactic grammar, so that words are known before they are needed.
    fn known_words(&mut self) {
        let grammar = self.grammar;
        let syntactic = grammar.productions().iter().filter(|p| p.kind == Kind::Syntactic);
        for symbol in syntactic.flat_map(|p| &p.alternatives).flat_map(|a| &a.symbols) {
            let symbol = match symbol {
                Symbol::Optional(inner) => inner,
                other => other,
            };
            match symbol {
                Symbol::Terminal(_) | Symbol::Nonterminal(_) => {
                    for word in self.literal_words(symbol) {
                        self.terminal(Terminal::Literal(word));
                    }
                }
                Symbol::Lookahead { sequences, .. } => {
                    for word in sequences
                        .iter()
                        .flatten()
                        .flat_map(|one| language::words(grammar, one))
                        .flatten()
                    {
                        self.terminal(Terminal::Literal(word));
                    }
                }
                Symbol::ButNot(_, except) => {
                    let words =
                        except.iter().filter_map(|one| language::words(grammar, one)).flatten();
                    for word in words.collect::<Vec<_>>() {
                        self.terminal(Terminal::Literal(word));
                    }
                }
                _ => {}
            }
        }
    }

    /// The words of a terminal, or of a nonterminal of the lexical grammar that has only words.
    fn literal_words(&self, symbol: &Symbol) -> Vec<String> {
        if let Symbol::Nonterminal(nonterminal) = symbol {
            let production = self.grammar.production(&nonterminal.name);
            if production.is_none_or(|production| production.kind == Kind::Syntactic) {
                return Vec::new();
            }
        }
        language::words(self.grammar, symbol).unwrap_or_default()
    }

    fn terminal(&mut self, terminal: Terminal) -> usize {
        if let Some(index) = self.terminals.get(&terminal) {
            return *index;
        }
        let index = self.rules.terminals.len();
        self.rules.terminals.push(terminal.clone());
        self.terminals.insert(terminal, index);
        index
    }

    fn instance(&mut self, key: Key) -> Sym {
        if let Some(index) = self.instances.get(&key) {
            return Sym::nonterminal(*index);
        }
        let index = self.rules.instances.len();
        self.rules.instances.push(match &key {
            Key::Production { index, arguments, .. } => {
                Instance { production: Some(*index), arguments: *arguments, set: None }
            }
            Key::Set(set) => Instance { production: None, arguments: 0, set: Some(*set) },
            _ => Instance { production: None, arguments: 0, set: None },
        });
        self.instances.insert(key.clone(), index);
        self.queue.push((index, key));
        Sym::nonterminal(index)
    }

    fn start(&mut self, symbol: Sym) {
        let end = self.terminal(Terminal::End);
        let left = self.rules.instances.len();
        self.rules.instances.push(Instance { production: None, arguments: 0, set: None });
        self.rules.starts.push(self.rules.rules.len());
        self.instances.insert(Key::Start(left), left);
        self.push(left, vec![symbol, Sym::terminal(end)], Role::Start);
    }

    fn push(&mut self, left: usize, right: Vec<Sym>, role: Role) {
        let rule = Rule { left, right, role, alternative: 0, slots: Vec::new(), condition: None };
        self.rules.rules.push(rule);
    }

    fn produce(&mut self, left: usize, key: &Key) {
        match key {
            Key::Production { index, arguments, except } => {
                let production = &self.grammar.productions()[*index];
                let caller = Caller { production, arguments: *arguments, except: *except };
                for (index, alternative) in production.alternatives.iter().enumerate() {
                    self.alternative(left, caller, index, alternative);
                }
            }
            Key::Set(set) => {
                for class in set.classes() {
                    self.push(left, vec![Sym::terminal(usize::from(class))], Role::Pass);
                }
            }
            Key::Marker(guard) => self.push(left, Vec::new(), Role::Marker(*guard)),
            Key::Words { token, except } => self.words(left, token, except),
            Key::Start(_) => {}
        }
    }

    /// A token that words of the syntactic grammar may be, too.
    fn words(&mut self, left: usize, token: &str, except: &[String]) {
        let own = self.terminal(Terminal::Token(token.to_owned()));
        self.push(left, vec![Sym::terminal(own)], Role::Pass);
        if except.is_empty() {
            let escaped = self.terminal(Terminal::Escaped(token.to_owned()));
            self.push(left, vec![Sym::terminal(escaped)], Role::Pass);
        }
        for index in 0..self.rules.terminals.len() {
            let Terminal::Literal(text) = &self.rules.terminals[index] else { continue };
            if self.tokens.word(text) == Some(token) && !except.contains(text) {
                self.push(left, vec![Sym::terminal(index)], Role::Pass);
            }
        }
    }

    fn alternative(
        &mut self,
        left: usize,
        caller: Caller<'g>,
        index: usize,
        alternative: &'g Alternative,
    ) {
        let available = alternative
            .guards
            .iter()
            .all(|guard| has(caller.production, caller.arguments, &guard.parameter) == guard.with);
        if !available {
            return;
        }
        let mut rights = vec![Right::default()];
        for symbol in &alternative.symbols {
            let worked_in = self.add(caller, &mut rights, symbol);
            if worked_in.is_none() {
                let production = &caller.production.name;
                self.rules.problems.push(format!("{production}: `{symbol}` is not understood"));
                return;
            }
        }
        for right in rights {
            let Right { symbols, slots, condition } = right;
            let alternative = index as u16;
            let rule =
                Rule { left, right: symbols, role: Role::Node, alternative, slots, condition };
            self.rules.rules.push(rule);
        }
    }

    fn add(
        &mut self,
        caller: Caller<'g>,
        rights: &mut Vec<Right>,
        symbol: &'g Symbol,
    ) -> Option<()> {
        if let Symbol::Optional(inner) = symbol {
            if rights.len() > MOST_VARIANTS {
                return None;
            }
            let mut absent = rights.clone();
            absent.iter_mut().for_each(|right| right.slots.push(Slot::Absent));
            self.add(caller, rights, inner)?;
            rights.append(&mut absent);
            return Some(());
        }
        if let Symbol::OnlyIf(words) = symbol {
            let condition = prose::condition(words)?;
            rights.iter_mut().for_each(|right| right.condition = Some(condition));
            return Some(());
        }
        let symbols = self.symbols(caller, symbol)?;
        for right in rights {
            let first = right.symbols.len() as u8;
            if symbol.is_visible() {
                right.slots.push(match symbols.len() {
                    1 => Slot::Symbol(first),
                    count => Slot::Text(first, count as u8),
                });
            }
            right.symbols.extend(&symbols);
        }
        Some(())
    }

    fn symbols(&mut self, caller: Caller<'g>, symbol: &'g Symbol) -> Option<Vec<Sym>> {
        match symbol {
            Symbol::NoLineTerminator => Some(vec![self.marker(Guard::NoLineTerminator)]),
            Symbol::Lookahead { follows, sequences } => {
                let sequences = self.sequences(sequences)?;
                Some(vec![self.marker(Guard::Lookahead { follows: *follows, sequences })])
            }
            _ if self.over_tokens => self.token(caller, symbol).map(|symbol| vec![symbol]),
            Symbol::Terminal(text) if caller.except.is_empty() => {
                let class = |c| Sym::terminal(usize::from(charset::class(u32::from(c))));
                Some(text.chars().map(class).collect())
            }
            _ => self.code_point(caller, symbol).map(|symbol| vec![symbol]),
        }
    }

    fn marker(&mut self, guard: Guard) -> Sym {
        let guards = &mut self.rules.guards;
        let index = *self.guards.entry(guard.clone()).or_insert_with(|| {
            guards.push(guard);
            guards.len() - 1
        });
        self.instance(Key::Marker(index))
    }

    /// A symbol of the syntactic grammar.
    fn token(&mut self, caller: Caller<'g>, symbol: &Symbol) -> Option<Sym> {
        match symbol {
            Symbol::Terminal(text) => {
                Some(Sym::terminal(self.terminal(Terminal::Literal(text.clone()))))
            }
            Symbol::Nonterminal(nonterminal) => {
                let index = self.grammar.index(&nonterminal.name)?;
                let production = &self.grammar.productions()[index];
                if production.kind == Kind::Syntactic
                    || language::words(self.grammar, symbol).is_some()
                {
                    return self.call(caller, nonterminal, CharSet::EMPTY);
                }
                Some(self.token_class(&nonterminal.name, Vec::new()))
            }
            Symbol::ButNot(base, except) => {
                let Symbol::Nonterminal(base) = &**base else { return None };
                let except: Option<Vec<_>> =
                    except.iter().map(|one| language::words(self.grammar, one)).collect();
                Some(self.token_class(&base.name, except?.concat()))
            }
            _ => None,
        }
    }

    fn token_class(&mut self, token: &str, except: Vec<String>) -> Sym {
        let has_words = self.rules.terminals.iter().any(|terminal| {
            matches!(terminal, Terminal::Literal(text) if self.tokens.word(text) == Some(token))
        });
        if has_words {
            self.instance(Key::Words { token: token.to_owned(), except })
        } else {
            Sym::terminal(self.terminal(Terminal::Token(token.to_owned())))
        }
    }

    fn call(&mut self, caller: Caller<'g>, callee: &Nonterminal, except: CharSet) -> Option<Sym> {
        let index = self.grammar.index(&callee.name)?;
        let production = &self.grammar.productions()[index];
        let from = Some((caller.production, caller.arguments));
        let arguments = arguments(from, production, &callee.arguments);
        Some(self.instance(Key::Production { index, arguments, except }))
    }

    /// A symbol of a grammar over code points.
    fn code_point(&mut self, caller: Caller<'g>, symbol: &'g Symbol) -> Option<Sym> {
        match symbol {
            Symbol::Nonterminal(nonterminal) => self.call(caller, nonterminal, caller.except),
            Symbol::ButNot(base, excluded) => {
                let mut except = caller.except;
                for one in excluded {
                    except = except | language::single_code_points(self.grammar, one)?;
                }
                match &**base {
                    Symbol::Nonterminal(base) => self.call(caller, base, except),
                    base => {
                        let set = language::single_code_points(self.grammar, base)?;
                        Some(self.instance(Key::Set(set - except)))
                    }
                }
            }
            _ => {
                let set = language::single_code_points(self.grammar, symbol)?;
                Some(self.instance(Key::Set(set - caller.except)))
            }
        }
    }

    fn sequences(&mut self, sequences: &[Vec<Symbol>]) -> Option<Vec<Vec<Expected>>> {
        if self.over_tokens {
            return sequences.iter().map(|sequence| self.expected_tokens(sequence)).collect();
        }
        let mut all = Vec::new();
        for sequence in sequences {
            all.extend(language::sequences(self.grammar, sequence)?);
        }
        Some(all)
    }

    fn expected_tokens(&mut self, sequence: &[Symbol]) -> Option<Vec<Expected>> {
        let mut expected = Vec::new();
        let mut same_line = false;
        for symbol in sequence {
            match symbol {
                Symbol::NoLineTerminator => same_line = true,
                Symbol::Terminal(text) => {
                    let terminal = self.terminal(Terminal::Literal(text.clone()));
                    expected.push(Expected::Token { terminal, same_line });
                    same_line = false;
                }
                _ => return None,
            }
        }
        Some(expected)
    }
}
