//! Witnesses by counters that stop transformations, bisected to the one that matters.
//!
//! For each counter without which the program passes, the two limits, one apart, between which it
//! begins to fail are searched. Their two runs differ by one transformation, and hardly by anything
//! else.

use super::{Attempt, Search, run, sweep};
use crate::error::IsolateError;
use crate::evidence::{Evidence, WitnessSource};
use crate::trial::TrialRunner;

/// Stops every counter that counts, and bisects those that matter.
pub async fn counters(
    runner: &TrialRunner<'_>,
    search: &Search<'_>,
    evidence: &mut Evidence,
) -> Result<(), IsolateError> {
    let switches = &runner.subject().counters;
    if !switches.any() {
        return Ok(());
    }
    let listing = runner.listing(&switches.list).await?;
    let counted: Vec<(String, u64)> =
        switches.counts(&listing).into_iter().filter(|(_, count)| *count > 0).collect();
    let limit = |name: &str, limit: u64| {
        Attempt::without(name, vec![format!("{}:{limit}", switches.switch(name))])
    };
    let stopped = counted.iter().map(|(name, _)| limit(name, 0)).collect();
    let before = evidence.runs.len();
    sweep(runner, search, evidence, WitnessSource::Counter, stopped).await?;
    let flipping: Vec<String> = evidence.runs[before..]
        .iter()
        .filter(|run| run.passes)
        .filter_map(|run| run.switch.clone())
        .collect();
    for (name, count) in counted.iter().filter(|(name, _)| flipping.contains(name)) {
        let (mut passes, mut fails) = (0, *count);
        let mut around = [None, None];
        while fails - passes > 1 && !search.is_over() {
            let middle = passes + (fails - passes) / 2;
            let Attempt { label, switch, trial } = limit(name, middle);
            let entry = runner.judge(trial.clone()).await?;
            *evidence.trials.entry(WitnessSource::Counter).or_default() += 1;
            // What neither passes nor fails is taken as failing: the search goes on below it.
            let passing = entry.passes == Some(true);
            *if passing { &mut passes } else { &mut fails } = middle;
            around[usize::from(passing)] =
                run(WitnessSource::Counter, label, switch, &trial, entry);
        }
        evidence.runs.extend(around.into_iter().flatten());
        (search.watch)(evidence);
    }
    Ok(())
}
