//! One session: N debuggers, one program, the same actions, side by side.

use futures_util::future::join_all;
use parallax_model::{
    Action, Breach, Difference, Ending, Misbehaviour, Observation, Program, Trace,
};

use crate::compare::{View, compare};
use crate::generate::{Chooser, Script};
use crate::jury::{Jury, against_truth};
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
    /// The last action's observations differ, or break laws.
    Differs(Difference, Judgement),
    /// A debugger misbehaved when the program was loaded, or all did later.
    Failed(String, Misbehaviour),
}

/// What the truth says about the last action's observations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judgement {
    /// It is not known.
    Unknown,
    /// These laws are broken; with none, debuggers only follow different conventions.
    Known(Vec<Breach>),
}

/// Whether a pass goes on after the first difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AtDifference {
    /// As Algorithm 1 does.
    Stop,
    /// Stops where a law is broken, or where debuggers differ and the truth is not known. Where no law is
    /// broken debuggers follow different conventions: each goes on from where it is, and is still held
    /// against the truth.
    StopAtBreach,
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
    jury: Option<Jury<'_>>,
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
            let judge = Judge { normaliser, at_difference, jury };
            drive(subjects, chooser, judge, &mut actions, &mut traces).await
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
    let again = run(
        subjects,
        program,
        &mut Script::new(&pass.actions),
        normaliser,
        AtDifference::GoOn,
        None,
    )
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

/// Decides whether observations end a pass.
struct Judge<'j> {
    normaliser: &'j Normaliser,
    at_difference: AtDifference,
    jury: Option<Jury<'j>>,
}

async fn drive(
    subjects: &mut [Subject],
    chooser: &mut dyn Chooser,
    mut judge: Judge<'_>,
    actions: &mut Vec<Action>,
    traces: &mut [Trace],
) -> End {
    let mut last: Option<Observation> = None;
    while let Some(action) = chooser.next(last.as_ref()) {
        actions.push(action.clone());
        let shown = step(subjects, &action, traces).await;
        if judge.at_difference != AtDifference::GoOn
            && let Some(end) = judge.end(subjects, &action, &shown, traces)
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

impl Judge<'_> {
    /// Whether what was shown ends the pass. That one debugger fails where another does not is a
    /// difference like any other; that all fail is the program's doing.
    fn end(
        &mut self,
        subjects: &[Subject],
        action: &Action,
        shown: &[Observation],
        traces: &[Trace],
    ) -> Option<End> {
        let judgement = match &mut self.jury {
            Some(jury) => {
                let breaches = jury.hear(action, shown, self.normaliser);
                match breaches.is_empty() && !jury.knows_all() {
                    true => Judgement::Unknown,
                    false => Judgement::Known(breaches),
                }
            }
            None => Judgement::Unknown,
        };
        let is_convention = judgement == Judgement::Known(Vec::new());
        let goes_on = is_convention && self.at_difference == AtDifference::StopAtBreach;
        if !goes_on && let Some(difference) = compare(&views(subjects, shown, self.normaliser)) {
            return Some(End::Differs(difference, judgement));
        }
        if let Judgement::Known(breaches) = &judgement
            && let Some(difference) = against_truth(breaches, traces)
        {
            return Some(End::Differs(difference, judgement));
        }
        match (subjects.first(), shown.first()) {
            (Some(subject), Some(Observation::Misbehaved(misbehaviour))) => {
                Some(End::Failed(subject.name().to_owned(), misbehaviour.clone()))
            }
            _ => None,
        }
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
