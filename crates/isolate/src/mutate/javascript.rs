//! Mutation for JavaScript: the rules that keep a program's meaning. A failing engine that passes with
//! such a mutant is known to be right then, since the mutant should print what the program should.

use parallax_model::Program;
use parallax_program::rules::{self, Syntax};
use rand::Rng;

use super::{Change, Rule};

pub(super) fn rules() -> Vec<Rule> {
    let rule =
        |rule: &rules::Rule| Rule { name: rule.name.to_owned(), change: Change::Kept(*rule) };
    rules::ALL.iter().map(rule).collect()
}

pub(super) fn read(text: &str) -> Option<Syntax> {
    Syntax::new(&Program::new("program.js", text))
}

pub(super) fn apply(rule: &rules::Rule, syntax: &Syntax, rng: &mut dyn Rng) -> Option<String> {
    Some((rule.apply)(syntax, rng)?.program.text.to_string())
}
