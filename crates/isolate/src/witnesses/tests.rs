//! Other programs, such as the subject's own tests: what they execute without failing. The plain
//! spectrum-based technique, to compare with.

use std::sync::Arc;

use super::{Search, run};
use crate::evidence::{Evidence, Origin};
use crate::laboratory::{IsolateError, Laboratory, Trial};

/// Runs programs with the bad options. A program that needs other options than these is left out.
pub async fn tests(
    laboratory: &Laboratory<'_>,
    search: &Search<'_>,
    evidence: &mut Evidence,
    programs: &[(String, Arc<str>)],
) -> Result<(), IsolateError> {
    for batch in programs.chunks(super::BATCH) {
        let trials: Vec<Trial> = batch
            .iter()
            .map(|(_, text)| Trial { text: Some(text.clone()), extra: Vec::new() })
            .collect();
        let entries = laboratory.judge_all(trials.clone()).await?;
        for (((name, _), trial), entry) in batch.iter().zip(&trials).zip(entries) {
            *evidence.trials.entry(Origin::Test).or_default() += 1;
            let run = run(Origin::Test, name.clone(), None, trial, entry);
            evidence.runs.extend(run.filter(|run| run.passes));
        }
        (search.watch)(evidence);
    }
    Ok(())
}
