//! Parsing with an edition's own grammar.
//!
//! The productions become plain rules (`expand`), the rules LALR(1) tables (`tables`), and a
//! generalised LR parser (`engine`) runs them over tokens that a scanner made from the lexical
//! grammar (`scanner`) finds, or over code points for goals such as patterns. What the text says
//! in prose only is in `prose`, `semicolon` and `cover`.

mod automaton;
mod branches;
mod characters;
pub(crate) mod charset;
pub(crate) mod cover;
mod early;
mod engine;
mod error;
pub(crate) mod expand;
mod language;
mod lexicon;
mod lookaheads;
mod machine;
mod nfa;
mod prose;
pub(crate) mod rules;
mod scanner;
mod semicolon;
mod tables;
#[cfg(test)]
mod tests;
mod tokens;
mod tree;

pub use error::SyntaxError;
pub use tree::{Child, NodeId, TokenId, Tree};

use crate::grammar::{Grammar, Kind};
use cover::Covers;
use expand::Goal;
use lexicon::Lexicon;
use machine::Machine;
use scanner::Scanner;
use semicolon::Semicolons;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

/// Goals of the syntactic grammar whose tables are made at once: what scripts, modules and the
/// functions that parse at run time need. Others are made when they are first asked for.
const GOALS: [&str; 13] = [
    "Script",
    "Module",
    "FormalParameters",
    "UniqueFormalParameters",
    "FunctionBody",
    "GeneratorBody",
    "AsyncFunctionBody",
    "AsyncGeneratorBody",
    "FunctionExpression",
    "GeneratorExpression",
    "AsyncFunctionExpression",
    "AsyncGeneratorExpression",
    "MethodDefinition",
];

/// A parser made from a grammar.
pub struct Parser {
    grammar: Arc<Grammar>,
    scanner: Scanner,
    /// Without annex B, if the grammar has it.
    plain: Option<Plain>,
    main: Syntactic,
    concerns: early::Concerns,
    others: Mutex<HashMap<(Goal, bool), Arc<Other>>>,
}

/// What annex B does not apply to: modules have none of its comments, strict code none of its
/// literals, templates none of its escapes, and patterns in Unicode mode none of its additions.
struct Plain {
    grammar: Arc<Grammar>,
    scanner: Scanner,
    lexicon: Lexicon,
}

/// What parses over tokens.
struct Syntactic {
    machine: Machine,
    lexicon: Lexicon,
    covers: Covers,
    semicolons: Option<Semicolons>,
}

enum Other {
    Tokens(Box<Syntactic>),
    Characters(Machine),
}

impl Parser {
    /// A parser for texts in this grammar. Never fails: what the grammar lacks is refused later.
    pub fn new(grammar: &Grammar) -> Self {
        let plain = grammar.without_annex_b();
        let grammar = Arc::new(prose::adjusted(grammar));
        let scanner = Scanner::of(&grammar);
        let mut goals = cover::covered_goals(&grammar);
        for name in GOALS {
            let Some(production) = grammar.index(name) else { continue };
            let parameters = grammar.productions()[production].parameters.len().min(4);
            goals.extend((0..1 << parameters).map(|arguments| Goal { production, arguments }));
        }
        let main = Syntactic::of(&grammar, &scanner, &goals);
        let plain = plain.map(|plain| {
            let scanner = Scanner::of(plain);
            let excluded = language::excluded_words(plain);
            let lexicon = Lexicon::of(&scanner, &main.machine.names.rules, &excluded);
            Plain { grammar: Arc::new(plain.clone()), scanner, lexicon }
        });
        let concerns = early::Concerns::of(&grammar);
        Parser { grammar, scanner, plain, main, concerns, others: Mutex::new(HashMap::new()) }
    }

    /// Parses a script.
    ///
    /// # Errors
    /// Where the text is not a script, with the place.
    pub fn script(&self, text: &str) -> Result<Tree, SyntaxError> {
        self.parse("Script", &[], text)
    }

