//! A finding's case on one version of its debugger after another.

use std::sync::Arc;

use parallax_debug::Instance;
use parallax_model::Verdict;
use parallax_oracle::Oracle;
use parallax_program::reduce::{Case, Outcome, Trials};

use super::difference::DifferenceTrials;
use super::law::LawTrials;
use super::relation::RelationTrials;
use super::{RUNS_OTHERWISE, ReduceError, Work, guilty};

/// What came of the case on one version.
#[derive(Debug, Clone)]
pub struct Ran {
    /// Whether the same goes wrong.
    pub outcome: Outcome,
    /// What the debugger says it is, such as `Node/26.10.0 V8/14.6.202.31`; empty where it did not come up.
    pub version: String,
}

/// The trials of one finding on any number of versions.
pub struct VersionTrials<'w> {
    work: Work<'w>,
    case: Case,
    debugger: String,
    /// Whether the first version runs the program in another way than the text.
    deviates: Option<bool>,
    /// The change of a relation that was violated last.
    draw: Option<u64>,
    /// What each side of a difference shows, in the first version that shows it.
    sides: Option<String>,
}

impl<'w> VersionTrials<'w> {
    /// The trials of what is to be reduced, on versions of one of its debuggers.
    pub fn new(work: Work<'w>, debugger: &str) -> Self {
        let (case, debugger) = (work.start(), debugger.to_owned());
        VersionTrials { work, case, debugger, deviates: None, draw: None, sides: None }
    }

    /// Takes another edition of the text for the truth.
    pub fn believe(&mut self, oracle: Arc<Oracle>) {
        self.work.context.oracle = Some(oracle.clone());
        self.work.text = Some(oracle);
    }

    /// Runs the case. The first call is to be for the version that the finding is from: what later ones do is
    /// compared with it.
    ///
    /// # Errors
    /// Where a debugger does not come up, or the truth is not known.
    pub async fn judge(&mut self, instances: &[Instance]) -> Result<Ran, ReduceError> {
        let finding = self.work.finding;
        if let Some(lineage) = finding.session.lineage() {
            let relation = lineage.chain.last().cloned().unwrap_or_default();
            return self.judge_relation(&relation, instances).await;
        }
        match finding.divergence.verdict {
            Verdict::Law => self.judge_law(instances).await,
            _ => self.judge_difference(instances).await,
        }
    }

    /// A version that differs in another way than the first one shows something else.
    async fn judge_difference(&mut self, instances: &[Instance]) -> Result<Ran, ReduceError> {
        let mut trials = DifferenceTrials::new(&self.work, instances, &self.case)?;
        let version = trials.version(&self.debugger).await?;
        let mut outcome = trials.judge(&self.case).await?;
        if let Outcome::Fails(failure) = &outcome {
            let sides = self.sides.get_or_insert_with(|| failure.what.clone());
            if *sides != failure.what {
                outcome = Outcome::Passes;
            }
        }
        Ok(Ran { outcome, version })
    }

    async fn judge_law(&mut self, instances: &[Instance]) -> Result<Ran, ReduceError> {
        let not_guilty = || ReduceError::NotGuilty(self.debugger.clone());
        let breach = guilty(self.work.finding, Some(&self.debugger)).ok_or_else(not_guilty)?;
        let mut trials = LawTrials::new(&self.work, breach, instances, &self.case)?;
        trials.deviates = self.deviates;
        // The engine comes first: an old one may not do what the text says.
        let outcome = match trials.runs_alike(&self.case).await? {
            true => trials.judge(&self.case).await?,
            false => Outcome::Unfit(RUNS_OTHERWISE.to_owned()),
        };
        self.deviates = trials.deviates;
        Ok(Ran { outcome, version: trials.version().to_owned() })
    }

    async fn judge_relation(
        &mut self,
        relation: &str,
        instances: &[Instance],
    ) -> Result<Ran, ReduceError> {
        let mut trials = RelationTrials::new(&self.work, relation, instances, &self.case)?;
        trials.last = self.draw;
        let outcome = trials.judge(&self.case).await?;
        self.draw = trials.last;
        Ok(Ran { outcome, version: trials.version().to_owned() })
    }
}
