//! The failing program made smaller, as long as the subject fails on it in the same way.
//!
//! [`parallax_program::reduce`] proposes, a [`TrialRunner`] decides. A smaller program is one that the subject takes
//! with good options, and that has no undefined behaviour, as far as sanitizers tell; if the first one is like that.

use parallax_model::Program;
use parallax_program::reduce::{self, Budget, Failure, Outcome, Reduced, Trials};

use crate::built::BuiltSubject;
use crate::case::Case;
use crate::error::IsolateError;
use crate::journal::Journals;
use crate::trial::{Smaller, Standard, TrialRunner};

/// What hears of every smaller program, and may fail.
pub type Keeper<'k, E> = &'k mut dyn FnMut(&Reduced) -> Result<(), E>;

/// Reduces the program of a case; none where a smaller program was asked for that does not fail.
///
/// # Errors
/// Where the case does not fail, cannot be tried, or the result cannot be kept.
pub async fn reduce<E: From<IsolateError>>(
    subject: &BuiltSubject<'_>,
    case: &Case,
    budget: Budget,
    keep: Keeper<'_, E>,
) -> Result<Option<Reduced>, E> {
    let runner = TrialRunner::open(subject, case, Journals::of(None, subject, case)?, 1).await?;
    let standard = runner.standard().await?;
    let what = runner.symptom().kind().to_string();
    let program = Program::new(case.file_name(), case.text.clone());
    let start = reduce::Case { program, actions: Vec::new() };
    let mut trials = SubjectTrials { runner: &runner, standard, what, keep };
    reduce::reduce(start, &mut trials, budget).await
}

struct SubjectTrials<'t, 'k, E> {
    runner: &'t TrialRunner<'t>,
    standard: Standard,
    what: String,
    keep: Keeper<'k, E>,
}

impl<E: From<IsolateError>> Trials for SubjectTrials<'_, '_, E> {
    type Error = E;

    async fn judge(&mut self, case: &reduce::Case) -> Result<Outcome, E> {
        let judged = self.runner.judge_smaller(&case.program.text, self.standard).await?;
        Ok(match judged {
            Smaller::Passes => Outcome::Passes,
            Smaller::Useless(why) => Outcome::Unfit(why),
            Smaller::Fails => {
                Outcome::Fails(Failure { what: self.what.clone(), ..Failure::default() })
            }
        })
    }

    fn keep(&mut self, smaller: &Reduced) -> Result<(), E> {
        (self.keep)(smaller)
    }
}
