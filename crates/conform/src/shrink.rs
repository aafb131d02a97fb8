//! Smaller programs near one that fails: what is left out does not distract, neither people nor the
//! ranking of algorithms.

use std::collections::{BTreeSet, HashSet};

use parallax_program::js::is_script;
use parallax_spec::run::{Budget, Outcome, Run, Specification};
use parallax_spec::syntax::{NodeId, Tree};

use crate::generate::generation::BUDGET;
use crate::generate::inject::Injector;
use crate::generate::realm::Realm;
use crate::suite::Test;
use parallax_engines::Ending;

/// So many smaller programs are tried for one.
const TRIED: usize = 60;

/// What comes into a program with `0`, in the names of algorithms.
const LITERAL: &str = "Literal";

/// A test, and the algorithms that it touches.
pub type Made = (Test, Vec<String>);

/// Makes smaller tests.
pub struct Shrinker<'s> {
    specification: &'s Specification,
    injector: Injector<'s>,
}

impl<'s> Shrinker<'s> {
    /// For an edition and its realm.
    pub fn new(specification: &'s Specification, realm: &'s Realm) -> Self {
        let budget = Budget { steps: 100 * BUDGET.steps, cells: 100 * BUDGET.cells };
        Shrinker { specification, injector: Injector::new(specification, realm, budget) }
    }

    /// Tests for smaller programs that end as a test does, the shortest program first. None does
    /// anything that the test, which touches these algorithms, does not: it might fail for another
    /// reason.
    pub fn smaller(&self, test: &Test, algorithms: &[String]) -> Vec<Made> {
        let Ok(tree) = self.specification.parser().script(&test.program) else { return Vec::new() };
        let mut programs: Vec<String> = changes(&tree).into_iter().collect();
        programs.sort_by_key(String::len);
        let touched: HashSet<&String> = algorithms.iter().collect();
        let is_like = |program: &String| {
            let run = self.specification.run(program, BUDGET);
            let is_new = |it: &&String| !touched.contains(it) && !it.contains(LITERAL);
            may_end(&run, &test.ending)
                && !run.algorithms.iter().any(|it| is_new(&it))
                && is_script(program)
        };
        let made = |program: String| {
            let (made, run) = self.injector.test(&program).ok()?;
            (made.ending == test.ending).then_some((made, run.algorithms))
        };
        programs.into_iter().filter(is_like).filter_map(made).take(TRIED).collect()
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

/// Shorter texts: without a part, with `0` for an expression, or with a part for the whole around it.
fn changes(tree: &Tree) -> BTreeSet<String> {
    let text = tree.whole_text();
    let mut changed = BTreeSet::new();
    let nodes: Vec<NodeId> = tree.descendants(tree.root()).collect();
    for &node in &nodes {
        let span = tree.span(node);
        let mut replace = |by: &str| {
            if by.len() < span.len() {
                let (before, after) = (&text[..span.start], &text[span.end..]);
                changed.insert(format!("{before}{by}{after}"));
            }
        };
        replace("");
        if tree.name(node).ends_with("Expression") {
            replace("0");
        }
        for inner in tree.descendants(node).filter(|it| tree.name(*it) == tree.name(node)) {
            replace(tree.text(inner));
        }
    }
    changed.remove(text);
    changed
}
