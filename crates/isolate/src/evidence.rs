//! The runs around a failure, from all sources of witnesses.

use std::sync::Arc;

use crate::coverage::Lines;

/// Where a run comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// A mutant of the program, found by Algorithm 1.
    Mutant,
    /// A mutant of the program, found at random.
    Random,
    /// The program with a statement changed.
    Statement,
    /// The program with an option switched off.
    Option,
    /// The program with a pass disabled.
    Pass,
    /// The program with transformations stopped by a counter.
    Counter,
    /// Another program.
    Test,
}

impl Origin {
    /// All, in the order of reports.
    pub const ALL: [Origin; 7] = [
        Origin::Mutant,
        Origin::Random,
        Origin::Statement,
        Origin::Option,
        Origin::Pass,
        Origin::Counter,
        Origin::Test,
    ];

    /// Those that our best ranking looks at.
    pub const OURS: [Origin; 5] =
        [Origin::Mutant, Origin::Statement, Origin::Option, Origin::Pass, Origin::Counter];

    /// How people call it.
    pub fn name(self) -> &'static str {
        match self {
            Origin::Mutant => "mutants",
            Origin::Random => "random mutants",
            Origin::Statement => "statements changed",
            Origin::Option => "options off",
            Origin::Pass => "passes disabled",
            Origin::Counter => "debug counters",
            Origin::Test => "other programs",
        }
    }
}

/// A run near the failing one.
#[derive(Debug, Clone)]
pub struct Run {
    /// Where it comes from.
    pub origin: Origin,
    /// Whether it passes.
    pub passes: bool,
    /// What makes it different: a rule, an option, a counter and its limit.
    pub label: String,
    /// The name of what was switched off, for those origins that switch.
    pub switch: Option<String>,
    /// The mutant.
    pub text: Option<Arc<str>>,
    /// What the tool executed.
    pub lines: Lines,
}

/// All runs around a failure.
#[derive(Debug, Clone, Default)]
pub struct Evidence {
    /// What the failing run executes.
    pub failing: Lines,
    /// The other runs, in the order in which they were made.
    pub runs: Vec<Run>,
    /// How many trials were made, by origin.
    pub trials: std::collections::BTreeMap<Origin, usize>,
}

impl Evidence {
    /// The witnesses.
    pub fn witnesses(&self) -> impl Iterator<Item = &Run> {
        self.runs.iter().filter(|run| run.passes)
    }

    /// The runs of an origin.
    pub fn of(&self, origin: Origin) -> impl Iterator<Item = &Run> {
        self.runs.iter().filter(move |run| run.origin == origin)
    }
}

/// How far apart two runs are: the paper's formula 1, the Jaccard distance of what they execute.
pub fn distance(one: &Lines, other: &Lines) -> f64 {
    let union = one.union_count(other);
    if union == 0 { 0.0 } else { 1.0 - one.intersection_count(other) as f64 / union as f64 }
}
