//! One debugging session over JavaScriptCore's inspector.
//!
//! Unlike V8, JavaScriptCore has no script to set breakpoints in before the program runs. The host
//! therefore runs the program with [`PREFIX`] before it and stops it there; from then on its first
//! statement is as far away as any other.

use std::collections::{BTreeMap, HashMap, HashSet};

use parallax_model::{
    ASYNC_LIMIT, Action, BreakpointRequest, CALLER_LIMIT, Ending, Exceptions, FRAME_LIMIT, Frame,
    Location, MEMBER_LIMIT, Member, MemberKind, Members, Misbehaviour, Observation, Pause, Scope,
    ScopeKind, Source, Value, Variable, log_line,
};

use crate::answer::Answer;
use crate::backend::{Ability, Loaded};
use crate::inside::{self, Inside, key_name};
use crate::protocols::webkit;
use crate::rpc::{Event, First, Request, Rpc, Ticket};
use crate::transport::Transport;
use crate::v8;

/// The events that a session is made of.
const EVENTS: &[&str] = &[
    "Console.messageAdded",
    "Console.messageRepeatCountUpdated",
    "Debugger.didSampleProbe",
    "Debugger.paused",
    "Debugger.scriptParsed",
];

/// What everything that embeds JavaScriptCore's inspector can do.
pub const ABILITIES: &[Ability] =
    &[Ability::Conditions, Ability::Evaluation, Ability::Listing, Ability::Output];

/// What the host puts before a program: a statement to stop at, on a line of its own so that no
/// column changes, and a directive so that a `"use strict"` after it stays one. With it, a line
/// that the protocol counts from zero is the program's line counted from one.
pub const PREFIX: &str = "\"\";\n";

/// The URL under which the host runs the program.
pub const PROGRAM: &str = "parallax:program";

/// The name of the host's own script. A `debugger` statement in it says that the program has
/// ended; evaluated there, [`OUTCOME`] throws what the program threw.
pub const HOST: &str = "parallax:host";

const OUTCOME: &str = "if (thrown) throw thrown.value";

/// The program's prefix. The program may rename itself by a `//# sourceURL` comment, and the
/// protocol then goes by the new name only, so the pattern is any name but the host's.
const START: webkit::DebuggerSetBreakpointByUrl<'static> = webkit::DebuggerSetBreakpointByUrl {
    url_regex: "^(?!parallax:host$)",
    line_number: 0,
    column_number: 0,
};

/// A connection to an inspector, and the session on it.
pub struct Inspector {
    rpc: Rpc,
    scripts: Scripts,
    breakpoints: Breakpoints,
    run: Run,
    /// The frames of the pause that was shown last, innermost first.
    frames: Vec<String>,
    /// Whether the last action was a step.
    is_stepping: bool,
    /// The lines that steps pass over.
    skipped: Vec<(u32, u32)>,
    /// What the program has printed.
    printed: Vec<String>,
    /// What log points have logged.
    logged: Vec<String>,
    /// Whether the program has an object that is too large to be looked into.
    has_huge_objects: bool,
}

/// How far the program is.
enum Run {
    /// There is none.
    Nothing,
    /// Before its first statement.
    Loaded,
    /// At a place that was shown.
    Paused,
    /// It failed before its first statement, and this is still to be shown.
    Ended(Ending),
}

/// Which script is what.
#[derive(Default)]
struct Scripts {
    /// Where host and program are files, their paths.
    files: Option<Files>,
    host: Option<String>,
    program: Option<String>,
    /// The URL of the map that the program was made with.
    map: Option<String>,
    evals: HashSet<String>,
}

/// The paths of the files that the tool under test runs.
#[derive(Debug, Clone)]
pub struct Files {
    /// Says when the program has ended, as [`HOST`] does.
    pub host: String,
    /// Has a `debugger` statement on a line of its own before the program's first.
    pub program: String,
}

/// Where the program came to a stop.
enum Stop {
    /// In its own code.
    Inside(webkit::Paused),
    /// At its end.
    End(Ending),
}

