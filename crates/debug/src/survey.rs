//! What a debugger says of a program when nothing is done but to run it.

use parallax_model::{Action, Location, Observation, Program};

use crate::backend::{Ability, LaunchError, Loaded};
use crate::subject::Subject;

/// Where a program can be paused, and what it does by itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Survey {
    /// Where breakpoints can be set.
    pub places: Vec<Location>,
    /// What the program prints; none if it does not get to its end.
    pub printed: Option<Vec<String>>,
}

/// Asks the debugger what it can say of a program.
pub async fn take(subject: &mut Subject, program: &Program) -> Result<Survey, LaunchError> {
    let mut survey = Survey::default();
    if matches!(subject.load(program).await?, Ok(Loaded::Ready)) {
        let abilities = subject.abilities();
        if abilities.contains(&Ability::Listing) {
            survey.places = subject.places().await.unwrap_or_default();
        }
        if abilities.contains(&Ability::Output) {
            survey.printed = printed(subject).await;
        }
    }
    subject.unload().await;
    Ok(survey)
}

/// Runs the loaded program to its end; what it prints.
async fn printed(subject: &mut Subject) -> Option<Vec<String>> {
    // A `debugger` statement may pause it, so many times at most.
    const PAUSES: u32 = 100;
    let mut shown = subject.perform(Action::Start).await;
    for _ in 0..PAUSES {
        match shown {
            Observation::Paused(_) => shown = subject.perform(Action::Resume).await,
            _ => break,
        }
    }
    match (shown, subject.perform(Action::Output).await) {
        (Observation::Finished(_), Observation::Printed(lines)) => Some(lines),
        _ => None,
    }
}
