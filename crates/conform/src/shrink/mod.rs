//! Smaller programs near one that fails, by rules that shorten a program.
//!
//! What is left out distracts neither people nor the ranking of algorithms. A rule is a file, and a line
//! in `RULES`.

pub mod failing;
pub mod finding;
mod hoist;
mod remove;
mod zero;

use std::collections::{BTreeSet, HashSet};

use parallax_program::js::is_script;
use parallax_program::rewrite::Rule;
use parallax_spec::run::{Budget, Outcome, Run, RunOptions, Specification, Start};
use parallax_spec::syntax::Tree;

use crate::generate::generation::{BUDGET, OBSERVED};
use crate::generate::inject::Injector;
use crate::generate::observed;
use crate::generate::realm::Realm;
use crate::suite::Test;
use parallax_engines::Ending;

/// All rules, in alphabetical order of their names. Each edit makes the program shorter.
const RULES: &[&dyn Rule<Tree>] = &[&hoist::Hoist, &remove::Remove, &zero::Zero];

/// How many smaller programs are tried for one.
const MAX_TRIED: usize = 60;

/// What comes into a program with `0`, in the names of algorithms.
const LITERAL: &str = "Literal";

/// A test, and the algorithms that it touches.
pub type SmallerTest = (Test, Vec<String>);

/// Makes smaller tests.
pub struct Shrinker<'s> {
    specification: &'s Specification,
    /// Where programs run that observe.
    observers: Option<Start>,
    injector: Injector<'s>,
}

impl<'s> Shrinker<'s> {
    /// For an edition and its realm.
    pub fn new(specification: &'s Specification, realm: &'s Realm) -> Self {
        let budget = Budget { steps: 100 * BUDGET.steps, cells: 100 * BUDGET.cells };
        let observers = observed::realm(specification, specification.fresh());
        Shrinker { specification, observers, injector: Injector::new(specification, realm, budget) }
    }

    /// Tests for smaller programs that end as a test does, the shortest program first. None does
    /// anything that the test, which touches these algorithms, does not: it might fail for another
    /// reason.
    pub fn smaller(&self, test: &Test, algorithms: &[String]) -> Vec<SmallerTest> {
        let Ok(tree) = self.specification.parser().script(&test.program) else { return Vec::new() };
        let mut programs: Vec<String> = shorter(&tree).into_iter().collect();
        programs.sort_by_key(String::len);
        let touched: HashSet<&String> = algorithms.iter().collect();
        let is_like = |program: &String| {
            let start = self.observers.as_ref().filter(|_| program.contains(observed::SIGIL));
            let budget = if start.is_some() { OBSERVED } else { BUDGET };
            let options = RunOptions { start, ..RunOptions::within(budget) };
            let run = self.specification.run(program, &options);
            let is_new = |it: &&String| !touched.contains(it) && !it.contains(LITERAL);
            may_end(&run, &test.ending)
                && !run.algorithms.iter().any(|it| is_new(&it))
                && is_script(program)
        };
        let made = |program: String| {
            let (made, run) = self.injector.test(&program).ok()?;
            (made.ending == test.ending).then_some((made, run.algorithms))
        };
        programs.into_iter().filter(is_like).filter_map(made).take(MAX_TRIED).collect()
    }
}

/// Whether a run may be that of a test with an ending.
fn may_end(run: &Run, ending: &Ending) -> bool {
    match run.outcome {
        Outcome::Normal(_) => *ending == Ending::Normal,
        Outcome::Throw(_) => !matches!(ending, Ending::Normal | Ending::SyntaxError),
        Outcome::Syntax(_) | Outcome::Stopped(_) => false,
    }
}

/// Shorter texts: the program after each edit of each rule.
fn shorter(tree: &Tree) -> BTreeSet<String> {
    let mut texts = BTreeSet::new();
    for rule in RULES {
        let sites = rule.sites(tree);
        let edits = sites.iter().filter_map(|site| sites.apply(&site));
        texts.extend(edits.map(|edit| edit.text(tree.whole_text())));
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic;

    fn texts(rule: &dyn Rule<Tree>, text: &str) -> BTreeSet<String> {
        let tree = synthetic::tree(text);
        let sites = rule.sites(&tree);
        sites.iter().map(|site| sites.apply(&site).unwrap().text(text)).collect()
    }

    #[test]
    fn every_shorter_program_is_listed() {
        let check = |rule, text, expected: &[&str]| {
            assert_eq!(texts(rule, text).iter().collect::<Vec<_>>(), expected, "{text}");
        };
        let hoisted = ["( b = 1 ) ;", "1 ;", "a = ( 1 ) ;", "a = 1 ;", "a = b = 1 ;", "b = 1 ;"];
        check(&hoist::Hoist, "a = ( b = 1 ) ;", &hoisted);
        check(&hoist::Hoist, "{ a ; } b ;", &["a ;", "a ; b ;", "{ a ; }"]);
        check(&remove::Remove, "a = b ;", &["", " ;", " = b ;", "a =  ;"]);
        check(&zero::Zero, "ab = 1 + c ;", &["0 ;", "ab = 0 ;"]);
    }

    #[test]
    fn a_shorter_program_is_tried_once() {
        let tree = synthetic::tree("ab ;");
        let all: Vec<String> = shorter(&tree).into_iter().collect();
        assert_eq!(all, ["", " ;", "0 ;"]);
    }

    #[test]
    fn names_are_in_order() {
        assert!(RULES.is_sorted_by_key(|rule| rule.name()));
    }
}
