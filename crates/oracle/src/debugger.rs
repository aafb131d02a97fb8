//! The specification as a debugger: every answer comes from the recording of the program.
//!
//! Where it sets breakpoints and where its steps stop are conventions, as in every debugger;
//! docs/spec-debugger.md gives them with reasons.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use async_trait::async_trait;
use parallax_debug::Instance;
use parallax_debug::backend::{Ability, Backend, Debugger, LaunchError, Loaded, NotReady};
use parallax_model::{
    Action, BreakpointRequest, Ending, FRAME_LIMIT, Family, Frame, Location, Misbehaviour,
    Observation, Pause, Program, Scope, ScopeKind, Source, Variable,
};
use parallax_spec::recording::{Cause, Level, NONE, Snapshot, UnitKind};
use parallax_spec::run::{Outcome, Question};

use crate::breakable;
use crate::truth::{Oracle, OracleError, Truth, shown};

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

/// A breakpoint in a unit.
struct Breakpoint {
    line: u32,
    unit: u32,
    condition: Option<Arc<str>>,
}

struct Session {
    truth: Arc<Truth>,
    breakpoints: Vec<Breakpoint>,
    /// The segments at which steps stop.
    stops: Vec<u32>,
    /// The segment that it is paused in; none before the start.
    at: Option<u32>,
    is_over: bool,
}

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
                self.session = Some(Session::new(truth));
                Loaded::Ready
            }
            Err(unknown) => Loaded::Rejected(unknown.to_string()),
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
        Ok(session.places().into_iter().map(|(place, _)| place).collect())
    }

    async fn unload(&mut self) -> Result<(), Misbehaviour> {
        self.session = None;
        Ok(())
    }
}

impl Session {
    fn new(truth: Arc<Truth>) -> Self {
        let count = truth.recording.segments.len() as u32;
        let stops = (0..count).filter(|it| is_stop(&truth, *it)).collect();
        Session { truth, breakpoints: Vec::new(), stops, at: None, is_over: false }
    }

    fn perform(&mut self, oracle: &Oracle, action: &Action) -> Observation {
        if let Some(request) = action.breakpoint_request() {
            return Observation::BreakpointSet(self.set(request));
        }
        match action {
            Action::Unbreak(line) => {
                let before = self.breakpoints.len();
                self.breakpoints.retain(|it| it.line != *line);
                Observation::BreakpointRemoved(self.breakpoints.len() < before)
            }
            Action::Output => Observation::Printed(self.printed()),
            Action::Evaluate(expression) => self.evaluate(oracle, expression),
            _ => {
                self.at = self.next_stop(oracle, action);
                self.is_over = self.at.is_none();
                match self.at {
                    Some(segment) => Observation::Paused(self.pause(segment)),
                    None => Observation::Finished(self.ending()),
                }
            }
        }
    }

    /// Where breakpoints can be set, in the order of the text.
    fn places(&self) -> Vec<(Location, u32)> {
        let units = self.truth.recording.units.iter();
        let own = units.filter(|(unit, _)| is_breakable(&self.truth, *unit));
        let mut places: Vec<_> =
            own.map(|(unit, it)| (self.truth.location(it.span.start), unit)).collect();
        places.sort_unstable();
        places
    }

    /// A breakpoint goes to the first place at or after the one that is asked for.
    fn set(&mut self, request: BreakpointRequest) -> Option<Location> {
        let wanted = Location { line: request.line, column: request.column.unwrap_or(0) };
        let (place, unit) = self.places().into_iter().find(|(place, _)| *place >= wanted)?;
        self.breakpoints.push(Breakpoint {
            line: request.line,
            unit,
            condition: request.condition,
        });
        Some(place)
    }

    /// The segment at which an action stops; none if the program ends before.
    fn next_stop(&self, oracle: &Oracle, action: &Action) -> Option<u32> {
        let from = self.at.map_or(0, |at| at + 1);
        let pause = self.next_breakpoint(oracle, from);
        let step = match self.at.filter(|_| action.is_step()) {
            Some(at) => self.next_step(action, at),
            None => None,
        };
        pause.into_iter().chain(step).min()
    }

    /// The first segment at which a breakpoint is hit, or a `debugger` statement is reached.
    fn next_breakpoint(&self, oracle: &Oracle, from: u32) -> Option<u32> {
        let recording = &self.truth.recording;
        let own = self.breakpoints.iter().filter_map(|it| match &it.condition {
            None => recording.next_evaluation(it.unit, from).map(|it| it.enter),
            Some(condition) => self.next_holding(oracle, it.unit, condition, from),
        });
        let written = recording.units.iter().filter(|(_, it)| it.name == "DebuggerStatement");
        let written = written
            .filter_map(|(unit, _)| recording.next_evaluation(unit, from).map(|it| it.enter));
        own.chain(written).min()
    }

