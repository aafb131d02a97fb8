//! Which faults, put into a real debugger on purpose, are found by holding it against the text alone.

use std::collections::BTreeSet;

use parallax_debug::faults::Fault;
use parallax_debug::{Instance, LaunchError, Limits};
use parallax_model::{Breach, Cause, Pairs, Program};

use crate::context::SessionContext;
use crate::differential::DifferentialWorker;
use crate::guided::Guided;
use crate::lockstep::AtDifference;

/// A fault is to be found within so many sessions.
pub const MAX_SESSIONS: usize = 50;

/// The first breach that shows a fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detected {
    /// After how many sessions it came.
    pub after: usize,
    /// What is broken.
    pub breach: Breach,
}

/// What the measurement is made with.
pub struct TruthExperiment<'a> {
    /// The sound debugger.
    pub instance: &'a Instance,
    /// The programs.
    pub programs: &'a [Program],
    /// The context of sessions on them, with the truth.
    pub context: SessionContext,
    /// Time limits.
    pub limits: Limits,
}

impl TruthExperiment<'_> {
    /// Each fault, and how it was detected, if it was.
    ///
    /// # Errors
    /// Where the debugger cannot be brought up.
    pub async fn run(&self) -> Result<Vec<(Fault, Option<Detected>)>, LaunchError> {
        // What the debugger does when nothing is broken is not a sign of the fault.
        let sound = self.breaches(self.instance, usize::MAX, &BTreeSet::new()).await?;
        let sound: BTreeSet<Cause> = sound.into_iter().map(|it| it.breach.cause()).collect();
        let mut found = Vec::new();
        for fault in Fault::ALL {
            let broken = Instance { fault: Some(fault), ..self.instance.clone() };
            let detected = self.breaches(&broken, 1, &sound).await?;
            found.push((fault, detected.into_iter().next()));
        }
        Ok(found)
    }

    /// The breaches within the allowed number of sessions, up to `most`, without the causes in `ignored`.
    async fn breaches(
        &self,
        instance: &Instance,
        most: usize,
        ignored: &BTreeSet<Cause>,
    ) -> Result<Vec<Detected>, LaunchError> {
        let instances = [instance.clone()];
        let mut worker = DifferentialWorker::new(self.context.clone(), &instances, self.limits)?;
        let (mut found, mut done) = (Vec::new(), 0);
        let keys = (0u64..).flat_map(|seed| (0..self.programs.len()).map(move |at| (at, seed)));
        for key in keys {
            if done >= MAX_SESSIONS || found.len() >= most {
                break;
            }
            done += 1;
            let program = &self.programs[key.0];
            let terrain = self.context.keep_survey(program, Vec::new());
            let parameters = self.context.parameters;
            let mut chooser = Guided::new(key.1, program, parameters, terrain, &Pairs::default());
            let pass = worker.pass(program, &mut chooser, AtDifference::GoOn).await?;
            let breaches = pass.found.into_iter().flat_map(|it| it.breaches);
            let unsound = breaches.filter(|it| !ignored.contains(&it.cause()));
            found.extend(unsound.map(|breach| Detected { after: done, breach }));
        }
        Ok(found)
    }
}
