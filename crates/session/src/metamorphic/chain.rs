//! A chain: an initial run, and follow-ups each of which is the initial run of the next.

use async_trait::async_trait;
use parallax_campaign::settings::{MetamorphicSettings, Plan, Settings, SkippedRelation, Tool};
use parallax_campaign::{Screening, Worker, WorkerPool};
use parallax_debug::{Ability, Instance, LaunchError, Limits, Subject};
use parallax_model::{
    Action, Class, Depth, Divergence, Lineage, Misbehaviour, Observation, Origin, Outcome, Pairs,
    Program, Run, Session, Trace, Verdict,
};
use parallax_program::js::Outline;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::run::{EXPECTED, Followed, follow, is_reproducible, run};
use crate::classify::trigger_line;
use crate::context::SessionContext;
use crate::generate::Random;
use crate::left_out;
use crate::prepare::{PrepareError, Work, pool};
use crate::relations::Relation;
use crate::screening;
use crate::survey::{self, Survey};

/// What chains are made of.
#[derive(Debug, Clone)]
pub struct Chains {
    /// The relations to choose from.
    pub relations: Vec<&'static Relation>,
    /// The most follow-ups of one initial run.
    pub rounds: u32,
    /// The same debugger, each with another tier of its engine.
    pub tiers: Vec<Instance>,
}

/// Brings the debugger up, and says what the campaign is to do.
///
/// # Errors
/// Where the debugger cannot be brought up.
pub async fn prepare(
    work: Work,
    instance: &Instance,
    chains: Chains,
) -> Result<(Plan, WorkerPool<MetamorphicWorker>), PrepareError> {
    let context = SessionContext::new(work.parameters, work.normaliser, &work.programs);
    let pool = pool(work.jobs, || {
        MetamorphicWorker::new(context.clone(), chains.clone(), instance, work.limits)
    })?;
    let (debugger, abilities) = pool.first(MetamorphicWorker::bring_up).await?;
    let settings = MetamorphicSettings {
        debugger,
        seeds: work.seeds,
        parameters: work.parameters,
        rounds: chains.rounds,
        relations: chains.relations.iter().map(|relation| relation.name.to_owned()).collect(),
        skipped: skipped(&chains.relations, &abilities),
    };
    Ok((Plan { settings: Settings::Metamorphic(settings), programs: work.programs }, pool))
}

/// The relations that a debugger with these abilities cannot serve, and for want of what.
fn skipped(relations: &[&Relation], abilities: &[Ability]) -> Vec<SkippedRelation> {
    let skip = |relation: &&Relation| {
        let need = relation.needs.iter().find(|need| !abilities.contains(need))?;
        Some(SkippedRelation { relation: relation.name.to_owned(), needs: *need })
    };
    relations.iter().filter_map(skip).collect()
}

/// One debugger against itself, which does one chain at a time.
pub struct MetamorphicWorker {
    context: SessionContext,
    chains: Chains,
    subject: Subject,
    /// The same with other tiers of its engine, brought up when they are first needed.
    tiers: Vec<Subject>,
    /// Of the program that was surveyed last.
    survey: Option<(Program, Survey)>,
}

impl MetamorphicWorker {
    /// A worker whose debugger comes up when it is first needed.
    pub fn new(
        context: SessionContext,
        chains: Chains,
        instance: &Instance,
        limits: Limits,
    ) -> Result<Self, LaunchError> {
        let subject = crate::subject(instance.on_its_own(), limits)?;
        let tier = |instance: &Instance| crate::subject(instance.on_its_own(), limits);
        let tiers = chains.tiers.iter().map(tier).collect::<Result<_, _>>()?;
        Ok(MetamorphicWorker { context, chains, subject, tiers, survey: None })
    }

    /// What the debugger can do once it is up.
    fn abilities(&self) -> Vec<Ability> {
        let tiers = (!self.tiers.is_empty()).then_some(Ability::Tiers);
        self.subject.abilities().iter().copied().chain(tiers).collect()
    }

    /// The debugger with a tier, or as it is.
    fn subject(&mut self, tier: Option<usize>) -> &mut Subject {
        match tier {
            Some(tier) => &mut self.tiers[tier],
            None => &mut self.subject,
        }
    }

