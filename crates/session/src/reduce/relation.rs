//! Whether a debugger still violates a relation.

use std::sync::Arc;

use parallax_debug::{Instance, Subject};
use parallax_model::{Difference, DifferenceKind, Run, Trace, format_actions};
use parallax_oracle::Oracle;
use parallax_program::reduce::{Case, Failure, Outcome, Trials};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::difference::words;
use super::fitness::{Fitness, lines};
use super::likeness::outcome;
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
    /// What came of the last action by the relation, and what really did.
    outcomes: [Option<&'static str>; 2],
    fitness: Option<Fitness>,
    normaliser: Normaliser,
    initial: Subject,
    /// Where the follow-up runs, if not there.
    follow_up: Option<Subject>,
    /// The draw that was violated last.
    pub(super) last: Option<u64>,
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
        let (traces, at) = (&work.finding.session.traces, work.finding.divergence.at);
        let last = |it: &Trace| it.observations.get(at).map(outcome);
        Ok(RelationTrials {
            outcomes: [0, 1].map(|side| traces.get(side).and_then(last)),
            relation,
            kind: work.finding.divergence.class.kind,
            fitness: work.text.clone().and_then(fit),
            normaliser: work.context.normaliser.clone(),
            initial: subjects.next().ok_or_else(missing)?,
            follow_up: subjects.next(),
            last: None,
        })
    }

    /// What the debugger says it is.
    pub(super) fn version(&self) -> &str {
        self.initial.version()
    }

    /// One follow-up of a run; how it violates the relation, in words, if it does so each time. None where the relation
    /// has nothing to change.
    async fn violates(
        &mut self,
        initial: &Run,
        survey: &Survey,
        draw: u64,
    ) -> Result<Option<Option<String>>, ReduceError> {
        let mut rng = ChaCha8Rng::seed_from_u64(draw);
        let Some(follow_up) = (self.relation.prepare)(initial, survey, &mut rng) else {
            return Ok(None);
        };
        let subject = self.follow_up.as_mut().unwrap_or(&mut self.initial);
        let followed = follow(subject, follow_up, &self.normaliser).await?;
        let outcomes = [&followed.expected, &followed.run.shown].map(|it| it.last().map(outcome));
        let is_meant = |it: &Difference| it.kind == self.kind && outcomes == self.outcomes;
        let Some(difference) = followed.difference.filter(is_meant) else {
            return Ok(Some(None));
        };
        let is_stable = is_reproducible(subject, &followed.run, &self.normaliser).await?
            && is_reproducible(&mut self.initial, initial, &self.normaliser).await?;
        let actions = format_actions(&followed.run.actions);
        let violated = || format!("after `{actions}`: {}", words(&difference));
        Ok(Some(is_stable.then(violated)))
    }
}

impl Trials for RelationTrials {
    type Error = ReduceError;

    async fn judge(&mut self, case: &Case) -> Result<Outcome, ReduceError> {
        if let Some(Err(why)) = self.fitness.as_ref().map(|it| it.check(&case.program)) {
            return Ok(Outcome::Unfit(why));
        }
        let mut script = Script::new(&case.actions);
        let initial = metamorphic::run(&mut self.initial, &case.program, &mut script).await?;
        let survey = match self.relation.needs_survey() {
            true => survey::take(&mut self.initial, &case.program).await?,
            false => Survey::default(),
        };
        let mut outcome = Outcome::Unfit("the relation has nothing to change".into());
        let count = if self.last.is_some() { DRAWS } else { FIRST_DRAWS };
        let draws = self.last.into_iter().chain((0..count).filter(|it| Some(*it) != self.last));
        for draw in draws.collect::<Vec<_>>() {
            match self.violates(&initial, &survey, draw).await? {
                Some(Some(violated)) => {
                    self.last = Some(draw);
                    let what = format!(
                        "the relation {} is violated; these are the actions of the initial run; {violated}",
                        self.relation.name
                    );
                    let lines = lines(&initial.shown);
                    let actions = case.actions.clone();
                    return Ok(Outcome::Fails(Failure { actions, lines, what }));
                }
                Some(None) => outcome = Outcome::Passes,
                None => {}
            }
        }
        Ok(outcome)
    }
}
