//! Sources of witnesses, one a file. Each makes trials in a laboratory and adds what is of use to
//! the evidence; each can be left out.

use std::time::Instant;

use crate::evidence::{Evidence, Origin, Run};
use crate::journal::Entry;
use crate::laboratory::{IsolateError, Laboratory, Trial};

pub mod counters;
pub mod mutants;
mod switches;
pub mod tests;

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

/// Makes trials of one origin, and adds those that pass or fail to the evidence.
async fn sweep(
    laboratory: &Laboratory<'_>,
    search: &Search<'_>,
    evidence: &mut Evidence,
    origin: Origin,
    trials: Vec<(String, Trial)>,
) -> Result<(), IsolateError> {
    for batch in trials.chunks(BATCH) {
        if search.is_over() {
            break;
        }
        let entries = laboratory.judge_all(batch.iter().map(|(_, t)| t.clone()).collect()).await?;
        for ((name, trial), entry) in batch.iter().zip(entries) {
            *evidence.trials.entry(origin).or_default() += 1;
            let label = trial.extra.join(" ");
            let run = run(origin, label, Some(name.clone()), trial, entry);
            evidence.runs.extend(run);
        }
        (search.watch)(evidence);
    }
    Ok(())
}

/// A trial as a run, if it passes or fails.
fn run(
    origin: Origin,
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
    laboratory: &Laboratory<'_>,
    search: &Search<'_>,
    sources: &[Origin],
) -> Result<Evidence, IsolateError> {
    let mut evidence = Evidence { failing: laboratory.failing.clone(), ..Evidence::default() };
    // The cheapest first: what is switched off is soon gone through, mutants take what time is left.
    for origin in [Origin::Pass, Origin::Option, Origin::Counter, Origin::Mutant, Origin::Random] {
        if !sources.contains(&origin) {
            continue;
        }
        let evidence = &mut evidence;
        match origin {
            Origin::Pass => passes(laboratory, search, evidence).await?,
            Origin::Option => options(laboratory, search, evidence).await?,
            Origin::Counter => counters::counters(laboratory, search, evidence).await?,
            origin => mutants::mutants(laboratory, search, evidence, origin).await?,
        }
    }
    Ok(evidence)
}
