//! Every breakpoint that is hit lies on the way that stepping in takes.

use std::collections::VecDeque;

use parallax_model::{Action, Location, Observation};

use super::{Check, Driver, FollowUp, Relation, breakpoints, is_touched, start, steps};

/// So many steps are worth their time.
const MOST_STEPS: u32 = 120;

/// The relation.
pub const RELATION: Relation = Relation {
    name: "on-trace",
    summary: "Every breakpoint hit is met again, in order, when stepping through the program",
    manual: "\
Where the initial run only resumes from breakpoint to breakpoint, the follow-up sets one more
breakpoint at the first line and steps in again and again. Whenever it gets to the place of one of the
initial breakpoints, it must show what the initial run showed at its next pause: the same place, stack
and variables. It ends after the last of these pauses, or after a fixed number of steps.

For example, if `break 5; start; resume` pauses in line 5 with i = 0 and then with i = 1, stepping
through the loop must get to line 5 with i = 0 first, then with i = 1.",
    prepare: |initial, _| {
        let start = start(initial)?;
        let places: Vec<Location> = breakpoints(initial)?.iter().map(|one| one.place).collect();
        let is_resumed = |action: Action| matches!(action, Action::Start | Action::Resume);
        let pauses: VecDeque<Observation> = steps(initial)
            .skip(start)
            .take_while(|(action, _)| is_resumed(*action))
            .map(|(_, shown)| shown)
            .collect();
        let at_places = pauses.iter().all(|shown| match shown {
            Observation::Paused(pause) => places.contains(&pause.location()),
            Observation::Finished(_) => true,
            _ => false,
        });
        if !at_places || is_touched(initial, 1) || !matches!(pauses[0], Observation::Paused(_)) {
            return None;
        }
        let before = steps(initial).take(start).collect();
        FollowUp::on(initial, OnTrace { before, places, pauses, phase: Phase::Before, taken: 0 })
    },
};

struct OnTrace {
    before: VecDeque<(Action, Observation)>,
    places: Vec<Location>,
    /// What is still to be met.
    pauses: VecDeque<Observation>,
    phase: Phase,
    taken: u32,
}

enum Phase {
    Before,
    First,
    Set(Observation),
    Stepping,
    Over,
}

impl Driver for OnTrace {
    fn next(&mut self) -> Option<Action> {
        match &self.phase {
            Phase::Before => match self.before.pop_front() {
                Some((action, expected)) => {
                    self.phase = Phase::Set(expected);
                    Some(action)
                }
                None => {
                    self.phase = Phase::First;
                    Some(Action::Break(1))
                }
            },
            Phase::Stepping if self.taken == 0 => {
                self.taken = 1;
                Some(Action::Start)
            }
            Phase::Stepping if self.taken < MOST_STEPS && !self.pauses.is_empty() => {
                self.taken += 1;
                Some(Action::StepIn)
            }
            Phase::Stepping | Phase::Over | Phase::First | Phase::Set(_) => None,
        }
    }

    fn see(&mut self, shown: &Observation) -> Check {
        match std::mem::replace(&mut self.phase, Phase::Stepping) {
            Phase::Set(expected) => {
                self.phase = Phase::Before;
                Check::Equals(expected)
            }
            Phase::Before | Phase::First => Check::Ignore,
            Phase::Stepping | Phase::Over => match shown {
                Observation::Paused(pause) if !self.places.contains(&pause.location()) => {
                    Check::Ignore
                }
                Observation::Paused(_) => {
                    self.pauses.pop_front().map_or(Check::Ignore, Check::Equals)
                }
                _ => {
                    self.phase = Phase::Over;
                    self.pauses.pop_front().map_or(Check::Ignore, Check::Equals)
                }
            },
        }
    }
}
