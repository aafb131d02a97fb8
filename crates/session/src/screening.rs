//! Screening: whether a program is fit for comparison.
//!
//! A program that does not end, or that a debugger shows differently the second time, would only
//! make noise.

use parallax_campaign::Screening;
use parallax_debug::{LaunchError, Subject};
use parallax_model::{Action, Ending, Misbehaviour, Observation, Program, Trace};

use crate::generate::Script;
use crate::lockstep::{self, AtDifference, End, Pass};
use crate::normalise::Normaliser;

/// Runs a program without and with pauses, the latter twice.
pub async fn screen(
    subjects: &mut [Subject],
    normaliser: &Normaliser,
    program: &Program,
) -> Result<Screening, LaunchError> {
    if let Some(why) = unfit_twice(subjects, normaliser, program).await? {
        return Ok(Screening::Unfit(why));
    }
    let first = scripted(subjects, normaliser, program, &walk()).await?;
    let second = scripted(subjects, normaliser, program, &first.actions).await?;
    let failed: Vec<_> = first
        .traces
        .iter()
        .chain(&second.traces)
        .filter_map(failure_of)
        .map(|(name, _)| name)
        .collect();
    let mut flaky = lockstep::flaky(&first, &second, normaliser);
    flaky.retain(|name| !failed.contains(name));
    Ok(match flaky.first() {
        Some(name) => {
            Screening::Unfit(format!("not deterministic: {name} shows it differently each time"))
        }
        None => Screening::Fit,
    })
}

/// Why a program is unfit, if two plain runs show it. A debugger that happens to fail is not the
/// program's doing, so a bad run gets another.
async fn unfit_twice(
    subjects: &mut [Subject],
    normaliser: &Normaliser,
    program: &Program,
) -> Result<Option<String>, LaunchError> {
    let mut why = None;
    for _ in 0..2 {
        why = unfit(&scripted(subjects, normaliser, program, &[Action::Start]).await?);
        if why.is_none() {
            break;
        }
    }
    Ok(why)
}

async fn scripted(
    subjects: &mut [Subject],
    normaliser: &Normaliser,
    program: &Program,
    actions: &[Action],
) -> Result<Pass, LaunchError> {
    let mut script = Script::new(actions);
    lockstep::run(subjects, program, &mut script, normaliser, AtDifference::Ignore, None).await
}

/// A walk through the beginning of a program that visits what random sessions will.
fn walk() -> Vec<Action> {
    let steps = [Action::StepOver, Action::StepIn].into_iter().cycle().take(16);
    [Action::Break(1), Action::Start].into_iter().chain(steps).chain([Action::Resume]).collect()
}

/// Why a plain run shows that its program is not fit for comparison. A debugger that fails alone
/// is no reason: that is for the sessions to find.
fn unfit(pass: &Pass) -> Option<String> {
    let rejection = pass.traces.iter().find_map(|trace| match trace.observations.last() {
        Some(Observation::Finished(Ending::Rejected(words))) => {
            Some(format!("{} rejects it: {words}", trace.debugger))
        }
        _ => None,
    });
    let failures: Vec<_> = pass.traces.iter().filter_map(failure_of).collect();
    match (&pass.end, rejection) {
        (End::Failed(debugger, misbehaviour), _) => Some(format!("{debugger}: {misbehaviour}")),
        (_, Some(rejection)) => Some(rejection),
        _ if failures.len() == pass.traces.len() => failures
            .first()
            .map(|(_, misbehaviour)| format!("no debugger gets to its end: {misbehaviour}")),
        _ => None,
    }
}

/// The debugger of a trace and how it failed, if it did.
pub(crate) fn failure_of(trace: &Trace) -> Option<(String, Misbehaviour)> {
    match trace.observations.last() {
        Some(Observation::Misbehaved(misbehaviour)) => {
            Some((trace.debugger.clone(), misbehaviour.clone()))
        }
        _ => None,
    }
}
