//! Operator mutation: an operator becomes another of its category; one that has a single operand
//! becomes another, or goes.

use parallax_program::c::{Syntax, Unary};
use parallax_program::edit::Splice;

use super::Rule;

const CATEGORIES: [&[&str]; 4] = [
    &["+", "-", "*", "/", "%"],
    &["<", ">", "<=", ">=", "==", "!="],
    &["&", "|", "^", "<<", ">>"],
    &["&&", "||"],
];

/// Operators with one operand: how they are written around `x`.
const STEPS: [&str; 4] = ["++x", "x++", "--x", "x--"];
const SIGNS: [&str; 3] = ["-x", "~x", "!x"];

pub(super) fn rules() -> Vec<Rule> {
    let mut rules = Vec::new();
    for category in CATEGORIES {
        for (one, other) in pairs(category) {
            rules.push(Rule::new(format!("{one} -> {other}"), move |syntax| {
                binary(syntax, one, other)
            }));
        }
    }
    for category in [&STEPS[..], &SIGNS[..]] {
        for (one, other) in pairs(category) {
            rules.push(Rule::new(format!("{one} -> {other}"), move |syntax| {
                unary(syntax, one, |operand| other.replace('x', operand))
            }));
        }
    }
    for one in STEPS {
        rules.push(Rule::new(format!("remove {one}"), move |syntax| {
            unary(syntax, one, str::to_owned)
        }));
    }
    for one in SIGNS {
        let operator = one.trim_end_matches('x');
        rules.push(Rule::new(format!("remove {operator}"), move |syntax| {
            unary(syntax, one, str::to_owned)
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
fn binary(syntax: &Syntax, one: &str, other: &str) -> Vec<Splice> {
    let compares = matches!(one, "<" | ">" | "<=" | ">=" | "==" | "!=" | "&&" | "||");
    let replaced = |text: &str| match text.strip_suffix('=') {
        _ if text == one => Some(other.to_owned()),
        Some(assigned) if assigned == one && !compares => Some(format!("{other}=")),
        _ => None,
    };
    let operators = syntax.binaries.iter().filter_map(|operator| {
        Some(Splice::replacement(operator.span.clone(), replaced(&operator.text)?))
    });
    operators.collect()
}

/// Replaces an operator with one operand. The operand is written as it was.
fn unary(syntax: &Syntax, one: &str, other: impl Fn(&str) -> String) -> Vec<Splice> {
    let is = |unary: &&Unary| match unary.prefix {
        true => one.strip_suffix('x') == Some(&unary.text),
        false => one.strip_prefix('x') == Some(&unary.text),
    };
    let unaries = syntax.unaries.iter().filter(is);
    let replaced = |unary: &Unary| Splice::replacement(unary.span.clone(), other(&unary.operand));
    unaries.map(replaced).collect()
}
