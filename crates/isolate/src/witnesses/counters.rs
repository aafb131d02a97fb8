//! Witnesses by counters that stop transformations: for each counter without which the program
//! passes, the two limits, one apart, between which it begins to fail. These two runs differ by one
//! transformation, and hardly by anything else.

use super::{Attempt, Search, run, sweep};
use crate::evidence::{Evidence, Origin};
use crate::laboratory::{IsolateError, Laboratory};

/// Stops every counter that counts, and bisects those that matter.
pub async fn counters(
    laboratory: &Laboratory<'_>,
    search: &Search<'_>,
    evidence: &mut Evidence,
) -> Result<(), IsolateError> {
    let switches = &laboratory.subject().counters;
    if !switches.any() {
        return Ok(());
    }
    let listing = laboratory.listing(&switches.list).await?;
    let counted: Vec<(String, u64)> =
        switches.counts(&listing).into_iter().filter(|(_, count)| *count > 0).collect();
    let limit = |name: &str, limit: u64| {
        Attempt::without(name, vec![format!("{}:{limit}", switches.switch(name))])
    };
    let stopped = counted.iter().map(|(name, _)| limit(name, 0)).collect();
    let before = evidence.runs.len();
    sweep(laboratory, search, evidence, Origin::Counter, stopped).await?;
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
            let entry = laboratory.judge(trial.clone()).await?;
            *evidence.trials.entry(Origin::Counter).or_default() += 1;
            // What says nothing is taken as failing: the search goes on below it.
            let passing = entry.passes == Some(true);
            *if passing { &mut passes } else { &mut fails } = middle;
            around[usize::from(passing)] = run(Origin::Counter, label, switch, &trial, entry);
        }
        evidence.runs.extend(around.into_iter().flatten());
        (search.watch)(evidence);
    }
    Ok(())
}