    /// What the debugger says of a program when nothing is done but to run it.
    async fn survey(&mut self, program: &Program) -> Result<Survey, LaunchError> {
        if let Some((known, survey)) = &self.survey
            && known.text == program.text
        {
            return Ok(survey.clone());
        }
        let survey = survey::take(&mut self.subject, program).await?;
        self.survey = Some((program.clone(), survey.clone()));
        Ok(survey)
    }

    /// Brings the debugger up; its name and version, and what it can do.
    pub async fn bring_up(&mut self) -> Result<(Tool, Vec<Ability>), LaunchError> {
        self.subject.bring_up().await?;
        let (name, version) = (self.subject.name().to_owned(), self.subject.version().to_owned());
        Ok((Tool { name, version }, self.abilities()))
    }

    /// One follow-up of a run, by a relation that has something to change in it. None if no
    /// relation has.
    async fn round(
        &mut self,
        initial: &Run,
        rng: &mut ChaCha8Rng,
    ) -> Result<Option<Round>, LaunchError> {
        self.subject.bring_up().await?;
        let mut relations = self.chains.relations.clone();
        let abilities = self.abilities();
        relations.retain(|relation| relation.is_served_by(&abilities));
        relations.shuffle(rng);
        // Relations that rewrite the program need breakpoints that did not slide, so every other
        // time that comes first.
        if rng.random_bool(0.5) {
            relations.sort_by_key(|relation| relation.name != "sliding");
        }
        for relation in relations {
            let survey = match relation.needs_survey() {
                true => self.survey(&initial.program).await?,
                false => Survey::default(),
            };
            if let Some(follow_up) = (relation.prepare)(initial, &survey, rng) {
                let tier = relation.needs_tier().then(|| rng.random_range(0..self.tiers.len()));
                let normaliser = self.context.normaliser.clone();
                let followed = follow(self.subject(tier), follow_up, &normaliser).await?;
                return Ok(Some(Round { relation, tier, followed }));
            }
        }
        Ok(None)
    }

    /// What a violation comes to: it counts when both runs show the same again.
    async fn judge(
        &mut self,
        chain: Vec<String>,
        initial: Run,
        Round { followed, tier, .. }: Round,
    ) -> Result<Session, LaunchError> {
        let normaliser = self.context.normaliser.clone();
        let is_stable = is_reproducible(&mut self.subject, &initial, &normaliser).await?
            && is_reproducible(self.subject(tier), &followed.run, &normaliser).await?;
        let name = self.subject(tier).name().to_owned();
        let divergence = divergence(&chain, &followed).filter(|_| is_stable);
        let outcome = match failure(&followed.run) {
            _ if is_stable => Outcome::Diverged,
            Some(misbehaviour) => Outcome::Failed { debugger: name.clone(), misbehaviour },
            None => Outcome::Unstable { debuggers: vec![name.clone()] },
        };
        let expected = Trace { debugger: EXPECTED.into(), observations: followed.expected };
        let shown = Trace { debugger: name, observations: followed.run.shown };
        let lineage = Lineage { chain, program: followed.run.program, initial };
        Ok(Session {
            actions: followed.run.actions,
            traces: vec![expected, shown],
            divergences: divergence.into_iter().collect(),
            outcome,
            origin: Origin::Metamorphic(Box::new(lineage)),
            depth: Depth::default(),
        })
    }

    /// A session in which nothing was violated.
    fn uneventful(&self, chain: Vec<String>, last: Run) -> Session {
        let outcome = match (failure(&last), last.shown.last()) {
            (Some(misbehaviour), _) => {
                Outcome::Failed { debugger: self.subject.name().to_owned(), misbehaviour }
            }
            (None, Some(Observation::Finished(_))) => Outcome::Finished,
            _ => Outcome::Exhausted,
        };
        let trace =
            Trace { debugger: self.subject.name().to_owned(), observations: last.shown.clone() };
        Session {
            actions: last.actions.clone(),
            traces: vec![trace],
            divergences: Vec::new(),
            outcome,
            origin: Origin::Metamorphic(Box::new(Lineage {
                chain,
                program: last.program.clone(),
                initial: last,
            })),
            depth: Depth::default(),
        }
    }
}

