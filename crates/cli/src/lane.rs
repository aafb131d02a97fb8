//! Joins debuggers and campaigns: a lane is a set of debuggers that does one session at a time.

use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use parallax_campaign::{Lane, Screening};
use parallax_debug::{Instance, LaunchError, Limits, Subject};
use parallax_model::{
    Action, Class, Difference, Divergence, Ending, Misbehaviour, Observation, Outcome, Program,
    Session, Trace,
};
use parallax_program::js::Outline;
use parallax_session::Normaliser;
use parallax_session::compare::{View, vote};
use parallax_session::generate::{Chooser, Parameters, Random, Script};
use parallax_session::lockstep::{self, AtDifference, End, Pass};

/// What sessions are done with.
#[derive(Clone)]
pub struct Laboratory {
    /// Algorithm 1's parameters.
    pub parameters: Parameters,
    /// What is evened out before comparison.
    pub normaliser: Normaliser,
    /// The syntax of each program, parsed once.
    pub outlines: Arc<HashMap<Arc<str>, Outline>>,
}

impl Laboratory {
    /// A laboratory for these programs.
    pub fn new(parameters: Parameters, normaliser: Normaliser, programs: &[Program]) -> Self {
        let outlines =
            programs.iter().map(|program| (program.name.clone(), Outline::new(program))).collect();
        Laboratory { parameters, normaliser, outlines: Arc::new(outlines) }
    }
}

/// A set of debuggers in lockstep.
pub struct Debuggers {
    laboratory: Laboratory,
    subjects: Vec<Subject>,
}

impl Debuggers {
    /// A lane whose debuggers come up when they are first needed.
    pub fn new(
        laboratory: Laboratory,
        instances: &[Instance],
        limits: Limits,
    ) -> Result<Self, LaunchError> {
        let instances = Instance::of_one_lane(instances).into_iter();
        let subjects = instances.map(|instance| Subject::new(instance, limits));
        Ok(Debuggers { laboratory, subjects: subjects.collect::<Result<_, _>>()? })
    }

    /// Brings all debuggers up; their names and versions.
    pub async fn bring_up(&mut self) -> Result<Vec<(String, String)>, LaunchError> {
        let ups = self.subjects.iter_mut().map(Subject::bring_up);
        futures_util::future::try_join_all(ups).await?;
        let named = self
            .subjects
            .iter()
            .map(|subject| (subject.name().to_owned(), subject.version().to_owned()));
        Ok(named.collect())
    }

    /// What was shown, normalised, with who showed it.
    pub fn views(&self, shown: &[Observation]) -> Vec<View<'_>> {
        lockstep::views(&self.subjects, shown, &self.laboratory.normaliser)
    }

    /// One pass over a program.
    pub async fn pass(
        &mut self,
        program: &Program,
        chooser: &mut dyn Chooser,
        at_difference: AtDifference,
    ) -> Result<Pass, LaunchError> {
        lockstep::run(
            &mut self.subjects,
            program,
            chooser,
            &self.laboratory.normaliser,
            at_difference,
        )
        .await
    }

    /// What a pass came to: a difference counts when it returns on a second pass.
    pub async fn conclude(
        &mut self,
        program: &Program,
        pass: Pass,
    ) -> Result<Session, LaunchError> {
        let outcome = match &pass.end {
            End::Finished => Outcome::Finished,
            End::Exhausted => Outcome::Exhausted,
            End::Failed(debugger, misbehaviour) => {
                Outcome::Failed { debugger: debugger.clone(), misbehaviour: misbehaviour.clone() }
            }
            End::Differs(difference) => {
                let normaliser = &self.laboratory.normaliser;
                let wavering =
                    lockstep::who_wavers(&mut self.subjects, program, &pass, normaliser).await?;
                match failure(&pass) {
                    _ if wavering.is_empty() => Outcome::Diverged(Box::new(self.divergence(
                        program,
                        &pass,
                        difference.clone(),
                    ))),
                    Some((debugger, misbehaviour)) => Outcome::Failed { debugger, misbehaviour },
                    None => Outcome::Unstable { debuggers: wavering },
                }
            }
        };
        Ok(Session { actions: pass.actions, traces: pass.traces, outcome, lineage: None })
    }

    fn divergence(&self, program: &Program, pass: &Pass, difference: Difference) -> Divergence {
        let shown: Vec<Observation> =
            pass.traces.iter().filter_map(|trace| trace.observations.last().cloned()).collect();
        let verdict = vote(&self.views(&shown), &difference);
        let traces: Vec<&[Observation]> =
            pass.traces.iter().map(|trace| trace.observations.as_slice()).collect();
        let line = trigger_line(&pass.actions, &traces);
        let node = self
            .laboratory
            .outlines
            .get(&program.name)
            .map_or("Program", |outline| outline.node(line));
        let action = pass.actions.last().map_or("", |action| action.name()).to_owned();
        Divergence {
            class: Class { kind: difference.kind, action, node: node.to_owned() },
            difference,
            line,
            verdict,
        }
    }
}

