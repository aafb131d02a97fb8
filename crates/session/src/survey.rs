//! What a debugger says of a program when nothing is done but to run it.

use std::ops::Range;

use parallax_model::{Action, Location, Observation, Program};
use parallax_program::coverage::Marked;
use parallax_program::js::Syntax;

use parallax_debug::{Ability, LaunchError, Load, Subject};

/// Where a program can be paused, and what it does by itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Survey {
    /// Where breakpoints can be set.
    pub places: Vec<Location>,
    /// What the program prints; none if it does not get to its end.
    pub printed: Option<Vec<String>>,
    /// What of the program never runs, as far as it is known.
    pub dead: Vec<Range<Location>>,
}

/// Asks the debugger what it can say of a program.
pub async fn take(subject: &mut Subject, program: &Program) -> Result<Survey, LaunchError> {
    let mut survey = Survey::default();
    // The debugger counts only what is compiled after it began, and some begin anew at a load.
    if matches!(subject.load(program).await?, Load::Ready) {
        let abilities = subject.abilities();
        if abilities.contains(&Ability::Listing) {
            survey.places = subject.places().await.unwrap_or_default();
        }
        subject.unload().await;
        subject.begin_coverage().await;
        survey.printed = run(subject, program).await?;
        survey.dead = match (&survey.printed, abilities.contains(&Ability::Coverage)) {
            (Some(_), true) => subject.end_coverage().await,
            (Some(_), false) => dead(subject, program).await?,
            (None, _) => Vec::new(),
        };
    }
    subject.unload().await;
    Ok(survey)
}

/// What never runs, by marks that the program prints.
async fn dead(
    subject: &mut Subject,
    program: &Program,
) -> Result<Vec<Range<Location>>, LaunchError> {
    let marked = Syntax::new(program).and_then(|syntax| Marked::new(&syntax));
    let Some(marked) = marked else { return Ok(Vec::new()) };
    subject.unload().await;
    let printed = run(subject, &marked.program).await?;
    Ok(printed.map_or_else(Vec::new, |printed| marked.dead(&printed)))
}

/// Loads a program and runs it to its end; what it prints. None if it does not get there.
async fn run(subject: &mut Subject, program: &Program) -> Result<Option<Vec<String>>, LaunchError> {
    let is_ready = matches!(subject.load(program).await?, Load::Ready);
    let prints = subject.abilities().contains(&Ability::Output);
    Ok(if is_ready && prints { printed(subject).await } else { None })
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
