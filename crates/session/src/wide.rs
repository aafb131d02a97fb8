//! Chooses actions of every kind: conditions, columns, evaluation, breakpoints that come and go while the
//! program is paused, and a look at the output.

use parallax_model::{Action, Location, Observation, Parameters, Pause, Program};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::generate::Chooser;

/// Random choice among all actions.
pub struct Wide {
    rng: ChaCha8Rng,
    program: Program,
    /// Breakpoints that are still to be set before the start.
    to_set: usize,
    /// The lines that breakpoints were asked for.
    set: Vec<u32>,
    executions_left: u32,
    has_started: bool,
    has_ended: bool,
}

impl Wide {
    /// The choices of one seed for a program.
    pub fn new(seed: u64, program: &Program, parameters: Parameters) -> Self {
        let lines = f64::from(program.line_count());
        Wide {
            rng: ChaCha8Rng::seed_from_u64(seed ^ program.fingerprint()),
            program: program.clone(),
            to_set: (lines * parameters.breakpoints_per_line).round().max(2.0) as usize,
            set: Vec::new(),
            executions_left: parameters.executions,
            has_started: false,
            has_ended: false,
        }
    }

    /// A breakpoint at a random line: plain, with a condition, or at the first character.
    fn breakpoint(&mut self) -> Action {
        let line = self.rng.random_range(1..=self.program.line_count());
        self.set.push(line);
        match self.rng.random_range(0..10) {
            0 => Action::BreakIf(line, "true".into()),
            1 => Action::BreakIf(line, "false".into()),
            2 => {
                let text = self.program.lines().get(line as usize - 1).copied().unwrap_or_default();
                let blank = text.len() - text.trim_start().len();
                let column = text[..blank].encode_utf16().count() as u32;
                Action::BreakAt(Location { line, column })
            }
            _ => Action::Break(line),
        }
    }

    fn removal(&mut self) -> Option<Action> {
        let at = (!self.set.is_empty()).then(|| self.rng.random_range(0..self.set.len()))?;
        Some(Action::Unbreak(self.set.swap_remove(at)))
    }

    /// A variable that is shown, evaluated.
    fn evaluation(&mut self, pause: &Pause) -> Option<Action> {
        let names: Vec<&str> = pause
            .scopes
            .iter()
            .flat_map(|scope| &scope.variables)
            .map(|variable| variable.name.as_str())
            .filter(|name| name.chars().all(|it| it.is_alphanumeric() || it == '_'))
            .filter(|name| !name.starts_with(|it: char| it.is_ascii_digit()) && *name != "this")
            .collect();
        let at = (!names.is_empty()).then(|| self.rng.random_range(0..names.len()))?;
        Some(Action::Evaluate(names[at].into()))
    }

    fn paused(&mut self, pause: &Pause) -> Option<Action> {
        let other = match self.rng.random_range(0..12) {
            0 => self.evaluation(pause),
            1 => Some(self.breakpoint()),
            2 => self.removal(),
            _ => None,
        };
        other.or_else(|| {
            self.executions_left = self.executions_left.checked_sub(1)?;
            let all = Action::CONTINUATIONS;
            Some(all[self.rng.random_range(0..all.len())].clone())
        })
    }
}

impl Chooser for Wide {
    fn next(&mut self, last: Option<&Observation>) -> Option<Action> {
        if !self.has_started {
            if self.set.len() > 1 && self.rng.random_bool(0.1) {
                return self.removal();
            }
            if self.to_set > 0 {
                self.to_set -= 1;
                return Some(self.breakpoint());
            }
            self.has_started = true;
            return Some(Action::Start);
        }
        match last {
            Some(Observation::Paused(pause)) => self.paused(&pause.clone()),
            Some(Observation::Finished(_)) => {
                (!std::mem::replace(&mut self.has_ended, true)).then_some(Action::Output)
            }
            Some(Observation::Misbehaved(_)) | None => None,
            // What ran nothing has left the program where it was.
            Some(_) if self.has_ended => None,
            Some(_) => {
                self.executions_left = self.executions_left.checked_sub(1)?;
                let all = Action::CONTINUATIONS;
                Some(all[self.rng.random_range(0..all.len())].clone())
            }
        }
    }
}
