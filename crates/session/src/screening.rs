//! Screening: whether a program is fit for comparison.
//!
//! A program that does not end, or that a debugger shows differently the second time, would only
//! make noise.

use parallax_campaign::Screening;
use parallax_debug::{LaunchError, Subject};
use parallax_model::{Action, Misbehaviour, Observation, Program, Trace};

use crate::generate::Script;
use crate::lockstep::{self, AtDifference, End, Pass};
use crate::normalise::Normaliser;

/// Runs a program without and with pauses, the latter twice. So many debuggers at least must take it.
pub async fn screen(
    subjects: &mut [Subject],
    normaliser: &Normaliser,
    program: &Program,
    least: usize,
) -> Result<Screening, LaunchError> {
    if let Some(why) = unfit_twice(subjects, normaliser, program, least).await? {
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
        None => {
            let refusal = |it: &Trace| Some((it.debugger.clone(), it.refusal()?.to_owned()));
            let refusals: Vec<_> = first.traces.iter().filter_map(refusal).collect();
            if refusals.is_empty() { Screening::Fit } else { Screening::FitWithout(refusals) }
        }
    })
}

/// Why a program is unfit, if two plain runs show it. A debugger that happens to fail is not the
/// program's doing, so a bad run gets another.
async fn unfit_twice(
    subjects: &mut [Subject],
    normaliser: &Normaliser,
    program: &Program,
    least: usize,
) -> Result<Option<String>, LaunchError> {
    let mut why = None;
    for _ in 0..2 {
        why = unfit(&scripted(subjects, normaliser, program, &[Action::Start]).await?, least);
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
fn unfit(pass: &Pass, least: usize) -> Option<String> {
    let (refusing, taking): (Vec<&Trace>, Vec<&Trace>) =
        pass.traces.iter().partition(|it| it.refusal().is_some());
    let words = |it: &&Trace| Some(format!("{} rejects it: {}", it.debugger, it.refusal()?));
    let rejection = refusing.first().filter(|_| taking.len() < least).and_then(words);
    let failures: Vec<_> = taking.iter().filter_map(|it| failure_of(it)).collect();
    match (&pass.end, rejection) {
        (End::Failed(debugger, misbehaviour), _) => Some(format!("{debugger}: {misbehaviour}")),
        (_, Some(rejection)) => Some(rejection),
        _ if failures.len() == taking.len() => failures
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
