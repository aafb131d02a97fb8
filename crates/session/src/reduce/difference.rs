//! Whether the same debuggers still differ in the same way.

use std::collections::BTreeSet;

use parallax_debug::Instance;
use parallax_model::{Difference, DifferenceKind, Verdict};
use parallax_program::reduce::{Case, Failure, Outcome, Trials};

use super::fitness::{Fitness, lines};
use super::{ReduceError, Work};
use crate::differential::DifferentialWorker;
use crate::generate::Script;
use crate::lockstep::{AtDifference, End};

/// Who is on which side, whatever the order.
type Sides = BTreeSet<BTreeSet<String>>;

/// All debuggers of a session.
pub(super) struct DifferenceTrials {
    worker: DifferentialWorker,
    /// None where the truth about the first program is not known.
    fitness: Option<Fitness>,
    at_difference: AtDifference,
    kind: DifferenceKind,
    sides: Sides,
}

impl DifferenceTrials {
    pub(super) fn new(
        work: &Work<'_>,
        instances: &[Instance],
        start: &Case,
    ) -> Result<Self, ReduceError> {
        let divergence = &work.finding.divergence;
        let oracle = work.text.clone();
        Ok(DifferenceTrials {
            worker: DifferentialWorker::new(work.context.clone(), instances, work.limits)?,
            fitness: oracle.and_then(|oracle| Fitness::of(oracle, &start.program).ok()),
            at_difference: match divergence.verdict {
                Verdict::Convention => AtDifference::Stop,
                _ => AtDifference::GoOn,
            },
            kind: divergence.difference.kind,
            sides: sides(&divergence.difference),
        })
    }

    fn is_same(&self, difference: &Difference) -> bool {
        difference.kind == self.kind && sides(difference) == self.sides
    }
}

fn sides(difference: &Difference) -> Sides {
    difference.groups.iter().map(|it| it.debuggers.iter().cloned().collect()).collect()
}

/// What differs, in words.
fn words(difference: &Difference) -> String {
    let sides = difference.groups.iter();
    let sides = sides.map(|it| format!("{}: {}", it.debuggers.join(", "), it.shown));
    sides.collect::<Vec<_>>().join("; ")
}

impl Trials for DifferenceTrials {
    type Error = ReduceError;

    async fn judge(&mut self, case: &Case) -> Result<Outcome, ReduceError> {
        if self.fitness.as_ref().is_some_and(|it| !it.allows(&case.program)) {
            return Ok(Outcome::Unfit);
        }
        let mut script = Script::new(&case.actions);
        let pass = self.worker.pass(&case.program, &mut script, self.at_difference).await?;
        if !pass.found.iter().any(|it| self.is_same(&it.difference)) {
            let is_well = !matches!(pass.end, End::Failed(..));
            return Ok(if is_well { Outcome::Passes } else { Outcome::Unfit });
        }
        let session = self.worker.conclude(&case.program, pass).await?;
        let again = session.divergences.iter().find(|it| self.is_same(&it.difference));
        let Some((at, difference)) = again.map(|it| (it.at, it.difference.clone())) else {
            return Ok(Outcome::Unfit);
        };
        if !self.worker.ends(&case.program).await? {
            return Ok(Outcome::Unfit);
        }
        let shown = session.traces.first().map_or(&[][..], |it| it.observations.as_slice());
        Ok(Outcome::Fails(Failure { at, lines: lines(shown), what: words(&difference) }))
    }
}
