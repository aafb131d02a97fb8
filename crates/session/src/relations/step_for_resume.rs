//! A step pauses wherever a resume would.

use parallax_model::{Action, Observation, Run};
use rand::seq::IndexedRandom;

use super::detour::{self, Turn};
use super::{Relation, at_breakpoint, is_same_place, is_straight};

/// The relation.
pub const RELATION: Relation = Relation {
    name: "step-for-resume",
    summary: "A step, followed by a resume if needed, reaches the same pause as a resume",
    needs: &[],
    manual: "\
A resume pauses only at breakpoints. A step out also pauses in the caller, a step over also at the next
statement, and a step in at any statement. So where the initial run resumes, the follow-up run steps. If
the step pauses where the resume did, the follow-up run continues from there. If it pauses earlier, the
follow-up run resumes, and must then reach the pause of the initial run. It must not miss that pause, nor
show another state there.

For example, if a resume pauses in line 9, then `in; resume` must pause there too, unless `in` already
does.",
    prepare: |initial, _, rng| {
        let resumes: Vec<usize> = initial
            .actions
            .iter()
            .enumerate()
            .filter(|(_, action)| **action == Action::Resume)
            .map(|(at, _)| at)
            .filter(|at| initial.shown.get(*at).is_some_and(|shown| is_comparable(initial, shown)))
            .collect();
        let at = *resumes.choose(rng)?;
        let steps = [Action::StepIn, Action::StepOut, Action::StepOver];
        let step = steps.choose(rng)?.clone();
        let mut has_resumed = false;
        detour::follow_up(initial, at, step, move |pause, goal| {
            let is_there = goal.is_some_and(|goal| is_same_place(goal, pause));
            if is_there || std::mem::replace(&mut has_resumed, true) {
                Turn::Arrived
            } else {
                Turn::On(Action::Resume)
            }
        })
    },
};

/// A step over an `await` may still be under way when the program is resumed, and end that resume
/// where no breakpoint is. The new step would take its place.
fn is_comparable(initial: &Run, shown: &Observation) -> bool {
    is_straight(initial) || shown.pause().is_none_or(|pause| at_breakpoint(initial, pause))
}
