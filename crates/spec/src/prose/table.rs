//! Steps whose bullets are parts of one value: `the string-concatenation of:`.

use super::expression::{Parser, Vocabulary};
use super::token::{Spaced, Token, tokens};
use crate::algorithm::Step;
use crate::ir::{Expr, Statement};
use crate::phrases::TextValue;

/// Understands a step with bullets as one statement, or not at all.
pub fn with_bullets(head: &[Spaced], step: &Step, vocabulary: &Vocabulary) -> Option<Statement> {
    let bullets =
        !step.steps.is_empty() && step.steps.iter().all(|it| it.bullet && it.steps.is_empty());
    (bullets && head.last()?.token == Token::Mark(':')).then_some(())?;
    let mut parser = Parser::new(head, vocabulary);
    let name = match parser.take()? {
        Token::Word(verb) if verb == "Return" => None,
        Token::Word(verb) if verb == "Let" || verb == "Set" => match parser.take()? {
            Token::Variable(name) => Some((verb == "Let", name.clone())),
            _ => return None,
        },
        _ => return None,
    };
    let _ = parser.words("be") || parser.words("to");
    (parser.words("the string-concatenation of")
        || parser.words("the String value produced by concatenating"))
    .then_some(())?;
    let parts =
        step.steps.iter().map(|part| bullet(part, vocabulary)).collect::<Option<Vec<_>>>()?;
    let value = Expr::Value(TextValue::StringConcatenation.into(), vec![Expr::List(parts)]);
    Some(match name {
        None => Statement::Return(Some(value)),
        Some((true, name)) => Statement::Let(name, value),
        Some((false, name)) => Statement::Set(Expr::Variable(name), value),
    })
}

fn bullet(step: &Step, vocabulary: &Vocabulary) -> Option<Expr> {
    let tokens = tokens(&step.text);
    let mut parser = Parser::new(&tokens, vocabulary);
    let value = parser.expression()?;
    parser.peek().is_none().then_some(value)
}
