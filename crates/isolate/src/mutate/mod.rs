//! Witnessing mutation: small changes of a failing program that may make the failure go away, as in
//! Table 1 of the paper. A rule is one change of one kind of place; where it can be made, a mutant is
//! chosen at random.

use parallax_program::edit::Splice;
use parallax_program::parts::Parts;
use parallax_program::{c, js};
use rand::{Rng, RngExt};

use crate::subject::Language;

mod constants;
mod javascript;
mod operators;
pub mod statements;
mod variables;

/// What rules may do to what a program should show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// Nothing: nobody could say what a mutant should show.
    Kept,
    /// Anything.
    Changed,
}

/// A program, parsed, to be changed many times.
pub struct Parsed {
    parts: Parts,
    /// What the rules that keep the meaning of a script need; none if it is no script.
    syntax: Option<parallax_program::rules::Syntax>,
}

impl Parsed {
    /// Reads a program.
    pub fn read(language: Language, text: &str) -> Self {
        match language {
            Language::C => Parsed { parts: c::parts(text), syntax: None },
            Language::Js => {
                Parsed { parts: js::parts::parts(text), syntax: javascript::read(text) }
            }
        }
    }
}

/// All changes that a rule can make of a program.
type Places = dyn Fn(&Parts) -> Vec<Splice> + Send + Sync;

/// A mutation rule.
pub struct Rule {
    /// How people call it.
    pub name: String,
    change: Change,
}

enum Change {
    Any(Box<Places>),
    /// Of a script, whose meaning is kept.
    Kept(parallax_program::rules::Rule),
}

impl Rule {
    fn new(
        name: impl Into<String>,
        places: impl Fn(&Parts) -> Vec<Splice> + Send + Sync + 'static,
    ) -> Self {
        Rule { name: name.into(), change: Change::Any(Box::new(places)) }
    }

    /// Changes a program at a random place; none if it has no place for the rule.
    pub fn apply(&self, text: &str, parsed: &Parsed, rng: &mut dyn Rng) -> Option<String> {
        let mutant = match &self.change {
            Change::Any(places) => spliced(text, &places(&parsed.parts), rng)?,
            Change::Kept(rule) => javascript::apply(rule, parsed.syntax.as_ref()?, rng)?,
        };
        (mutant != text).then_some(mutant)
    }
}

fn spliced(text: &str, places: &[Splice], rng: &mut dyn Rng) -> Option<String> {
    if places.is_empty() {
        return None;
    }
    let splice = places.get(rng.random_range(0..places.len()))?;
    let mut mutant = text.to_owned();
    mutant.replace_range(splice.range.clone(), &splice.text);
    Some(mutant)
}

impl std::fmt::Debug for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

/// All rules for a language, category by category.
pub fn rules(language: Language, meaning: Meaning) -> Vec<Rule> {
    let operators = || operators::rules(language);
    let categories = match (language, meaning) {
        (Language::C, Meaning::Kept) => Vec::new(),
        (Language::C, Meaning::Changed) => {
            vec![variables::rules(), operators(), constants::rules()]
        }
        (Language::Js, Meaning::Kept) => vec![javascript::rules()],
        (Language::Js, Meaning::Changed) => {
            let variables = vec![variables::replacement()];
            vec![javascript::rules(), variables, operators(), constants::rules()]
        }
    };
    categories.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Every mutant that a rule can make of a program.
    fn mutants(language: Language, rule: &str, text: &str) -> BTreeSet<String> {
        let rules = rules(language, Meaning::Changed);
        let rule = rules.iter().find(|known| known.name == rule).unwrap();
        let Change::Any(places) = &rule.change else { panic!("a rule that keeps the meaning") };
        let parts = Parsed::read(language, text).parts;
        let made = places(&parts).into_iter().map(|splice| {
            let mut mutant = text.to_owned();
            mutant.replace_range(splice.range, &splice.text);
            mutant
        });
        made.collect()
    }

    #[test]
    fn every_rule_does_what_its_name_says() {
        for (rule, text, expected) in [
            ("insert volatile", "int x;", vec!["volatile int x;"]),
            ("remove volatile", "volatile int x;", vec![" int x;"]),
            ("insert restrict", "void f(int *p) {}", vec!["void f(int *restrict p) {}"]),
            ("insert unsigned", "int x; struct s y;", vec!["unsigned int x; struct s y;"]),
            ("long -> short", "long x;", vec!["short x;"]),
            ("remove unsigned", "unsigned int x;", vec![" int x;"]),
            ("variable", "int a, b; void f() { a++; }", vec!["int a, b; void f() { b++; }"]),
            (
                "+ -> -",
                "int a = 1 + 2; void f() { a += 3; }",
                vec!["int a = 1 + 2; void f() { a -= 3; }", "int a = 1 - 2; void f() { a += 3; }"],
            ),
            ("< -> >=", "int a = 1 < 2;", vec!["int a = 1 >= 2;"]),
            ("<< -> &", "int a = 1 << 2;", vec!["int a = 1 & 2;"]),
            ("&& -> ||", "int a = 1 && 2;", vec!["int a = 1 || 2;"]),
            ("x++ -> --x", "int a; void f() { a++; }", vec!["int a; void f() { --a; }"]),
            ("remove !", "int a; void f() { a = !a; }", vec!["int a; void f() { a = a; }"]),
            ("constant + 1", "int a = 7UL;", vec!["int a = (7UL + 1);"]),
            ("constant * -1", "int a = 0x7;", vec!["int a = (-0x7);"]),
        ] {
            let expected: BTreeSet<String> = expected.into_iter().map(str::to_owned).collect();
            assert_eq!(mutants(Language::C, rule, text), expected, "{rule}");
        }
    }

    #[test]
    fn scripts_have_operators_of_their_own() {
        for (rule, text, expected) in [
            ("=== -> <", "let a = 1; if (a === 2) print(a);", "let a = 1; if (a < 2) print(a);"),
            (">>> -> &", "let a = 1; a >>>= 2;", "let a = 1; a &= 2;"),
            ("?? -> ||", "let a = null ?? 2;", "let a = null || 2;"),
            ("constant + 1", "let a = 7n;", "let a = (7n + 1n);"),
            ("variable", "let a, b; b = a;", "let a, b; b = b;"),
        ] {
            assert!(mutants(Language::Js, rule, text).contains(expected), "{rule}");
        }
    }

    #[test]
    fn names_are_unique_and_about_as_many_as_in_the_paper() {
        let rules = rules(Language::C, Meaning::Changed);
        let names: BTreeSet<_> = rules.iter().map(|rule| &rule.name).collect();
        assert_eq!(names.len(), rules.len());
        assert_eq!(rules.len(), 128, "the paper counts 132, and does not list them");
    }
}
