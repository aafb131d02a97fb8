//! A step out gets where stepping over to the function's end gets.

use parallax_model::Action;
use rand::seq::IndexedRandom;

use super::detour::{self, Turn};
use super::{Relation, at_breakpoint, is_same_place, is_straight};

/// Longer functions are not worth the time.
const MAX_STEPS: u32 = 40;

/// The relation.
pub const RELATION: Relation = Relation {
    name: "over-for-out",
    summary: "Stepping over to the end of a function reaches the same frame as stepping out",
    needs: &[],
    manual: "\
Where the initial run steps out, the follow-up run steps over until the function has returned. It must
then be in the frame that the step out reached, or at the end of the program if the step out reached
that, and show the same state. The two may pause at different locations in the caller's line; a difference
in this alone is not reported. Steps out that ended at a breakpoint are not used, nor are programs with
generators or async functions.

For example, if a step out of a function returns to line 7, then stepping over its last statement must
return to line 7.",
    prepare: |initial, _, rng| {
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
        let mut taken = 0;
        detour::follow_up(initial, at, Action::StepOver, move |pause, goal| {
            taken += 1;
            if pause.stack.len() >= depth {
                return if taken > MAX_STEPS { Turn::GiveUp } else { Turn::On(Action::StepOver) };
            }
            let differs_in_column = goal.is_some_and(|goal| {
                goal.stack.len() == pause.stack.len()
                    && goal.location().line == pause.location().line
                    && !is_same_place(goal, pause)
            });
            if differs_in_column { Turn::GiveUp } else { Turn::Arrived }
        })
    },
};
