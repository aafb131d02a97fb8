//! Witnesses by switching off: options one by one, passes kind by kind.
//!
//! A run that passes without something shows that it takes part in the failure; one that still fails
//! exonerates it.

use super::{Attempt, Search, sweep};
use crate::error::IsolateError;
use crate::evidence::{Evidence, WitnessSource};
use crate::subject::{Switches, kind};
use crate::trial::TrialRunner;

/// Switches off every option that is on.
pub async fn options(
    runner: &TrialRunner<'_>,
    search: &Search<'_>,
    evidence: &mut Evidence,
) -> Result<(), IsolateError> {
    let switches = &runner.subject().options;
    let names = listed(runner, switches).await?;
    let attempts = names.iter().map(|name| without(switches, name, std::slice::from_ref(name)));
    sweep(runner, search, evidence, WitnessSource::Option, attempts.collect()).await
}

/// Disables every pass that is run: first all runs of each together, since what one of them leaves
/// undone the next may do; then, where that helps, each run by itself.
pub async fn passes(
    runner: &TrialRunner<'_>,
    search: &Search<'_>,
    evidence: &mut Evidence,
) -> Result<(), IsolateError> {
    let switches = &runner.subject().passes;
    let kinds = kinds(listed(runner, switches).await?);
    let together = kinds.iter().map(|(kind, runs)| without(switches, kind, runs));
    sweep(runner, search, evidence, WitnessSource::Pass, together.collect()).await?;
    let helps = |kind: &str| {
        evidence.runs.iter().any(|run| {
            run.origin == WitnessSource::Pass && run.passes && run.switch.as_deref() == Some(kind)
        })
    };
    let several = kinds.iter().filter(|(kind, runs)| runs.len() > 1 && helps(kind));
    let alone = several.flat_map(|(_, runs)| runs);
    let alone = alone.map(|run| without(switches, run, std::slice::from_ref(run))).collect();
    sweep(runner, search, evidence, WitnessSource::Pass, alone).await
}

/// What the subject says is on.
async fn listed(
    runner: &TrialRunner<'_>,
    switches: &Switches,
) -> Result<Vec<String>, IsolateError> {
    if !switches.any() {
        return Ok(Vec::new());
    }
    Ok(switches.names(&runner.listing(&switches.list).await?))
}

/// Names with the same kind together, in the order of their first.
fn kinds(names: Vec<String>) -> Vec<(String, Vec<String>)> {
    let mut kinds: Vec<(String, Vec<String>)> = Vec::new();
    for name in names {
        match kinds.iter_mut().find(|(known, _)| known == kind(&name)) {
            Some((_, runs)) => runs.push(name),
            None => kinds.push((kind(&name).to_owned(), vec![name])),
        }
    }
    kinds
}

/// The program with something switched off by its options.
fn without(switches: &Switches, name: &str, parts: &[String]) -> Attempt {
    Attempt::without(name, parts.iter().map(|part| switches.switch(part)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_one_pass_are_one_kind() {
        let names = ["tree-forwprop1", "tree-ch", "tree-forwprop2"].map(str::to_owned).to_vec();
        let kinds = kinds(names);
        assert_eq!(
            kinds[0],
            ("tree-forwprop".into(), vec!["tree-forwprop1".into(), "tree-forwprop2".into()])
        );
        assert_eq!(kinds[1], ("tree-ch".into(), vec!["tree-ch".into()]));
    }
}
