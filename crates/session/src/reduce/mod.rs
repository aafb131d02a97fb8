//! Reduction: the program and the actions of a finding made smaller together, on the real debuggers.
//!
//! What must stay is the finding's own: the broken law, its debugger and the shape of the place; the kind of a
//! difference and its sides; or the violated relation. [`parallax_program::reduce`] proposes, the trials here
//! decide. A program that has no recording by the text, or ends in another way than the first one, is
//! rejected before a debugger runs it.

mod difference;
mod fitness;
mod law;
mod likeness;
mod relation;
pub mod versions;

use std::sync::Arc;
use std::time::Instant;

use parallax_campaign::{SessionFinding, StoreError};
use parallax_debug::{Instance, LaunchError, Limits};
use parallax_model::{Breach, Control, Ending, Observation, Reduction, Verdict};
use parallax_oracle::{Oracle, Unknown};
use parallax_program::reduce::{self, Budget, Case, Outcome, Reduced, Trials};

use crate::context::SessionContext;
use crate::lockstep::{End, Pass};

/// Why a trial says nothing.
const RUNS_OTHERWISE: &str = "the engine runs the program in another way than the text says";
const UNSTEADY: &str = "a second run shows something else";

/// Why a finding cannot be reduced.
#[derive(Debug, thiserror::Error)]
pub enum ReduceError {
    /// A debugger does not come up.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// What was reached cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A finding by law needs the truth.
    #[error("the truth about the program is not known")]
    Unknown(#[from] Unknown),
    /// A finding by law needs the text.
    #[error(
        "the finding is about a law, and the text of ECMA-262 is not at hand: `parallax spec get` gets it, or PARALLAX_SPEC_DIR names its folder"
    )]
    NoText,
    /// The relation is none of this release.
    #[error("there is no relation `{0}` any more: `parallax relations` lists them")]
    NoRelation(String),
    /// The debugger has nothing to do with the finding.
    #[error(
        "no law is broken by {0} in this finding: `parallax findings show` says who breaks one"
    )]
    NotGuilty(String),
}

/// What a reduction needs to know.
pub struct Work<'w> {
    /// The finding.
    pub finding: &'w SessionFinding,
    /// What was reached before.
    pub earlier: Option<Reduction>,
    /// What sessions are run with.
    pub context: SessionContext,
    /// Who records programs to see whether they are fit, also where debuggers are not held against the truth.
    pub text: Option<Arc<Oracle>>,
    /// The time limits of debuggers.
    pub limits: Limits,
    /// When it ends early.
    pub budget: Budget,
}

impl Work<'_> {
    /// The smallest case that is known: what was reached before, else the finding's own.
    fn start(&self) -> Case {
        let finding = self.finding;
        let (program, actions) = match (&self.earlier, finding.session.lineage()) {
            (Some(earlier), _) => (&earlier.program, &earlier.actions),
            (None, Some(lineage)) => (&lineage.initial.program, &lineage.initial.actions),
            (None, None) => (&finding.program, &finding.session.actions),
        };
        Case { program: program.clone(), actions: actions.clone() }
    }
}

/// Why a pass in which the same does not go wrong does not run well, if it does not: its program is rejected, an
/// action cannot be performed, or the debugger misbehaves.
fn failure(pass: &Pass) -> Option<String> {
    if let End::Failed(_, misbehaviour) = &pass.end {
        return Some(misbehaviour.to_string());
    }
    let mut shown = pass.traces.iter().flat_map(|it| it.observations.iter().zip(&pass.actions));
    let mut rejected = pass.traces.iter().filter_map(|it| match it.observations.first() {
        Some(Observation::Finished(Ending::Rejected(words))) => Some(words),
        _ => None,
    });
    rejected.next().map(|words| format!("it rejects the program: {words}")).or_else(|| {
        shown.find_map(|(shown, action)| match shown {
            Observation::Unable => Some(format!("it has no action `{action}`")),
            Observation::Misbehaved(misbehaviour) => Some(misbehaviour.to_string()),
            _ => None,
        })
    })
}

/// What hears of every smaller case.
pub type Keeper<'k> = &'k mut dyn FnMut(&Reduction) -> Result<(), StoreError>;

/// The breach of a finding that is kept: of the debugger that is asked for, else a fact before an
/// expectation, and a debugger that starts fast before others.
pub fn guilty<'f>(finding: &'f SessionFinding, debugger: Option<&str>) -> Option<&'f Breach> {
    let breaches = finding.divergence.breaches.iter();
    let meant = breaches.filter(|it| debugger.is_none_or(|name| name == it.debugger));
    meant.min_by_key(|it| (it.rank, slowness(&it.debugger)))
}

