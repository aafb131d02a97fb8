//! Parsing over tokens: the parser says which goal the scanner is to use, and semicolons are
//! inserted where it cannot go on.

use super::Syntactic;
use super::engine::Engine;
use super::error::SyntaxError;
use super::expand::Goal;
use super::lexicon::{Input, Lexeme, Lexicon, Peek, Upcoming};
use super::scanner::{LexicalGoal, Scanner};
use super::tree::{Packed, Source, Token, Tree};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Parses a text as a goal of the syntactic grammar.
pub(super) fn parse(
    syntactic: &Syntactic,
    scanner: &Scanner,
    lexicon: &Lexicon,
    goal: &Goal,
    text: &str,
) -> Result<Tree, SyntaxError> {
    let machine = &syntactic.machine;
    let Some(start) = machine.start(goal) else {
        return Err(SyntaxError::nowhere("the parser has no tables for this goal"));
    };
    let tree = Tree {
        names: Arc::clone(&machine.names),
        source: Source::Text(Arc::from(text)),
        nodes: Vec::new(),
        children: Vec::new(),
        tokens: Vec::new(),
        root: 0,
        covered: FxHashMap::default(),
    };
    let engine = Engine::new(&machine.names.rules, &machine.tables, start, tree);
    let input = Input { scanner, lexicon, text };
    let tree = Reading { syntactic, input, engine }.read()?;
    syntactic.covers.refine_all(machine, tree, text)
}

struct Reading<'p> {
    syntactic: &'p Syntactic,
    input: Input<'p>,
    engine: Engine<'p>,
}

impl Reading<'_> {
    fn read(mut self) -> Result<Tree, SyntaxError> {
        let mut at = 0;
        loop {
            let lexeme = self.next(at)?;
            if !self.advance(lexeme) {
                let semicolons = self.syntactic.semicolons.as_ref();
                let rules = &self.syntactic.machine.names.rules;
                if semicolons
                    .is_some_and(|semicolons| semicolons.insert(rules, &mut self.engine, lexeme))
                {
                    // Read the token again: after a semicolon a slash may mean something else.
                    continue;
                }
                return Err(self.unexpected(lexeme));
            }
            if lexeme.terminal == self.input.lexicon.end {
                let message = "the text has no reading";
                return self
                    .engine
                    .finish()
                    .ok_or_else(|| SyntaxError::at(self.input.text, at, message));
            }
            at = lexeme.end;
        }
    }

    fn next(&mut self, at: usize) -> Result<Lexeme, SyntaxError> {
        let peek = self.input.peek(at);
        let goal =
            if self.input.depends_on_goal(&peek) { self.goal(&peek) } else { LexicalGoal::Div };
        self.input.lexeme(goal, &peek)
    }

    /// The goal of the lexical grammar, by what the parser could read here.
    fn goal(&mut self, peek: &Peek) -> LexicalGoal {
        let lexicon = self.input.lexicon;
        let regexp = lexicon.regexp.is_some_and(|terminal| self.accepts(terminal, peek));
        let template = lexicon.template.iter().any(|terminal| self.accepts(*terminal, peek));
        match (regexp, template) {
            (false, false) => LexicalGoal::Div,
            (true, false) => LexicalGoal::RegExp,
            (false, true) => LexicalGoal::Template,
            (true, true) => LexicalGoal::RegExpOrTemplate,
        }
    }

    fn accepts(&mut self, terminal: usize, peek: &Peek) -> bool {
        let Peek { start, newline_before, .. } = *peek;
        let first = Lexeme { terminal, start, end: start, newline_before };
        self.engine.accepts(terminal, &mut Upcoming { input: self.input, first })
    }

    fn advance(&mut self, lexeme: Lexeme) -> bool {
        let Lexeme { terminal, start, end, newline_before } = lexeme;
        let tokens = &mut self.engine.tree.tokens;
        tokens.push(Token {
            terminal: terminal as u16,
            newline_before,
            start: start as u32,
            end: end as u32,
        });
        let value = Packed::token(tokens.len() - 1);
        let mut ahead = Upcoming { input: self.input, first: lexeme };
        let advanced = self.engine.advance(terminal, value, &mut ahead);
        if !advanced || terminal == self.input.lexicon.end {
            self.engine.tree.tokens.pop();
        }
        advanced
    }

    fn unexpected(&self, lexeme: Lexeme) -> SyntaxError {
        let message = if lexeme.terminal == self.input.lexicon.end {
            "unexpected end of the text".to_owned()
        } else {
            format!("unexpected `{}`", &self.input.text[lexeme.start..lexeme.end])
        };
        SyntaxError::at(self.input.text, lexeme.start, message)
    }
}
