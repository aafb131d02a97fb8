//! A step pauses wherever a resume would.

use std::collections::VecDeque;

use parallax_model::{Action, Observation, Run};
use rand::seq::IndexedRandom;

use super::{Check, Driver, FollowUp, Relation, at_breakpoint, is_same_place, is_straight, steps};

/// The relation.
pub const RELATION: Relation = Relation {
    name: "step-for-resume",
    summary: "A step, and then a resume if need be, gets where a resume gets",
    manual: "\
A resume pauses at breakpoints only; a step out also in the caller, a step over also at the next
statement, a step in at any. So where the initial run resumes, the follow-up steps. If that pauses
where the resume did, it goes on from there; if it pauses earlier, it resumes, and must then get where
the initial run got. It must not miss the pause, nor show another state there.

For example, if a resume pauses in line 9, then `in; resume` must pause there too, unless `in` itself
already has.",
    prepare: |initial, rng| {
        let resumes: Vec<usize> = initial
            .actions
            .iter()
            .enumerate()
            .filter(|(_, action)| **action == Action::Resume)
            .map(|(at, _)| at)
            .filter(|at| initial.shown.get(*at).is_some_and(|shown| is_comparable(initial, shown)))
            .collect();
        let at = *resumes.choose(rng)?;
        let step = *[Action::StepIn, Action::StepOut, Action::StepOver].choose(rng)?;
        let driver = StepForResume { rest: steps(initial).collect(), until: at, step, now: None };
        FollowUp::on(initial, driver)
    },
};

/// A step over an `await` may still be under way when the program is resumed, and end that resume
/// where no breakpoint is. The new step would take its place.
fn is_comparable(initial: &Run, shown: &Observation) -> bool {
    is_straight(initial) || shown.pause().is_none_or(|pause| at_breakpoint(initial, pause))
}

struct StepForResume {
    rest: VecDeque<(Action, Observation)>,
    /// How many actions there are before the one to replace.
    until: usize,
    step: Action,
    now: Option<Now>,
}

enum Now {
    As(Observation),
    Replaced(Observation),
}

impl Driver for StepForResume {
    fn next(&mut self) -> Option<Action> {
        let (action, expected) = self.rest.pop_front()?;
        let is_replaced = self.until == 0;
        self.until = self.until.wrapping_sub(1);
        self.now = Some(if is_replaced { Now::Replaced(expected) } else { Now::As(expected) });
        Some(if is_replaced { self.step } else { action })
    }

    fn see(&mut self, shown: &Observation) -> Check {
        match (self.now.take(), shown) {
            (Some(Now::Replaced(expected)), Observation::Paused(pause)) => {
                let is_there =
                    expected.pause().is_some_and(|expected| is_same_place(expected, pause));
                if is_there {
                    return Check::Equals(expected);
                }
                // The resume is still to come.
                self.rest.push_front((Action::Resume, expected));
                Check::Ignore
            }
            (Some(Now::Replaced(expected) | Now::As(expected)), _) => Check::Equals(expected),
            (None, _) => Check::GiveUp,
        }
    }
}