impl Inspector {
    /// An inspector over a connection, with debugging asked for but not waited for. Steps do not
    /// stop in scripts whose URL matches `internals`.
    pub async fn enable(
        transport: Box<dyn Transport>,
        internals: &str,
    ) -> Result<Self, Misbehaviour> {
        let mut rpc = Rpc::new(transport, EVENTS);
        let blackbox = webkit::DebuggerSetShouldBlackboxUrl {
            url: internals,
            should_blackbox: true,
            case_sensitive: true,
            is_regex: true,
            source_ranges: None,
        };
        post(&mut rpc, &webkit::ConsoleEnable {}).await?;
        post(&mut rpc, &webkit::DebuggerEnable {}).await?;
        post(&mut rpc, &webkit::DebuggerSetBreakpointsActive { active: true }).await?;
        post(&mut rpc, &webkit::DebuggerSetPauseOnDebuggerStatements { enabled: true }).await?;
        post(&mut rpc, &blackbox).await?;
        post(&mut rpc, &webkit::InspectorInitialized {}).await?;
        let (scripts, breakpoints) = (Scripts::default(), Breakpoints::default());
        Ok(Inspector {
            rpc,
            scripts,
            breakpoints,
            run: Run::Nothing,
            frames: Vec::new(),
            is_stepping: false,
            skipped: Vec::new(),
            printed: Vec::new(),
            logged: Vec::new(),
            has_huge_objects: false,
        })
    }

    /// The text of an expression's value, evaluated in the host.
    pub async fn evaluate(&mut self, expression: &str) -> Result<String, Misbehaviour> {
        let evaluated = self.rpc.call(&webkit::RuntimeEvaluate { expression }).await?;
        Ok(first_line(evaluated.result))
    }

    /// Has the host evaluate an expression that runs a program, and brings the program to its
    /// prefix.
    pub async fn load(&mut self, expression: &str) -> Result<Loaded, Misbehaviour> {
        let start = self.rpc.post(&START).await?;
        let evaluation = self.rpc.post(&webkit::RuntimeEvaluate { expression }).await?;
        let evaluated = loop {
            match self.rpc.event_or_reply(&evaluation).await? {
                First::Reply(reply) => break reply.expected()?,
                // The start of a module that the host loads is a start, too.
                First::Event(event) => _ = self.handle(&event).await?,
            }
        };
        if evaluated.was_thrown {
            return Ok(Loaded::Rejected(first_line(evaluated.result)));
        }
        self.run = match self.next_stop().await? {
            Stop::Inside(_) => Run::Loaded,
            Stop::End(ending) => Run::Ended(ending),
        };
        let start = self.rpc.reply(start).await?.expected()?.breakpoint_id;
        let request = webkit::DebuggerRemoveBreakpoint { breakpoint_id: &start };
        post(&mut self.rpc, &request).await?;
        Ok(Loaded::Ready)
    }

    /// The same where the tool under test runs files by itself and waits for [`Inspector::enable`]. What it was
    /// told before comes back here as well: whether it has waited shows in whether the program has ended.
    pub async fn load_files(&mut self, files: Files) -> Result<Loaded, Misbehaviour> {
        self.scripts.files = Some(files);
        self.run = match self.next_stop().await? {
            Stop::Inside(_) => Run::Loaded,
            Stop::End(Ending::Threw(why)) if self.scripts.program.is_none() => {
                return Ok(Loaded::Rejected(why));
            }
            Stop::End(ending) => Run::Ended(ending),
        };
        Ok(Loaded::Ready)
    }

    /// The URL of the map that the loaded program was made with.
    pub fn map_url(&self) -> Option<&str> {
        self.scripts.map.as_deref()
    }

    /// Ends debugging: breakpoints and steps are gone, and a paused program runs on.
    pub async fn disable(&mut self) -> Result<(), Misbehaviour> {
        self.rpc.call(&webkit::DebuggerDisable {}).await.map(|_| ())
    }

