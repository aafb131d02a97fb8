//! Differential testing: debuggers in lockstep, each difference confirmed, classified and judged.

use async_trait::async_trait;
use parallax_campaign::settings::{DifferentialSettings, Plan, Settings, Tool};
use parallax_campaign::{Screening, Worker, WorkerPool};
use parallax_debug::{Instance, LaunchError, Limits, Load, Subject};
use parallax_model::{
    Action, Class, Difference, Divergence, Ending, Observation, Origin, Outcome, Program, Session,
    Verdict,
};

use crate::classify::trigger_line;
use crate::compare::{View, vote};
use crate::context::SessionContext;
use crate::generate::{Chooser, Random};
use crate::jury::Jury;
use crate::lockstep::{self, AtDifference, End, Judgement, Pass};
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
        Ok(DifferentialWorker { context, subjects: subjects.collect::<Result<_, _>>()? })
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

    /// What was shown, normalised, with who showed it.
    fn views(&self, shown: &[Observation]) -> Vec<View<'_>> {
        lockstep::views(&self.subjects, shown, &self.context.normaliser)
    }

    /// A pass of these debuggers, action by action.
    pub fn rows(&self, pass: &Pass) -> Vec<Row> {
        let families: Vec<_> = self.subjects.iter().map(Subject::family).collect();
        rows(pass, &families, &self.context.normaliser)
    }

    /// One pass over a program.
    pub async fn pass(
        &mut self,
        program: &Program,
        chooser: &mut dyn Chooser,
        at_difference: AtDifference,
    ) -> Result<Pass, LaunchError> {
        let names = self.subjects.iter().map(Subject::name);
        let oracle = self.context.oracle.as_deref();
        let jury = oracle.and_then(|oracle| Jury::new(oracle, program, names).ok());
        let normaliser = &self.context.normaliser;
        lockstep::run(&mut self.subjects, program, chooser, normaliser, at_difference, jury).await
    }

    /// Holds the truth about a program against the engines: how it ends, and what it prints.
    async fn check_truth(&mut self, program: &Program) -> Result<(), LaunchError> {
        let Some(oracle) = self.context.oracle.clone().filter(|it| !it.is_checked(program)) else {
            return Ok(());
        };
        let mut runs = Vec::new();
        for subject in &mut self.subjects {
            runs.extend(plain_run(subject, program).await?);
        }
        oracle.check(program, &runs);
        Ok(())
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
            End::Differs(difference, judgement) => {
                self.confirm(program, &pass, difference, judgement).await?
            }
        };
        Ok(Session {
            actions: pass.actions,
            traces: pass.traces,
            outcome,
            origin: Origin::Differential,
        })
    }

    /// Repeats a pass that ended with a difference. A debugger that does not repeat what it showed
    /// is flaky, and one that failed meanwhile has failed.
    async fn confirm(
        &mut self,
        program: &Program,
        pass: &Pass,
        difference: &Difference,
        judgement: &Judgement,
    ) -> Result<Outcome, LaunchError> {
        let normaliser = &self.context.normaliser;
        let flaky = lockstep::flaky_when_repeated(&mut self.subjects, program, pass, normaliser);
        let flaky = flaky.await?;
        if flaky.is_empty() {
            let divergence = self.divergence(program, pass, difference, judgement);
            return Ok(Outcome::Diverged(divergence.into()));
        }
        Ok(match pass.traces.iter().find_map(failure_of) {
            Some((debugger, misbehaviour)) => Outcome::Failed { debugger, misbehaviour },
            None => Outcome::Unstable { debuggers: flaky },
        })
    }

    fn divergence(
        &self,
        program: &Program,
        pass: &Pass,
        difference: &Difference,
        judgement: &Judgement,
    ) -> Divergence {
        let (verdict, breaches) = match judgement {
            Judgement::Known(breaches) if breaches.is_empty() => (Verdict::Convention, Vec::new()),
            Judgement::Known(breaches) => (Verdict::Law, breaches.clone()),
            Judgement::Unknown => {
                let last = pass.traces.iter().filter_map(|it| it.observations.last().cloned());
                (vote(&self.views(&last.collect::<Vec<_>>()), difference), Vec::new())
            }
        };
        let traces: Vec<&[Observation]> =
            pass.traces.iter().map(|trace| trace.observations.as_slice()).collect();
        let line = trigger_line(&pass.actions, &traces);
        let action = pass.actions.last().map_or("", |action| action.name()).to_owned();
        let node = self.context.node(program, line).to_owned();
        Divergence {
            class: Class { kind: difference.kind, action, node },
            difference: difference.clone(),
            line,
            verdict,
            breaches,
        }
    }
}

/// How a program ends in a debugger that does nothing, and what it prints.
async fn plain_run(
    subject: &mut Subject,
    program: &Program,
) -> Result<Option<(Ending, Vec<String>)>, LaunchError> {
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
            (Observation::Finished(ending), Observation::Printed(lines)) => Some((ending, lines)),
            _ => None,
        };
    }
    subject.unload().await;
    Ok(run)
}

#[async_trait]
impl Worker for DifferentialWorker {
    type Error = LaunchError;

    async fn screen(&mut self, program: &Program) -> Result<Screening, LaunchError> {
        screening::screen(&mut self.subjects, &self.context.normaliser, program).await
    }

    async fn session(&mut self, program: &Program, seed: u64) -> Result<Session, LaunchError> {
        self.check_truth(program).await?;
        let mut chooser = Random::new(seed, program, self.context.parameters);
        let pass = self.pass(program, &mut chooser, self.context.stop_at).await?;
        self.conclude(program, pass).await
    }
}
