//! Whether a debugger disturbs the order of jobs: a pause inside of one must not change which runs next.

use parallax_debug::{LaunchError, Load, Subject};
use parallax_model::{Action, Observation, Program};

/// Two async functions that take turns.
const PROGRAM: &str = "\
async function walk(name) {
  for (let i = 1; i <= 2; i++) {
    await null;
    console.log(name + i);
  }
}
walk('a');
walk('b');
";

/// Runs a program with a breakpoint inside of its jobs; whether it prints what it prints without one. A
/// debugger that fails here, or shows no output, is taken to keep the order.
///
/// # Errors
/// Where the debugger cannot be brought up.
pub async fn are_kept(subject: &mut Subject) -> Result<bool, LaunchError> {
    if subject.load(&Program::new("jobs.js", PROGRAM)).await? != Load::Ready {
        return Ok(true);
    }
    subject.perform(Action::Break(4)).await;
    let mut shown = subject.perform(Action::Start).await;
    // Four pauses, and some patience with a debugger that pauses more often.
    for _ in 0..8 {
        if shown.pause().is_none() {
            break;
        }
        shown = subject.perform(Action::Resume).await;
    }
    let printed = subject.perform(Action::Output).await;
    subject.unload().await;
    Ok(match printed {
        Observation::Printed(lines) => lines == ["a1", "b1", "a2", "b2"],
        _ => true,
    })
}
