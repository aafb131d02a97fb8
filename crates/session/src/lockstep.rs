//! One session: N debuggers, one program, the same actions, side by side.

use futures_util::future::join_all;
use parallax_model::{Action, Difference, Ending, Misbehaviour, Observation, Program, Trace};

use crate::compare::{View, compare};
use crate::generate::{Chooser, Script};
use crate::normalise::Normaliser;
use parallax_debug::{LaunchError, Load, Subject};

/// What happened in one pass of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pass {
    /// What was done.
    pub actions: Vec<Action>,
    /// What each debugger showed.
    pub traces: Vec<Trace>,
    /// How it ended.
    pub end: End,
}

/// Why a pass ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// The program ended in all debuggers.
    Finished,
    /// The chooser had nothing more to do.
    Exhausted,
    /// The last action's observations differ.
    Differs(Difference),
    /// A debugger misbehaved when the program was loaded, or all did later.
    Failed(String, Misbehaviour),
}

/// Whether a pass goes on after the first difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AtDifference {
    /// As Algorithm 1 does.
    Stop,
    /// To see what follows, with each debugger going on from where it is.
    GoOn,
}

/// Runs one pass on subjects that have loaded nothing.
pub async fn run(
    subjects: &mut [Subject],
    program: &Program,
    chooser: &mut dyn Chooser,
    normaliser: &Normaliser,
    at_difference: AtDifference,
) -> Result<Pass, LaunchError> {
    let mut traces: Vec<Trace> = subjects
        .iter()
        .map(|subject| Trace { debugger: subject.name().to_owned(), observations: vec![] })
        .collect();
    let loads = join_all(subjects.iter_mut().map(|subject| subject.load(program))).await;
    let mut actions = Vec::new();
    let end = match loaded(subjects, loads, &mut traces)? {
        Some(end) => end,
        None => {
            drive(subjects, chooser, normaliser, at_difference, &mut actions, &mut traces).await
        }
    };
    join_all(subjects.iter_mut().map(Subject::unload)).await;
    Ok(Pass { actions, traces, end })
}

/// Repeats the recorded actions; the debuggers that did not show the same again.
pub async fn flaky_when_repeated(
    subjects: &mut [Subject],
    program: &Program,
    pass: &Pass,
    normaliser: &Normaliser,
) -> Result<Vec<String>, LaunchError> {
    let again =
        run(subjects, program, &mut Script::new(&pass.actions), normaliser, AtDifference::Stop)
            .await?;
    Ok(flaky(pass, &again, normaliser))
}

/// The debuggers that did not show the same in two passes over the same actions.
pub fn flaky(one: &Pass, other: &Pass, normaliser: &Normaliser) -> Vec<String> {
    let normal = |trace: &Trace| -> Vec<Observation> {
        trace.observations.iter().map(|shown| normaliser.apply(shown)).collect()
    };
    let pairs = one.traces.iter().zip(&other.traces);
    let differing = pairs.filter(|(one, other)| normal(one) != normal(other));
    differing.map(|(one, _)| one.debugger.clone()).collect()
}

/// What became of loading: nothing to say, or an end before the first action.
fn loaded(
    subjects: &[Subject],
    loads: Vec<Result<Load, LaunchError>>,
    traces: &mut [Trace],
) -> Result<Option<End>, LaunchError> {
    let mut end = None;
    for ((subject, load), trace) in subjects.iter().zip(loads).zip(traces) {
        match load? {
            Load::Ready => {}
            Load::Rejected(words) => {
                trace.observations.push(Observation::Finished(Ending::Rejected(words)));
                end.get_or_insert(End::Finished);
            }
            Load::Misbehaved(misbehaviour) => {
                end = Some(End::Failed(subject.name().to_owned(), misbehaviour));
            }
        }
    }
    Ok(end)
}

async fn drive(
    subjects: &mut [Subject],
    chooser: &mut dyn Chooser,
    normaliser: &Normaliser,
    at_difference: AtDifference,
    actions: &mut Vec<Action>,
    traces: &mut [Trace],
) -> End {
    let mut last: Option<Observation> = None;
    while let Some(action) = chooser.next(last.as_ref()) {
        actions.push(action.clone());
        let shown = step(subjects, &action, traces).await;
        if at_difference == AtDifference::Stop
            && let Some(end) = judge(subjects, &shown, normaliser)
        {
            return end;
        }
        last = shown
            .into_iter()
            .find(|shown| !matches!(shown, Observation::Finished(_)))
            .or_else(|| last_end(traces));
    }
    match last {
        Some(Observation::Finished(_)) => End::Finished,
        _ => End::Exhausted,
    }
}

/// One action in all debuggers that have not ended.
async fn step(subjects: &mut [Subject], action: &Action, traces: &mut [Trace]) -> Vec<Observation> {
    let shown = join_all(subjects.iter_mut().zip(traces.iter()).map(async |(subject, trace)| {
        match trace.observations.last() {
            Some(end @ (Observation::Finished(_) | Observation::Misbehaved(_))) => end.clone(),
            _ => subject.perform(action.clone()).await,
        }
    }))
    .await;
    for (trace, shown) in traces.iter_mut().zip(&shown) {
        trace.observations.push(shown.clone());
    }
    shown
}

fn last_end(traces: &[Trace]) -> Option<Observation> {
    traces.first().and_then(|trace| trace.observations.last()).cloned()
}

/// Whether what was shown ends the pass. That one debugger fails where another does not is a
/// difference like any other; that all fail is the program's doing.
fn judge(subjects: &[Subject], shown: &[Observation], normaliser: &Normaliser) -> Option<End> {
    if let Some(difference) = compare(&views(subjects, shown, normaliser)) {
        return Some(End::Differs(difference));
    }
    match (subjects.first(), shown.first()) {
        (Some(subject), Some(Observation::Misbehaved(misbehaviour))) => {
            Some(End::Failed(subject.name().to_owned(), misbehaviour.clone()))
        }
        _ => None,
    }
}

/// What was shown, normalised, with who showed it.
pub fn views<'a>(
    subjects: &'a [Subject],
    shown: &[Observation],
    normaliser: &Normaliser,
) -> Vec<View<'a>> {
    let pairs = subjects.iter().zip(shown);
    pairs
        .map(|(subject, shown)| View {
            debugger: subject.name(),
            family: subject.family(),
            shown: normaliser.apply(shown),
        })
        .collect()
}
