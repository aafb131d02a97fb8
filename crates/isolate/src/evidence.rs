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
    /// What the tool executes after a crash, to report it.
    pub after_crash: Lines,
    /// How many trials were made, by origin.
    pub trials: std::collections::BTreeMap<WitnessSource, usize>,
}

impl Evidence {
    /// The same without what is only executed to report a crash: it is not the cause of it.
    pub fn before_crash(&self) -> Self {
        let mut before = self.clone();
        before.failing.difference_with(&self.after_crash);
        for run in before.runs.iter_mut().filter(|run| !run.passes) {
            run.lines.difference_with(&self.after_crash);
        }
        before
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(all: &[usize]) -> Lines {
        all.iter().copied().collect()
    }

    #[test]
    fn what_reports_a_crash_is_left_out_of_the_runs_that_crash() {
        let run = |passes, all: &[usize]| Run {
            origin: WitnessSource::Pass,
            passes,
            label: String::new(),
            switch: None,
            text: None,
            lines: lines(all),
        };
        let evidence = Evidence {
            failing: lines(&[1, 2, 9]),
            runs: vec![run(true, &[1, 9]), run(false, &[2, 9])],
            after_crash: lines(&[9]),
            ..Evidence::default()
        };
        let before = evidence.before_crash();
        assert_eq!(before.failing.ones().collect::<Vec<_>>(), [1, 2]);
        assert!(before.runs[0].lines.contains(9) && !before.runs[1].lines.contains(9));
    }
}
