//! Whether a debugger still breaks a law at a place of the same shape.

use std::sync::Arc;

use parallax_debug::{Instance, Subject};
use parallax_model::{Breach, Cause};
use parallax_oracle::{Oracle, PlainRun};
use parallax_program::reduce::{Case, Failure, Outcome, Trials};

use super::fitness::{Fitness, lines};
use super::{ReduceError, Work};
use crate::differential::plain_run;
use crate::jury;
use crate::lockstep::{self, End, Pass};
use crate::normalise::Normaliser;

/// One debugger, held against the recording.
pub(super) struct LawTrials {
    oracle: Arc<Oracle>,
    fitness: Fitness,
    normaliser: Normaliser,
    subjects: Vec<Subject>,
    cause: Cause,
    /// Whether the engine runs the first program in another way than the text, or not to its end; none before
    /// the first trial.
    deviates: Option<bool>,
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
        Ok(LawTrials {
            fitness: Fitness::of(oracle.clone(), &start.program)?,
            oracle,
            normaliser: work.context.normaliser.clone(),
            subjects: subjects.collect::<Result<_, _>>()?,
            cause: breach.cause(),
            deviates: None,
        })
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
        judged.into_iter().find(|(_, breach)| breach.cause() == self.cause)
    }

    /// Whether the engine runs the program to its end and as the text does; if it does so with the first one.
    async fn runs_alike(&mut self, case: &Case) -> Result<bool, ReduceError> {
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

impl Trials for LawTrials {
    type Error = ReduceError;

    async fn judge(&mut self, case: &Case) -> Result<Outcome, ReduceError> {
        if !self.fitness.allows(&case.program) {
            return Ok(Outcome::Unfit);
        }
        let pass = self.pass(case).await?;
        let Some((at, breach)) = self.broken(case, &pass) else {
            let is_well = !matches!(pass.end, End::Failed(..));
            return Ok(if is_well { Outcome::Passes } else { Outcome::Unfit });
        };
        // What is only seen once, or follows from what the engine does without a debugger, does not count.
        if !self.runs_alike(case).await? {
            return Ok(Outcome::Unfit);
        }
        let again = self.pass(case).await?;
        if self.broken(case, &again).map(|it| it.0) != Some(at) {
            return Ok(Outcome::Unfit);
        }
        let shown = pass.traces.first().map_or(&[][..], |it| it.observations.as_slice());
        Ok(Outcome::Fails(Failure { at, lines: lines(shown), what: breach.to_string() }))
    }
}
