//! Whole algorithms: every step understood, or kept as what it says and counted.

use super::expression::{Parser, Vocabulary};
use super::statement::{Parsed, Sentences, attach_else};
use super::table;
use super::token::{Spaced, Token, tokens};
use crate::algorithm::Step;
use crate::ir::{Block, Expr, Line, Statement};
use crate::phrases::HandWritten;

/// Longer steps are not looked at. The longest in any edition has some 300 tokens.
const MAX_TOKENS: usize = 2_000;

/// An algorithm's meaning.
#[derive(Clone, Debug, PartialEq)]
pub struct Understood {
    /// What it does.
    pub body: Block,
    /// For each step, in the order of the text, the words that are not understood, if any.
    pub unknown: Vec<Option<String>>,
}

impl Understood {
    /// Whether every step is understood.
    pub fn complete(&self) -> bool {
        self.unknown.iter().all(Option::is_none)
    }
}

/// Understands the steps of an algorithm.
pub fn understand(steps: &[Step], vocabulary: &Vocabulary) -> Understood {
    let mut reader = Reader { vocabulary, unknown: Vec::new() };
    let body = reader.block(steps);
    Understood { body, unknown: reader.unknown }
}

struct Reader<'a> {
    vocabulary: &'a Vocabulary,
    unknown: Vec<Option<String>>,
}

impl Reader<'_> {
    /// Steps are nested a few dozen deep at most; `algorithm::steps` sees to it.
    fn block(&mut self, steps: &[Step]) -> Block {
        let mut block: Block = Vec::new();
        for step in steps {
            self.step(step, &mut block);
        }
        block
    }

    fn step(&mut self, step: &Step, block: &mut Block) {
        let number = self.unknown.len();
        self.unknown.push(None);
        let mut tokens = tokens(&step.text);
        if tokens.len() > MAX_TOKENS {
            tokens.truncate(1);
        }
        if let Some(statement) = table::with_bullets(&tokens, step, self.vocabulary) {
            self.unknown.extend(step.steps.iter().map(|_| None));
            block.push(Line { statement, step: number });
            return;
        }
        let body = (!step.steps.is_empty()).then(|| self.block(&step.steps));
        let mut parser = Parser::new(&tokens, self.vocabulary);
        let parsed = Sentences { parser: &mut parser, body, step: number }.read();
        if parsed.is_none_or(|parsed| !add(parsed, number, block)) {
            self.unknown[number] = Some(shape(&tokens));
            block.push(Line { statement: not_understood(&step.text), step: number });
        }
    }
}

/// What is done in place of a step that is not understood: what is written by hand, if anything. An
/// assertion that is not understood changes nothing.
fn not_understood(text: &str) -> Statement {
    match HandWritten::find(text) {
        Some(sentence) => Statement::HandWritten(sentence),
        None if text.starts_with("Assert:") => {
            Statement::Assert(Expr::Unsupported(text.to_owned()))
        }
        None => Statement::Unsupported(text.to_owned()),
    }
}

/// Adds what a step means to the block. An `Else` without an `If` before it has no meaning.
fn add(parsed: Parsed, step: usize, block: &mut Block) -> bool {
    let lines = |statements: Vec<Statement>| {
        statements.into_iter().map(move |statement| Line { statement, step })
    };
    match parsed {
        Parsed::Statements(statements) => {
            block.extend(lines(statements));
            true
        }
        Parsed::Else(condition, branch) => {
            let branch = match condition {
                Some(condition) => {
                    vec![Line { statement: Statement::If(condition, branch, Vec::new()), step }]
                }
                None => branch,
            };
            // What was not understood before has no branches, but this step is understood.
            let before = block.iter_mut().rev().map(|line| &mut line.statement);
            match before.into_iter().find(|statement| !matches!(statement, Statement::Note)) {
                Some(
                    Statement::HandWritten(_)
                    | Statement::Unsupported(_)
                    | Statement::Assert(Expr::Unsupported(_)),
                ) => true,
                Some(statement) => attach_else(statement, branch),
                None => false,
            }
        }
    }
}

/// A step's words with names taken out, so that like phrases are counted together.
fn shape(tokens: &[Spaced]) -> String {
    let mut text = String::new();
    for spaced in tokens {
        if spaced.space {
            text.push(' ');
        }
        match &spaced.token {
            Token::Word(word) => text.push_str(word),
            Token::Variable(_) => text.push_str("_x_"),
            Token::Value(value) => text.push_str(&format!("*{value}*")),
            Token::Text(_) => text.push_str("*\"…\"*"),
            Token::Enum(_) => text.push_str("~e~"),
            Token::Nonterminal(_) => text.push_str("|N|"),
            Token::Code(_) => text.push_str("`c`"),
            Token::Intrinsic(_) => text.push_str("%I%"),
            Token::Field(_) => text.push_str("[[F]]"),
            Token::Symbol(_) => text.push_str("@@s"),
            Token::Grammar(_) => text.push_str("<production>"),
            Token::Reference(_) => text.push_str("<reference>"),
            Token::Figure(_) => text.push_str("<figure>"),
            Token::Number(digits) => text.push_str(digits),
            Token::Possessive => text.push_str("'s"),
            Token::Raise => text.push('^'),
            Token::Lower => {}
            Token::Subscript(kind) => text.push_str(kind),
            Token::Mark(mark) => text.push(*mark),
        }
    }
    text
}
