//! Sensitivity: which faults, put into a real debugger on purpose, metamorphic tests find.

use std::collections::BTreeMap;

use parallax_campaign::Worker;
use parallax_debug::faults::Fault;
use parallax_debug::{Instance, LaunchError, Limits};
use parallax_model::{Class, Pairs, Program};

use crate::context::SessionContext;
use crate::metamorphic::{Chains, MetamorphicWorker};

/// A fault is to be found within so many tests.
pub const MAX_TESTS: usize = 200;

/// The first violation that shows a fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detection {
    /// After how many tests it came.
    pub after: usize,
    /// Its class.
    pub class: Class,
}

/// What a measurement of sensitivity is made with.
pub struct Experiment<'a> {
    /// The sound debugger.
    pub instance: &'a Instance,
    /// The programs.
    pub programs: &'a [Program],
    /// The context of sessions on them.
    pub context: SessionContext,
    /// The relations to use.
    pub chains: Chains,
    /// Time limits.
    pub limits: Limits,
}

impl Experiment<'_> {
    /// Each fault, and how it was detected, if it was.
    pub async fn run(&self) -> Result<Vec<(Fault, Option<Detection>)>, LaunchError> {
        // What the debugger does when nothing is broken is not a sign of the fault.
        let sound = self.violations(self.instance, usize::MAX, &BTreeMap::new()).await?;
        let mut found = Vec::new();
        for fault in Fault::ALL {
            let broken = Instance { fault: Some(fault), ..self.instance.clone() };
            let violations = self.violations(&broken, 1, &sound).await?;
            found.push((fault, violations.into_values().next()));
        }
        Ok(found)
    }

    /// The violations within the allowed number of tests, up to `most`, without the sessions in
    /// `ignored`, by program and seed.
    async fn violations(
        &self,
        instance: &Instance,
        most: usize,
        ignored: &BTreeMap<(String, u64), Detection>,
    ) -> Result<BTreeMap<(String, u64), Detection>, LaunchError> {
        let (context, chains) = (self.context.clone(), self.chains.clone());
        let mut worker = MetamorphicWorker::new(context, chains, instance, self.limits)?;
        let (mut found, mut done) = (BTreeMap::new(), 0);
        let seeds = (0..).flat_map(|seed| self.programs.iter().map(move |it| (it, seed)));
        for (program, seed) in seeds {
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
                found.insert(key, Detection { after: done, class: divergence.class.clone() });
            }
        }
        Ok(found)
    }
}
