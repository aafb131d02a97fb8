//! Whether the same debuggers still differ in the same way.

use parallax_debug::Instance;
use parallax_model::{Action, Difference, Trace, Verdict};
use parallax_program::reduce::{Case, Failure, Outcome, Trials};

use super::fitness::{Fitness, lines};
use super::likeness::Parting;
use super::{ReduceError, UNSTEADY, Work, failure};
use crate::differential::DifferentialWorker;
use crate::generate::Script;
use crate::lockstep::AtDifference;

/// All debuggers of a session.
pub(super) struct DifferenceTrials {
    worker: DifferentialWorker,
    /// None where the truth about the first program is not known.
    fitness: Option<Fitness>,
    at_difference: AtDifference,
    parting: Parting,
}

impl DifferenceTrials {
    pub(super) fn new(
        work: &Work<'_>,
        instances: &[Instance],
        start: &Case,
    ) -> Result<Self, ReduceError> {
        let (divergence, session) = (&work.finding.divergence, &work.finding.session);
        let (difference, at) = (&divergence.difference, divergence.at);
        let oracle = work.text.clone();
        Ok(DifferenceTrials {
            worker: DifferentialWorker::new(work.context.clone(), instances, work.limits)?,
            fitness: oracle.and_then(|oracle| Fitness::of(oracle, &start.program).ok()),
            at_difference: match divergence.verdict {
                Verdict::Convention => AtDifference::Stop,
                _ => AtDifference::GoOn,
            },
            parting: parting(difference, at, &session.actions, &session.traces),
        })
    }

    /// What a debugger says it is.
    pub(super) async fn version(&mut self, name: &str) -> Result<String, ReduceError> {
        let mut tools = self.worker.bring_up().await?.into_iter();
        Ok(tools.find(|it| it.name == name).map(|it| it.version).unwrap_or_default())
    }
}

fn parting(difference: &Difference, at: usize, actions: &[Action], traces: &[Trace]) -> Parting {
    Parting::of(difference, actions.get(at).map_or("", Action::name), at, traces)
}

/// What differs, in words.
pub(super) fn words(difference: &Difference) -> String {
    let sides = difference.groups.iter();
    let sides = sides.map(|it| format!("{}: {}", it.debuggers.join(", "), it.shown));
    sides.collect::<Vec<_>>().join("; ")
}

impl Trials for DifferenceTrials {
    type Error = ReduceError;

    async fn judge(&mut self, case: &Case) -> Result<Outcome, ReduceError> {
        if let Some(Err(why)) = self.fitness.as_ref().map(|it| it.check(&case.program)) {
            return Ok(Outcome::Unfit(why));
        }
        let mut script = Script::new(&case.actions);
        let pass = self.worker.pass(&case.program, &mut script, self.at_difference).await?;
        let is_same = |it: &Difference, at, actions: &[Action], traces: &[Trace]| {
            parting(it, at, actions, traces) == self.parting
        };
        let mut found = pass.found.iter();
        if !found.any(|it| is_same(&it.difference, it.at, &pass.actions, &pass.traces)) {
            return Ok(match failure(&pass) {
                Some(why) => Outcome::Unfit(why),
                None => Outcome::Passes,
            });
        }
        let session = self.worker.conclude(&case.program, pass).await?;
        let mut divergences = session.divergences.iter();
        let again = divergences
            .find(|it| is_same(&it.difference, it.at, &session.actions, &session.traces));
        let Some((at, difference)) = again.map(|it| (it.at, it.difference.clone())) else {
            return Ok(Outcome::Unfit(UNSTEADY.into()));
        };
        if !self.worker.ends(&case.program).await? {
            return Ok(Outcome::Unfit("the program does not end".into()));
        }
        let shown = session.traces.first().map_or(&[][..], |it| it.observations.as_slice());
        let actions = session.actions.iter().take(at + 1).cloned().collect();
        Ok(Outcome::Fails(Failure { actions, lines: lines(shown), what: words(&difference) }))
    }
}
