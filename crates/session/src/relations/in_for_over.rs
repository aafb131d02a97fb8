//! A step over gets where stepping in, and out again, gets.

use parallax_model::Action;
use rand::seq::IndexedRandom;

use super::detour::{self, Turn};
use super::{Relation, at_breakpoint, is_same_place, is_straight};

/// A statement has so many calls, or something is wrong.
const MAX_STEPS: u32 = 12;

/// The relation.
pub const RELATION: Relation = Relation {
    name: "in-for-over",
    summary: "Stepping into calls and out again reaches the same location as stepping over them",
    needs: &[],
    manual: "\
Where the initial run steps over, the follow-up run steps in. While the call stack is deeper than before,
it steps out; while it is not at the location that the initial run reached, it steps over. It must reach
this location in a few steps and show the same state. Steps over that ended at a breakpoint inside a call,
or in the caller, are not used, nor are programs with generators or async functions.

For example, if a step over from line 7 reaches line 8, then stepping into the function that line 7
calls, out of it and over must reach line 8.",
    prepare: |initial, _, rng| {
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
        let mut taken = 0;
        detour::follow_up(initial, at, Action::StepIn, move |pause, goal| {
            taken += 1;
            let is_deeper = pause.stack.len() > depth;
            let is_there = goal.is_some_and(|goal| is_same_place(goal, pause));
            if (is_there && !is_deeper) || taken > MAX_STEPS {
                Turn::Arrived
            } else {
                Turn::On(if is_deeper { Action::StepOut } else { Action::StepOver })
            }
        })
    },
};
