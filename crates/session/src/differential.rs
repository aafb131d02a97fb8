//! Differential testing: debuggers in lockstep, each difference confirmed, classified and judged.

use std::sync::Arc;

use async_trait::async_trait;
use parallax_campaign::settings::{DifferentialSettings, Plan, Settings, Tool};
use parallax_campaign::{Screening, Worker, WorkerPool};
use parallax_debug::{Instance, LaunchError, Limits, Load, Subject};
use parallax_model::{
    Action, Class, Depth, Divergence, Family, Observation, Origin, Outcome, Pairs, Program,
    Session, Trace,
};

use parallax_oracle::PlainRun;

use crate::classify::trigger_line;
use crate::context::SessionContext;
use crate::generate::{Chooser, Random, Script};
use crate::guided::{Guided, Terrain};
use crate::jobs;
use crate::judge::Found;
use crate::jury::Jury;
use crate::left_out::LeftOut;
use crate::lockstep::{self, AtDifference, End, Pass};
use crate::places;
use crate::prepare::{PrepareError, Work, pool};
use crate::rows::{Row, rows};
use crate::screening::{self, failure_of};
use crate::subject::subject;

/// Brings the debuggers up, and says what the campaign is to do. The versions belong to the plan: an
/// updated browser starts another campaign.
///
/// # Errors
/// Where a debugger cannot be brought up.
pub async fn prepare(
    work: Work,
    instances: &[Instance],
    normalisations_off: Vec<String>,
) -> Result<(Plan, WorkerPool<DifferentialWorker>), PrepareError> {
    let context = SessionContext::new(work.parameters, work.normaliser, &work.programs)
        .with_oracle(work.oracle)
        .stopping(work.stop_at);
    let edition = context.oracle.as_ref().map(|it| it.edition.clone());
    let pool =
        pool(work.jobs, || DifferentialWorker::new(context.clone(), instances, work.limits))?;
    let debuggers = pool.first(DifferentialWorker::bring_up).await?;
    let settings = DifferentialSettings {
        debuggers,
        seeds: work.seeds,
        parameters: work.parameters,
        normalisations_off,
        edition,
        stops_at_first: work.stop_at == AtDifference::Stop,
    };
    Ok((Plan { settings: Settings::Differential(settings), programs: work.programs }, pool))
}

/// A set of debuggers in lockstep, which does one session at a time.
pub struct DifferentialWorker {
    context: SessionContext,
    subjects: Vec<Subject>,
    left_out: LeftOut,
}

impl DifferentialWorker {
    /// A worker whose debuggers come up when they are first needed.
    pub fn new(
        context: SessionContext,
        instances: &[Instance],
        limits: Limits,
    ) -> Result<Self, LaunchError> {
        let instances = Instance::of_one_worker(instances).into_iter();
        let subjects = instances.map(|instance| subject(instance, limits));
        let subjects = subjects.collect::<Result<_, _>>()?;
        Ok(DifferentialWorker { context, subjects, left_out: LeftOut::default() })
    }

    /// Brings all debuggers up; their names and versions.
    pub async fn bring_up(&mut self) -> Result<Vec<Tool>, LaunchError> {
        let ups = self.subjects.iter_mut().map(Subject::bring_up);
        futures_util::future::try_join_all(ups).await?;
        let tool = |subject: &Subject| Tool {
            name: subject.name().to_owned(),
            version: subject.version().to_owned(),
        };
        Ok(self.subjects.iter().map(tool).collect())
    }

    /// Whose engines are under the debuggers.
    pub fn families(&self) -> Vec<Family> {
        self.subjects.iter().map(Subject::family).collect()
    }

    /// A pass of these debuggers, action by action.
    pub fn rows(&self, pass: &Pass) -> Vec<Row> {
        rows(pass, &self.families(), &self.context.normaliser)
    }

    /// One pass over a program.
    pub async fn pass(
        &mut self,
        program: &Program,
        chooser: &mut dyn Chooser,
        at_difference: AtDifference,
    ) -> Result<Pass, LaunchError> {
        let debuggers = self.subjects.iter().map(|it| (it.name(), it.family()));
        let oracle = self.context.oracle.as_deref();
        let jury = oracle.and_then(|oracle| Jury::new(oracle, program, debuggers).ok());
        let normaliser = &self.context.normaliser;
        lockstep::run(&mut self.subjects, program, chooser, normaliser, at_difference, jury).await
    }

