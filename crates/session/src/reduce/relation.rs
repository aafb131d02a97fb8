//! Whether a debugger still violates a relation.

use std::sync::Arc;

use parallax_debug::{Instance, Subject};
use parallax_model::{DifferenceKind, Run};
use parallax_oracle::Oracle;
use parallax_program::reduce::{Case, Failure, Outcome, Trials};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::fitness::{Fitness, lines};
use super::{ReduceError, Work};
use crate::generate::Script;
use crate::metamorphic::{self, follow, is_reproducible};
use crate::normalise::Normaliser;
use crate::relations::{self, Relation};
use crate::survey::{self, Survey};

/// A relation has many ways to change a run; so many are tried for the first case.
const FIRST_DRAWS: u64 = 200;

/// So many are tried for the others, besides the one that was violated last.
const DRAWS: u64 = 6;

/// A debugger against itself, or against the same with a tier of its engine.
pub(super) struct RelationTrials {
    relation: &'static Relation,
    kind: DifferenceKind,
    fitness: Option<Fitness>,
    normaliser: Normaliser,
    initial: Subject,
    /// Where the follow-up runs, if not there.
    follow_up: Option<Subject>,
    /// The draw that was violated last.
    last: Option<u64>,
}

impl RelationTrials {
    pub(super) fn new(
        work: &Work<'_>,
        relation: &str,
        instances: &[Instance],
        start: &Case,
    ) -> Result<Self, ReduceError> {
        let missing = || ReduceError::NoRelation(relation.to_owned());
        let relation = relations::find(relation).ok_or_else(missing)?;
        let fit = |oracle: Arc<Oracle>| Fitness::of(oracle, &start.program).ok();
        let mut subjects = Vec::new();
        for instance in instances {
            subjects.push(crate::subject(instance.on_its_own(), work.limits)?);
        }
        let mut subjects = subjects.into_iter();
        Ok(RelationTrials {
            relation,
            kind: work.finding.divergence.class.kind,
            fitness: work.text.clone().and_then(fit),
            normaliser: work.context.normaliser.clone(),
            initial: subjects.next().ok_or_else(missing)?,
            follow_up: subjects.next(),
            last: None,
        })
    }

    /// One follow-up of a run; whether it violates the relation, each time. None where the relation has
    /// nothing to change.
    async fn violates(
        &mut self,
        initial: &Run,
        survey: &Survey,
        draw: u64,
    ) -> Result<Option<bool>, ReduceError> {
        let mut rng = ChaCha8Rng::seed_from_u64(draw);
        let Some(follow_up) = (self.relation.prepare)(initial, survey, &mut rng) else {
            return Ok(None);
        };
        let subject = self.follow_up.as_mut().unwrap_or(&mut self.initial);
        let followed = follow(subject, follow_up, &self.normaliser).await?;
        if followed.difference.is_none_or(|it| it.kind != self.kind) {
            return Ok(Some(false));
        }
        let is_stable = is_reproducible(subject, &followed.run, &self.normaliser).await?
            && is_reproducible(&mut self.initial, initial, &self.normaliser).await?;
        Ok(Some(is_stable))
    }
}

impl Trials for RelationTrials {
    type Error = ReduceError;

    async fn judge(&mut self, case: &Case) -> Result<Outcome, ReduceError> {
        if self.fitness.as_ref().is_some_and(|it| !it.allows(&case.program)) {
            return Ok(Outcome::Unfit);
        }
        let mut script = Script::new(&case.actions);
        let initial = metamorphic::run(&mut self.initial, &case.program, &mut script).await?;
        let survey = match self.relation.needs_survey() {
            true => survey::take(&mut self.initial, &case.program).await?,
            false => Survey::default(),
        };
        let mut outcome = Outcome::Unfit;
        let count = if self.last.is_some() { DRAWS } else { FIRST_DRAWS };
        let draws = self.last.into_iter().chain((0..count).filter(|it| Some(*it) != self.last));
        for draw in draws.collect::<Vec<_>>() {
            match self.violates(&initial, &survey, draw).await? {
                Some(true) => {
                    self.last = Some(draw);
                    let at = case.actions.len().saturating_sub(1);
                    let what = format!(
                        "the relation {} is violated; these are the actions of the initial run",
                        self.relation.name
                    );
                    let lines = lines(&initial.shown);
                    return Ok(Outcome::Fails(Failure { at, lines, what }));
                }
                Some(false) => outcome = Outcome::Passes,
                None => {}
            }
        }
        Ok(outcome)
    }
}
