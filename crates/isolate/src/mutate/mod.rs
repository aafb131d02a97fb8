//! Witnessing mutation: small changes of a failing program that may make the failure go away.
//!
//! The rules are those of Table 1 of the paper: each is one change of one kind of part.

use std::sync::Arc;

use parallax_model::Program;
use parallax_program::edit::Splice;
use parallax_program::js::Syntax;
use parallax_program::parts::Parts;
use parallax_program::rewrite::{Rule, Sites};
use parallax_program::rules;
use parallax_program::{c, js};

use crate::subject::Language;

mod constants;
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
    language: Language,
    text: Arc<str>,
    parts: Parts,
    /// What the rules that keep the meaning of a script need; none if it is no script.
    syntax: Option<Syntax>,
}

impl Parsed {
    /// Reads a program.
    pub fn read(language: Language, text: &Arc<str>) -> Self {
        let (parts, syntax) = match language {
            Language::C => (c::parts(text), None),
            Language::Js => {
                let program = Program::new("program.js", text.clone());
                (js::parts::parts(text), Syntax::new(&program))
            }
        };
        Parsed { language, text: text.clone(), parts, syntax }
    }

    /// The program's text.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// A mutation rule.
pub type Mutation = Box<dyn Rule<Parsed>>;

/// A rule that may change the meaning: it lists splices of parts of a program.
struct OfParts<F> {
    name: String,
    splices: F,
}

impl<F: Fn(&Parts) -> Vec<Splice> + Send + Sync> Rule<Parsed> for OfParts<F> {
    fn name(&self) -> &str {
        &self.name
    }

    fn sites<'c>(&'c self, program: &'c Parsed) -> Sites<'c> {
        (self.splices)(&program.parts).into_iter().collect()
    }
}

fn of_parts(
    name: impl Into<String>,
    splices: impl Fn(&Parts) -> Vec<Splice> + Send + Sync + 'static,
) -> Mutation {
    Box::new(OfParts { name: name.into(), splices })
}

/// A rule that keeps the meaning of a script. A failing engine that passes with such a mutant is known
/// to be right then, since the mutant should print what the program should.
struct KeepsMeaning(&'static dyn Rule<Syntax>);

impl Rule<Parsed> for KeepsMeaning {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn sites<'c>(&'c self, program: &'c Parsed) -> Sites<'c> {
        program.syntax.as_ref().map(|syntax| self.0.sites(syntax)).unwrap_or_default()
    }
}

/// The rules that keep the meaning of a script, which metamorphic testing uses as well.
fn keeping_meaning() -> Vec<Mutation> {
    let boxed = |rule: &&'static dyn Rule<Syntax>| Box::new(KeepsMeaning(*rule)) as Mutation;
    rules::ALL.iter().map(boxed).collect()
}

/// All rules for a language, category by category.
pub fn rules(language: Language, meaning: Meaning) -> Vec<Mutation> {
    let operators = || operators::rules(language);
    let categories = match (language, meaning) {
        (Language::C, Meaning::Kept) => Vec::new(),
        (Language::C, Meaning::Changed) => {
            vec![variables::rules(), operators(), constants::rules()]
        }
        (Language::Js, Meaning::Kept) => vec![keeping_meaning()],
        (Language::Js, Meaning::Changed) => {
            let variables = vec![variables::replacement()];
            vec![keeping_meaning(), variables, operators(), constants::rules()]
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
        let rule = rules.iter().find(|known| known.name() == rule).unwrap();
        let parsed = Parsed::read(language, &text.into());
        let sites = rule.sites(&parsed);
        sites.iter().map(|site| sites.apply(&site).unwrap().text(text)).collect()
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
    fn every_site_of_every_rule_gives_another_program() {
        let c = "unsigned long a, b; int f(int *p, short c) { a += b << 2; if (!c && *p) b--; \
            while (a < 0x10UL) a++; return c; }";
        let script = "let a = 1, b = [2n];\nfor (const c of b) {\n  a = (~a) ** 2 >>> c;\n  a--;\n}\n\
            if (!(a === b)) a = b ?? true;\n";
        for (language, text) in [(Language::C, c), (Language::Js, script)] {
            let parsed = Parsed::read(language, &text.into());
            let mut checked = 0;
            for rule in rules(language, Meaning::Changed) {
                let sites = rule.sites(&parsed);
                for site in sites.iter() {
                    let mutant = sites.apply(&site).unwrap().text(text);
                    assert_ne!(mutant, text, "{} at {site:?}", rule.name());
                    checked += 1;
                }
            }
            assert!(checked > 50, "{checked} sites");
        }
    }

    #[test]
    fn rules_that_keep_the_meaning_are_those_of_metamorphic_testing() {
        let kept = rules(Language::Js, Meaning::Kept);
        let names: Vec<&str> = kept.iter().map(|rule| rule.name()).collect();
        assert_eq!(names, rules::ALL.iter().map(|rule| rule.name()).collect::<Vec<_>>());
        let parsed = Parsed::read(Language::Js, &"f(12);".into());
        let sites: usize = kept.iter().map(|rule| rule.sites(&parsed).iter().count()).sum();
        assert_eq!(sites, 4, "the ways to write an integer");
        let invalid = Parsed::read(Language::Js, &"f(12".into());
        assert!(kept.iter().all(|rule| rule.sites(&invalid).places().is_empty()));
    }

    #[test]
    fn names_are_unique_and_about_as_many_as_in_the_paper() {
        let rules = rules(Language::C, Meaning::Changed);
        let names: BTreeSet<_> = rules.iter().map(|rule| rule.name()).collect();
        assert_eq!(names.len(), rules.len());
        assert_eq!(rules.len(), 128, "the paper counts 132, and does not list them");
    }
}
