//! What is done to a debugger on the original, and again on the compiled program.

use parallax_debug::{LaunchError, Subject};
use parallax_model::{Action, Location, Misbehaviour, Observation, Program};
use parallax_session::generate::{Chooser, Script};
use parallax_session::metamorphic::run;

use crate::lens::{Lens, Seen};

/// How often a breakpoint is resumed from.
const RESUMES: usize = 2;

/// How many steps a walk has.
const STEPS: usize = 20;

/// How often a step goes on in code that comes from nowhere.
const MOST_NOWHERE: usize = 8;

/// A breakpoint for a line of the original, and what is done then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Route {
    /// The line.
    pub line: u32,
    /// What is done after the breakpoint was set.
    pub actions: Vec<Action>,
}

/// A route that a debugger has gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gone {
    /// The actions, the breakpoint first.
    pub actions: Vec<Action>,
    /// What the debugger showed after each, as it spells it.
    pub shown: Vec<Observation>,
}

impl Route {
    /// To a breakpoint, and on from it.
    pub fn resuming(line: u32) -> Self {
        let resumes = std::iter::repeat_n(Action::Resume, RESUMES);
        Route { line, actions: std::iter::once(Action::Start).chain(resumes).collect() }
    }

    /// To a breakpoint, and on from it by steps: over, in, and out of what a step in has entered.
    pub fn walks(outer: Option<u32>, inner: Option<u32>) -> Vec<Self> {
        let walk = |line: u32, steps: &[Action], count: usize| Route {
            line,
            actions: std::iter::once(Action::Start)
                .chain(steps.iter().cycle().take(count).cloned())
                .collect(),
        };
        let [over, into, out] = [Action::StepOver, Action::StepIn, Action::StepOut];
        let outer = outer.into_iter().flat_map(|line| {
            [
                walk(line, std::slice::from_ref(&over), STEPS),
                walk(line, std::slice::from_ref(&into), STEPS),
            ]
        });
        let outer: Vec<Route> = outer.collect();
        let inner = inner.map(|line| walk(line, &[over, out, into], STEPS / 2));
        outer.into_iter().chain(inner).collect()
    }

    /// Goes the route in the original.
    ///
    /// # Errors
    /// Where the debugger cannot be brought up.
    pub async fn go(&self, subject: &mut Subject, original: &Program) -> Result<Gone, LaunchError> {
        let actions: Vec<Action> =
            std::iter::once(Action::Break(self.line)).chain(self.actions.clone()).collect();
        let run = run(subject, original, &mut Script::new(&actions)).await?;
        Ok(Gone { actions: run.actions, shown: run.shown })
    }

    /// Goes the route in the compiled program, with the breakpoint at a place of it. A step that ends in
    /// code that comes from nowhere goes on, as a front end does it.
    ///
    /// # Errors
    /// Where the debugger cannot be brought up.
    pub async fn go_through(
        &self,
        subject: &mut Subject,
        compiled: &Program,
        place: Location,
        lens: &Lens<'_>,
    ) -> Result<Gone, LaunchError> {
        let mut chooser = Through { lens, place, rest: &self.actions, last: None, nowhere: 0 };
        let run = run(subject, compiled, &mut chooser).await?;
        Ok(Gone { actions: run.actions, shown: run.shown })
    }
}

impl Gone {
    /// How the debugger failed, if it did.
    pub fn failure(&self) -> Option<&Misbehaviour> {
        match self.shown.last() {
            Some(Observation::Misbehaved(misbehaviour)) => Some(misbehaviour),
            _ => None,
        }
    }

    /// The actions with what was shown, without steps that ended nowhere and went on.
    pub fn seen(&self, lens: &Lens<'_>) -> Vec<(usize, Seen)> {
        let seen: Vec<Seen> = self.shown.iter().map(|it| lens.observation(it)).collect();
        let goes_on = |at: usize| {
            seen[at] == Seen::Nowhere
                && self.actions[at].is_step()
                && self.actions.get(at + 1) == Some(&self.actions[at])
        };
        let kept: Vec<usize> = (0..seen.len()).filter(|at| !goes_on(*at)).collect();
        kept.into_iter().map(|at| (at, seen[at].clone())).collect()
    }
}

/// Chooses the actions in a compiled program.
struct Through<'r> {
    lens: &'r Lens<'r>,
    place: Location,
    rest: &'r [Action],
    last: Option<Action>,
    nowhere: usize,
}

impl Chooser for Through<'_> {
    fn next(&mut self, shown: Option<&Observation>) -> Option<Action> {
        let Some(last) = self.last.clone() else {
            self.last = Some(Action::BreakAt(self.place));
            return self.last.clone();
        };
        let is_nowhere = shown.is_some_and(|it| self.lens.observation(it) == Seen::Nowhere);
        if is_nowhere && last.is_step() && self.nowhere < MOST_NOWHERE {
            self.nowhere += 1;
            return Some(last);
        }
        self.nowhere = 0;
        let (next, rest) = self.rest.split_first()?;
        self.rest = rest;
        self.last = Some(next.clone());
        self.last.clone()
    }
}