/// A follow-up run that has been done.
struct Round {
    relation: &'static Relation,
    /// The tier that it ran with, if not as the initial run.
    tier: Option<usize>,
    followed: Followed,
}

/// Whether all debuggers can do it.
fn is_common(action: &Action) -> bool {
    let is_plain = !matches!(action, Action::BreakAt(_) | Action::BreakIf(..) | Action::Log(..));
    is_plain && (action.is_execution() || action.line().is_some())
}

fn divergence(chain: &[String], followed: &Followed) -> Option<Divergence> {
    let difference = followed.difference.clone()?;
    let line = trigger_line(&followed.run.actions, &[&followed.expected, &followed.run.shown]);
    let node = Outline::new(&followed.run.program).node(line).to_owned();
    let relation = chain.last().cloned().unwrap_or_default();
    Some(Divergence {
        at: followed.run.actions.len().saturating_sub(1),
        class: Class { kind: difference.kind, action: relation, node },
        difference,
        line,
        verdict: Verdict::Itself,
        breaches: Vec::new(),
    })
}

fn failure(run: &Run) -> Option<Misbehaviour> {
    match run.shown.last() {
        Some(Observation::Misbehaved(misbehaviour)) => Some(misbehaviour.clone()),
        _ => None,
    }
}

impl MetamorphicWorker {
    /// One chain.
    async fn chain(&mut self, program: &Program, seed: u64) -> Result<Session, LaunchError> {
        let mut chooser = Random::new(seed, program, self.context.parameters);
        let mut initial = run(&mut self.subject, program, &mut chooser).await?;
        // The choice of relations must not follow from the choice of actions.
        let mut rng = ChaCha8Rng::seed_from_u64(!(seed ^ program.fingerprint()));
        let mut chain = Vec::new();
        for _ in 0..self.chains.rounds {
            if failure(&initial).is_some() {
                break;
            }
            let Some(round) = self.round(&initial, &mut rng).await? else { break };
            chain.push(round.relation.name.to_owned());
            if round.followed.difference.is_some() {
                return self.judge(chain, initial, round).await;
            }
            // What asked for more than all debuggers can do is for one relation only: the others go
            // on from where that began.
            if round.followed.run.actions.iter().all(is_common) {
                initial = round.followed.run;
            }
        }
        Ok(self.uneventful(chain, initial))
    }

    /// Waits for a debugger that did not come up. There is no other to go on with.
    async fn recover(&mut self, error: LaunchError) -> Result<(), LaunchError> {
        let mut subjects: Vec<&mut Subject> =
            std::iter::once(&mut self.subject).chain(&mut self.tiers).collect();
        left_out::wait_for(&mut subjects, error).await.map_err(|(_, error)| error)
    }
}

#[async_trait]
impl Worker for MetamorphicWorker {
    type Error = LaunchError;

    async fn screen(&mut self, program: &Program) -> Result<Screening, LaunchError> {
        loop {
            let subjects = std::slice::from_mut(&mut self.subject);
            match screening::screen(subjects, &self.context.normaliser, program, 1).await {
                Err(error) => self.recover(error).await?,
                done => return done,
            }
        }
    }

    async fn session(
        &mut self,
        program: &Program,
        seed: u64,
        _earlier: &Pairs,
    ) -> Result<Session, LaunchError> {
        loop {
            match self.chain(program, seed).await {
                Err(error) => self.recover(error).await?,
                done => return done,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relations::{self, find};

    #[test]
    fn a_relation_without_what_it_needs_is_skipped() {
        let all = relations::ALL;
        let everything = [
            Ability::Conditions,
            Ability::Coverage,
            Ability::Evaluation,
            Ability::Listing,
            Ability::Output,
            Ability::Tiers,
        ];
        assert_eq!(skipped(all, &everything), []);
        let without_conditions = skipped(all, &everything[1..]);
        let names: Vec<_> = without_conditions.iter().map(|it| it.relation.as_str()).collect();
        assert_eq!(names, ["condition-false", "condition-hit", "condition-true"]);
        assert_eq!(skipped(&[find("twice").unwrap()], &[]), []);
    }
}
