//! Other programs, such as the subject's own tests, for plain spectrum-based localisation.
//!
//! What they execute without failing is exonerated: the technique that others are compared with.

use std::sync::Arc;

use super::{Search, run};
use crate::error::IsolateError;
use crate::evidence::{Evidence, WitnessSource};
use crate::trial::{Trial, TrialRunner};

/// Runs programs with the bad options. A program that needs other options than these is left out.
pub async fn programs(
    runner: &TrialRunner<'_>,
    search: &Search<'_>,
    evidence: &mut Evidence,
    programs: &[(String, Arc<str>)],
) -> Result<(), IsolateError> {
    for batch in programs.chunks(super::BATCH) {
        let trials: Vec<Trial> = batch
            .iter()
            .map(|(_, text)| Trial { text: Some(text.clone()), extra: Vec::new() })
            .collect();
        let entries = runner.judge_all(trials.clone()).await?;
        for (((name, _), trial), entry) in batch.iter().zip(&trials).zip(entries) {
            *evidence.trials.entry(WitnessSource::Test).or_default() += 1;
            let run = run(WitnessSource::Test, name.clone(), None, trial, entry);
            evidence.runs.extend(run.filter(|run| run.passes));
        }
        (search.watch)(evidence);
    }
    Ok(())
}
