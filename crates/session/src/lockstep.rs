//! One session: N debuggers, one program, the same actions, side by side.

use futures_util::future::join_all;
use parallax_debug::{LaunchError, Load, Subject};
use parallax_model::{Action, Ending, Misbehaviour, Observation, Program, Trace};

use crate::compare::View;
use crate::generate::{Chooser, Script};
use crate::judge::{Found, Judge};
use crate::jury::Jury;
use crate::normalise::Normaliser;

/// What happened in one pass of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pass {
    /// What was done.
    pub actions: Vec<Action>,
    /// What each debugger showed.
    pub traces: Vec<Trace>,
    /// Where debuggers differ or break laws, in the order of the actions.
    pub found: Vec<Found>,
    /// How it ended.
    pub end: End,
    /// Pauses of all debuggers that were held against the truth.
    pub judged: usize,
}

/// Why a pass ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// The program ended in all debuggers.
    Finished,
    /// The chooser had nothing more to do.
    Exhausted,
    /// The debuggers differ, and cannot go on together.
    Differs,
    /// A debugger misbehaved when the program was loaded, or all did later.
    Failed(String, Misbehaviour),
}

/// What becomes of a pass at a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AtDifference {
    /// It ends at the first one, as in Algorithm 1.
    Stop,
    /// It is noted, and the pass goes on; see [`crate::judge`].
    GoOn,
    /// Nothing is looked for.
    Ignore,
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
    let traces: Vec<Trace> = subjects
        .iter()
        .map(|subject| Trace { debugger: subject.name().to_owned(), observations: vec![] })
        .collect();
    let loads = join_all(subjects.iter_mut().map(|subject| subject.load(program))).await;
    let mut pass = Pass { actions: vec![], traces, found: vec![], end: End::Exhausted, judged: 0 };
    match loaded(subjects, loads, &mut pass.traces)? {
        Some(end) => pass.end = end,
        None => {
            let takes: Vec<bool> = pass.traces.iter().map(|it| it.refusal().is_none()).collect();
            let names = pass.traces.iter().map(|it| it.debugger.clone()).collect();
            let jury = jury.map(|it| it.without_those_that_refuse(&takes));
            let judge = Judge::new(normaliser, at_difference, jury, names, takes);
            drive(subjects, chooser, judge, &mut pass).await;
        }
    }
    join_all(subjects.iter_mut().map(Subject::unload)).await;
    Ok(pass)
}

/// Performs recorded actions and looks for nothing.
pub async fn repeat(
    subjects: &mut [Subject],
    program: &Program,
    actions: &[Action],
    normaliser: &Normaliser,
) -> Result<Pass, LaunchError> {
    let mut script = Script::new(actions);
    run(subjects, program, &mut script, normaliser, AtDifference::Ignore, None).await
}

/// For each debugger, after how many actions it first showed something else in another pass over the same
/// actions; all of its observations if it never did.
pub fn stable_prefixes(one: &Pass, other: &Pass, normaliser: &Normaliser) -> Vec<usize> {
    let common = |(one, other): (&Trace, &Trace)| {
        let pairs = one.observations.iter().zip(&other.observations);
        pairs.take_while(|(a, b)| normaliser.apply(a) == normaliser.apply(b)).count()
    };
    one.traces.iter().zip(&other.traces).map(common).collect()
}

/// The debuggers that did not show the same in two passes over the same actions.
pub fn flaky(one: &Pass, other: &Pass, normaliser: &Normaliser) -> Vec<String> {
    let prefixes = stable_prefixes(one, other, normaliser);
    let traces = one.traces.iter().zip(&other.traces).zip(prefixes);
    let differing = traces.filter(|((one, other), stable)| {
        *stable < one.observations.len() || *stable < other.observations.len()
    });
    differing.map(|((one, _), _)| one.debugger.clone()).collect()
}

