//! A follow-up that gets where one action of the initial run got by another way.

use std::collections::VecDeque;

use parallax_model::{Action, Observation, Pause, Run};

use super::{Check, Driver, FollowUp, steps};

/// What to do at a pause on the way.
pub enum Turn {
    /// This must be what the initial run showed.
    Arrived,
    /// On by this action.
    On(Action),
    /// There is no telling whether this is right.
    GiveUp,
}

/// Decides at a pause, knowing the one to get to, if there is one.
type Navigator = dyn FnMut(&Pause, Option<&Pause>) -> Turn + Send;

/// A follow-up that does `first` in place of the action at `at`, and at every pause what `turn` says
/// of it and of the pause to get to, if there is one.
pub fn follow_up(
    initial: &Run,
    at: usize,
    first: Action,
    turn: impl FnMut(&Pause, Option<&Pause>) -> Turn + Send + 'static,
) -> Option<FollowUp> {
    let rest = steps(initial).collect();
    FollowUp::on(initial, Detour { rest, until: at, first, turn: Box::new(turn), now: None })
}

struct Detour {
    rest: VecDeque<(Action, Observation)>,
    /// How many actions there are before the one to replace.
    until: usize,
    first: Action,
    turn: Box<Navigator>,
    now: Option<Now>,
}

enum Now {
    /// An action of the initial run, which showed this.
    As(Observation),
    /// On the way to this, with this action next.
    Towards(Observation, Action),
}

impl Driver for Detour {
    fn next(&mut self) -> Option<Action> {
        if let Some(Now::Towards(_, action)) = &self.now {
            return Some(action.clone());
        }
        let (action, expected) = self.rest.pop_front()?;
        let is_replaced = self.until == 0;
        self.until = self.until.wrapping_sub(1);
        if is_replaced {
            self.now = Some(Now::Towards(expected, self.first.clone()));
            return Some(self.first.clone());
        }
        self.now = Some(Now::As(expected));
        Some(action)
    }

    fn see(&mut self, shown: &Observation) -> Check {
        match (self.now.take(), shown) {
            (Some(Now::Towards(expected, _)), Observation::Paused(pause)) => {
                match (self.turn)(pause, expected.pause()) {
                    Turn::Arrived => Check::Equals(expected),
                    Turn::GiveUp => Check::GiveUp,
                    Turn::On(action) => {
                        self.now = Some(Now::Towards(expected, action));
                        Check::Ignore
                    }
                }
            }
            (Some(Now::As(expected) | Now::Towards(expected, _)), _) => Check::Equals(expected),
            (None, _) => Check::GiveUp,
        }
    }
}
