//! A real debugger with a fault.

use std::ops::Range;

use async_trait::async_trait;
use parallax_model::{
    Action, Ending, Exceptions, Location, Misbehaviour, Observation, Pause, Program, Value,
};

use super::{Fault, shown};
use crate::backend::{Ability, Debugger, Loaded};

/// A debugger with a fault.
pub struct Broken {
    inner: Box<dyn Debugger>,
    fault: Fault,
    session: Memory,
    /// What the session before has left.
    before: Memory,
}

/// What a faulty debugger knows of a session.
#[derive(Debug, Default)]
struct Memory {
    set: Vec<(u32, Location)>,
    pauses: u32,
    resumes: u32,
    hit: Vec<Location>,
    last: Option<Pause>,
    has_stepped: bool,
    has_started: bool,
    /// Whether the program has async functions.
    is_async: bool,
}

impl Broken {
    /// Breaks a debugger.
    pub fn new(inner: Box<dyn Debugger>, fault: Fault) -> Self {
        Broken { inner, fault, session: Memory::default(), before: Memory::default() }
    }

    async fn set(&mut self, line: u32) -> Result<Observation, Misbehaviour> {
        let (first, last) = (self.session.set.first().copied(), self.session.set.last().copied());
        let count = self.session.set.len();
        let sent = match (self.fault, first) {
            (Fault::SlidesTooFar, _) => line + 1,
            (Fault::MixesUpBreakpoints, Some((first, _))) if count == 1 => first,
            (Fault::RefusesThird, _) if count >= 2 => return Ok(Observation::BreakpointSet(None)),
            _ => line,
        };
        if self.fault == Fault::ReplacesLast
            && let Some((last, _)) = last
        {
            self.inner.perform(Action::Unbreak(last)).await?;
        }
        let mut shown = self.inner.perform(Action::Break(sent)).await?;
        let is_unheard = match self.fault {
            Fault::ForgetsFirst => count == 0,
            Fault::DeafWhilePaused => self.session.has_started,
            _ => false,
        };
        if is_unheard {
            self.inner.perform(Action::Unbreak(sent)).await?;
        }
        if let Observation::BreakpointSet(Some(place)) = &mut shown {
            self.session.set.push((sent, *place));
            if self.fault == Fault::HidesSliding {
                place.line = line;
            }
        }
        Ok(shown)
    }

    async fn remove(&mut self, line: u32) -> Result<Observation, Misbehaviour> {
        match self.fault {
            Fault::KeepsRemoved => return Ok(Observation::BreakpointRemoved(true)),
            Fault::KeepsRemovedWhilePaused if self.session.has_started => {
                return Ok(Observation::BreakpointRemoved(true));
            }
            Fault::RefusesRemoval => return Ok(Observation::BreakpointRemoved(false)),
            Fault::RemovesAll => {
                for (other, _) in std::mem::take(&mut self.session.set) {
                    if other != line {
                        self.inner.perform(Action::Unbreak(other)).await?;
                    }
                }
            }
            _ => self.session.set.retain(|(other, _)| *other != line),
        }
        self.inner.perform(Action::Unbreak(line)).await
    }

    /// What not every debugger can do.
    async fn look(&mut self, action: Action) -> Result<Observation, Misbehaviour> {
        let sent = match (self.fault, action) {
            (Fault::IgnoresConditions, Action::BreakIf(line, _)) => Action::Break(line),
            (Fault::FailsConditions, Action::BreakIf(line, _)) => {
                Action::BreakIf(line, "false".into())
            }
            (Fault::SetsNull, Action::Set(name, _)) => Action::Set(name, "null".into()),
            (Fault::RefusesToSet, Action::Set(..)) => {
                return Ok(Observation::Evaluated(Err("Error".into())));
            }
            (Fault::LogPointsPause, Action::Log(line, _)) => Action::Break(line),
            (Fault::EvaluatesInCaller, Action::Evaluate(text)) if self.has_caller() => {
                Action::EvaluateIn(1, text)
            }
            (Fault::EvaluatesInTop, Action::EvaluateIn(_, text)) => Action::Evaluate(text),
            (Fault::IgnoresSkips, Action::Skip(..)) => return Ok(Observation::Done),
            (Fault::IgnoresExceptions, Action::Exceptions(_)) => return Ok(Observation::Done),
            (_, action) => action,
        };
        let mut shown = self.inner.perform(sent.clone()).await?;
        match (self.fault, &sent, &mut shown) {
            (Fault::EvaluatesWrongly, _, Observation::Evaluated(value)) => {
                *value = Ok(Value::Undefined);
            }
            (Fault::EvaluationThrows, _, Observation::Evaluated(value)) => {
                *value = Err("Error".into());
            }
            (Fault::MissesColumn, Action::BreakAt(_), Observation::BreakpointSet(Some(place))) => {
                place.column += 1;
            }
            (Fault::LogsOnce, _, Observation::Printed(lines)) => shown::log_once(lines),
            (Fault::LosesOutput, _, Observation::Printed(lines)) if self.session.pauses > 0 => {
                lines.pop();
            }
            _ => {}
        }
        Ok(shown)
    }

