//! Exceptions that the text swallows: a step throws, and yet the program ends normally.
//!
//! No step that deals with exceptions is taken in between. A text without mistakes swallows none.

use fixedbitset::FixedBitSet;
use parallax_spec::run::{Outcome, Run, Specification};

/// How steps throw.
const THROWS: &[&str] = &["hrow a *", "hrow a new *"];

/// How steps speak of exceptions that they deal with, or hand on to somebody who does.
const DEALS: &[&str] =
    &["abrupt", "IfAbruptReject", "IfAbruptClose", "throw completion", "~throw~"];
const DEALERS: &[&str] = &["TryStatement", "CatchClause", "Promise", "Async", "Await", "Generator"];

/// What is needed to see that an exception is swallowed.
#[derive(Clone, Debug, Default)]
pub struct SwallowedExceptions {
    /// What is covered when something is thrown: sides of branches as they are counted after the
    /// steps, or steps.
    thrown: Vec<usize>,
    /// Steps that deal with exceptions.
    deals: FixedBitSet,
}

impl SwallowedExceptions {
    /// Reads it from the text of the steps.
    pub fn of(specification: &Specification) -> Self {
        let steps = specification.steps();
        let mut deals = FixedBitSet::with_capacity(steps);
        let mut throwing = FixedBitSet::with_capacity(steps);
        for outline in specification.outline() {
            // Static semantics name what they are about, and run none of it.
            let runs = !outline.name.starts_with("(early errors)");
            let is_dealer = runs && DEALERS.iter().any(|it| outline.name.contains(it));
            for (at, step) in outline.steps.iter().enumerate() {
                let says = |what: &&str| step.text.contains(*what);
                let hands_on = step.text.starts_with("ReturnIfAbrupt");
                let deals_with = is_dealer || DEALS.iter().any(&says) && !hands_on;
                deals.set(outline.first + at, deals_with && !step.text.starts_with("Assert"));
                throwing.set(outline.first + at, THROWS.iter().any(says));
            }
        }
        let branches = specification.branches().iter().enumerate();
        let conditional = branches.filter(|(_, step)| throwing.contains(**step as usize));
        let mut thrown: Vec<usize> =
            conditional.map(|(branch, _)| steps + 2 * branch + 1).collect();
        for step in specification.branches() {
            throwing.set(*step as usize, false);
        }
        thrown.extend(throwing.ones());
        SwallowedExceptions { thrown, deals }
    }

    /// How many places there are that throw.
    pub fn places(&self) -> usize {
        self.thrown.len()
    }

    /// The numbers of the places whose exceptions a run swallows, given what it covers.
    pub fn of_run<'l>(
        &'l self,
        run: &Run,
        covered: &'l FixedBitSet,
    ) -> impl Iterator<Item = usize> + 'l {
        let is_dealt_with = !run.covered.is_disjoint(&self.deals);
        let ends = matches!(run.outcome, Outcome::Normal(_)) && !is_dealt_with;
        let places = self.thrown.iter().enumerate();
        places.filter(move |(_, bit)| ends && covered.contains(**bit)).map(|(number, _)| number)
    }
}
