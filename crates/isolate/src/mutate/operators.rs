//! Operator mutation: an operator becomes another of its category; a unary one may be removed.

use parallax_program::edit::Splice;
use parallax_program::parts::{Parts, Unary};

use super::{Mutation, of_parts};
use crate::subject::Language;

const OF_C: [&[&str]; 4] = [
    &["+", "-", "*", "/", "%"],
    &["<", ">", "<=", ">=", "==", "!="],
    &["&", "|", "^", "<<", ">>"],
    &["&&", "||"],
];

const OF_SCRIPTS: [&[&str]; 4] = [
    &["+", "-", "*", "/", "%", "**"],
    &["<", ">", "<=", ">=", "==", "!=", "===", "!=="],
    &["&", "|", "^", "<<", ">>", ">>>"],
    &["&&", "||", "??"],
];

/// Operators with one operand: how they are written around `x`.
const STEPS: [&str; 4] = ["++x", "x++", "--x", "x--"];
const SIGNS: [&str; 3] = ["-x", "~x", "!x"];

pub(super) fn rules(language: Language) -> Vec<Mutation> {
    let mut rules = Vec::new();
    let categories = match language {
        Language::C => OF_C,
        Language::Js => OF_SCRIPTS,
    };
    for category in categories {
        for (one, other) in pairs(category) {
            rules.push(of_parts(format!("{one} -> {other}"), move |parts| {
                binary(parts, one, other)
            }));
        }
    }
    for category in [&STEPS[..], &SIGNS[..]] {
        for (one, other) in pairs(category) {
            rules.push(of_parts(format!("{one} -> {other}"), move |parts| {
                unary(parts, one, |operand| other.replace('x', operand))
            }));
        }
    }
    for one in STEPS {
        rules
            .push(of_parts(format!("remove {one}"), move |parts| unary(parts, one, str::to_owned)));
    }
    for one in SIGNS {
        let operator = one.trim_end_matches('x');
        rules.push(of_parts(format!("remove {operator}"), move |parts| {
            unary(parts, one, str::to_owned)
        }));
    }
    rules
}

fn pairs<'c>(category: &'c [&'c str]) -> impl Iterator<Item = (&'c str, &'c str)> {
    category.iter().flat_map(move |&one| {
        category.iter().filter(move |&&other| other != one).map(move |&other| (one, other))
    })
}

/// Replaces an operator, alone or in an assignment.
fn binary(parts: &Parts, one: &str, other: &str) -> Vec<Splice> {
    let assigns = [OF_C[0], OF_C[2], OF_SCRIPTS[0], OF_SCRIPTS[2]].concat().contains(&one);
    let replaced = |text: &str| match text.strip_suffix('=') {
        _ if text == one => Some(other.to_owned()),
        Some(assigned) if assigned == one && assigns => Some(format!("{other}=")),
        _ => None,
    };
    let operators = parts.binaries.iter().filter_map(|operator| {
        Some(Splice::replacement(operator.span.clone(), replaced(&operator.text)?))
    });
    operators.collect()
}

/// Replaces an operator with one operand. The operand is written as it was.
fn unary(parts: &Parts, one: &str, other: impl Fn(&str) -> String) -> Vec<Splice> {
    let is = |unary: &&Unary| match unary.prefix {
        true => one.strip_suffix('x') == Some(&unary.text),
        false => one.strip_prefix('x') == Some(&unary.text),
    };
    let unaries = parts.unaries.iter().filter(is);
    let replaced = |unary: &Unary| Splice::replacement(unary.span.clone(), other(&unary.operand));
    unaries.map(replaced).collect()
}
