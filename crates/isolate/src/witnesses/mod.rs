//! Sources of witnesses, one a file.
//!
//! Each has a trial runner make trials and adds what is of use to the evidence; each can be left out.

use std::time::Instant;

use crate::error::IsolateError;
use crate::evidence::{Evidence, Run, WitnessSource};
use crate::journal::Entry;
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

/// Looks for witnesses from some sources, and gives all runs around the failure.
pub async fn gather(
    runner: &TrialRunner<'_>,
    search: &Search<'_>,
    sources: &[WitnessSource],
) -> Result<Evidence, IsolateError> {
    let mut evidence = Evidence { failing: runner.failing().clone(), ..Evidence::default() };
    // The cheapest first: what is switched off is soon gone through, mutants take what time is left.
    let order = [
        WitnessSource::Pass,
        WitnessSource::Option,
        WitnessSource::Counter,
        WitnessSource::Statement,
        WitnessSource::Mutant,
        WitnessSource::Random,
    ];
    for origin in order.into_iter().filter(|origin| sources.contains(origin)) {
        let evidence = &mut evidence;
        match origin {
            WitnessSource::Pass => passes(runner, search, evidence).await?,
            WitnessSource::Option => options(runner, search, evidence).await?,
            WitnessSource::Counter => counters::counters(runner, search, evidence).await?,
            WitnessSource::Statement => statements::statements(runner, search, evidence).await?,
            origin => mutants::mutants(runner, search, evidence, origin).await?,
        }
    }
    Ok(evidence)
}
