//! Every phrase has as many arguments as its behaviour takes.

use super::super::code::{Code, Op};
use super::super::names::Names;
use super::{Compiler, Shared};
use crate::ir::{Expr, Kind, Statement};
use crate::phrases::{Action, Predicate, ValueOf};
use crate::prose::examples;

/// The code of one statement.
fn code(statement: &Statement) -> Code {
    let (mut names, mut kinds) = (Names::new(), Vec::<Kind>::new());
    let (mut codes, mut branches, mut figures) = (Vec::new(), Vec::new(), Vec::new());
    let mut shared = Shared {
        names: &mut names,
        kinds: &mut kinds,
        codes: &mut codes,
        branches: &mut branches,
        figures: &mut figures,
        plain_numbers: false,
        asynchronous: &std::collections::BTreeSet::new(),
    };
    let mut compiler = Compiler::new(&mut shared, 0);
    compiler.statement(statement);
    compiler.finish()
}

/// Whether a phrase can be compiled with some expressions in its holes: a few phrases speak of a field
/// or of an element.
fn fits(phrase: &str, statement: impl Fn(Vec<Expr>) -> Statement) -> bool {
    let record = || Box::new(Expr::Undefined);
    let expressions =
        [Expr::Undefined, Expr::Field(record(), "x".to_owned()), Expr::Element(record(), record())];
    let compiles = |expression: &Expr| {
        let code = code(&statement(examples(phrase, expression)));
        !code.ops.iter().any(|op| matches!(op, Op::Unsupported(_)))
    };
    expressions.iter().any(compiles)
}

#[test]
fn values_have_the_arguments_that_they_need() {
    let suffixes = ValueOf::SECOND_PHRASES.iter().map(|it| (it, true));
    let all = ValueOf::PHRASES.iter().map(|it| (it, false)).chain(suffixes);
    let known = all.filter(|((value, _), _)| !matches!(value, ValueOf::Unsupported(_)));
    let misfits = known.filter(|((value, phrase), suffix)| {
        !fits(phrase, |mut arguments| {
            if *suffix {
                arguments.insert(0, Expr::Undefined);
            }
            Statement::Perform(Expr::Value(*value, arguments))
        })
    });
    assert_eq!(misfits.collect::<Vec<_>>(), []);
}

#[test]
fn conditions_have_the_arguments_that_they_need() {
    let claims = Predicate::SECOND_PHRASES.iter().map(|it| (it, true));
    let all = Predicate::PHRASES.iter().map(|it| (it, false)).chain(claims);
    let known = all.filter(|((it, _), _)| !matches!(it, Predicate::Unsupported(_)));
    let misfits = known.filter(|((predicate, phrase), claim)| {
        // The subject is any expression, as the other holes are.
        let phrase = if *claim { (*phrase).to_owned() } else { format!("{{e}} {phrase}") };
        !fits(&phrase, |arguments| Statement::Assert(Expr::Holds(*predicate, arguments)))
    });
    assert_eq!(misfits.collect::<Vec<_>>(), []);
}

#[test]
fn actions_have_the_arguments_that_they_need() {
    let known = Action::PHRASES.iter().filter(|it| !matches!(it.0, Action::Unsupported(_)));
    let misfits = known
        .filter(|(action, phrase)| !fits(phrase, |arguments| Statement::Act(*action, arguments)));
    assert_eq!(misfits.collect::<Vec<_>>(), [] as [&(Action, &str); 0]);
}

#[test]
fn what_has_no_behaviour_is_kept_as_what_it_is_called() {
    let unsupported = ValueOf::PHRASES.iter().find(|it| matches!(it.0, ValueOf::Unsupported(_)));
    let (value, phrase) = unsupported.expect("an unsupported value");
    let arguments = examples(phrase, &Expr::Undefined);
    let code = code(&Statement::Perform(Expr::Value(*value, arguments)));
    assert!(code.ops.iter().any(|op| matches!(op, Op::Unsupported(_))));
}
