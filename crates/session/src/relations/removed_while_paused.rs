//! A breakpoint removed while the program is paused acts as one that was never set.

use std::collections::VecDeque;

use parallax_model::{Action, Location, Observation, Run};

use super::{Check, Driver, FollowUp, Relation, is_same_place, start, steps, unused_line};

/// The relation.
pub const RELATION: Relation = Relation {
    name: "removed-while-paused",
    summary: "A breakpoint removed at the first pause behaves like one removed before the start",
    needs: &[],
    manual: "\
Before the program starts, the follow-up run sets one more breakpoint, at a random line that the initial
run does not use. When the program pauses for the first time, it removes the breakpoint. If that pause is
at the new breakpoint, it resumes, and must then reach the first pause of the initial run. From there on
every pause must be the same.

For example, `break 3; break 9; start; unbreak 9; resume` must not pause at line 9.",
    prepare: |initial, _, rng| {
        initial.shown.get(start(initial)?)?.pause()?;
        at(initial, unused_line(initial, rng)?)
    },
};

/// The follow-up with the new breakpoint at a line.
pub(super) fn at(initial: &Run, line: u32) -> Option<FollowUp> {
    let mut before: VecDeque<_> = steps(initial).collect();
    let after = before.split_off(start(initial)?);
    FollowUp::on(initial, Removed { before, after, line, place: None, phase: Phase::Before })
}

struct Removed {
    before: VecDeque<(Action, Observation)>,
    after: VecDeque<(Action, Observation)>,
    line: u32,
    /// Where the breakpoint is that is to be removed.
    place: Option<Location>,
    phase: Phase,
}

enum Phase {
    /// Doing what the initial run did before it started.
    Before,
    Setting,
    /// Started; this should be shown, now or after a pause at the new breakpoint.
    Started(Observation),
    /// To be removed; then to be resumed, if there is still something to get to.
    Removing(Option<Observation>),
    Resuming(Observation),
    /// An action of the initial run, which showed this.
    As(Observation),
    After,
}

impl Driver for Removed {
    fn next(&mut self) -> Option<Action> {
        match std::mem::replace(&mut self.phase, Phase::After) {
            Phase::Before => match self.before.pop_front() {
                Some((action, expected)) => {
                    self.phase = Phase::As(expected);
                    Some(action)
                }
                None => {
                    self.phase = Phase::Setting;
                    Some(Action::Break(self.line))
                }
            },
            Phase::After => {
                let (action, expected) = self.after.pop_front()?;
                self.phase = match action {
                    Action::Start => Phase::Started(expected),
                    _ => Phase::As(expected),
                };
                Some(action)
            }
            Phase::Removing(towards) => {
                self.phase = Phase::Removing(towards);
                Some(Action::Unbreak(self.line))
            }
            Phase::Resuming(expected) => {
                self.phase = Phase::As(expected);
                Some(Action::Resume)
            }
            Phase::Setting | Phase::Started(_) | Phase::As(_) => None,
        }
    }

    fn see(&mut self, shown: &Observation) -> Check {
        match std::mem::replace(&mut self.phase, Phase::After) {
            Phase::As(expected) => {
                if self.place.is_none() {
                    self.phase = Phase::Before;
                }
                Check::Equals(expected)
            }
            Phase::Setting => match shown {
                Observation::BreakpointSet(Some(place)) => {
                    self.place = Some(*place);
                    Check::Ignore
                }
                _ => Check::GiveUp,
            },
            Phase::Started(expected) => self.started(expected, shown),
            Phase::Removing(towards) => {
                self.phase = towards.map_or(Phase::After, Phase::Resuming);
                Check::Equals(Observation::BreakpointRemoved(true))
            }
            Phase::Before | Phase::Resuming(_) | Phase::After => Check::GiveUp,
        }
    }
}

impl Removed {
    fn started(&mut self, expected: Observation, shown: &Observation) -> Check {
        let is_extra = match (shown, expected.pause()) {
            (Observation::Paused(pause), Some(first)) => {
                let line = self.place.map(|place| place.line);
                Some(pause.location().line) == line && !is_same_place(pause, first)
            }
            _ => false,
        };
        if is_extra {
            self.phase = Phase::Removing(Some(expected));
            return Check::Ignore;
        }
        self.phase = Phase::Removing(None);
        Check::Equals(expected)
    }
}