#[async_trait]
impl Lane for Debuggers {
    type Error = LaunchError;

    async fn screen(&mut self, program: &Program) -> Result<Screening, LaunchError> {
        examine(&mut self.subjects, &self.laboratory, program).await
    }

    async fn session(&mut self, program: &Program, seed: u64) -> Result<Session, LaunchError> {
        let mut chooser = Random::new(seed, program, self.laboratory.parameters);
        let pass = self.pass(program, &mut chooser, AtDifference::Stop).await?;
        self.conclude(program, pass).await
    }
}

/// Runs a program without and with pauses, the latter twice. A program that does not end, or
/// that a debugger shows differently the second time, would only make noise.
pub async fn examine(
    subjects: &mut [Subject],
    laboratory: &Laboratory,
    program: &Program,
) -> Result<Screening, LaunchError> {
    let normaliser = &laboratory.normaliser;
    // A debugger that happens to fail is not the program's doing, so a bad run gets another.
    let mut why = None;
    for _ in 0..2 {
        let mut script = Script::new(&[Action::Start]);
        why = unfit(
            &lockstep::run(subjects, program, &mut script, normaliser, AtDifference::GoOn).await?,
        );
        if why.is_none() {
            break;
        }
    }
    if let Some(why) = why {
        return Ok(Screening::Unfit(why));
    }
    let mut script = Script::new(&walk());
    let walk =
        lockstep::run(subjects, program, &mut script, normaliser, AtDifference::GoOn).await?;
    let mut script = Script::new(&walk.actions);
    let again =
        lockstep::run(subjects, program, &mut script, normaliser, AtDifference::GoOn).await?;
    let mut wavering = lockstep::wavering(&walk, &again, normaliser);
    let failed: Vec<_> = walk
        .traces
        .iter()
        .chain(&again.traces)
        .filter_map(failure_of)
        .map(|(name, _)| name)
        .collect();
    wavering.retain(|name| !failed.contains(name));
    Ok(match wavering.first() {
        Some(name) => {
            Screening::Unfit(format!("not deterministic: {name} shows it differently each time"))
        }
        None => Screening::Fit,
    })
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

/// The first debugger that failed in a pass, and how.
fn failure(pass: &Pass) -> Option<(String, Misbehaviour)> {
    pass.traces.iter().find_map(failure_of)
}

fn failure_of(trace: &Trace) -> Option<(String, Misbehaviour)> {
    match trace.observations.last() {
        Some(Observation::Misbehaved(misbehaviour)) => {
            Some((trace.debugger.clone(), misbehaviour.clone()))
        }
        _ => None,
    }
}

/// The line where the last action was triggered: that of the breakpoint, or of the pause before.
/// The start is triggered nowhere; there it is where the program first paused.
pub fn trigger_line(actions: &[Action], traces: &[&[Observation]]) -> u32 {
    let line = |shown: Option<&Observation>| Some(shown?.pause()?.location().line);
    if let Some(line) = actions.last().and_then(Action::line) {
        return line;
    }
    match actions.last() {
        Some(Action::Start) => {
            traces.iter().find_map(|observations| line(observations.last())).unwrap_or(1)
        }
        _ => {
            let before = traces.first().map_or(&[][..], |shown| &shown[..shown.len().max(1) - 1]);
            before.iter().rev().find_map(|shown| line(Some(shown))).unwrap_or(1)
        }
    }
}