    /// The first evaluation of a unit at which a condition holds.
    fn next_holding(&self, oracle: &Oracle, unit: u32, condition: &str, from: u32) -> Option<u32> {
        let all = self.truth.recording.evaluations(unit);
        let next = &all[all.partition_point(|it| it.enter < from)..];
        let expression = format!("!!({condition})");
        // Most conditions hold early, so few are asked about at first.
        let mut rest = next;
        let mut count = 8;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(count.min(rest.len()));
            let questions: Vec<Question<'_>> = now
                .iter()
                .map(|it| Question { segment: it.enter, expression: &expression })
                .collect();
            let answers = oracle.ask(&self.truth.program, &questions).ok()?;
            let holds = |answer: &parallax_spec::run::Answer| {
                answer.value == Snapshot::Boolean(true) && !answer.is_thrown
            };
            if let Some(at) = answers.iter().position(holds) {
                return Some(now[at].enter);
            }
            (rest, count) = (later, count * 8);
        }
        None
    }

    /// The next segment at which a step stops by itself.
    fn next_step(&self, action: &Action, at: u32) -> Option<u32> {
        let recording = &self.truth.recording;
        let frames = recording.stack(at);
        let first = usize::from(*action == Action::StepOut);
        let allowed: Vec<u32> = frames.iter().skip(first).map(|it| it.invocation).collect();
        if allowed.is_empty() {
            return None;
        }
        let later = &self.stops[self.stops.partition_point(|it| *it <= at)..];
        let mut later = later.iter().copied().filter(|it| {
            // Where nothing of the stack is left, the next job is as good as any.
            let stack = recording.segments[*it as usize].stack;
            let top = recording.invocation(*it).unwrap_or(NONE);
            *action == Action::StepIn
                || allowed.contains(&top)
                || !allowed.iter().any(|own| recording.is_on(stack, *own))
                    && frames.last().is_some_and(|it| it.invocation != top)
                    && !frames.iter().any(|own| recording.is_on(stack, own.invocation))
        });
        later.next()
    }

    fn evaluate(&self, oracle: &Oracle, expression: &str) -> Observation {
        let Some(segment) = self.at else { return Observation::Unable };
        let question = Question { segment, expression };
        let answers = oracle.ask(&self.truth.program, &[question]).unwrap_or_default();
        let Some(answer) = answers.first() else { return Observation::Unable };
        let value = shown(Some(&answer.value), &|_| answer.object.as_ref());
        Observation::Evaluated(match answer.is_thrown {
            true => Err(value.to_string()),
            false => Ok(value),
        })
    }

    fn printed(&self) -> Vec<String> {
        let recording = &self.truth.recording;
        let now = match self.at {
            Some(at) => recording.segments[at as usize].tick,
            None if self.is_over => recording.end,
            None => 0,
        };
        let printed = recording.printed.iter().filter(|it| it.tick <= now);
        printed.map(|it| it.text.clone()).collect()
    }

    fn ending(&self) -> Ending {
        match &self.truth.recording.outcome {
            Outcome::Throw(thrown) => Ending::Threw(thrown.shown.clone()),
            _ => Ending::Completed,
        }
    }

    fn pause(&self, segment: u32) -> Pause {
        let recording = &self.truth.recording;
        let frames = recording.stack(segment);
        let stack = frames.iter().take(FRAME_LIMIT).enumerate().map(|(depth, frame)| {
            let invocation = &recording.invocations[frame.invocation as usize];
            let location = if depth == 0 { self.place(segment) } else { self.start(frame.unit) };
            let source = if invocation.unit == NONE { Source::Eval } else { Source::Program };
            Frame { function: invocation.name.clone(), location, source }
        });
        Pause { stack: stack.collect(), scopes: self.scopes(segment) }
    }

    fn scopes(&self, segment: u32) -> Vec<Scope> {
        let recording = &self.truth.recording;
        let tick = recording.segments[segment as usize].tick;
        let Some(top) = recording.stack(segment).first().copied() else { return Vec::new() };
        let levels = recording.levels(top).into_iter();
        let scopes = levels.map(|level| {
            let kind = match level {
                Level::Block(_) => ScopeKind::Block,
                Level::Function(_) => ScopeKind::Function,
                Level::Closure(_) => ScopeKind::Closure,
                Level::With(_) => ScopeKind::With,
                Level::Script(_) => ScopeKind::Script,
            };
            let variables = recording.variables(level.environment(), tick);
            let variables = variables.map(|(name, value)| Variable {
                name: name.to_owned(),
                value: self.truth.shown(value),
            });
            Scope { kind, variables: variables.collect() }
        });
        scopes.collect()
    }

    fn start(&self, unit: u32) -> Location {
        self.truth.location(self.truth.unit(unit).map_or(0, |it| it.span.start))
    }

    /// Where a segment stops: where its unit begins, or at the last character of a function.
    fn place(&self, segment: u32) -> Location {
        let unit = self.truth.recording.segments[segment as usize].unit;
        match self.truth.unit(unit) {
            Some(it) if it.kind == UnitKind::Function => self.truth.location(it.span.end - 1),
            _ => self.start(unit),
        }
    }
}

/// Whether a breakpoint can be set on a unit.
fn is_breakable(truth: &Truth, unit: u32) -> bool {
    let kind = truth.unit(unit).map(|it| it.kind);
    breakable::is_stop(truth, unit) || matches!(kind, Some(UnitKind::Update))
}

/// Whether steps stop in a segment: where a unit begins that does something, where a `for-of` loop
/// takes its next value, and where a function ends.
fn is_stop(truth: &Truth, segment: u32) -> bool {
    let here = truth.recording.segments[segment as usize];
    let Some(unit) = truth.unit(here.unit) else { return false };
    match here.cause {
        Cause::Enter => is_breakable(truth, here.unit),
        Cause::Exit | Cause::Jump if unit.kind == UnitKind::Function => {
            let next = truth.recording.segments.get(segment as usize + 1);
            next.is_some_and(|it| it.cause == Cause::Return)
        }
        Cause::Exit | Cause::Jump => {
            let before = truth.recording.segments.get((segment as usize).wrapping_sub(1));
            let inside = before.and_then(|it| truth.unit(it.unit)).map(|it| it.kind);
            unit.name == "ForInOfStatement" && inside != Some(UnitKind::Head)
        }
        _ => false,
    }
}
