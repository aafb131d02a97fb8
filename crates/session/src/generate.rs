//! Chooses a session's actions: Algorithm 1's three phases, from one seeded generator.

use std::collections::BTreeSet;

use parallax_model::{Action, Observation, Parameters, Program};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::foresight::Leads;

/// Decides what to do next from what the debuggers just did.
pub trait Chooser: Send {
    /// The next action; none ends the session. `last` is what the first debugger that goes on showed
    /// after the last action; others may be elsewhere.
    fn next(&mut self, last: Option<&Observation>) -> Option<Action>;

    /// Is told before each choice where each way to go on leads, as far as that is known.
    fn foresee(&mut self, _leads: Vec<(Action, Leads)>) {}
}

/// Random, feedback-directed choice.
#[derive(Debug)]
pub struct Random {
    rng: ChaCha8Rng,
    parameters: Parameters,
    lines: u32,
    wanted: usize,
    /// Lines that have a breakpoint.
    taken: BTreeSet<u32>,
    tries_left: u32,
    executions: u32,
    phase: Phase,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Breakpoints,
    /// A breakpoint was requested at this line; its fate is open.
    Requested(u32),
    /// The breakpoint requested at this line was removed again.
    Removing,
    Running,
}

impl Random {
    /// The choices of one seed for a program. The program has a part in them, or one seed would
    /// begin at the same height of every program.
    pub fn new(seed: u64, program: &Program, parameters: Parameters) -> Self {
        let lines = program.line_count();
        let wanted = (f64::from(lines) * parameters.breakpoints_per_line).round().max(1.0) as usize;
        Random {
            rng: ChaCha8Rng::seed_from_u64(seed ^ program.fingerprint()),
            parameters,
            lines,
            wanted,
            taken: BTreeSet::new(),
            // In a program with few breakable lines the wanted number may not exist.
            tries_left: u32::try_from(wanted).unwrap_or(u32::MAX).saturating_mul(10),
            executions: 0,
            phase: Phase::Breakpoints,
        }
    }

    /// Phase 1, lines 2 to 15: a breakpoint at a random line, perhaps removed again.
    fn breakpoint(&mut self) -> Option<Action> {
        while self.taken.len() < self.wanted && self.tries_left > 0 {
            self.tries_left -= 1;
            let line = self.rng.random_range(1..=self.lines);
            if !self.taken.contains(&line) {
                self.phase = Phase::Requested(line);
                return Some(Action::Break(line));
            }
        }
        self.phase = Phase::Running;
        self.executions = 1;
        (self.parameters.executions > 0).then_some(Action::Start)
    }

    /// What becomes of a breakpoint that all debuggers put at the same place.
    fn settle(&mut self, line: u32, last: Option<&Observation>) -> Option<Action> {
        self.phase = Phase::Breakpoints;
        if let Some(Observation::BreakpointSet(Some(place))) = last {
            if self.rng.random_bool(self.parameters.removal) {
                self.phase = Phase::Removing;
                return Some(Action::Unbreak(line));
            }
            self.taken.insert(line);
            self.taken.insert(place.line);
        }
        self.breakpoint()
    }

    /// Phase 3, lines 17 to 27: a random continuation.
    fn continuation(&mut self, last: Option<&Observation>) -> Option<Action> {
        let paused = matches!(last, Some(Observation::Paused(_)));
        if !paused || self.executions >= self.parameters.executions {
            return None;
        }
        self.executions += 1;
        Some(Action::CONTINUATIONS[self.rng.random_range(0..Action::CONTINUATIONS.len())].clone())
    }
}

impl Chooser for Random {
    fn next(&mut self, last: Option<&Observation>) -> Option<Action> {
        match self.phase {
            Phase::Breakpoints | Phase::Removing => {
                self.phase = Phase::Breakpoints;
                self.breakpoint()
            }
            Phase::Requested(line) => self.settle(line, last),
            Phase::Running => self.continuation(last),
        }
    }
}

