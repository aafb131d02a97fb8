//! Debuggers that do not come up any more in the middle of a campaign: they are waited for, and then left out.

use std::time::Duration;

use futures_util::future::join_all;
use parallax_debug::{LaunchError, Subject};

/// How long to wait before each further attempt. An update of the debugger, or a machine short of memory, may pass.
const PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(4)];

/// The debuggers that a worker has left out, and why, until somebody asks.
#[derive(Default)]
pub(crate) struct LeftOut(Vec<(String, String)>);

impl LeftOut {
    /// What was left out since this was last asked.
    pub fn take(&mut self) -> Vec<(String, String)> {
        std::mem::take(&mut self.0)
    }

    /// Brings the debugger up that did not come up, or takes it from the subjects.
    ///
    /// # Errors
    /// That it did not come up, where fewer than so many would be left.
    pub async fn recover(
        &mut self,
        subjects: &mut Vec<Subject>,
        least: usize,
        error: LaunchError,
    ) -> Result<(), LaunchError> {
        let mut all: Vec<&mut Subject> = subjects.iter_mut().collect();
        let Err((at, error)) = wait_for(&mut all, error).await else { return Ok(()) };
        let Some(at) = at else { return Err(error) };
        if subjects.len() <= least {
            return Err(error);
        }
        let subject = subjects.remove(at);
        self.0.push((subject.name().to_owned(), with_causes(&error)));
        Ok(())
    }
}

/// Brings the debugger up that did not come up; else which one it is, if it is among them, and what is wrong at last.
///
/// # Errors
/// Where it does not come up.
pub(crate) async fn wait_for(
    subjects: &mut [&mut Subject],
    mut error: LaunchError,
) -> Result<(), (Option<usize>, LaunchError)> {
    // What the others have loaded belongs to a session that is given up.
    join_all(subjects.iter_mut().map(|subject| subject.unload())).await;
    let Some(at) = subjects.iter().position(|it| it.name() == error.debugger()) else {
        return Err((None, error));
    };
    for pause in PAUSES {
        tokio::time::sleep(pause).await;
        match subjects[at].bring_up().await {
            Ok(()) => return Ok(()),
            Err(again) => error = again,
        }
    }
    Err((Some(at), error))
}

/// An error with its causes, in one line.
fn with_causes(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(error.source(), |cause| cause.source());
    causes.fold(error.to_string(), |said, cause| format!("{said}: {cause}"))
}
