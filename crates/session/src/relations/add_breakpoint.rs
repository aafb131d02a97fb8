//! One more breakpoint makes no difference but its own pauses.

use std::collections::VecDeque;

use parallax_model::{Action, Location, Observation, Pause, Run};

use super::{
    Check, Driver, FollowUp, Relation, breakpoints, is_same_place, start, steps, unused_line,
};

/// A breakpoint in a loop may be hit for ever.
const MAX_EXTRA_PAUSES: u32 = 60;

/// The relation.
pub const RELATION: Relation = Relation {
    name: "add-breakpoint",
    summary: "An additional breakpoint changes nothing except for pauses at its own line",
    needs: &[],
    manual: "\
The follow-up run sets one more breakpoint, at a random line, before the program starts. All other
breakpoints must be set at the same locations as before, and every pause of the initial run must occur,
with the same stack and variables. Additional pauses at the new breakpoint are ignored: the follow-up run
resumes from them. If the new breakpoint interrupts a step, a temporary breakpoint at the location where
the step of the initial run ended synchronises the runs again, and is then removed.

For example, `break 4; start` must still pause at line 4 after a breakpoint was added at line 2. A step
out that pauses at the new breakpoint must reach the caller after a resume.",
    prepare: |initial, _, rng| {
        start(initial)?;
        at(initial, unused_line(initial, rng)?)
    },
};

/// The follow-up with the new breakpoint at a line.
pub(super) fn at(initial: &Run, line: u32) -> Option<FollowUp> {
    let set = breakpoints(initial)?.iter().map(|one| one.place).collect();
    let mut before: VecDeque<_> = steps(initial).collect();
    let rest = before.split_off(start(initial)?);
    let driver = AddBreakpoint {
        before,
        rest,
        line,
        place: None,
        set,
        phase: Phase::Before,
        extra: 0,
        temporary: None,
    };
    FollowUp::on(initial, driver)
}

struct AddBreakpoint {
    before: VecDeque<(Action, Observation)>,
    rest: VecDeque<(Action, Observation)>,
    line: u32,
    /// Where the new breakpoint is.
    place: Option<Location>,
    /// Where the others are.
    set: Vec<Location>,
    phase: Phase,
    extra: u32,
    /// The line of the temporary breakpoint.
    temporary: Option<u32>,
}

#[derive(Clone)]
enum Phase {
    Before,
    /// An action of the initial run, which showed this.
    As(Observation),
    /// The new breakpoint is being set.
    Adding,
    /// Running: an action of the initial run was done.
    Ran(Action, Observation),
    /// A temporary breakpoint is to be set, or is being set, where this pause was.
    Temporary(Pause),
    /// On the way to what the initial run showed.
    CatchingUp(Observation),
    /// Caught up; the temporary breakpoint is to be removed.
    Removing,
    Running,
    Resume(Observation),
    Over,
}

impl Driver for AddBreakpoint {
    fn next(&mut self) -> Option<Action> {
        let (action, phase) = match self.phase.clone() {
            Phase::Before => match self.before.pop_front() {
                Some((action, expected)) => (action, Phase::As(expected)),
                None => (Action::Break(self.line), Phase::Adding),
            },
            Phase::Running => {
                let (action, expected) = self.rest.pop_front()?;
                (action.clone(), Phase::Ran(action, expected))
            }
            Phase::Temporary(pause) => {
                let line = pause.location().line;
                self.temporary = Some(line);
                (Action::Break(line), Phase::Temporary(pause))
            }
            Phase::Resume(expected) => (Action::Resume, Phase::CatchingUp(expected)),
            Phase::Removing => (Action::Unbreak(self.temporary.take()?), Phase::Removing),
            _ => return None,
        };
        self.phase = phase;
        Some(action)
    }

    fn see(&mut self, shown: &Observation) -> Check {
        match std::mem::replace(&mut self.phase, Phase::Over) {
            Phase::As(expected) => {
                self.phase = Phase::Before;
                Check::Equals(expected)
            }
            Phase::Adding => {
                if let Observation::BreakpointSet(place) = shown {
                    self.place = place.filter(|place| !self.set.contains(place));
                }
                self.phase = Phase::Running;
                Check::Ignore
            }
            Phase::Ran(action, expected) => self.ran(action, expected, shown),
            Phase::Temporary(pause) => self.set_temporary(pause, shown),
            Phase::CatchingUp(expected) => self.catching_up(expected, shown),
            Phase::Removing => {
                self.phase = Phase::Running;
                Check::Equals(Observation::BreakpointRemoved(true))
            }
            Phase::Before | Phase::Running | Phase::Resume(_) | Phase::Over => Check::GiveUp,
        }
    }
}

impl AddBreakpoint {
    /// Whether this is a pause at the new breakpoint that the initial run does not have.
    fn is_extra(&self, expected: &Observation, shown: &Observation) -> bool {
        let (Observation::Paused(pause), Some(place)) = (shown, self.place) else { return false };
        let is_expected = expected.pause().is_some_and(|expected| is_same_place(expected, pause));
        pause.location().line == place.line && !is_expected
    }

    fn ran(&mut self, action: Action, expected: Observation, shown: &Observation) -> Check {
        if !self.is_extra(&expected, shown) {
            self.phase = Phase::Running;
            return Check::Equals(expected);
        }
        let is_step = !matches!(action, Action::Start | Action::Resume);
        self.phase = match &expected {
            // A step that the new breakpoint cut short has to be helped on.
            Observation::Paused(pause) if is_step && !self.has_breakpoint(pause) => {
                Phase::Temporary(pause.clone())
            }
            _ => Phase::Resume(expected),
        };
        Check::Ignore
    }

    fn has_breakpoint(&self, pause: &Pause) -> bool {
        self.set.contains(&pause.location()) || self.place == Some(pause.location())
    }

    /// A temporary breakpoint that is not where the step ended is of no use.
    fn set_temporary(&mut self, pause: Pause, shown: &Observation) -> Check {
        if *shown != Observation::BreakpointSet(Some(pause.location())) {
            return Check::GiveUp;
        }
        self.phase = Phase::Resume(Observation::Paused(pause));
        Check::Ignore
    }

    fn catching_up(&mut self, expected: Observation, shown: &Observation) -> Check {
        // The temporary breakpoint may be hit first in a call that the step went over.
        let is_on_the_way = match (&expected, shown) {
            (Observation::Paused(expected), Observation::Paused(pause)) => {
                self.temporary.is_some()
                    && expected.location() == pause.location()
                    && expected.stack.len() != pause.stack.len()
            }
            _ => false,
        };
        if is_on_the_way || self.is_extra(&expected, shown) {
            self.extra += 1;
            if self.extra > MAX_EXTRA_PAUSES {
                return Check::GiveUp;
            }
            self.phase = Phase::Resume(expected);
            return Check::Ignore;
        }
        self.phase = if self.temporary.is_some() { Phase::Removing } else { Phase::Running };
        Check::Equals(expected)
    }
}