    /// Parses a module.
    ///
    /// # Errors
    /// Where the text is not a module, with the place.
    pub fn module(&self, text: &str) -> Result<Tree, SyntaxError> {
        self.parse("Module", &[], text)
    }

    /// Parses a text as any nonterminal that has the parameters in `with` and no others, and refuses
    /// the early errors that need nothing but the tree.
    ///
    /// # Errors
    /// Where the text is not of that goal, or the grammar has no such goal.
    pub fn parse(&self, goal: &str, with: &[&str], text: &str) -> Result<Tree, SyntaxError> {
        self.parse_checked(goal, with, text, false)
    }

    /// The same, for text that is strict whatever it begins with.
    ///
    /// # Errors
    /// As [`Parser::parse`].
    pub fn parse_strictly(
        &self,
        goal: &str,
        with: &[&str],
        text: &str,
    ) -> Result<Tree, SyntaxError> {
        self.parse_checked(goal, with, text, true)
    }

    fn parse_checked(
        &self,
        goal: &str,
        with: &[&str],
        text: &str,
        strict: bool,
    ) -> Result<Tree, SyntaxError> {
        let tree = self.parse_without_early_errors(goal, with, text)?;
        let kind = self.grammar.productions()[tree.production(tree.root())].kind;
        if kind == Kind::Syntactic {
            early::check(self, &self.concerns, &tree, strict)?;
        }
        Ok(tree)
    }

    /// The same, by the grammar alone.
    ///
    /// # Errors
    /// As [`Parser::parse`].
    pub fn parse_without_early_errors(
        &self,
        goal: &str,
        with: &[&str],
        text: &str,
    ) -> Result<Tree, SyntaxError> {
        let is_module = goal == "Module";
        let (goal, kind) = self.goal(goal, with)?;
        if text.len() >= i32::MAX as usize {
            return Err(SyntaxError::nowhere("the text is longer than 2 GiB"));
        }
        if kind == Kind::Syntactic && self.main.machine.start(&goal).is_some() {
            let plain = self.plain.as_ref().filter(|_| is_module);
            let (scanner, lexicon) = match plain {
                Some(plain) => (&plain.scanner, &plain.lexicon),
                None => (&self.scanner, &self.main.lexicon),
            };
            return tokens::parse(&self.main, scanner, lexicon, &goal, text);
        }
        match &*self.other(&goal, kind, false) {
            Other::Tokens(syntactic) => {
                tokens::parse(syntactic, &self.scanner, &syntactic.lexicon, &goal, text)
            }
            Other::Characters(machine) => characters::parse_text(machine, &goal, text),
        }
    }

    /// Parses code points, which may be surrogates, as a nonterminal of a grammar over code points.
    ///
    /// # Errors
    /// Where they are not of that goal, or the grammar has no such goal over code points.
    pub fn parse_code_points(
        &self,
        goal: &str,
        with: &[&str],
        code_points: &[u32],
    ) -> Result<Tree, SyntaxError> {
        self.parse_characters(goal, with, code_points, false)
    }

    /// The inside of a token: its own tree, by the lexical production that it matches. Spans count
    /// from the token's beginning.
    ///
    /// # Errors
    /// Where a token is literal text, which has no inside.
    pub fn inside(&self, tree: &Tree, token: TokenId) -> Result<Tree, SyntaxError> {
        let name = tree.token_lexical_name(token).unwrap_or_default();
        self.parse_without_early_errors(name, &[], tree.token_text(token))
    }

    fn parse_characters(
        &self,
        goal: &str,
        with: &[&str],
        code_points: &[u32],
        plainly: bool,
    ) -> Result<Tree, SyntaxError> {
        let (goal, kind) = self.goal(goal, with)?;
        match &*self.other(&goal, kind, plainly) {
            Other::Tokens(_) => Err(SyntaxError::nowhere("the goal is not over code points")),
            Other::Characters(machine) => {
                characters::parse_code_points(machine, &goal, code_points)
            }
        }
    }