/// A fixed list of actions.
#[derive(Debug)]
pub struct Script {
    actions: std::collections::VecDeque<Action>,
}

impl Script {
    /// Performs these actions in order, and stops early when the program has ended.
    pub fn new(actions: &[Action]) -> Self {
        Script { actions: actions.iter().cloned().collect() }
    }
}

impl Chooser for Script {
    fn next(&mut self, last: Option<&Observation>) -> Option<Action> {
        if let Some(Observation::Finished(_)) = last {
            // What has been printed can still be looked at.
            self.actions.retain(|action| *action == Action::Output);
        }
        self.actions.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parallax_model::{Ending, Frame, Location, Pause, Source};
    use proptest::prelude::*;

    fn pause() -> Observation {
        let frame = Frame {
            function: String::new(),
            location: Location { line: 1, column: 0 },
            source: Source::Program,
        };
        Observation::Paused(Pause::new(vec![frame], vec![]))
    }

    /// Drives a chooser with an imaginary debugger that slides by one line now and then.
    fn drive(seed: u64, lines: u32, parameters: Parameters, ends_after: usize) -> Vec<Action> {
        let program = Program::new("p", "\n".repeat(lines as usize - 1));
        let mut chooser = Random::new(seed, &program, parameters);
        let mut actions = Vec::new();
        let mut last = None;
        while let Some(action) = chooser.next(last.as_ref()) {
            actions.push(action.clone());
            last = Some(match action {
                Action::Break(line) => Observation::BreakpointSet(
                    (line % 7 != 0).then_some(Location { line: line + line % 2, column: 0 }),
                ),
                Action::Unbreak(_) => Observation::BreakpointRemoved(true),
                _ if actions.iter().filter(|action| action.is_execution()).count() > ends_after => {
                    Observation::Finished(Ending::Completed)
                }
                _ => pause(),
            });
        }
        actions
    }

    proptest! {
        #[test]
        fn sessions_have_the_shape_of_algorithm_1(seed: u64, lines in 1u32..500, ends_after in 0usize..40) {
            let parameters = Parameters::default();
            let actions = drive(seed, lines, parameters, ends_after);
            let start = actions.iter().position(|action| *action == Action::Start).unwrap();
            prop_assert!(actions[..start].iter().all(|action| !action.is_execution()));
            prop_assert!(actions[start..].iter().all(|action| action.is_execution()));
            prop_assert!(actions.len() - start <= 20);
            prop_assert_eq!(actions[start..].iter().filter(|action| **action == Action::Start).count(), 1);
            for pair in actions.windows(2) {
                if let Action::Unbreak(line) = pair[1] {
                    prop_assert_eq!(&pair[0], &Action::Break(line));
                }
            }
            let kept = actions[..start].iter().map(|action| if matches!(action, Action::Break(_)) { 1 } else { -1 }).sum::<i64>();
            prop_assert!(kept as f64 <= (f64::from(lines) * 0.1).round().max(1.0) + lines as f64 / 7.0 * 10.0);
            prop_assert_eq!(actions.clone(), drive(seed, lines, parameters, ends_after));
        }
    }

    #[test]
    fn one_seed_begins_elsewhere_in_another_program() {
        let first = |text: &str| {
            let program = Program::new("p", text.repeat(100));
            Random::new(1, &program, Parameters::default()).next(None)
        };
        assert_ne!(first("a\n"), first("b\n"));
    }

    #[test]
    fn removal_happens_about_as_often_as_asked() {
        let (mut set, mut removed) = (0, 0);
        for seed in 0..200 {
            for action in drive(seed, 100, Parameters::default(), 0) {
                set += usize::from(matches!(action, Action::Break(_)));
                removed += usize::from(matches!(action, Action::Unbreak(_)));
            }
        }
        let share = removed as f64 / set as f64;
        assert!((0.1..0.25).contains(&share), "{share}");
    }
}
