//! Witnessing mutation: small changes of a failing program that may make the failure go away, for C
//! as in Table 1 of the paper. A rule is one change of one kind of place; where it can be made, a
//! mutant is chosen at random.

use parallax_program::c::Syntax;
use parallax_program::edit::Splice;
use rand::{Rng, RngExt};

use crate::subject::Language;

mod constants;
mod javascript;
mod operators;
pub mod statements;
mod variables;

/// A program, parsed, to be changed many times.
pub enum Parsed {
    /// In C.
    C(Syntax),
    /// In JavaScript; none if it is no script.
    Js(Option<parallax_program::rules::Syntax>),
}

impl Parsed {
    /// Reads a program.
    pub fn read(language: Language, text: &str) -> Self {
        match language {
            Language::C => Parsed::C(Syntax::read(text)),
            Language::Js => Parsed::Js(javascript::read(text)),
        }
    }
}

/// All changes that a rule for C can make of a program.
type Places = dyn Fn(&Syntax) -> Vec<Splice> + Send + Sync;

/// A mutation rule.
pub struct Rule {
    /// How people call it.
    pub name: String,
    change: Change,
}

enum Change {
    C(Box<Places>),
    Js(parallax_program::rules::Rule),
}

impl Rule {
    fn new(
        name: impl Into<String>,
        places: impl Fn(&Syntax) -> Vec<Splice> + Send + Sync + 'static,
    ) -> Self {
        Rule { name: name.into(), change: Change::C(Box::new(places)) }
    }

    /// Changes a program at a random place; none if it has no place for the rule.
    pub fn apply(&self, text: &str, parsed: &Parsed, rng: &mut dyn Rng) -> Option<String> {
        let mutant = match (&self.change, parsed) {
            (Change::C(places), Parsed::C(syntax)) => spliced(text, &places(syntax), rng)?,
            (Change::Js(rule), Parsed::Js(Some(syntax))) => javascript::apply(rule, syntax, rng)?,
            _ => return None,
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
pub fn rules(language: Language) -> Vec<Rule> {
    let categories = match language {
        Language::C => vec![variables::rules(), operators::rules(), constants::rules()],
        Language::Js => vec![javascript::rules()],
    };
    categories.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Every mutant that a rule can make of a program.
    fn mutants(rule: &str, text: &str) -> BTreeSet<String> {
        let rules = rules(Language::C);
        let rule = rules.iter().find(|known| known.name == rule).unwrap();
        let Change::C(places) = &rule.change else { panic!("a rule for C") };
        let made = places(&Syntax::read(text)).into_iter().map(|splice| {
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
            assert_eq!(mutants(rule, text), expected, "{rule}");
        }
    }

    #[test]
    fn names_are_unique_and_about_as_many_as_in_the_paper() {
        let rules = rules(Language::C);
        let names: BTreeSet<_> = rules.iter().map(|rule| &rule.name).collect();
        assert_eq!(names.len(), rules.len());
        assert_eq!(rules.len(), 128, "the paper counts 132, and does not list them");
    }
}