    /// What is sent in place of an action that runs the program.
    fn redirected(&mut self, action: Action) -> Action {
        match (self.fault, &action) {
            (Fault::StepsOverForIn, Action::StepIn) => Action::StepOver,
            (Fault::StepsInForOver, Action::StepOver) => Action::StepIn,
            (Fault::RestartsCaller, Action::Restart) => Action::StepOut,
            (Fault::ResumesForOut, Action::StepOut) | (Fault::RunsPast, Action::RunTo(_)) => {
                Action::Resume
            }
            (Fault::AsyncStepsRunOn, Action::StepOver)
                if self.session.is_async && self.has_caller() =>
            {
                Action::Resume
            }
            (Fault::StepsForResume, Action::Resume) => {
                self.session.resumes += 1;
                if self.session.resumes.is_multiple_of(2) { Action::StepOver } else { action }
            }
            _ => action,
        }
    }

    async fn run(&mut self, action: Action) -> Result<Observation, Misbehaviour> {
        let is_step = action.is_step();
        self.session.has_stepped |= is_step;
        if action == Action::Start {
            self.leak().await?;
            self.session.has_started = true;
        }
        if self.fault == Fault::PausesTwice
            && action == Action::Resume
            && let Some(last) = self.session.last.clone()
        {
            self.session.resumes += 1;
            if self.session.resumes.is_multiple_of(2) {
                return Ok(Observation::Paused(last));
            }
        }
        let sent = self.redirected(action);
        let mut shown = self.inner.perform(sent).await?;
        while let Observation::Paused(pause) = &shown
            && self.is_swallowed(pause)
        {
            shown = self.inner.perform(Action::Resume).await?;
        }
        if self.fault == Fault::LosesEnding && matches!(shown, Observation::Finished(_)) {
            return Ok(Observation::Finished(Ending::Completed));
        }
        let Observation::Paused(pause) = shown else { return Ok(shown) };
        if self.fault == Fault::EndsEarly && self.session.pauses >= 6 {
            return Ok(Observation::Finished(Ending::Completed));
        }
        Ok(Observation::Paused(self.distorted(pause, is_step)))
    }

    /// What is left of the session before.
    async fn leak(&mut self) -> Result<(), Misbehaviour> {
        let leaked = match self.fault {
            Fault::LeaksBreakpoint => self.before.set.last().map(|(line, _)| *line),
            Fault::LeaksStep => self.before.has_stepped.then_some(1),
            _ => None,
        };
        if let Some(line) = leaked {
            self.inner.perform(Action::Break(line)).await?;
        }
        if self.fault == Fault::PausesUnasked {
            self.inner.perform(Action::Exceptions(Exceptions::All)).await?;
        }
        Ok(())
    }

    /// Whether the innermost frame of the last pause was called by the program.
    fn has_caller(&self) -> bool {
        self.session.last.as_ref().is_some_and(|pause| pause.stack.len() > 1)
    }

    fn is_swallowed(&mut self, pause: &Pause) -> bool {
        self.session.pauses += 1;
        let place = pause.location();
        let is_known = self.session.hit.contains(&place);
        self.session.hit.push(place);
        match self.fault {
            Fault::SkipsFirstPause => self.session.pauses == 1,
            Fault::SwallowsPauses => self.session.pauses.is_multiple_of(3),
            Fault::HitsOnce => is_known && self.session.set.iter().any(|(_, set)| *set == place),
            _ => false,
        }
    }

    fn distorted(&mut self, mut pause: Pause, is_step: bool) -> Pause {
        let truth = pause.clone();
        match self.fault {
            Fault::WrongLine if self.session.set.len() > 1 => pause.stack[0].location.line += 1,
            Fault::WrongAsyncCaller if !pause.async_callers.is_empty() => {
                pause.async_callers[0] = "nobody".to_owned();
            }
            fault => {
                if let Some(last) = &self.session.last {
                    shown::stale(fault, &mut pause, last);
                }
                if is_step {
                    shown::wrong(fault, &mut pause);
                }
            }
        }
        self.session.last = Some(truth);
        pause
    }
}

#[async_trait]
impl Debugger for Broken {
    fn version(&self) -> &str {
        self.inner.version()
    }

    fn abilities(&self) -> &'static [Ability] {
        self.inner.abilities()
    }

    async fn begin_coverage(&mut self) -> Result<(), Misbehaviour> {
        self.inner.begin_coverage().await
    }

    async fn end_coverage(&mut self) -> Result<Vec<Range<Location>>, Misbehaviour> {
        self.inner.end_coverage().await
    }

    async fn places(&mut self) -> Result<Vec<Location>, Misbehaviour> {
        self.inner.places().await
    }

    fn processes(&self) -> Vec<u32> {
        self.inner.processes()
    }

    async fn load(&mut self, program: &Program) -> Result<Loaded, Misbehaviour> {
        self.before = std::mem::take(&mut self.session);
        self.session.is_async = program.text.contains("async ");
        self.inner.load(program).await
    }

    async fn perform(&mut self, action: Action) -> Result<Observation, Misbehaviour> {
        match action {
            Action::Break(line) => self.set(line).await,
            Action::Unbreak(line) => self.remove(line).await,
            action if action.is_execution() => self.run(action).await,
            action => self.look(action).await,
        }
    }

    async fn unload(&mut self) -> Result<(), Misbehaviour> {
        self.inner.unload().await
    }
}
