//! The runs around a failure, from all sources of witnesses.

use std::sync::Arc;

use crate::coverage::Lines;

pub use parallax_model::isolation::WitnessSource;

/// A run near the failing one.
#[derive(Debug, Clone)]
pub struct Run {
    /// Where it comes from.
    pub origin: WitnessSource,
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
    pub trials: std::collections::BTreeMap<WitnessSource, usize>,
}

impl Evidence {
    /// The witnesses.
    pub fn witnesses(&self) -> impl Iterator<Item = &Run> {
        self.runs.iter().filter(|run| run.passes)
    }

    /// The runs of an origin.
    pub fn of(&self, origin: WitnessSource) -> impl Iterator<Item = &Run> {
        self.runs.iter().filter(move |run| run.origin == origin)
    }
}

/// How far apart two runs are: the paper's formula 1, the Jaccard distance of what they execute.
pub fn distance(one: &Lines, other: &Lines) -> f64 {
    let union = one.union_count(other);
    if union == 0 { 0.0 } else { 1.0 - one.intersection_count(other) as f64 / union as f64 }
}