    /// Performs one action of a session.
    pub async fn perform(&mut self, action: Action) -> Result<Observation, Misbehaviour> {
        if action.is_execution() {
            self.is_stepping = action.is_step();
        }
        if let Some(requested) = action.breakpoint_request() {
            let Some(script) = &self.scripts.program else {
                return Ok(Observation::BreakpointSet(None));
            };
            let at = (requested.line, requested.column);
            return self.breakpoints.set(&mut self.rpc, script, Asked { requested, at }).await;
        }
        match action {
            Action::Break(_) | Action::BreakAt(_) | Action::BreakIf(..) | Action::Log(..) => {
                Ok(Observation::Unable)
            }
            Action::Evaluate(expression) => self.evaluate_in_frame(0, &expression).await,
            Action::EvaluateIn(frame, expression) => {
                self.evaluate_in_frame(frame as usize, &expression).await
            }
            Action::Set(name, literal) => {
                let text = format!("{name} = {literal}");
                self.evaluate_in_frame(0, &text).await.map(inside::assigned)
            }
            Action::Exceptions(which) => self.pause_on(which).await,
            Action::RunTo(line) => self.run_to(line).await,
            Action::AsyncCallers(is_on) => {
                let depth = if is_on { ASYNC_LIMIT } else { 0 };
                self.rpc.call(&webkit::DebuggerSetAsyncStackTraceDepth { depth }).await?;
                Ok(Observation::Done)
            }
            Action::Skip(first, last) => self.skip((first, last)).await,
            // The protocol has no such request.
            Action::Restart => Ok(Observation::Unable),
            Action::Output => {
                let lines = self.printed.iter().chain(&self.logged);
                Ok(Observation::Printed(lines.cloned().collect()))
            }
            Action::Unbreak(line) => self.breakpoints.remove(&mut self.rpc, line).await,
            Action::Start => self.start().await,
            Action::Resume => self.go_on(&webkit::DebuggerResume {}).await,
            Action::StepIn => self.go_on(&webkit::DebuggerStepInto {}).await,
            Action::StepOut => self.go_on(&webkit::DebuggerStepOut {}).await,
            Action::StepOver => self.go_on(&webkit::DebuggerStepOver {}).await,
        }
    }

    /// Sets a breakpoint that was asked for in the original at a place of the text that JavaScriptCore has.
    pub async fn set_behind_map(
        &mut self,
        requested: BreakpointRequest,
        place: Location,
    ) -> Result<Observation, Misbehaviour> {
        let Some(script) = &self.scripts.program else {
            return Ok(Observation::BreakpointSet(None));
        };
        let at = (place.line, Some(place.column));
        self.breakpoints.set(&mut self.rpc, script, Asked { requested, at }).await
    }

    /// Every place where a breakpoint can be set, by JavaScriptCore's own account.
    pub async fn places(&mut self, lines: u32) -> Result<Vec<Location>, Misbehaviour> {
        let Some(script) = &self.scripts.program else { return Ok(Vec::new()) };
        // The prefix has taken line zero.
        let request = webkit::DebuggerGetBreakpointLocations {
            start: place_of(script, 1, Some(0)),
            end: place_of(script, lines + 1, Some(0)),
        };
        let locations = self.rpc.ask(&request).await?.expected()?.locations;
        Ok(locations.iter().map(|place| location(place, Source::Program)).collect())
    }

    async fn pause_on(&mut self, which: Exceptions) -> Result<Observation, Misbehaviour> {
        let request = webkit::DebuggerSetPauseOnExceptions { state: which.name() };
        self.rpc.call(&request).await?;
        Ok(Observation::Done)
    }

    /// Has steps pass over lines of the program; older versions know whole scripts only. The prefix has taken line
    /// zero.
    async fn skip(&mut self, lines: (u32, u32)) -> Result<Observation, Misbehaviour> {
        self.skipped.push(lines);
        let ranges = self.skipped.iter().flat_map(|(first, last)| [*first, 0, last + 1, 0]);
        let request = webkit::DebuggerSetShouldBlackboxUrl {
            url: PROGRAM,
            should_blackbox: true,
            case_sensitive: true,
            is_regex: false,
            source_ranges: Some(ranges.collect()),
        };
        let answer = self.rpc.ask(&request).await?;
        Ok(answer.given().map_or(Observation::Unable, |_| Observation::Done))
    }

    async fn run_to(&mut self, line: u32) -> Result<Observation, Misbehaviour> {
        let Some(script) = &self.scripts.program else { return Ok(Observation::Unable) };
        let request = webkit::DebuggerContinueToLocation { location: place_of(script, line, None) };
        match self.rpc.ask(&request).await? {
            Answer::Given(_) => self.after_going_on().await,
            Answer::Declined(_) => Ok(Observation::Unable),
        }
    }

    async fn evaluate_in_frame(
        &mut self,
        frame: usize,
        expression: &str,
    ) -> Result<Observation, Misbehaviour> {
        let Some(call_frame_id) = self.frames.get(frame) else { return Ok(Observation::Unable) };
        let request = webkit::DebuggerEvaluateOnCallFrame { call_frame_id, expression };
        Ok(Observation::Evaluated(match self.rpc.ask(&request).await? {
            Answer::Given(evaluated) if evaluated.was_thrown => Err(first_line(evaluated.result)),
            Answer::Given(evaluated) => Ok(v8::value(evaluated.result)),
            Answer::Declined(refusal) => Err(refusal.message),
        }))
    }

