//! Witnesses by changes of whole statements, one by one.

use super::{Attempt, Search, sweep};
use crate::error::IsolateError;
use crate::evidence::{Evidence, WitnessSource};
use crate::mutate::{Meaning, statements};
use crate::trial::{Trial, TrialRunner};

/// Changes every statement in every way, or some of them, as far as the number of mutants allows.
pub async fn statements(
    runner: &TrialRunner<'_>,
    search: &Search<'_>,
    evidence: &mut Evidence,
) -> Result<(), IsolateError> {
    if runner.meaning() == Meaning::Kept {
        return Ok(());
    }
    let language = runner.subject().language;
    let mutants = statements::mutants(language, &runner.case().text);
    // Where there is not time for all, they are spread over the program.
    let step = mutants.len().div_ceil(search.mutants.max(1)).max(1);
    let mutants = mutants.into_iter().step_by(step);
    let attempt = |(name, text): (&str, _)| Attempt {
        label: name.to_owned(),
        switch: None,
        trial: Trial { text: Some(text), extra: Vec::new() },
    };
    sweep(runner, search, evidence, WitnessSource::Statement, mutants.map(attempt).collect()).await
}
