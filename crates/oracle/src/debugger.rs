//! The specification as a debugger: every answer comes from the recording of the program.
//!
//! Where it sets breakpoints and where its steps stop are conventions, as in every debugger;
//! docs/spec-debugger.md gives them with reasons.

use std::collections::HashMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use async_trait::async_trait;
use parallax_debug::Instance;
use parallax_debug::backend::{Ability, Backend, Debugger, LaunchError, Loaded, NotReady};
use parallax_model::{
    Action, CALLER_LIMIT, Ending, FRAME_LIMIT, Family, Frame, Location, Misbehaviour, Observation,
    Pause, Program, Scope, ScopeKind, Source, Value, Variable, log_line,
};
use parallax_spec::recording::{Level, NONE, Snapshot, StackFrame, Tick, UnitKind};
use parallax_spec::run::Outcome;

use crate::exceptions;
use crate::navigator::{Direction, Motion, Navigator, Position};
use crate::objects::members;
use crate::this;
use crate::truth::{Oracle, OracleError, shown_answer};

/// The specification as a debugger. The command of its instances is the file of an edition's text.
pub static SPEC: Spec = Spec;

/// The backend; see [`SPEC`].
pub struct Spec;

const ABILITIES: &[Ability] =
    &[Ability::Conditions, Ability::Evaluation, Ability::Listing, Ability::Output];

/// The oracle of an edition's text, read once for all that ask for it.
///
/// # Errors
/// Where the text is missing, or cannot be run.
pub fn shared(path: &Path) -> Result<Arc<Oracle>, OracleError> {
    static ORACLES: OnceLock<Mutex<HashMap<PathBuf, Arc<Oracle>>>> = OnceLock::new();
    let oracles = ORACLES.get_or_init(Mutex::default);
    let mut oracles = oracles.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = oracles.get(path) {
        return Ok(known.clone());
    }
    let oracle = Arc::new(Oracle::open(path)?);
    oracles.insert(path.to_owned(), oracle.clone());
    Ok(oracle)
}

#[async_trait]
impl Backend for Spec {
    fn name(&self) -> &'static str {
        "spec"
    }

    fn family(&self) -> Family {
        Family::Specification
    }

    async fn launch(&self, instance: &Instance) -> Result<Box<dyn Debugger>, LaunchError> {
        let oracle = shared(&instance.command).map_err(|error| {
            let cause = std::io::Error::other(error);
            instance.not_ready(NotReady::Files(cause))
        })?;
        let version = format!("ECMA-262/{}", oracle.edition);
        Ok(Box::new(SpecDebugger { oracle, version, session: None }))
    }
}

struct SpecDebugger {
    oracle: Arc<Oracle>,
    version: String,
    session: Option<Session>,
}

/// A navigator that answers actions.
struct Session(Navigator);

#[async_trait]
impl Debugger for SpecDebugger {
    fn version(&self) -> &str {
        &self.version
    }

    fn abilities(&self) -> &'static [Ability] {
        ABILITIES
    }

    async fn load(&mut self, program: &Program) -> Result<Loaded, Misbehaviour> {
        Ok(match self.oracle.truth(program) {
            Ok(truth) => {
                self.session = Some(Session(Navigator::new(truth)));
                Loaded::Ready
            }
            Err(unknown) => Loaded::Rejected(match unknown.source() {
                Some(cause) => format!("{unknown}: {cause}"),
                None => unknown.to_string(),
            }),
        })
    }

    async fn perform(&mut self, action: Action) -> Result<Observation, Misbehaviour> {
        let Some(session) = &mut self.session else {
            return Err(Misbehaviour::Nonsense("no program is loaded".into()));
        };
        Ok(session.perform(&self.oracle, &action))
    }

    async fn places(&mut self) -> Result<Vec<Location>, Misbehaviour> {
        let Some(session) = &self.session else { return Ok(Vec::new()) };
        Ok(session.0.places().into_iter().map(|(place, _)| place).collect())
    }

    async fn unload(&mut self) -> Result<(), Misbehaviour> {
        self.session = None;
        Ok(())
    }
}

impl Session {
    fn perform(&mut self, oracle: &Oracle, action: &Action) -> Observation {
        if let Some(request) = action.breakpoint_request() {
            return Observation::BreakpointSet(self.0.set(request));
        }
        match action {
            Action::Unbreak(line) => Observation::BreakpointRemoved(self.0.unset(*line)),
            Action::Output => self.output(oracle),
            Action::Evaluate(expression) => self.evaluate(oracle, expression),
            Action::EvaluateIn(frame, expression) => self.evaluate_in(*frame, expression),
            // A recording goes on only as the program did.
            Action::Restart | Action::AsyncCallers(_) => Observation::Unable,
            Action::Skip(first, last) => {
                self.0.skip(*first, *last);
                Observation::Done
            }
            Action::Set(name, literal) => self.set_variable(name, literal),
            Action::Exceptions(which) => {
                self.0.pause_on(*which);
                Observation::Done
            }
            Action::RunTo(line) => self.go(oracle, Motion::To(*line)),
            Action::StepIn => self.go(oracle, Motion::In),
            Action::StepOver => self.go(oracle, Motion::Over),
            Action::StepOut => self.go(oracle, Motion::Out),
            _ => self.go(oracle, Motion::Resume),
        }
    }