    async fn start(&mut self) -> Result<Observation, Misbehaviour> {
        match std::mem::replace(&mut self.run, Run::Nothing) {
            Run::Loaded => {
                self.run = Run::Paused;
                self.go_on(&webkit::DebuggerResume {}).await
            }
            Run::Ended(ending) => Ok(Observation::Finished(ending)),
            Run::Nothing | Run::Paused => {
                Err(Misbehaviour::Nonsense("nothing is loaded that could be started".into()))
            }
        }
    }

    /// Makes the paused program run, and waits for its next pause or its end.
    async fn go_on<R: Request>(&mut self, request: &R) -> Result<Observation, Misbehaviour> {
        if !matches!(self.run, Run::Paused) {
            return Err(Misbehaviour::Nonsense("the program is not running".into()));
        }
        self.rpc.call(request).await?;
        self.after_going_on().await
    }

    async fn after_going_on(&mut self) -> Result<Observation, Misbehaviour> {
        self.run = Run::Nothing;
        self.frames.clear();
        match self.next_stop().await? {
            Stop::End(ending) => Ok(Observation::Finished(ending)),
            Stop::Inside(paused) => {
                self.run = Run::Paused;
                self.observe(paused).await.map(Observation::Paused)
            }
        }
    }

    async fn next_stop(&mut self) -> Result<Stop, Misbehaviour> {
        loop {
            let event = self.rpc.event().await?;
            if let Some(stop) = self.handle(&event).await? {
                return Ok(stop);
            }
        }
    }

    /// Deals with one event. A pause of the host's own is resumed: a step that left the program,
    /// or code around it.
    async fn handle(&mut self, event: &Event) -> Result<Option<Stop>, Misbehaviour> {
        if event.method == "Debugger.scriptParsed" {
            self.scripts.note(event.params()?);
            return Ok(None);
        }
        if event.method == "Console.messageAdded" {
            let added: webkit::MessageAdded = event.params()?;
            if added.message.source == "console-api" {
                self.printed.push(printed(added.message));
            }
            return Ok(None);
        }
        if event.method == "Console.messageRepeatCountUpdated" {
            // The same text again is not told again, but counted.
            self.printed.extend(self.printed.last().cloned());
            return Ok(None);
        }
        if event.method == "Debugger.didSampleProbe" {
            let webkit::ProbeSampled { sample } = event.params()?;
            self.logged.push(log_line(sample.probe_id, &v8::value(sample.payload)));
            return Ok(None);
        }
        let paused: webkit::Paused = event.params()?;
        // For an exception in code that nobody debugs, it pauses where that code was left. A step ends there too.
        if paused.is_put_off() && !self.is_stepping {
            post(&mut self.rpc, &webkit::DebuggerResume {}).await?;
            return Ok(None);
        }
        // Below it may be frames of functions that have returned: JavaScriptCore keeps some whose last act
        // was a call.
        if let Some(frame) = paused.call_frames.first()
            && paused.reason == "DebuggerStatement"
            && self.scripts.host.as_ref() == Some(&frame.location.script_id)
        {
            return self.ending(&frame.call_frame_id).await.map(Stop::End).map(Some);
        }
        if paused.call_frames.iter().any(|frame| self.scripts.source(frame).is_some()) {
            return Ok(Some(Stop::Inside(paused)));
        }
        post(&mut self.rpc, &webkit::DebuggerResume {}).await?;
        Ok(None)
    }

    async fn ending(&mut self, call_frame_id: &str) -> Result<Ending, Misbehaviour> {
        let request = webkit::DebuggerEvaluateOnCallFrame { call_frame_id, expression: OUTCOME };
        let outcome = self.rpc.call(&request).await?;
        Ok(match outcome.was_thrown {
            true => Ending::Threw(first_line(outcome.result)),
            false => Ending::Completed,
        })
    }

