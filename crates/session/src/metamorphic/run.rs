//! One run of a debugger, and a follow-up run that must agree with it.

use parallax_model::{Action, Difference, Observation, Program, Run};

use crate::compare::{View, compare_finely};
use crate::generate::{Chooser, Script};
use crate::normalise::Normaliser;
use crate::relations::{Check, FollowUp};
use parallax_debug::{LaunchError, Load, Subject};

/// The name of the side that is not a debugger's but the relation's.
pub const EXPECTED: &str = "expected";

/// What became of a follow-up run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Followed {
    /// The run.
    pub run: Run,
    /// What each of its actions should have shown; what it showed, where the relation says nothing.
    pub expected: Vec<Observation>,
    /// Where the last observation is not what it should be.
    pub difference: Option<Difference>,
    /// Whether the relation was still being checked at the end.
    pub is_conclusive: bool,
}

/// Runs a program with the actions that `chooser` chooses.
pub async fn run(
    subject: &mut Subject,
    program: &Program,
    chooser: &mut dyn Chooser,
) -> Result<Run, LaunchError> {
    let mut run = Run { program: program.clone(), actions: vec![], shown: vec![] };
    if is_ready(subject, &mut run).await? {
        while let Some(action) = chooser.next(run.shown.last()) {
            if is_over(&run, &action) {
                break;
            }
            perform(subject, action, &mut run).await;
        }
    }
    subject.unload().await;
    Ok(run)
}

/// Runs a follow-up to its end, or to the first observation that is not what it should be.
pub async fn follow(
    subject: &mut Subject,
    mut follow_up: FollowUp,
    normaliser: &Normaliser,
) -> Result<Followed, LaunchError> {
    let run = Run { program: follow_up.program.clone(), actions: vec![], shown: vec![] };
    let mut followed = Followed { run, expected: vec![], difference: None, is_conclusive: true };
    if is_ready(subject, &mut followed.run).await? {
        while let Some(action) = follow_up.driver.next() {
            if is_over(&followed.run, &action) {
                break;
            }
            let shown = perform(subject, action, &mut followed.run).await;
            let check = follow_up.driver.see(&shown);
            if !settle(&mut followed, check, shown, subject, normaliser) {
                break;
            }
        }
    } else {
        followed.is_conclusive = false;
    }
    subject.unload().await;
    Ok(followed)
}

/// Notes what an observation should have been; whether the run goes on.
fn settle(
    followed: &mut Followed,
    check: Check,
    shown: Observation,
    subject: &Subject,
    normaliser: &Normaliser,
) -> bool {
    match check {
        Check::Ignore => followed.expected.push(shown),
        Check::GiveUp => {
            followed.expected.push(shown);
            followed.is_conclusive = false;
        }
        Check::Equals(expected) => {
            followed.difference = difference(&expected, &shown, subject, normaliser);
            followed.expected.push(expected);
        }
    }
    followed.difference.is_none() && followed.is_conclusive
}

/// Whether a run shows the same when its actions are done again.
pub async fn is_reproducible(
    subject: &mut Subject,
    run: &Run,
    normaliser: &Normaliser,
) -> Result<bool, LaunchError> {
    let again = self::run(subject, &run.program, &mut Script::new(&run.actions)).await?;
    let normal = |run: &Run| -> Vec<Observation> {
        run.shown.iter().map(|shown| normaliser.apply(shown)).collect()
    };
    Ok(normal(run) == normal(&again))
}

/// Loads a run's program. One that the engine rejects is a run of no actions.
async fn is_ready(subject: &mut Subject, run: &mut Run) -> Result<bool, LaunchError> {
    Ok(match subject.load(&run.program).await? {
        Load::Ready => true,
        Load::Rejected(_) => false,
        Load::Misbehaved(misbehaviour) => {
            run.actions.push(Action::Start);
            run.shown.push(Observation::Misbehaved(misbehaviour));
            false
        }
    })
}

async fn perform(subject: &mut Subject, action: Action, run: &mut Run) -> Observation {
    run.actions.push(action.clone());
    let shown = subject.perform(action).await;
    run.shown.push(shown.clone());
    shown
}

/// Whether there is nothing left that the action could be done to. What a program has printed can
/// be looked at when it has ended.
fn is_over(run: &Run, action: &Action) -> bool {
    let ended = |shown: &Observation| matches!(shown, Observation::Finished(_));
    matches!(run.shown.last(), Some(Observation::Misbehaved(_)))
        || (*action != Action::Output && run.shown.iter().any(ended))
}

/// In what an observation is not what it should be.
pub fn difference(
    expected: &Observation,
    shown: &Observation,
    subject: &Subject,
    normaliser: &Normaliser,
) -> Option<Difference> {
    let view = |debugger, shown| View {
        debugger,
        family: subject.family(),
        shown: normaliser.apply(shown),
    };
    compare_finely(&view(EXPECTED, expected), &view(subject.name(), shown))
}
