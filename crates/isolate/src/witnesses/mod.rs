//! Sources of witnesses, one a file.
//!
//! Each has a trial runner make trials and adds what is of use to the evidence; each can be left out.

use std::time::Instant;

use crate::coverage::Lines;
use crate::error::IsolateError;
use crate::evidence::{Evidence, Run, WitnessSource};
use crate::journal::Entry;
use crate::oracle::Symptom;
use crate::trial::{Trial, TrialRunner};

pub mod counters;
pub mod mutants;
pub mod programs;
pub mod statements;
mod switches;

pub use switches::{options, passes};

/// How much is looked for, and who is told.
pub struct Search<'a> {
    /// Seed of everything random.
    pub seed: u64,
    /// Most mutants that are tried.
    pub mutants: usize,
    /// Witnesses among them that are enough.
    pub witnesses: usize,
    /// When to stop, whatever was found.
    pub until: Instant,
    /// Told after every few trials.
    pub watch: &'a dyn Fn(&Evidence),
}

impl Search<'_> {
    /// The search of the first of some sources, which have shares of the time that is left.
    fn part(&self, shares: &[f64]) -> Self {
        let all: f64 = shares.iter().sum();
        let share = shares.first().map_or(1.0, |first| first / all);
        let left = self.until.saturating_duration_since(Instant::now());
        Search { until: Instant::now() + left.mul_f64(share.clamp(0.0, 1.0)), ..*self }
    }

    fn is_over(&self) -> bool {
        Instant::now() >= self.until
    }
}

/// How many trials are made before anything is decided on their results. The number is part of
/// what a seed fixes, and so not the number of cores.
const BATCH: usize = 4;

/// A trial that is to be made.
struct Attempt {
    label: String,
    /// What it switches off.
    switch: Option<String>,
    trial: Trial,
}

impl Attempt {
    /// The program with something switched off by options.
    fn without(name: &str, options: Vec<String>) -> Self {
        let label = options.join(" ");
        Attempt {
            label,
            switch: Some(name.to_owned()),
            trial: Trial { text: None, extra: options },
        }
    }
}

/// Makes trials of one origin, and adds those that pass or fail to the evidence.
async fn sweep(
    runner: &TrialRunner<'_>,
    search: &Search<'_>,
    evidence: &mut Evidence,
    origin: WitnessSource,
    attempts: Vec<Attempt>,
) -> Result<(), IsolateError> {
    for batch in attempts.chunks(BATCH) {
        if search.is_over() {
            break;
        }
        let trials = batch.iter().map(|attempt| attempt.trial.clone()).collect();
        let entries = runner.judge_all(trials).await?;
        for (Attempt { label, switch, trial }, entry) in batch.iter().zip(entries) {
            *evidence.trials.entry(origin).or_default() += 1;
            evidence.runs.extend(run(origin, label.clone(), switch.clone(), trial, entry));
        }
        (search.watch)(evidence);
    }
    Ok(())
}

/// A trial as a run, if it passes or fails.
fn run(
    origin: WitnessSource,
    label: String,
    switch: Option<String>,
    trial: &Trial,
    entry: Entry,
) -> Option<Run> {
    let (passes, lines) = entry.passes.zip(entry.lines)?;
    Some(Run { origin, passes, label, switch, text: trial.text.clone(), lines })
}

/// Where witnesses are looked for, in this order, and which share of the time each has. What one leaves
/// over goes to those behind it.
const SHARES: [(WitnessSource, f64); 7] = [
    (WitnessSource::Test, 1.0),
    (WitnessSource::Counter, 2.0),
    (WitnessSource::Pass, 4.0),
    (WitnessSource::Option, 2.0),
    (WitnessSource::Statement, 2.0),
    (WitnessSource::Mutant, 4.0),
    (WitnessSource::Random, 4.0),
];

/// Looks for witnesses from some sources, and gives all runs around the failure.
pub async fn gather(
    runner: &TrialRunner<'_>,
    search: &Search<'_>,
    sources: &[WitnessSource],
) -> Result<Evidence, IsolateError> {
    let failing = runner.failing().clone();
    let after_crash = Lines::with_capacity(failing.len());
    let mut evidence = Evidence { failing, after_crash, ..Evidence::default() };
    let used: Vec<_> = SHARES.into_iter().filter(|(origin, _)| sources.contains(origin)).collect();
    for (at, &(origin, _)) in used.iter().enumerate() {
        let shares = used[at..].iter().map(|(_, share)| *share);
        let search = search.part(&shares.collect::<Vec<_>>());
        let (search, evidence) = (&search, &mut evidence);
        match origin {
            WitnessSource::Pass => passes(runner, search, evidence).await?,
            WitnessSource::Option => options(runner, search, evidence).await?,
            WitnessSource::Counter => counters::counters(runner, search, evidence).await?,
            WitnessSource::Statement => statements::statements(runner, search, evidence).await?,
            WitnessSource::Test => {
                let programs = runner.built().programs();
                programs::programs(runner, search, evidence, programs).await?;
                if matches!(runner.symptom(), Symptom::Crash(_)) {
                    programs::crash(runner, evidence, programs).await?;
                }
            }
            origin => mutants::mutants(runner, search, evidence, origin).await?,
        }
    }
    Ok(evidence)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn time_that_is_left_over_goes_to_the_sources_behind() {
        let until = Instant::now() + Duration::from_secs(1000);
        let search = Search { seed: 1, mutants: 1, witnesses: 1, until, watch: &|_| {} };
        let seconds = |shares: &[f64]| {
            search.part(shares).until.saturating_duration_since(Instant::now()).as_secs_f64()
        };
        assert!((seconds(&[1.0, 3.0]) - 250.0).abs() < 1.0);
        assert!((seconds(&[3.0]) - 1000.0).abs() < 1.0, "the last has all");
    }
}