    /// Reads everything that the person in front of a paused program sees.
    async fn observe(&mut self, paused: webkit::Paused) -> Result<Pause, Misbehaviour> {
        let exception = exception(&paused);
        let program = self.scripts.program.as_deref().unwrap_or_default();
        let async_stack = paused.async_stack_trace.as_ref();
        let async_callers = async_stack.map(|it| it.names(program)).unwrap_or_default();
        let own = paused.call_frames.into_iter();
        let own = own.filter_map(|frame| self.scripts.source(&frame).map(|source| (frame, source)));
        let mut own: Vec<_> = own.take(FRAME_LIMIT).collect();
        let stack = own.iter().map(|(frame, source)| shown(frame, *source)).collect();
        let mut pause = Pause::new(stack, Vec::new());
        self.frames = own.iter().map(|(frame, _)| frame.call_frame_id.clone()).collect();
        let mut inside = Inside::default();
        let mut tickets = Vec::new();
        for (depth, (frame, _)) in own.iter().enumerate().take(1 + CALLER_LIMIT) {
            let scopes = readable_scopes(frame).into_iter();
            for (kind, object_id) in scopes.filter(|(kind, _)| depth == 0 || inside::is_own(*kind))
            {
                let request = webkit::RuntimeGetProperties { object_id, own_properties: true };
                tickets.push((depth, kind, self.rpc.post(&request).await?));
            }
        }
        let this = own.first_mut().and_then(|(top, _)| top.this.take());
        pause.this = this.map(|mirror| Box::new(inside.this(mirror)));
        pause.exception = exception;
        pause.async_callers = async_callers;
        pause.callers = vec![Vec::new(); own.len().saturating_sub(1).min(CALLER_LIMIT)];
        for (depth, kind, ticket) in tickets {
            let properties =
                self.rpc.reply(ticket).await?.given().map_or_else(Vec::new, |read| read.properties);
            let is_open = inside::is_looked_into(kind, own.len());
            let variables =
                properties.into_iter().map(|it| variable(kind, it, is_open, &mut inside));
            pause.add_scope(depth, Scope { kind, variables: variables.collect() });
        }
        self.look_into(&mut pause, inside).await?;
        pause.bound();
        Ok(pause)
    }

    /// Reads the members of the objects that variables hold.
    async fn look_into(&mut self, pause: &mut Pause, inside: Inside) -> Result<(), Misbehaviour> {
        if self.has_huge_objects {
            return Ok(());
        }
        let mut tickets = Vec::new();
        for object in &inside.objects {
            tickets.push(match object.is_collection {
                true => Look::Entries(self.rpc.post(&entries_of(&object.id)).await?),
                false => {
                    let request = webkit::RuntimeGetProperties {
                        object_id: &object.id,
                        own_properties: true,
                    };
                    Look::Properties(self.rpc.post(&request).await?)
                }
            });
        }
        let mut read = Vec::new();
        for (object, ticket) in inside.objects.iter().zip(tickets) {
            let members = match ticket {
                Look::Entries(ticket) => {
                    let Some(reply) = self.rpc.reply(ticket).await?.given() else { continue };
                    // One more than is kept was asked for.
                    Members::bounded(reply.entries.into_iter().map(entry).collect(), 0)
                }
                Look::Properties(ticket) => {
                    let Some(reply) = self.rpc.reply(ticket).await?.given() else { continue };
                    self.has_huge_objects |= reply.properties.len() > inside::HUGE;
                    let is_member = |it: &webkit::Property| {
                        it.is_own
                            && it.name != "__proto__"
                            && !(object.is_array && it.name == "length")
                    };
                    let own = reply.properties.into_iter().filter(is_member).map(member);
                    Members::bounded(own.collect(), 0)
                }
            };
            read.push((object.number, members));
        }
        inside.fill(pause, read);
        Ok(())
    }
}

/// A request for what is inside of an object.
enum Look {
    Entries(Ticket<webkit::CollectionEntries>),
    Properties(Ticket<webkit::Properties>),
}

fn entries_of(object_id: &str) -> webkit::RuntimeGetCollectionEntries<'_> {
    webkit::RuntimeGetCollectionEntries {
        object_id,
        start_index: 0,
        number_to_fetch: MEMBER_LIMIT + 1,
    }
}

fn entry(entry: webkit::Entry) -> Member {
    let name = entry.key.map(|key| key_name(&v8::value(key))).unwrap_or_default();
    Member { kind: MemberKind::Entry, name, value: Some(v8::value(entry.value)) }
}