    fn go(&mut self, oracle: &Oracle, motion: Motion) -> Observation {
        match self.0.go(oracle, motion, Direction::Forwards) {
            Position::At(segment) => Observation::Paused(self.pause(segment)),
            Position::Start | Position::End => Observation::Finished(self.ending()),
        }
    }

    /// What was printed, by the program and by log points.
    fn output(&self, oracle: &Oracle) -> Observation {
        let logged = self.0.logged(oracle).into_iter();
        let logged = logged.map(|(line, answer)| log_line(line, &shown_answer(&answer)));
        let printed = self.0.printed().map(str::to_owned);
        Observation::Printed(printed.chain(logged).collect())
    }

    fn evaluate(&self, oracle: &Oracle, expression: &str) -> Observation {
        let Some(answer) = self.0.evaluate(oracle, expression) else { return Observation::Unable };
        let value = shown_answer(&answer);
        Observation::Evaluated(match answer.is_thrown {
            true => Err(value.to_string()),
            false => Ok(value),
        })
    }

    /// A recording is what it is: a variable can be set to what it holds.
    fn set_variable(&self, name: &str, literal: &str) -> Observation {
        let truth = self.0.truth();
        let held = self.0.segment().and_then(|segment| {
            let tick = truth.recording.segments[segment as usize].tick;
            truth.variable(name, segment, tick)
        });
        match held.is_some() && held == Value::of_literal(literal) {
            true => Observation::Done,
            false => Observation::Unable,
        }
    }

    /// A variable of a caller; the text evaluates nothing else there.
    fn evaluate_in(&self, frame: u32, expression: &str) -> Observation {
        let truth = self.0.truth();
        let value = self.0.segment().and_then(|segment| {
            let tick = truth.recording.segments[segment as usize].tick;
            truth.caller_variable(frame, expression, segment, tick)
        });
        match value {
            Some(Value::Uninitialized) => {
                let why = format!("ReferenceError: `{expression}` is not initialised");
                Observation::Evaluated(Err(why))
            }
            Some(value) => Observation::Evaluated(Ok(value)),
            None => Observation::Unable,
        }
    }

    fn ending(&self) -> Ending {
        match &self.0.truth().recording.outcome {
            Outcome::Throw(thrown) => Ending::Threw(thrown.shown.clone()),
            _ => Ending::Completed,
        }
    }

    fn pause(&self, segment: u32) -> Pause {
        let recording = &self.0.truth().recording;
        let frames = recording.stack(segment);
        let stack = frames.iter().take(FRAME_LIMIT).enumerate().map(|(depth, frame)| {
            let invocation = &recording.invocations[frame.invocation as usize];
            let location =
                if depth == 0 { self.0.place(segment) } else { self.0.start(frame.unit) };
            let source = if invocation.unit == NONE { Source::Eval } else { Source::Program };
            Frame { function: invocation.name.clone(), location, source }
        });
        let mut pause = Pause::new(stack.collect(), Vec::new());
        if let Some(top) = frames.first() {
            pause.scopes = self.scopes(segment, *top);
        }
        let callers = frames.iter().skip(1).take(CALLER_LIMIT);
        pause.callers = callers.map(|it| self.own_scopes(segment, *it)).collect();
        let tick = recording.segments[segment as usize].tick;
        let this = this::at(self.0.truth(), segment, tick);
        pause.this = this.map(|it| Box::new(self.variable("this", Some(&it), tick)));
        pause.returned = self.returned(segment);
        pause.exception =
            exceptions::thrown(self.0.truth(), segment).filter(|_| self.0.is_at_exception());
        pause.bound();
        pause
    }

    /// Where a function ends, what it returns.
    fn returned(&self, segment: u32) -> Option<Value> {
        let truth = self.0.truth();
        let here = truth.recording.segments[segment as usize];
        truth.unit(here.unit).filter(|it| it.kind == UnitKind::Function)?;
        let invocation = truth.recording.invocation(segment)?;
        let value = truth.recording.invocations[invocation as usize].returned.as_ref();
        Some(value.map_or(Value::Undefined, |it| truth.shown(Some(it))))
    }

    /// A variable, with what is in it.
    fn variable(&self, name: &str, value: Option<&Snapshot>, tick: Tick) -> Variable {
        let members = match value {
            Some(Snapshot::Object(object)) => members(self.0.truth(), *object, tick),
            _ => None,
        };
        Variable { members, ..Variable::new(name, self.0.truth().shown(value)) }
    }

    fn own_scopes(&self, segment: u32, frame: StackFrame) -> Vec<Scope> {
        let mut scopes = self.scopes(segment, frame);
        scopes.retain(|it| matches!(it.kind, ScopeKind::Block | ScopeKind::Function));
        scopes
    }

    fn scopes(&self, segment: u32, frame: StackFrame) -> Vec<Scope> {
        let recording = &self.0.truth().recording;
        let tick = recording.segments[segment as usize].tick;
        let levels = recording.levels(frame).into_iter();
        let scopes = levels.map(|level| {
            let kind = match level {
                Level::Block(_) => ScopeKind::Block,
                Level::Function(_) => ScopeKind::Function,
                Level::Closure(_) => ScopeKind::Closure,
                Level::With(_) => ScopeKind::With,
                Level::Module(_) | Level::Script(_) => ScopeKind::Script,
            };
            let variables = recording.variables(level.environment(), tick);
            let variables = variables.map(|(name, value)| self.variable(name, value, tick));
            Scope { kind, variables: variables.collect() }
        });
        scopes.collect()
    }
}
