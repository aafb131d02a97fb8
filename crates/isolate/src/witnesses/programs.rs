//! Other programs, such as the subject's own tests, which pass: what they execute is exonerated a little.
//!
//! They do not depend on the failing program, so what they execute is kept for all programs that fail
//! with the same options.

use std::sync::Arc;

use super::{Search, run};
use crate::error::IsolateError;
use crate::evidence::{Evidence, WitnessSource};
use crate::trial::{Trial, TrialRunner};

/// Runs the tool on programs with the bad options. A program that it does not take is left out.
pub async fn programs(
    runner: &TrialRunner<'_>,
    search: &Search<'_>,
    evidence: &mut Evidence,
    programs: &[(String, Arc<str>)],
) -> Result<(), IsolateError> {
    for batch in programs.chunks(super::BATCH) {
        if search.is_over() {
            break;
        }
        let texts: Vec<Arc<str>> = batch.iter().map(|(_, text)| text.clone()).collect();
        let entries = runner.cover_all(texts).await?;
        for ((name, text), entry) in batch.iter().zip(entries) {
            *evidence.trials.entry(WitnessSource::Test).or_default() += 1;
            let trial = Trial { text: Some(text.clone()), extra: Vec::new() };
            let mut run = run(WitnessSource::Test, name.clone(), None, &trial, entry);
            // It is no mutant of the failing program.
            if let Some(run) = &mut run {
                run.text = None;
            }
            evidence.runs.extend(run.filter(|run| run.passes));
        }
        (search.watch)(evidence);
    }
    Ok(())
}

/// What the tool executes only when it reports a crash: it is made to crash in the midst of a program
/// that it takes, which shows all that it does beyond its work.
pub async fn crash(
    runner: &TrialRunner<'_>,
    evidence: &mut Evidence,
    programs: &[(String, Arc<str>)],
) -> Result<(), IsolateError> {
    for (_, text) in programs.iter().take(CRASHED_PROGRAMS) {
        let plain = runner.cover_all(vec![text.clone()]).await?.pop().and_then(|entry| entry.lines);
        let crashed = runner.cover_crash(text).await?.and_then(|entry| entry.lines);
        if let Some((plain, mut crashed)) = plain.zip(crashed) {
            crashed.difference_with(&plain);
            evidence.after_crash.grow(crashed.len());
            evidence.after_crash.union_with(&crashed);
        }
    }
    Ok(())
}

/// How many programs are made to crash: what they do between its beginning and its end differs a little.
const CRASHED_PROGRAMS: usize = 3;