/// A member of an object. Only an accessor has no value.
fn member(property: webkit::Property) -> Member {
    let is_accessor = property.get.is_some() || property.set.is_some();
    let kind = if property.is_private { MemberKind::Private } else { MemberKind::Property };
    let value = property.value.filter(|_| !is_accessor).map(v8::value);
    Member { kind, name: property.name, value }
}

/// The exception that a pause is for.
fn exception(paused: &webkit::Paused) -> Option<Value> {
    let data = paused.data.clone().filter(|_| paused.reason == "exception")?;
    serde_json::from_value(data).ok().map(v8::value)
}

impl Scripts {
    /// Takes note of a script that was parsed. Scripts of the host come before its programs, and
    /// everything without a URL that comes after them was made by them.
    fn note(&mut self, parsed: webkit::ScriptParsed) {
        if let Some(files) = &self.files {
            if parsed.url == files.host {
                self.host = Some(parsed.script_id);
            } else if parsed.url == files.program {
                self.map = Some(parsed.source_map_url);
                self.program = Some(parsed.script_id);
            } else if parsed.url.is_empty() && self.program.is_some() {
                self.evals.insert(parsed.script_id);
            }
            return;
        }
        match (parsed.url.as_str(), parsed.source_url.as_str()) {
            ("", HOST) => {
                *self = Scripts { host: Some(parsed.script_id), ..Scripts::default() };
            }
            ("", PROGRAM) if self.program.is_none() => self.program = Some(parsed.script_id),
            ("", _) if self.program.is_some() => {
                self.evals.insert(parsed.script_id);
            }
            (PROGRAM, _) => self.program = Some(parsed.script_id),
            _ => {}
        }
    }

    /// Which text a frame executes; none for native code and for the host's own.
    fn source(&self, frame: &webkit::CallFrame) -> Option<Source> {
        let script = &frame.location.script_id;
        if self.program.as_ref() == Some(script) {
            Some(Source::Program)
        } else if self.evals.contains(script) {
            Some(Source::Eval)
        } else {
            None
        }
    }
}

/// The breakpoints that a session has asked for, and those that JavaScriptCore has.
///
/// It refuses a second breakpoint at one place, so lines that slid to the same place share one,
/// which goes with the last of them.
#[derive(Default)]
struct Breakpoints {
    /// Where the breakpoints of a line were put.
    lines: HashMap<u32, Vec<Location>>,
    places: BTreeMap<Location, Shared>,
}

/// One breakpoint of JavaScriptCore's, and how many of ours it stands for.
struct Shared {
    id: String,
    asked: Asked,
    users: u32,
}

/// A breakpoint as it was asked for, and the line and column of JavaScriptCore's text that it was asked for at.
#[derive(Clone)]
struct Asked {
    requested: BreakpointRequest,
    at: (u32, Option<u32>),
}

impl Breakpoints {
    async fn set(
        &mut self,
        rpc: &mut Rpc,
        script: &str,
        asked: Asked,
    ) -> Result<Observation, Misbehaviour> {
        let line = asked.requested.line;
        let place = match rpc.ask(&at(script, &asked)).await? {
            Answer::Given(set) => self.took_place(set, asked),
            // The protocol tells its refusals apart by their text only: it has no codes for them.
            Answer::Declined(refusal) if refusal.message.contains("already exists") => {
                // A log point and a breakpoint cannot share a place.
                if asked.requested.log.is_some() || self.has_log_point() {
                    return Ok(Observation::Unable);
                }
                self.find_place(rpc, script, asked).await?
            }
            Answer::Declined(_) => return Ok(Observation::BreakpointSet(None)),
        };
        self.lines.entry(line).or_default().push(place);
        if let Some(shared) = self.places.get_mut(&place) {
            shared.users += 1;
        }
        Ok(Observation::BreakpointSet(Some(place)))
    }

    fn has_log_point(&self) -> bool {
        self.places.values().any(|it| it.asked.requested.log.is_some())
    }

    fn took_place(&mut self, set: webkit::BreakpointSet, asked: Asked) -> Location {
        let place = location(&set.actual_location, Source::Program);
        let users = self.places.get(&place).map_or(0, |shared| shared.users);
        self.places.insert(place, Shared { id: set.breakpoint_id, asked, users });
        place
    }

