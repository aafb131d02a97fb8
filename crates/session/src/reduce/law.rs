//! Whether a debugger still breaks a law at a place of the same shape.

use std::sync::Arc;

use parallax_debug::{Instance, Subject};
use parallax_model::{Breach, Observation};
use parallax_oracle::{Oracle, PlainRun};
use parallax_program::reduce::{Case, Failure, Outcome, Trials};

use super::fitness::{Fitness, lines};
use super::likeness::Likeness;
use super::{RUNS_OTHERWISE, ReduceError, UNSTEADY, Work, failure};
use crate::differential::plain_run;
use crate::jury;
use crate::lockstep::{self, Pass};
use crate::normalise::Normaliser;

/// One debugger, held against the recording.
pub(super) struct LawTrials {
    oracle: Arc<Oracle>,
    fitness: Fitness,
    normaliser: Normaliser,
    subjects: Vec<Subject>,
    likeness: Likeness,
    /// Whether the engine runs the first program in another way than the text, or not to its end; none before
    /// the first trial.
    pub(super) deviates: Option<bool>,
}

impl LawTrials {
    pub(super) fn new(
        work: &Work<'_>,
        breach: &Breach,
        instances: &[Instance],
        start: &Case,
    ) -> Result<Self, ReduceError> {
        let oracle = work.context.oracle.clone().ok_or(ReduceError::NoText)?;
        let instances = instances.iter().take(1).cloned();
        let subjects = instances.map(|it| crate::subject(it.on_its_own(), work.limits));
        let divergence = &work.finding.divergence;
        let mut traces = work.finding.session.traces.iter();
        let trace = traces.find(|it| it.debugger == breach.debugger);
        let shown = trace.map_or(&[][..], |it| up_to(&it.observations, divergence.at));
        Ok(LawTrials {
            fitness: Fitness::of(oracle.clone(), &start.program)?,
            oracle,
            normaliser: work.context.normaliser.clone(),
            subjects: subjects.collect::<Result<_, _>>()?,
            likeness: Likeness::of(breach, shown),
            deviates: None,
        })
    }

    /// What the debugger says it is.
    pub(super) fn version(&self) -> &str {
        self.subjects.first().map_or("", Subject::version)
    }

    async fn pass(&mut self, case: &Case) -> Result<Pass, ReduceError> {
        let Case { program, actions } = case;
        let pass = lockstep::repeat(&mut self.subjects, program, actions, &self.normaliser).await?;
        Ok(pass)
    }

    /// After which action the law is broken, if it is, and how.
    fn broken(&self, case: &Case, pass: &Pass) -> Option<(usize, Breach)> {
        let families: Vec<_> = self.subjects.iter().map(Subject::family).collect();
        let judged =
            jury::judge(&self.oracle, &case.program, pass, &families, &self.normaliser).ok()?;
        let shown = pass.traces.first().map_or(&[][..], |it| it.observations.as_slice());
        judged
            .into_iter()
            .find(|(at, breach)| Likeness::of(breach, up_to(shown, *at)) == self.likeness)
    }

    /// Whether the engine runs the program to its end and as the text does; if it does so with the first one.
    pub(super) async fn runs_alike(&mut self, case: &Case) -> Result<bool, ReduceError> {
        let mut runs = Vec::new();
        for subject in &mut self.subjects {
            runs.extend(plain_run(subject, &case.program).await?);
        }
        self.oracle.check_some(&case.program, &runs);
        let differs = |it: &PlainRun| self.oracle.deviates(&case.program, &it.debugger);
        let deviates = runs.is_empty() || runs.iter().any(differs);
        let may_deviate = *self.deviates.get_or_insert(deviates);
        Ok(may_deviate || !deviates)
    }
}

/// What was shown up to the action of a number.
fn up_to(shown: &[Observation], at: usize) -> &[Observation] {
    &shown[..shown.len().min(at + 1)]
}

impl Trials for LawTrials {
    type Error = ReduceError;

    async fn judge(&mut self, case: &Case) -> Result<Outcome, ReduceError> {
        if let Err(why) = self.fitness.check(&case.program) {
            return Ok(Outcome::Unfit(why));
        }
        let pass = self.pass(case).await?;
        let Some((at, breach)) = self.broken(case, &pass) else {
            return Ok(match failure(&pass) {
                Some(why) => Outcome::Unfit(why),
                None => Outcome::Passes,
            });
        };
        // What is only seen once, or follows from what the engine does without a debugger, does not count.
        if !self.runs_alike(case).await? {
            return Ok(Outcome::Unfit(RUNS_OTHERWISE.into()));
        }
        let again = self.pass(case).await?;
        if self.broken(case, &again).map(|it| it.0) != Some(at) {
            return Ok(Outcome::Unfit(UNSTEADY.into()));
        }
        let shown = pass.traces.first().map_or(&[][..], |it| it.observations.as_slice());
        let actions = pass.actions.iter().take(at + 1).cloned().collect();
        Ok(Outcome::Fails(Failure { actions, lines: lines(shown), what: breach.to_string() }))
    }
}