/// How long a debugger takes to start, compared with others: the first are the fastest.
pub fn slowness(debugger: &str) -> u8 {
    match Instance::configured_name(debugger) {
        "node" => 0,
        "bun" => 1,
        _ => 2,
    }
}

/// The debuggers that a reduction of a finding runs, by their names in the configuration.
///
/// # Errors
/// Where the debugger that is asked for is not guilty.
pub fn debuggers(
    finding: &SessionFinding,
    debugger: Option<&str>,
) -> Result<Vec<String>, ReduceError> {
    if finding.divergence.verdict == Verdict::Law {
        let name = || debugger.unwrap_or_default().to_owned();
        let breach = guilty(finding, debugger).ok_or_else(|| ReduceError::NotGuilty(name()))?;
        return Ok(vec![breach.debugger.clone()]);
    }
    let recorded = finding.session.traces.iter().map(|it| it.debugger.clone());
    Ok(match finding.session.lineage() {
        Some(_) => recorded.skip(1).collect(),
        None => recorded.collect(),
    })
}

/// Reduces a finding on debuggers, which are those of [`debuggers`]; a violated relation has two of the same,
/// or with a tier. None where what was found does not come again.
///
/// # Errors
/// Where a debugger does not come up, the truth is not known, or the result cannot be kept.
pub async fn run(
    work: Work<'_>,
    instances: &[Instance],
    keep: Keeper<'_>,
) -> Result<Option<Reduction>, ReduceError> {
    let finding = work.finding;
    let start = work.start();
    let names = instances.iter().map(|it| it.name.clone()).collect();
    let kept =
        Kept { earlier: work.earlier.clone(), debuggers: names, began: Instant::now(), keep };
    if let Some(lineage) = finding.session.lineage() {
        let relation = lineage.chain.last().cloned().unwrap_or_default();
        let trials = relation::RelationTrials::new(&work, &relation, instances, &start)?;
        return kept.reduce(start, trials, work.budget).await;
    }
    if finding.divergence.verdict == Verdict::Law {
        let name = instances.first().map(|it| it.name.as_str());
        let not_guilty = || ReduceError::NotGuilty(name.unwrap_or_default().to_owned());
        let breach = guilty(finding, name).ok_or_else(not_guilty)?;
        let trials = law::LawTrials::new(&work, breach, instances, &start)?;
        return kept.reduce(start, trials, work.budget).await;
    }
    let trials = difference::DifferenceTrials::new(&work, instances, &start)?;
    kept.reduce(start, trials, work.budget).await
}

/// Who keeps what is reached.
struct Kept<'k> {
    earlier: Option<Reduction>,
    debuggers: Vec<String>,
    began: Instant,
    keep: Keeper<'k>,
}

impl Kept<'_> {
    async fn reduce<T: Trials<Error = ReduceError>>(
        self,
        start: Case,
        trials: T,
        budget: Budget,
    ) -> Result<Option<Reduction>, ReduceError> {
        let mut keeping = Keeping { kept: self, trials, last: None };
        let reduced = reduce::reduce(start, &mut keeping, budget).await?;
        Ok(keeping.last.filter(|_| reduced.is_some()))
    }
}

/// Trials whose results are kept.
struct Keeping<'k, T> {
    kept: Kept<'k>,
    trials: T,
    /// What was kept last.
    last: Option<Reduction>,
}

impl<T> Keeping<'_, T> {
    /// What was reached, with what was done for it earlier.
    fn reduction(&self, reduced: &Reduced) -> Reduction {
        let Kept { earlier, debuggers, began, .. } = &self.kept;
        let earlier = earlier.as_ref().map_or((0, 0.0), |it| (it.trials, it.seconds));
        let control = reduced.control.clone();
        Reduction {
            program: reduced.case.program.clone(),
            actions: reduced.case.actions.clone(),
            debuggers: debuggers.clone(),
            what: reduced.what.clone(),
            control: control.map(|it| Control { program: it.program, actions: it.actions }),
            trials: earlier.0 + reduced.trials,
            seconds: earlier.1 + began.elapsed().as_secs_f64(),
            is_complete: reduced.is_complete,
        }
    }
}

impl<T: Trials<Error = ReduceError>> Trials for Keeping<'_, T> {
    type Error = ReduceError;

    async fn judge(&mut self, case: &Case) -> Result<Outcome, ReduceError> {
        self.trials.judge(case).await
    }

    fn keep(&mut self, smaller: &Reduced) -> Result<(), ReduceError> {
        let reduction = self.reduction(smaller);
        (self.kept.keep)(&reduction)?;
        self.last = Some(reduction);
        Ok(())
    }
}