    /// A breakpoint that is refused because its place is taken is not told which place that is.
    /// With all others out of the way it is; then they are put back.
    async fn find_place(
        &mut self,
        rpc: &mut Rpc,
        script: &str,
        asked: Asked,
    ) -> Result<Location, Misbehaviour> {
        for shared in self.places.values() {
            let request = webkit::DebuggerRemoveBreakpoint { breakpoint_id: &shared.id };
            post(rpc, &request).await?;
        }
        let set = rpc.call(&at(script, &asked)).await?;
        let place = self.took_place(set, asked);
        let others = self.places.iter().filter(|(other, _)| **other != place);
        let others: Vec<Asked> = others.map(|(_, shared)| shared.asked.clone()).collect();
        let mut tickets = Vec::new();
        for other in others {
            let ticket = rpc.post(&at(script, &other)).await?;
            tickets.push((other, ticket));
        }
        for (other, ticket) in tickets {
            let set = rpc.reply(ticket).await?.expected()?;
            self.took_place(set, other);
        }
        Ok(place)
    }

    async fn remove(&mut self, rpc: &mut Rpc, line: u32) -> Result<Observation, Misbehaviour> {
        let Some(place) = self.lines.get_mut(&line).and_then(Vec::pop) else {
            return Ok(Observation::BreakpointRemoved(false));
        };
        if let Some(shared) = self.places.get_mut(&place)
            && shared.users > 1
        {
            shared.users -= 1;
            return Ok(Observation::BreakpointRemoved(true));
        }
        let Some(shared) = self.places.remove(&place) else {
            return Ok(Observation::BreakpointRemoved(false));
        };
        let request = webkit::DebuggerRemoveBreakpoint { breakpoint_id: &shared.id };
        Ok(Observation::BreakpointRemoved(rpc.ask(&request).await?.given().is_some()))
    }
}

/// Sends a request whose reply does not matter.
async fn post<R: Request>(rpc: &mut Rpc, request: &R) -> Result<(), Misbehaviour> {
    let ticket = rpc.post(request).await?;
    rpc.forget(ticket);
    Ok(())
}

/// A request for a breakpoint in the program.
fn at<'a>(script: &'a str, asked: &'a Asked) -> webkit::DebuggerSetBreakpoint<'a> {
    let location = place_of(script, asked.at.0, asked.at.1);
    let options = webkit::BreakpointOptions::of(&asked.requested);
    webkit::DebuggerSetBreakpoint { location, options }
}

/// A place in the program as the protocol counts: the prefix has taken line zero.
fn place_of(script_id: &str, line: u32, column: Option<u32>) -> webkit::LineLocation<'_> {
    webkit::LineLocation { script_id, line_number: line, column_number: column }
}

/// What one call of the console printed.
fn printed(message: webkit::ConsoleMessage) -> String {
    if message.parameters.is_empty() { message.text } else { v8::words(message.parameters) }
}

fn shown(frame: &webkit::CallFrame, source: Source) -> Frame {
    let location = location(&frame.location, source);
    Frame { function: frame.function_name.clone(), location, source }
}

fn location(place: &webkit::ScriptLocation, source: Source) -> Location {
    let prefix = if source == Source::Program { 1 } else { 0 };
    let count = |number: i64| u32::try_from(number).unwrap_or(0);
    Location { line: count(place.line_number + 1 - prefix), column: count(place.column_number) }
}

/// The scopes to read, with their kinds. A scope carries the name and place of its function: those
/// of the frame's own function have those of the first one, all others enclose it.
fn readable_scopes(frame: &webkit::CallFrame) -> Vec<(ScopeKind, &str)> {
    let is_in_script = |scope: &&webkit::Scope| {
        scope.location.as_ref().is_some_and(|at| at.script_id == frame.location.script_id)
    };
    let own =
        frame.scope_chain.iter().find(is_in_script).map(|first| (&first.name, &first.location));
    let scopes = frame.scope_chain.iter().filter_map(|scope| {
        let is_own = own == Some((&scope.name, &scope.location));
        Some((scope_kind(scope, is_own)?, scope.object.object_id.as_deref()?))
    });
    scopes.collect()
}

/// The kind of a scope; none for those that are not shown.
fn scope_kind(scope: &webkit::Scope, is_own: bool) -> Option<ScopeKind> {
    Some(match (scope.kind.as_str(), scope.name.as_deref()) {
        ("global", _) => return None,
        // A program that calls `eval` has a function scope of no function, with nothing in it.
        ("closure", Some("<global>")) if scope.empty => return None,
        ("globalLexicalEnvironment", _) => ScopeKind::Script,
        ("with", _) => ScopeKind::With,
        _ if !is_own => ScopeKind::Closure,
        ("catch", _) => ScopeKind::Catch,
        ("functionName", _) => ScopeKind::FunctionName,
        ("closure", Some("<eval>")) => ScopeKind::Eval,
        ("closure", _) => ScopeKind::Function,
        _ => ScopeKind::Block,
    })
}

