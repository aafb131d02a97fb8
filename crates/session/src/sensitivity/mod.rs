//! Sensitivity: which faults, put into a real debugger on purpose, are found.

mod metamorphic;
mod truth;

use parallax_debug::faults::Fault;
use parallax_debug::{Instance, LaunchError, Limits};
use parallax_model::Program;

use crate::context::SessionContext;

pub use metamorphic::MAX_TESTS;
pub use truth::MAX_SESSIONS;

/// The first evidence of a fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detection<E> {
    /// After how many tests it came.
    pub after: usize,
    /// What is wrong.
    pub evidence: E,
}

/// What a measurement of sensitivity is made with.
pub struct Experiment<'a> {
    /// The sound debugger.
    pub instance: &'a Instance,
    /// The programs.
    pub programs: &'a [Program],
    /// The context of sessions on them.
    pub context: SessionContext,
    /// Time limits.
    pub limits: Limits,
}

impl Experiment<'_> {
    /// Each fault, and how it was detected, if it was.
    async fn each_fault<E>(
        &self,
        detect: impl AsyncFn(&Instance) -> Result<Option<Detection<E>>, LaunchError>,
    ) -> Result<Vec<(Fault, Option<Detection<E>>)>, LaunchError> {
        let mut found = Vec::new();
        for fault in Fault::ALL.iter().copied() {
            let broken = Instance { fault: Some(fault), ..self.instance.clone() };
            found.push((fault, detect(&broken).await?));
        }
        Ok(found)
    }

    /// Every program with the first seed, then with the next, for ever.
    fn tests(&self) -> impl Iterator<Item = (&Program, u64)> {
        (0..).flat_map(|seed| self.programs.iter().map(move |program| (program, seed)))
    }
}
