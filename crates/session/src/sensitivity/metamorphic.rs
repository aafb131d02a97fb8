//! Faults found by metamorphic relations.

use std::collections::BTreeMap;

use parallax_campaign::Worker;
use parallax_debug::faults::Fault;
use parallax_debug::{Instance, LaunchError};
use parallax_model::{Class, Pairs};

use super::{Detection, Experiment};
use crate::metamorphic::{Chains, MetamorphicWorker};

/// A fault is to be found within so many tests.
pub const MAX_TESTS: usize = 200;

/// Violations by program and seed.
type Violations = BTreeMap<(String, u64), Detection<Class>>;

impl Experiment<'_> {
    /// Which faults these relations find, and by which class of violation.
    pub async fn by_relations(
        &self,
        chains: &Chains,
    ) -> Result<Vec<(Fault, Option<Detection<Class>>)>, LaunchError> {
        // What the debugger does when nothing is broken is not a sign of the fault.
        let sound = self.violations(self.instance, chains, usize::MAX, &Violations::new()).await?;
        self.each_fault(async |broken| {
            let found = self.violations(broken, chains, 1, &sound).await?;
            Ok(found.into_values().next())
        })
        .await
    }

    /// The violations within the allowed number of tests, up to `most`, without the sessions in
    /// `ignored`.
    async fn violations(
        &self,
        instance: &Instance,
        chains: &Chains,
        most: usize,
        ignored: &Violations,
    ) -> Result<Violations, LaunchError> {
        let (context, chains) = (self.context.clone(), chains.clone());
        let mut worker = MetamorphicWorker::new(context, chains, instance, self.limits)?;
        let (mut found, mut done) = (Violations::new(), 0);
        for (program, seed) in self.tests() {
            if done >= MAX_TESTS || found.len() >= most {
                break;
            }
            let key = (program.name.to_string(), seed);
            if ignored.contains_key(&key) {
                continue;
            }
            let session = worker.session(program, seed, &Pairs::default()).await?;
            done += session.lineage().map_or(0, |lineage| lineage.chain.len()).max(1);
            if let Some(divergence) = session.divergence() {
                found.insert(key, Detection { after: done, evidence: divergence.class.clone() });
            }
        }
        Ok(found)
    }
}