fn variable(
    scope: ScopeKind,
    property: webkit::Property,
    is_open: bool,
    inside: &mut Inside,
) -> Variable {
    // Scopes enumerate what they hold, except a variable before its initialisation, which they
    // show as undefined.
    let is_hidden = property.enumerable == Some(false) && scope != ScopeKind::With;
    match property.value {
        Some(mirror) if is_hidden && mirror.kind == "undefined" => {
            inside.plain(property.name, Value::Uninitialized)
        }
        Some(mirror) => inside.variable(property.name, mirror, is_open),
        None => inside.plain(property.name, Value::Unavailable),
    }
}

/// The first line of a value in the debugger's words.
fn first_line(mirror: webkit::RemoteObject) -> String {
    let text = match (mirror.description, mirror.value) {
        (Some(description), _) => description,
        (None, Some(serde_json::Value::String(text))) => text,
        (None, Some(value)) => value.to_string(),
        (None, None) => mirror.subtype.unwrap_or(mirror.kind),
    };
    text.lines().next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(frame_script: &str, scopes: &[(&str, &str, &str)]) -> Vec<ScopeKind> {
        let scope = |(kind, name, script): &(&str, &str, &str)| webkit::Scope {
            kind: (*kind).to_owned(),
            object: webkit::RemoteObject { object_id: Some("1".into()), ..Default::default() },
            name: Some((*name).to_owned()),
            location: (!script.is_empty()).then(|| place(script)),
            empty: false,
        };
        let frame = webkit::CallFrame {
            call_frame_id: String::new(),
            function_name: String::new(),
            location: place(frame_script),
            scope_chain: scopes.iter().map(scope).collect(),
            this: None,
        };
        readable_scopes(&frame).into_iter().map(|(kind, _)| kind).collect()
    }

    fn place(script: &str) -> webkit::ScriptLocation {
        webkit::ScriptLocation { script_id: script.into(), line_number: 1, column_number: 1 }
    }

    #[test]
    fn scopes_of_the_own_function_are_told_from_those_around_it() {
        use ScopeKind::{Block, Catch, Closure, Eval, Function, FunctionName, Script, With};
        let function = [
            ("with", "", ""),
            ("nestedLexical", "f", "1"),
            ("catch", "f", "1"),
            ("closure", "f", "1"),
            ("closure", "f", "1"),
            ("functionName", "f", "1"),
            ("nestedLexical", "g", "1"),
            ("functionName", "g", "1"),
            ("globalLexicalEnvironment", "", ""),
            ("global", "", ""),
        ];
        let expected =
            [With, Block, Catch, Function, Function, FunctionName, Closure, Closure, Script];
        assert_eq!(kinds("1", &function), expected);
        // Code of `eval` may have no scope of its own.
        let eval = [("closure", "<eval>", "2"), ("closure", "f", "1")];
        assert_eq!(kinds("2", &eval), [Eval, Closure]);
        assert_eq!(kinds("2", &eval[1..]), [Closure]);
    }

    #[test]
    fn a_variable_before_its_initialisation_is_hidden_in_its_scope() {
        let shown = |scope, json: &str| {
            variable(scope, serde_json::from_str(json).unwrap(), true, &mut Inside::default()).value
        };
        let hidden = r#"{"name":"a","value":{"type":"undefined"},"enumerable":false}"#;
        let plain = r#"{"name":"a","value":{"type":"undefined"},"enumerable":true}"#;
        assert_eq!(shown(ScopeKind::Function, hidden), Value::Uninitialized);
        assert_eq!(shown(ScopeKind::Function, plain), Value::Undefined);
        assert_eq!(shown(ScopeKind::With, hidden), Value::Undefined);
        let zero = r#"{"name":"a","value":{"type":"number","value":0,"description":"-0"}}"#;
        assert_eq!(shown(ScopeKind::Block, zero), Value::number(-0.0));
        assert_eq!(shown(ScopeKind::Block, r#"{"name":"a"}"#), Value::Unavailable);
    }
}