    /// Whether a program ends in all debuggers when nothing is done but to run it.
    pub(crate) async fn ends(&mut self, program: &Program) -> Result<bool, LaunchError> {
        for subject in &mut self.subjects {
            if plain_run(subject, program).await?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Holds the truth about a program against the engines: how it ends, and what it prints.
    pub(crate) async fn check_truth(&mut self, program: &Program) -> Result<(), LaunchError> {
        let Some(oracle) = self.context.oracle.clone().filter(|it| !it.is_checked(program)) else {
            return Ok(());
        };
        let mut runs = Vec::new();
        for subject in &mut self.subjects {
            if oracle.keeps_jobs(subject.name()).is_none() {
                let are_kept = jobs::are_kept(subject).await?;
                oracle.note_jobs(subject.name(), are_kept);
            }
            runs.extend(plain_run(subject, program).await?);
        }
        oracle.check(program, &runs);
        Ok(())
    }

    /// What a pass came to: what was found counts where a second pass shows it again.
    pub async fn conclude(
        &mut self,
        program: &Program,
        pass: Pass,
    ) -> Result<Session, LaunchError> {
        let stable = self.stable(program, &pass).await?;
        let counts = |found: &Found| {
            let mut names = found.debuggers().into_iter();
            names.all(|name| {
                let at = pass.traces.iter().position(|it| it.debugger == name);
                at.is_none_or(|at| stable[at] > found.at)
            })
        };
        let (confirmed, flaky): (Vec<&Found>, Vec<&Found>) =
            pass.found.iter().partition(|found| counts(found));
        let divergences = confirmed.iter().map(|it| self.divergence(program, &pass, it)).collect();
        let outcome = self.outcome(&pass, &flaky, &stable);
        let depth = self.depth(program, &pass);
        let Pass { actions, traces, .. } = pass;
        let origin = Origin::Differential;
        Ok(Session { actions, traces, divergences, outcome, origin, depth })
    }

    /// For each debugger, how many of its answers came again when the actions up to the last finding were
    /// repeated. A debugger that failed only in the repetition gets another one.
    async fn stable(&mut self, program: &Program, pass: &Pass) -> Result<Vec<usize>, LaunchError> {
        let Some(last) = pass.found.iter().map(|it| it.at).max() else {
            return Ok(pass.traces.iter().map(|it| it.observations.len()).collect());
        };
        let actions = &pass.actions[..=last];
        let normaliser = &self.context.normaliser;
        let again = lockstep::repeat(&mut self.subjects, program, actions, normaliser).await?;
        let mut stable = lockstep::stable_prefixes(pass, &again, normaliser);
        let has_failed = |pass: &Pass| pass.traces.iter().any(|it| failure_of(it).is_some());
        if has_failed(&again) && !has_failed(pass) {
            let again = lockstep::repeat(&mut self.subjects, program, actions, normaliser).await?;
            let more = lockstep::stable_prefixes(pass, &again, normaliser);
            stable.iter_mut().zip(more).for_each(|(one, other)| *one = other.max(*one));
        }
        Ok(stable)
    }

    fn outcome(&self, pass: &Pass, flaky: &[&Found], stable: &[usize]) -> Outcome {
        if let Some(found) = flaky.first() {
            let is_flaky = |(trace, stable): &(&Trace, &usize)| {
                **stable <= found.at && found.debuggers().contains(&trace.debugger.as_str())
            };
            let traces: Vec<&Trace> =
                pass.traces.iter().zip(stable).filter(is_flaky).map(|(trace, _)| trace).collect();
            return match traces.iter().find_map(|it| failure_of(it)) {
                Some((debugger, misbehaviour)) => Outcome::Failed { debugger, misbehaviour },
                None => Outcome::Unstable {
                    debuggers: traces.iter().map(|it| it.debugger.clone()).collect(),
                },
            };
        }
        match &pass.end {
            End::Finished => Outcome::Finished,
            End::Exhausted => Outcome::Exhausted,
            End::Differs => Outcome::Diverged,
            End::Failed(debugger, misbehaviour) => {
                Outcome::Failed { debugger: debugger.clone(), misbehaviour: misbehaviour.clone() }
            }
        }
    }

    fn divergence(&self, program: &Program, pass: &Pass, found: &Found) -> Divergence {
        let Found { at, difference, verdict, breaches } = found.clone();
        let names = found.debuggers();
        let concerned = pass.traces.iter().filter(|it| names.contains(&it.debugger.as_str()));
        let shown: Vec<&[Observation]> =
            concerned.map(|it| &it.observations[..it.observations.len().min(at + 1)]).collect();
        let line = trigger_line(&pass.actions[..=at], &shown);
        let action = pass.actions[at].name().to_owned();
        let node = self.context.node(program, line).to_owned();
        let class = Class { kind: difference.kind, action, node };
        Divergence { at, class, difference, line, verdict, breaches }
    }

    /// How deep a pass went.
    fn depth(&self, program: &Program, pass: &Pass) -> Depth {
        let mut pairs = Pairs::default();
        let taking = pass.traces.iter().filter(|it| it.refusal().is_none());
        let leader = taking.max_by_key(|it| it.observations.len());
        let shown = leader.map_or(&[][..], |it| it.observations.as_slice());
        for (at, action) in pass.actions.iter().enumerate() {
            let line = trigger_line(&pass.actions[..=at], &[&shown[..shown.len().min(at + 1)]]);
            pairs.count(self.context.node(program, line), line, action.name());
            let after = shown.get(at).and_then(Observation::pause);
            if let Some(pause) = after.filter(|_| Action::CONTINUATIONS.contains(action)) {
                pairs.count_way(line, action.name(), pause.location().line);
            }
        }
        let executed = |trace: &Trace| {
            let pairs = pass.actions.iter().zip(&trace.observations);
            pairs.filter(|(action, shown)| action.is_execution() && shown.pause().is_some()).count()
        };
        let pauses = pass.traces.iter().map(executed).sum();
        Depth { pauses, judged: pass.judged, pairs }
    }

    /// Sets a breakpoint on every line, and removes it again.
    async fn places(&mut self, program: &Program) -> Result<Pass, LaunchError> {
        let mut script = Script::new(&places::survey_actions(program));
        self.pass(program, &mut script, AtDifference::GoOn).await
    }

    /// What is known of a program before a session.
    async fn terrain(&mut self, program: &Program) -> Result<Arc<Terrain>, LaunchError> {
        if let Some(terrain) = self.context.terrain(program) {
            return Ok(terrain);
        }
        let pass = self.places(program).await?;
        Ok(self.context.keep_survey(program, places::agreed(&pass)))
    }
}

/// How a program ends in a debugger that does nothing, and what it prints; none where it does not end.
///
/// # Errors
/// Where the debugger cannot be brought up.
pub async fn plain_run(
    subject: &mut Subject,
    program: &Program,
) -> Result<Option<PlainRun>, LaunchError> {
    let mut run = None;
    if matches!(subject.load(program).await?, Load::Ready) {
        let mut shown = subject.perform(Action::Start).await;
        // `debugger` statements pause it.
        for _ in 0..100 {
            if shown.pause().is_none() {
                break;
            }
            shown = subject.perform(Action::Resume).await;
        }
        run = match (shown, subject.perform(Action::Output).await) {
            (Observation::Finished(ending), Observation::Printed(printed)) => {
                Some(PlainRun { debugger: subject.name().to_owned(), ending, printed })
            }
            _ => None,
        };
    }
    subject.unload().await;
    Ok(run)
}

impl DifferentialWorker {
    /// Whether a program is fit, by the debuggers that are there.
    async fn screened(&mut self, program: &Program) -> Result<Screening, LaunchError> {
        // One alone can be held against the truth.
        let oracle = self.context.oracle.as_ref();
        let is_known = oracle.is_some_and(|it| it.truth(program).is_ok());
        let least = if is_known { 1 } else { 2 };
        screening::screen(&mut self.subjects, &self.context.normaliser, program, least).await
    }

    /// Asks for every breakpoint.
    async fn surveyed(&mut self, program: &Program) -> Result<Session, LaunchError> {
        self.check_truth(program).await?;
        let pass = self.places(program).await?;
        self.context.keep_survey(program, places::agreed(&pass));
        self.conclude(program, pass).await
    }

    /// One session of the debuggers that are there.
    async fn done(
        &mut self,
        program: &Program,
        seed: u64,
        earlier: &Pairs,
    ) -> Result<Session, LaunchError> {
        self.check_truth(program).await?;
        let (parameters, stop_at) = (self.context.parameters, self.context.stop_at);
        let pass = match stop_at {
            AtDifference::Stop => {
                let mut chooser = Random::new(seed, program, parameters);
                self.pass(program, &mut chooser, stop_at).await?
            }
            _ => {
                let terrain = self.terrain(program).await?;
                let mut chooser = Guided::new(seed, program, parameters, terrain, earlier);
                self.pass(program, &mut chooser, stop_at).await?
            }
        };
        self.conclude(program, pass).await
    }

    /// Waits for a debugger that did not come up, and goes on without it where enough others are left.
    async fn recover(&mut self, error: LaunchError) -> Result<(), LaunchError> {
        // One alone can be held against the truth.
        let least = if self.context.oracle.is_some() { 1 } else { 2 };
        self.left_out.recover(&mut self.subjects, least, error).await
    }
}

#[async_trait]
impl Worker for DifferentialWorker {
    type Error = LaunchError;

    fn left_out(&mut self) -> Vec<(String, String)> {
        self.left_out.take()
    }

    async fn screen(&mut self, program: &Program) -> Result<Screening, LaunchError> {
        loop {
            match self.screened(program).await {
                Err(error) => self.recover(error).await?,
                done => return done,
            }
        }
    }

    async fn survey(&mut self, program: &Program) -> Result<Option<Session>, LaunchError> {
        if self.context.stop_at == AtDifference::Stop {
            return Ok(None);
        }
        loop {
            match self.surveyed(program).await {
                Err(error) => self.recover(error).await?,
                done => return done.map(Some),
            }
        }
    }

    async fn session(
        &mut self,
        program: &Program,
        seed: u64,
        earlier: &Pairs,
    ) -> Result<Session, LaunchError> {
        loop {
            match self.done(program, seed, earlier).await {
                Err(error) => self.recover(error).await?,
                done => return done,
            }
        }
    }
}
