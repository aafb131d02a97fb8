//! Every breakpoint that is hit lies on the way that stepping in takes.

use std::collections::VecDeque;

use parallax_model::{Action, Location, Observation};
use parallax_program::js::Syntax;

use super::{Check, Driver, FollowUp, Relation, breakpoints, start, steps};

/// So many steps are worth their time.
const MAX_STEPS: u32 = 120;

/// The relation.
pub const RELATION: Relation = Relation {
    name: "on-trace",
    summary: "Stepping through the program reaches every breakpoint hit, in order",
    needs: &[],
    manual: "\
Where the initial run resumes from breakpoint to breakpoint, the follow-up run sets none of these
breakpoints. It sets one at the first line and then steps in repeatedly. Whenever it reaches the location
of one of the initial breakpoints, it must show what the initial run showed at its next pause: the same
location, stack and variables. It ends after the last of these pauses, or after a fixed number of steps.
Programs that run code after their end are not used, nor are breakpoints in the middle of a statement.

For example, if `break 5; start; resume` pauses in line 5 with i = 0 and then with i = 1, stepping
through the loop must reach line 5 with i = 0 first, then with i = 1.",
    prepare: |initial, _, _| {
        let syntax = Syntax::new(&initial.program)?;
        let places: Vec<Location> = breakpoints(initial)?.iter().map(|one| one.place).collect();
        // Steps go from statement to statement; a breakpoint may be at a call amid one.
        if !syntax.is_straight() || !places.iter().all(|place| syntax.begins_statement(*place)) {
            return None;
        }
        let is_resumed = |action: &Action| matches!(action, Action::Start | Action::Resume);
        let pauses: VecDeque<Observation> = steps(initial)
            .skip(start(initial)?)
            .take_while(|(action, _)| is_resumed(action))
            .map(|(_, shown)| shown)
            .take_while(|shown| match shown {
                Observation::Paused(pause) => places.contains(&pause.location()),
                _ => false,
            })
            .collect();
        if pauses.is_empty() {
            return None;
        }
        FollowUp::on(initial, OnTrace { places, pauses, phase: Phase::Setting, taken: 0 })
    },
};

struct OnTrace {
    places: Vec<Location>,
    /// What is still to be met.
    pauses: VecDeque<Observation>,
    phase: Phase,
    taken: u32,
}

#[derive(Clone, Copy)]
enum Phase {
    Setting,
    Starting,
    Stepping,
    Over,
}

impl Driver for OnTrace {
    fn next(&mut self) -> Option<Action> {
        match self.phase {
            Phase::Setting => Some(Action::Break(1)),
            Phase::Starting => Some(Action::Start),
            Phase::Stepping if self.taken < MAX_STEPS && !self.pauses.is_empty() => {
                self.taken += 1;
                Some(Action::StepIn)
            }
            Phase::Stepping | Phase::Over => None,
        }
    }

    fn see(&mut self, shown: &Observation) -> Check {
        let phase = std::mem::replace(&mut self.phase, Phase::Stepping);
        match (phase, shown) {
            (Phase::Setting, _) => {
                self.phase = Phase::Starting;
                Check::Ignore
            }
            // A first pause inside a function is not the beginning of the program.
            (Phase::Starting, Observation::Paused(pause)) if pause.stack.len() > 1 => Check::GiveUp,
            (_, Observation::Paused(pause)) if !self.places.contains(&pause.location()) => {
                Check::Ignore
            }
            (Phase::Starting, Observation::Finished(_)) => Check::GiveUp,
            _ => {
                if !matches!(shown, Observation::Paused(_)) {
                    self.phase = Phase::Over;
                }
                self.pauses.pop_front().map_or(Check::Ignore, Check::Equals)
            }
        }
    }
}
