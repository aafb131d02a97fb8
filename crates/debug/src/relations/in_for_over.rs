//! A step over gets where stepping in, and out again, gets.

use std::collections::VecDeque;

use parallax_model::{Action, Observation};
use rand::seq::IndexedRandom;

use super::{Check, Driver, FollowUp, Relation, at_breakpoint, is_same_place, is_straight, steps};

/// A statement has so many calls, or something is wrong.
const MOST_STEPS: u32 = 12;

/// The relation.
pub const RELATION: Relation = Relation {
    name: "in-for-over",
    summary: "Stepping into calls and out again gets where stepping over them gets",
    manual: "\
Where the initial run steps over, the follow-up steps in. As long as it is deeper than it was, it steps
out; as long as it is not where the initial run got, it steps over. It must get there in a few steps,
and show the same. Steps over that ended at a breakpoint inside a call, or in the caller, are left alone,
and so are programs in which functions are left in the middle.

For example, if a step over from line 7 gets to line 8, then stepping into the function that line 7
calls, out of it and over must get to line 8.",
    prepare: |initial, rng| {
        let shown = initial.shown.as_slice();
        if !is_straight(initial) {
            return None;
        }
        let candidates: Vec<usize> = (1..shown.len())
            .filter(|at| initial.actions[*at] == Action::StepOver)
            .filter(|at| match (shown[at - 1].pause(), shown[*at].pause()) {
                (Some(from), Some(to)) => {
                    to.stack.len() == from.stack.len()
                        || to.stack.len() > from.stack.len() && !at_breakpoint(initial, to)
                }
                _ => false,
            })
            .collect();
        let at = *candidates.choose(rng)?;
        let depth = shown[at - 1].pause()?.stack.len();
        let driver = InForOver { rest: steps(initial).collect(), until: at, depth, now: None, taken: 0 };
        FollowUp::on(initial, driver)
    },
};

struct InForOver {
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
    /// On the way to this, with this action next.
    Towards(Observation, Action),
}

impl Driver for InForOver {
    fn next(&mut self) -> Option<Action> {
        if let Some(Now::Towards(_, action)) = &self.now {
            return Some(*action);
        }
        let (action, expected) = self.rest.pop_front()?;
        let is_replaced = self.until == 0;
        self.until = self.until.wrapping_sub(1);
        if is_replaced {
            self.now = Some(Now::Towards(expected, Action::StepIn));
            return Some(Action::StepIn);
        }
        self.now = Some(Now::As(expected));
        Some(action)
    }

    fn see(&mut self, shown: &Observation) -> Check {
        match (self.now.take(), shown) {
            (Some(Now::As(expected)), _) => Check::Equals(expected),
            (Some(Now::Towards(expected, _)), Observation::Paused(pause)) => {
                let is_deeper = pause.stack.len() > self.depth;
                let is_there = expected.pause().is_some_and(|goal| is_same_place(goal, pause));
                self.taken += 1;
                if (is_there && !is_deeper) || self.taken > MOST_STEPS {
                    return Check::Equals(expected);
                }
                let action = if is_deeper { Action::StepOut } else { Action::StepOver };
                self.now = Some(Now::Towards(expected, action));
                Check::Ignore
            }
            (Some(Now::Towards(expected, _)), _) => Check::Equals(expected),
            (None, _) => Check::GiveUp,
        }
    }
}
