//! Whether a program is worth a run: it has a recording by the text, and ends as the first one does.

use std::sync::Arc;

use parallax_model::{Observation, Program};
use parallax_oracle::{Oracle, Unknown};

/// A smaller program may take a little longer than the first one, but not much.
const FACTOR: u64 = 4;

/// So many steps are always allowed.
const LEAST_STEPS: u64 = 200_000;

/// What programs must be like.
pub(super) struct Fitness {
    oracle: Arc<Oracle>,
    steps: u64,
    throws: bool,
    /// How much is thrown, caught or not.
    thrown: usize,
}

impl Fitness {
    /// Programs like this one.
    ///
    /// # Errors
    /// Where the truth about it is not known.
    pub(super) fn of(oracle: Arc<Oracle>, program: &Program) -> Result<Self, Unknown> {
        let truth = oracle.truth(program)?;
        let steps = FACTOR * truth.recording.steps + LEAST_STEPS;
        Ok(Fitness { throws: truth.throws(), thrown: truth.recording.thrown.len(), steps, oracle })
    }

    /// Whether a program ends, not by an exception if the first one does not, and throws no more than that.
    ///
    /// # Errors
    /// Where it does not; why, in words.
    pub(super) fn check(&self, program: &Program) -> Result<(), String> {
        let truth = self.oracle.truth_within(program, self.steps);
        let truth = truth.map_err(|unknown| unknown.to_string())?;
        let is_alike = self.throws || !truth.throws();
        match is_alike && truth.recording.thrown.len() <= self.thrown {
            true => Ok(()),
            false => Err("the program throws more than at first".to_owned()),
        }
    }
}

/// For each action, the line where the program was paused after it; none where that is no line of a program.
pub(super) fn lines(shown: &[Observation]) -> Vec<Option<u32>> {
    let line = |it: &Observation| Some(it.pause()?.location().line).filter(|line| *line > 0);
    shown.iter().map(line).collect()
}
