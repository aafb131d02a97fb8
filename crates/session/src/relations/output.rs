//! Being debugged changes nothing that a program prints.

use std::collections::VecDeque;

use parallax_model::{Action, Observation};
use parallax_program::js::Syntax;

use super::{Check, Driver, FollowUp, Relation, steps};
use parallax_debug::backend::Ability;

/// `debugger` statements may pause for ever.
const MAX_PAUSES: u32 = 100;

/// The relation.
pub const RELATION: Relation = Relation {
    name: "output",
    summary: "Pauses do not change what a program prints",
    needs: &[Ability::Output],
    manual: "\
The follow-up run repeats the initial run, then removes all breakpoints and lets the program run to its
end. The output must be the same as when the program is started without breakpoints. Programs with timers
are not used, because pauses take time.

For example, a program that prints `1 2 3` must print the same after a pause at each of its lines.",
    prepare: |initial, survey, _| {
        let printed = survey.printed.clone()?;
        if Syntax::new(&initial.program)?.has_timers() {
            return None;
        }
        let lines = initial.actions.iter().filter_map(|action| match action {
            Action::Break(line) => Some(*line),
            _ => None,
        });
        let driver = Printing {
            rest: steps(initial).collect(),
            expected: None,
            set: lines.collect(),
            printed,
            is_paused: false,
            pauses: 0,
            phase: Phase::Repeating,
        };
        FollowUp::on(initial, driver)
    },
};

struct Printing {
    rest: VecDeque<(Action, Observation)>,
    expected: Option<Observation>,
    /// Lines that have had a breakpoint.
    set: Vec<u32>,
    printed: Vec<String>,
    is_paused: bool,
    pauses: u32,
    phase: Phase,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Repeating,
    /// Removing breakpoints and running to the end.
    Ending,
    Looking,
    Over,
}

impl Driver for Printing {
    fn next(&mut self) -> Option<Action> {
        if self.phase == Phase::Repeating {
            if let Some((action, expected)) = self.rest.pop_front() {
                self.expected = Some(expected);
                return Some(action);
            }
            self.phase = if self.is_paused { Phase::Ending } else { Phase::Over };
        }
        match self.phase {
            Phase::Ending if self.pauses < MAX_PAUSES => {
                Some(self.set.pop().map_or(Action::Resume, Action::Unbreak))
            }
            Phase::Looking => Some(Action::Output),
            _ => None,
        }
    }

    fn see(&mut self, shown: &Observation) -> Check {
        match shown {
            Observation::Finished(_) => self.phase = Phase::Looking,
            Observation::Paused(_) => {
                self.is_paused = true;
                self.pauses += 1;
            }
            Observation::Printed(_) => {
                self.phase = Phase::Over;
                return Check::Equals(Observation::Printed(std::mem::take(&mut self.printed)));
            }
            _ => {}
        }
        self.expected.take().map_or(Check::Ignore, Check::Equals)
    }
}
