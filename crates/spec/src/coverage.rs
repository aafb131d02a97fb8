//! What programs together cover of an edition: its steps, both sides of its branches, its features.

use std::collections::BTreeSet;

use crate::run::{Outcome, Outline, Run, Specification};

/// What programs together cover.
#[derive(Clone, Debug, Default)]
pub struct ProgramCoverage {
    /// How many programs were run.
    pub programs: usize,
    /// For each step, by its number, whether it was run.
    pub steps: Vec<bool>,
    /// The branches of steps.
    pub branches: Vec<BranchCoverage>,
    /// Steps with the features that ran them, if runs say so.
    pub features: BTreeSet<(u32, u32)>,
    /// Programs without a result, and how they ended.
    pub stopped: Vec<(String, Outcome)>,
}

/// Which sides of a branch were taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BranchCoverage {
    /// The number of its step.
    pub step: u32,
    /// Its condition was false.
    pub not_taken: bool,
    /// Its condition was true.
    pub taken: bool,
}

/// How much is covered, of how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// What is covered.
    pub covered: usize,
    /// All that there is.
    pub all: usize,
}

impl Share {
    /// The share in percent.
    pub fn percent(&self) -> f64 {
        100.0 * self.covered as f64 / self.all.max(1) as f64
    }
}

/// An algorithm with steps that no program runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UncoveredAlgorithm {
    /// Its name.
    pub name: String,
    /// How many of its steps a script can reach and none runs.
    pub steps: usize,
}

impl ProgramCoverage {
    /// Nothing covered of an edition.
    pub fn new(specification: &Specification) -> Self {
        let branch = |step: &u32| BranchCoverage { step: *step, not_taken: false, taken: false };
        ProgramCoverage {
            steps: vec![false; specification.steps()],
            branches: specification.branches().iter().map(branch).collect(),
            ..ProgramCoverage::default()
        }
    }

    /// Adds the run of a program.
    pub fn add(&mut self, name: &str, run: &Run) {
        self.add_run(run);
        if let Outcome::Stopped(_) | Outcome::Syntax(_) = &run.outcome {
            self.stopped.push((name.to_owned(), run.outcome.clone()));
        }
    }

    /// Adds a run of which it does not matter how it ended.
    pub fn add_run(&mut self, run: &Run) {
        self.programs += 1;
        for step in run.covered.ones() {
            self.steps[step] = true;
        }
        self.features.extend(&run.features);
        for bit in run.branches.ones() {
            let branch = &mut self.branches[bit / 2];
            match bit % 2 {
                0 => branch.not_taken = true,
                _ => branch.taken = true,
            }
        }
    }

    /// How many steps are covered.
    pub fn step_share(&self) -> Share {
        let covered = self.steps.iter().filter(|covered| **covered).count();
        Share { covered, all: self.steps.len() }
    }

    /// How many sides of branches are covered.
    pub fn side_share(&self) -> Share {
        let sides = |it: &BranchCoverage| usize::from(it.not_taken) + usize::from(it.taken);
        let covered = self.branches.iter().map(sides).sum();
        Share { covered, all: 2 * self.branches.len() }
    }

    /// How many features ran some step.
    pub fn feature_count(&self) -> usize {
        self.features.iter().map(|(_, feature)| *feature).collect::<BTreeSet<u32>>().len()
    }

    /// The algorithms with the most steps that a script can reach and no program has run.
    pub fn uncovered(
        &self,
        specification: &Specification,
        count: usize,
    ) -> Vec<UncoveredAlgorithm> {
        let reachable = specification.reachable();
        let missing = |outline: &Outline| {
            let numbers = outline.first..outline.first + outline.steps.len();
            let steps = numbers.filter(|it| reachable.contains(*it) && !self.steps[*it]).count();
            UncoveredAlgorithm { name: outline.name.clone(), steps }
        };
        let all = specification.outline().iter().map(missing);
        let mut found: Vec<_> = all.filter(|it| it.steps > 0).collect();
        found.sort_by(|one, other| {
            other.steps.cmp(&one.steps).then_with(|| one.name.cmp(&other.name))
        });
        found.truncate(count);
        found
    }
}
