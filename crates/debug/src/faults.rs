//! A real debugger, broken on purpose: how sensitive the relations are is measured with it.

use std::ops::Range;

use async_trait::async_trait;
use parallax_model::{Action, Ending, Location, Misbehaviour, Observation, Pause, Program, Value};

use crate::backend::{Ability, Debugger, Loaded};

/// A way to be broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Breakpoints go one line below the one that was asked for.
    SlidesTooFar,
    /// A breakpoint on a line without code is said to be where it was asked for.
    HidesSliding,
    /// The second breakpoint is set at the place of the first.
    MixesUpBreakpoints,
    /// A third breakpoint is refused.
    RefusesThird,
    /// The first breakpoint is confirmed but not set.
    ForgetsFirst,
    /// The last breakpoint replaces the one before it.
    ReplacesLast,
    /// Breakpoints that are set while the program is paused have no effect.
    DeafWhilePaused,
    /// Removed breakpoints stay.
    KeepsRemoved,
    /// Removing one breakpoint removes all.
    RemovesAll,
    /// Removing a breakpoint is refused.
    RefusesRemoval,
    /// Breakpoints are hit once.
    HitsOnce,
    /// The first pause of a session is skipped.
    SkipsFirstPause,
    /// Every third pause is skipped.
    SwallowsPauses,
    /// After a resume every other pause is shown twice.
    PausesTwice,
    /// Steps in do not enter.
    StepsOverForIn,
    /// Steps over enter.
    StepsInForOver,
    /// Steps out do not stop in the caller.
    ResumesForOut,
    /// Every other resume is a step over.
    StepsForResume,
    /// Sessions end at their sixth pause.
    EndsEarly,
    /// The variables shown are those of the pause before, if that was in the same function.
    StaleValues,
    /// After a step the first variable is missing.
    DropsVariable,
    /// After a step numbers are one too large.
    WrongNumber,
    /// After a step what is uninitialised is shown as undefined.
    ForgetsUninitialized,
    /// After a step the outermost frame is missing.
    LosesFrame,
    /// After a step functions have no names.
    LosesNames,
    /// After a step columns are one too large.
    WrongColumn,
    /// With two breakpoints or more, pauses are shown a line too low.
    WrongLine,
    /// A breakpoint of the session before is still there.
    LeaksBreakpoint,
    /// A session after one that stepped begins with a pause at the first line.
    LeaksStep,
    /// Conditions of breakpoints are not heeded.
    IgnoresConditions,
    /// Breakpoints with a condition never pause.
    FailsConditions,
    /// Every variable evaluates to undefined.
    EvaluatesWrongly,
    /// A breakpoint at a column goes one column further.
    MissesColumn,
    /// What a program printed last before it ended is lost if it was paused.
    LosesOutput,
    /// Breakpoints that are removed while the program is paused stay.
    KeepsRemovedWhilePaused,
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 35] = [
        Fault::SlidesTooFar,
        Fault::HidesSliding,
        Fault::MixesUpBreakpoints,
        Fault::RefusesThird,
        Fault::ForgetsFirst,
        Fault::ReplacesLast,
        Fault::DeafWhilePaused,
        Fault::KeepsRemoved,
        Fault::RemovesAll,
        Fault::RefusesRemoval,
        Fault::HitsOnce,
        Fault::SkipsFirstPause,
        Fault::SwallowsPauses,
        Fault::PausesTwice,
        Fault::StepsOverForIn,
        Fault::StepsInForOver,
        Fault::ResumesForOut,
        Fault::StepsForResume,
        Fault::EndsEarly,
        Fault::StaleValues,
        Fault::DropsVariable,
        Fault::WrongNumber,
        Fault::ForgetsUninitialized,
        Fault::LosesFrame,
        Fault::LosesNames,
        Fault::WrongColumn,
        Fault::WrongLine,
        Fault::LeaksBreakpoint,
        Fault::LeaksStep,
        Fault::IgnoresConditions,
        Fault::FailsConditions,
        Fault::EvaluatesWrongly,
        Fault::MissesColumn,
        Fault::LosesOutput,
        Fault::KeepsRemovedWhilePaused,
    ];
}

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
            (_, action) => action,
        };
        let mut shown = self.inner.perform(sent.clone()).await?;
        match (self.fault, &sent, &mut shown) {
            (Fault::EvaluatesWrongly, _, Observation::Evaluated(value)) => {
                *value = Ok(Value::Undefined);
            }
            (Fault::MissesColumn, Action::BreakAt(_), Observation::BreakpointSet(Some(place))) => {
                place.column += 1;
            }
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
            (Fault::ResumesForOut, Action::StepOut) => Action::Resume,
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
        Ok(())
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
            Fault::StaleValues => {
                if let Some(last) = &self.session.last
                    && last.stack.first().map(|frame| &frame.function)
                        == pause.stack.first().map(|frame| &frame.function)
                {
                    pause.scopes = last.scopes.clone();
                }
            }
            Fault::WrongLine if self.session.set.len() > 1 => pause.stack[0].location.line += 1,
            fault if is_step => misshow(fault, &mut pause),
            _ => {}
        }
        self.session.last = Some(truth);
        pause
    }
}

/// Shows a pause wrongly.
fn misshow(fault: Fault, pause: &mut Pause) {
    let variables = pause.scopes.iter_mut().flat_map(|scope| &mut scope.variables);
    match fault {
        Fault::DropsVariable => {
            if let Some(scope) = pause.scopes.first_mut().filter(|one| !one.variables.is_empty()) {
                scope.variables.remove(0);
            }
        }
        Fault::WrongNumber => variables.for_each(|variable| {
            if let Value::Number(text) = &variable.value
                && let Ok(number) = text.parse::<f64>()
            {
                variable.value = Value::number(number + 1.0);
            }
        }),
        Fault::ForgetsUninitialized => variables.for_each(|variable| {
            if variable.value == Value::Uninitialized {
                variable.value = Value::Undefined;
            }
        }),
        Fault::LosesFrame if pause.stack.len() > 1 => drop(pause.stack.pop()),
        Fault::LosesNames => pause.stack.iter_mut().for_each(|frame| frame.function.clear()),
        Fault::WrongColumn => pause.stack[0].location.column += 1,
        _ => {}
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

    async fn load(&mut self, program: &Program) -> Result<Loaded, Misbehaviour> {
        self.before = std::mem::take(&mut self.session);
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
