//! A step out gets where stepping over to the function's end gets.

use std::collections::VecDeque;

use parallax_model::{Action, Observation};
use rand::seq::IndexedRandom;

use super::{Check, Driver, FollowUp, Relation, at_breakpoint, is_same_place, is_straight, steps};

/// Longer functions are not worth the time.
const MOST_STEPS: u32 = 40;

/// The relation.
pub const RELATION: Relation = Relation {
    name: "over-for-out",
    summary: "Stepping over to the end of a function gets where stepping out of it gets",
    manual: "\
Where the initial run steps out, the follow-up steps over until the function has returned. It must then
be in the frame that the step out got to, or at the end of the program if the step out got there, and
show the same. Where in the caller's line a debugger pauses may differ between the two; if only that
differs, nothing is said. Steps out that ended at a breakpoint are left alone, and so are programs in
which functions are left in the middle.

For example, if a step out of a function gets back to line 7, then stepping over its last statement
must get back to line 7.",
    prepare: |initial, rng| {
        let shown = initial.shown.as_slice();
        if !is_straight(initial) {
            return None;
        }
        let candidates: Vec<usize> = (1..shown.len())
            .filter(|at| initial.actions[*at] == Action::StepOut)
            .filter(|at| shown[at - 1].pause().is_some_and(|from| from.stack.len() > 1))
            .filter(|at| shown[*at].pause().is_none_or(|to| !at_breakpoint(initial, to)))
            .collect();
        let at = *candidates.choose(rng)?;
        let depth = shown[at - 1].pause()?.stack.len();
        let driver = OverForOut { rest: steps(initial).collect(), until: at, depth, now: None, taken: 0 };
        FollowUp::on(initial, driver)
    },
};

struct OverForOut {
    rest: VecDeque<(Action, Observation)>,
    /// How many actions there are before the one to replace.
    until: usize,
    /// How deep the stack is there.
    depth: usize,
    now: Option<Now>,
    taken: u32,
}

enum Now {
    As(Observation),
    Towards(Observation),
}

impl Driver for OverForOut {
    fn next(&mut self) -> Option<Action> {
        if let Some(Now::Towards(_)) = &self.now {
            return Some(Action::StepOver);
        }
        let (action, expected) = self.rest.pop_front()?;
        let is_replaced = self.until == 0;
        self.until = self.until.wrapping_sub(1);
        self.now = Some(if is_replaced { Now::Towards(expected) } else { Now::As(expected) });
        Some(if is_replaced { Action::StepOver } else { action })
    }

    fn see(&mut self, shown: &Observation) -> Check {
        match (self.now.take(), shown) {
            (Some(Now::As(expected)), _) => Check::Equals(expected),
            (Some(Now::Towards(expected)), Observation::Paused(pause)) => {
                self.taken += 1;
                if pause.stack.len() >= self.depth {
                    if self.taken > MOST_STEPS {
                        return Check::GiveUp;
                    }
                    self.now = Some(Now::Towards(expected));
                    return Check::Ignore;
                }
                let differs_in_column = expected.pause().is_some_and(|goal| {
                    goal.stack.len() == pause.stack.len()
                        && goal.location().line == pause.location().line
                        && !is_same_place(goal, pause)
                });
                if differs_in_column { Check::GiveUp } else { Check::Equals(expected) }
            }
            (Some(Now::Towards(expected)), _) => Check::Equals(expected),
            (None, _) => Check::GiveUp,
        }
    }
}
