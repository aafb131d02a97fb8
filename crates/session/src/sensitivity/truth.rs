//! Faults found against the specification alone.

use std::collections::BTreeSet;

use parallax_debug::faults::Fault;
use parallax_debug::{Instance, LaunchError};
use parallax_model::{Breach, Cause, Pairs};

use super::{Detection, Experiment};
use crate::differential::DifferentialWorker;
use crate::guided::Guided;
use crate::lockstep::AtDifference;

/// A fault is to be found within so many sessions.
pub const MAX_SESSIONS: usize = 200;

impl Experiment<'_> {
    /// Which faults the laws find, where the context has the truth, and by which breach.
    ///
    /// # Errors
    /// Where the debugger cannot be brought up.
    pub async fn by_laws(&self) -> Result<Vec<(Fault, Option<Detection<Breach>>)>, LaunchError> {
        // What the debugger does when nothing is broken is not a sign of the fault.
        let sound = self.breaches(self.instance, usize::MAX, &BTreeSet::new()).await?;
        let sound: BTreeSet<Cause> = sound.into_iter().map(|it| it.evidence.cause()).collect();
        self.each_fault(async |broken| {
            Ok(self.breaches(broken, 1, &sound).await?.into_iter().next())
        })
        .await
    }

    /// The breaches within the allowed number of sessions, up to `most`, without the causes in
    /// `ignored`.
    async fn breaches(
        &self,
        instance: &Instance,
        most: usize,
        ignored: &BTreeSet<Cause>,
    ) -> Result<Vec<Detection<Breach>>, LaunchError> {
        let instances = [instance.clone()];
        let mut worker = DifferentialWorker::new(self.context.clone(), &instances, self.limits)?;
        let (mut found, mut done) = (Vec::new(), 0);
        for (program, seed) in self.tests() {
            if done >= MAX_SESSIONS || found.len() >= most {
                break;
            }
            done += 1;
            let terrain = self.context.keep_survey(program, Vec::new());
            let parameters = self.context.parameters;
            let mut chooser = Guided::new(seed, program, parameters, terrain, &Pairs::default());
            let pass = worker.pass(program, &mut chooser, AtDifference::GoOn).await?;
            let breaches = pass.found.into_iter().flat_map(|it| it.breaches);
            let unsound = breaches.filter(|it| !ignored.contains(&it.cause()));
            found.extend(unsound.map(|breach| Detection { after: done, evidence: breach }));
        }
        Ok(found)
    }
}