    /// Parses code points by the grammar without annex B.
    fn parse_plainly(
        &self,
        goal: &str,
        with: &[&str],
        code_points: &[u32],
    ) -> Result<Tree, SyntaxError> {
        self.parse_characters(goal, with, code_points, true)
    }

    /// The grammar, as the parser understands it.
    pub fn grammar(&self) -> &Grammar {
        &self.grammar
    }

    /// The alternatives of the syntactic grammar that a goal's text can use, in its first reading or
    /// where it covers others.
    pub fn reachable(&self, goal: &str) -> BTreeSet<(usize, usize)> {
        let Ok((goal, Kind::Syntactic)) = self.goal(goal, &[]) else { return BTreeSet::new() };
        let other = self.other(&goal, Kind::Syntactic, false);
        match &*other {
            Other::Tokens(syntactic) => syntactic.machine.names.alternatives(Kind::Syntactic),
            Other::Characters(_) => BTreeSet::new(),
        }
    }

    pub(crate) fn scanner(&self) -> &Scanner {
        &self.scanner
    }

    /// What of the grammar could not be understood, in words.
    pub fn problems(&self) -> Vec<String> {
        let mut problems = self.scanner.problems.clone();
        problems.extend(self.main.machine.names.rules.problems.iter().cloned());
        problems.sort();
        problems.dedup();
        problems
    }

    /// The size of the tables for scripts and modules: states, rules, and places where more than
    /// one thing is tried.
    pub fn size(&self) -> (usize, usize, usize) {
        let (states, several) = self.main.machine.tables.size();
        (states, self.main.machine.names.rules.rules.len(), several)
    }

    fn goal(&self, name: &str, with: &[&str]) -> Result<(Goal, Kind), SyntaxError> {
        let Some(production) = self.grammar.index(name) else {
            return Err(SyntaxError::nowhere(format!("the grammar has no production `{name}`")));
        };
        let definition = &self.grammar.productions()[production];
        let mut arguments = 0;
        for parameter in with {
            let place = definition.parameters.iter().take(16).position(|name| name == parameter);
            let Some(place) = place else {
                let message = format!("the production `{name}` has no parameter `{parameter}`");
                return Err(SyntaxError::nowhere(message));
            };
            arguments |= 1 << place;
        }
        Ok((Goal { production, arguments }, definition.kind))
    }

    fn other(&self, goal: &Goal, kind: Kind, plainly: bool) -> Arc<Other> {
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        // Annex B adds productions after those that are there, so a goal is the same in both.
        let plain = self.plain.as_ref().filter(|_| plainly).map(|plain| &plain.grammar);
        let key = (goal.clone(), plain.is_some());
        if let Some(other) = others.get(&key) {
            return Arc::clone(other);
        }
        let grammar = plain.unwrap_or(&self.grammar);
        let other = Arc::new(if kind == Kind::Syntactic {
            let mut goals = cover::covered_goals(grammar);
            goals.push(goal.clone());
            Other::Tokens(Box::new(Syntactic::of(grammar, &self.scanner, &goals)))
        } else {
            Other::Characters(Machine::of(
                grammar,
                &expand::NoTokens,
                std::slice::from_ref(goal),
                kind,
            ))
        });
        others.insert(key, Arc::clone(&other));
        other
    }
}

impl Syntactic {
    fn of(grammar: &Arc<Grammar>, scanner: &Scanner, goals: &[Goal]) -> Self {
        let machine = Machine::of(grammar, scanner, goals, Kind::Syntactic);
        let lexicon =
            Lexicon::of(scanner, &machine.names.rules, &language::excluded_words(grammar));
        let semicolons = Semicolons::of(&lexicon);
        let covers = Covers::of(&machine);
        Syntactic { machine, lexicon, covers, semicolons }
    }
}