/// What became of loading: nothing to say, or an end before the first action. A debugger that does not take the
/// program shows that after each action; the others go on without it.
fn loaded(
    subjects: &[Subject],
    loads: Vec<Result<Load, LaunchError>>,
    traces: &mut [Trace],
) -> Result<Option<End>, LaunchError> {
    let mut end = None;
    for ((subject, load), trace) in subjects.iter().zip(loads).zip(traces.iter_mut()) {
        match load? {
            Load::Ready => {}
            Load::Rejected(words) => {
                trace.observations.push(Observation::Finished(Ending::Rejected(words)));
            }
            Load::Misbehaved(misbehaviour) => {
                end = Some(End::Failed(subject.name().to_owned(), misbehaviour));
            }
        }
    }
    let is_refused = traces.iter().all(|it| it.refusal().is_some());
    Ok(end.or(is_refused.then_some(End::Finished)))
}

async fn drive(
    subjects: &mut [Subject],
    chooser: &mut dyn Chooser,
    mut judge: Judge<'_>,
    pass: &mut Pass,
) {
    let mut last: Option<Observation> = None;
    loop {
        chooser.foresee(judge.leads());
        let Some(action) = chooser.next(last.as_ref()) else { break };
        if judge.is_blind() && action.is_execution() {
            pass.end = End::Differs;
            return;
        }
        let has_left = judge.has_left();
        pass.actions.push(action.clone());
        let shown = step(subjects, &action, &mut pass.traces, &has_left).await;
        let views = views(subjects, &shown, judge.normaliser);
        let end = judge.hear(pass.actions.len() - 1, &action, &shown, &views, &mut pass.found);
        pass.judged += judge.judged(&action, &shown);
        if let Some(end) = end {
            pass.end = end;
            return;
        }
        // Debuggers may be at different places: the first that goes on leads.
        let leads = |at: &usize| !has_left[*at] && ended(&pass.traces[*at]).is_none();
        let leader = (0..subjects.len()).find(leads);
        last = match leader {
            Some(at) => shown[at].clone(),
            None => pass.traces.iter().filter(|it| it.refusal().is_none()).find_map(ended).cloned(),
        };
    }
    pass.end = match last {
        Some(Observation::Finished(_)) => End::Finished,
        _ => End::Exhausted,
    };
}

/// One action in all debuggers that have not ended. Those that have left show nothing.
async fn step(
    subjects: &mut [Subject],
    action: &Action,
    traces: &mut [Trace],
    has_left: &[bool],
) -> Vec<Option<Observation>> {
    let each = subjects.iter_mut().zip(traces.iter()).zip(has_left);
    let shown = join_all(each.map(async |((subject, trace), has_left)| {
        if *has_left {
            return None;
        }
        Some(match ended(trace) {
            Some(end @ Observation::Misbehaved(_)) => end.clone(),
            // What was printed can still be looked at.
            Some(end) if *action != Action::Output => end.clone(),
            _ => subject.perform(action.clone()).await,
        })
    }))
    .await;
    for (trace, shown) in traces.iter_mut().zip(&shown) {
        trace.observations.extend(shown.clone());
    }
    repeat_refusals(traces);
    shown
}

/// A debugger that did not take the program shows that as often as the others show something.
fn repeat_refusals(traces: &mut [Trace]) {
    let longest = traces.iter().map(|it| it.observations.len()).max().unwrap_or(0);
    for trace in traces.iter_mut().filter(|it| it.refusal().is_some()) {
        let refusal = trace.observations.first().cloned();
        trace.observations.extend(refusal.filter(|_| trace.observations.len() < longest));
    }
}

/// The end of the program or of the debugger, once it has come.
fn ended(trace: &Trace) -> Option<&Observation> {
    let is_end =
        |it: &&Observation| matches!(it, Observation::Finished(_) | Observation::Misbehaved(_));
    trace.observations.iter().find(is_end)
}

/// What was shown, normalised, with who showed it.
pub(crate) fn views<'a>(
    subjects: &'a [Subject],
    shown: &[Option<Observation>],
    normaliser: &Normaliser,
) -> Vec<View<'a>> {
    let pairs = subjects.iter().zip(shown);
    pairs
        .filter_map(|(subject, shown)| {
            Some(View {
                debugger: subject.name(),
                family: subject.family(),
                shown: normaliser.apply(shown.as_ref()?),
            })
        })
        .collect()
}
