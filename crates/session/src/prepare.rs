//! What campaigns of sessions are prepared from, and why that can fail.

use std::io;
use std::sync::Arc;

use parallax_campaign::WorkerPool;
use parallax_campaign::pool::worker_count;
use parallax_campaign::settings::Seeds;
use parallax_debug::{LaunchError, Limits};
use parallax_model::{Parameters, Program};
use parallax_oracle::Oracle;

use crate::lockstep::AtDifference;
use crate::normalise::Normaliser;

/// What every campaign of sessions needs, whatever its kind.
#[derive(Clone)]
pub struct Work {
    /// The programs.
    pub programs: Vec<Program>,
    /// The seeds of each program.
    pub seeds: Seeds,
    /// How actions are chosen.
    pub parameters: Parameters,
    /// What is evened out before comparison.
    pub normaliser: Normaliser,
    /// Time limits.
    pub limits: Limits,
    /// Who knows what is true; none where the text of ECMA-262 is not at hand.
    pub oracle: Option<Arc<Oracle>>,
    /// What ends a differential session.
    pub stop_at: AtDifference,
    /// Sessions at the same time; 0 stands for one a core.
    pub jobs: usize,
}

/// Why a campaign cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum PrepareError {
    /// A debugger cannot be brought up.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// The system has no thread for a worker.
    #[error("cannot start the threads of the workers; try fewer with --jobs")]
    Threads(#[source] io::Error),
}

/// A pool of as many workers as the work asks for.
pub(crate) fn pool<W: Send + 'static>(
    jobs: usize,
    worker: impl Fn() -> Result<W, LaunchError>,
) -> Result<WorkerPool<W>, PrepareError> {
    let workers = (0..worker_count(jobs)).map(|_| worker()).collect::<Result<_, _>>()?;
    WorkerPool::new(workers).map_err(PrepareError::Threads)
}
