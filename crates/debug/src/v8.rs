//! One debugging session over V8's inspector, shared by all that embed it.
//!
//! Chromium, Node and Deno differ in how a fresh realm is made and a program started; everything
//! between is the same and is here.

mod console;
mod coverage;
mod pause;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use parallax_model::{
    ASYNC_LIMIT, Action, BreakpointRequest, Ending, Exceptions, Location, Misbehaviour,
    Observation, Program, Text, Value,
};

use crate::answer::Answer;
use crate::backend::{Ability, Loaded};
use crate::base64;
use crate::inside;
use crate::protocols::cdp;
use crate::rpc::{Event, First, Rpc, Ticket};

use console::{Said, logging, printed};
use coverage::unexecuted;

pub use console::words;
pub use pause::value;

/// The events that a V8 session is made of.
pub const EVENTS: &[&str] = &[
    "Debugger.paused",
    "Debugger.scriptParsed",
    "Fetch.requestPaused",
    "Page.javascriptDialogOpening",
    "Runtime.consoleAPICalled",
    "Runtime.executionContextCreated",
];

/// What everything that embeds V8's inspector can do.
pub const ABILITIES: &[Ability] =
    &[Ability::Conditions, Ability::Evaluation, Ability::Listing, Ability::Output];

/// The same of those whose realm can be prepared before a program is loaded.
pub const ABILITIES_WITH_COVERAGE: &[Ability] = &[
    Ability::Conditions,
    Ability::Coverage,
    Ability::Evaluation,
    Ability::Listing,
    Ability::Output,
];

/// Everything that has an address and is not a program: preludes, and the embedder's own library.
const LIBRARY: &[&str] = &["^(?!parallax:|blob:)."];

/// A connection to an inspector, and the session on it.
pub struct Inspector {
    /// The connection.
    pub rpc: Rpc,
    script: String,
    /// The breakpoints by the line that was asked for.
    breakpoints: HashMap<u32, Vec<Breakpoint>>,
    /// With a twin, the breakpoints of the program itself by place.
    real: HashMap<Location, String>,
    run: Run,
    /// Whether the last action was a step: one that ran off the program's end stays armed.
    stepping: bool,
    /// The same text compiled a second time, never run: breakpoints are tried on it where the
    /// program itself is not reported before it runs. With the address that the program will have.
    twin: Option<(String, String)>,
    /// Scripts that the program has made: `eval` code, `new Function`.
    made: HashSet<String>,
    /// The frames of the pause that was shown last, innermost first.
    frames: Vec<String>,
    /// The scopes of the innermost frame that were shown: their numbers, and the names in them.
    shown: Vec<(usize, Vec<String>)>,
    /// Which exceptions pause the program.
    exceptions: Exceptions,
    /// Whether async callers are shown.
    shows_async: bool,
    /// The lines that steps pass over, and whether V8 is still to be told.
    skipped: Vec<(u32, u32)>,
    has_to_skip: bool,
    /// What the program has printed.
    printed: Vec<String>,
    /// What log points have logged.
    logged: Vec<String>,
    /// The files that are given to who asks for their addresses.
    served: HashMap<String, String>,
    /// Whether an expression runs the program, not the inspector.
    by_expression: bool,
    /// Whether the program has an object that is too large to be looked into.
    has_huge_objects: bool,
}

/// A breakpoint in the script, or in its twin.
struct Breakpoint {
    id: String,
    place: Location,
}

/// What is to be run, and whether it runs.
enum Run {
    Nothing,
    Loaded(Starter),
    /// The reply to this means that the program has ended.
    Going(Ticket<cdp::Evaluated>),
}

/// How the loaded program is started; the reply to the request means that it has ended.
enum Starter {
    /// By the inspector, in an execution context.
    Inspector(Option<i64>),
    /// By an expression that runs it.
    Expression(String),
    /// It was begun by a request, and is held before its first statement.
    Held(Ticket<cdp::Evaluated>),
}

impl Inspector {
    /// An inspector over a connection, with debugging enabled.
    pub async fn over(rpc: Rpc, waiting: bool) -> Result<Self, Misbehaviour> {
        let mut inspector = Inspector {
            rpc,
            script: String::new(),
            breakpoints: HashMap::new(),
            real: HashMap::new(),
            run: Run::Nothing,
            stepping: false,
            twin: None,
            made: HashSet::new(),
            frames: Vec::new(),
            shown: Vec::new(),
            exceptions: Exceptions::None,
            shows_async: false,
            skipped: Vec::new(),
            has_to_skip: false,
            printed: Vec::new(),
            logged: Vec::new(),
            served: HashMap::new(),
            by_expression: false,
            has_huge_objects: false,
        };
        inspector.enable(waiting).await?;
        Ok(inspector)
    }

    /// Enables debugging. A process that waits for its debugger is told to go on; old versions
    /// answer nothing before that.
    pub async fn enable(&mut self, waiting: bool) -> Result<(), Misbehaviour> {
        let runtime = self.rpc.post(&cdp::RuntimeEnable {}).await?;
        let debugger = self.rpc.post(&cdp::DebuggerEnable {}).await?;
        if waiting {
            self.rpc.call(&cdp::RunIfWaiting {}).await?;
        }
        self.rpc.reply(runtime).await?;
        self.rpc.reply(debugger).await?;
        self.rpc.call(&cdp::SetPauseOnExceptions { state: "none" }).await?;
        self.rpc.call(&cdp::SetAsyncCallStackDepth { max_depth: 0 }).await?;
        Ok(())
    }

    /// Has steps pass over all that is not the program's.
    pub async fn pass_over_library(&mut self) -> Result<(), Misbehaviour> {
        self.rpc.call(&cdp::SetBlackboxPatterns { patterns: LIBRARY }).await.map(drop)
    }

    /// Gives these files, by address, to who asks for them. Steps pass over all of them but one.
    pub async fn serve(
        &mut self,
        files: HashMap<String, String>,
        host: &str,
        program: &str,
    ) -> Result<(), Misbehaviour> {
        self.served = files;
        let url_pattern = format!("{host}*");
        let patterns = [cdp::RequestPattern { url_pattern: &url_pattern }];
        self.rpc.call(&cdp::FetchEnable { patterns: &patterns }).await?;
        let library = format!("^(?!parallax:|blob:|{}$).", program.replace('.', "[.]"));
        self.rpc.call(&cdp::SetBlackboxPatterns { patterns: &[&library] }).await.map(drop)
    }

    /// Answers a request for a file.
    async fn answer(&mut self, paused: cdp::RequestPaused) -> Result<(), Misbehaviour> {
        let text = self.served.get(&paused.request.url);
        let headers = [
            cdp::Header { name: "Access-Control-Allow-Origin", value: "*" },
            cdp::Header { name: "Content-Type", value: "text/javascript;charset=utf-8" },
        ];
        let request = cdp::FetchFulfillRequest {
            request_id: &paused.request_id,
            response_code: if text.is_some() { 200 } else { 404 },
            response_headers: &headers,
            body: &base64::encoded(text.map_or("", String::as_str)),
        };
        let ticket = self.rpc.post(&request).await?;
        self.rpc.forget(ticket);
        Ok(())
    }

    /// Runs a script that prepares a realm, an execution context, for a program; one that throws is
    /// rejected.
    pub async fn prepare(
        &mut self,
        prelude: &str,
        context: Option<i64>,
    ) -> Result<Loaded, Misbehaviour> {
        let named = format!("{prelude}\n//# sourceURL=prelude");
        let request = cdp::RuntimeEvaluate { context_id: context, ..evaluation(&named, false) };
        let thrown = self.rpc.call(&request).await?.exception_details;
        Ok(thrown.map_or(Loaded::Ready, |details| Loaded::Rejected(details.first_line())))
    }

    /// Compiles a program in an execution context.
    pub async fn compile(
        &mut self,
        text: &str,
        url: &str,
        context: Option<i64>,
    ) -> Result<Loaded, Misbehaviour> {
        let request = cdp::RuntimeCompileScript {
            expression: text,
            source_url: url,
            persist_script: true,
            execution_context_id: context,
        };
        self.stepping = false;
        let compiled = self.rpc.ask(&request).await?.expected()?;
        match (compiled.script_id, compiled.exception_details) {
            (_, Some(details)) => Ok(Loaded::Rejected(details.first_line())),
            (Some(script), None) => {
                self.script = script;
                self.run = Run::Loaded(Starter::Inspector(context));
                self.by_expression = false;
                Ok(Loaded::Ready)
            }
            (None, None) => {
                Err(Misbehaviour::Nonsense("compiled to neither script nor error".into()))
            }
        }
    }

    /// Has the program, which was compiled, run under this address by an expression instead of by
    /// the inspector. Some versions report such a script when it is compiled, others when it runs.
    pub fn run_by(&mut self, url: &str, expression: &str) -> Result<(), Misbehaviour> {
        self.twin = Some((std::mem::take(&mut self.script), url.to_owned()));
        self.by_expression = true;
        self.run = Run::Loaded(Starter::Expression(expression.to_owned()));
        while let Some(event) = self.rpc.take_event("Debugger.scriptParsed") {
            self.note_script(event.params()?);
        }
        Ok(())
    }

    /// Takes a program that the embedder has compiled, and that was reported under this address, for
    /// the one to debug. It is run by an expression.
    pub fn adopt(&mut self, url: &str, expression: &str) -> Result<(), Misbehaviour> {
        self.stepping = false;
        self.twin = None;
        self.by_expression = true;
        self.script.clear();
        while let Some(event) = self.rpc.take_event("Debugger.scriptParsed") {
            let parsed: cdp::ScriptParsed = event.params()?;
            if parsed.url == url {
                self.script = parsed.script_id;
            }
        }
        if self.script.is_empty() {
            return Err(Misbehaviour::Nonsense("the module was not reported".into()));
        }
        self.run = Run::Loaded(Starter::Expression(expression.to_owned()));
        Ok(())
    }

    /// Begins to run, by an expression, a module that will be reported under this address, and waits
    /// for a pause before its first statement, which the expression provides for.
    pub async fn hold(
        &mut self,
        url: &str,
        expression: &str,
        context: i64,
    ) -> Result<Loaded, Misbehaviour> {
        self.stepping = false;
        self.by_expression = true;
        self.script.clear();
        self.rpc.drop_events();
        let request =
            cdp::RuntimeEvaluate { context_id: Some(context), ..evaluation(expression, true) };
        let ticket = self.rpc.post(&request).await?;
        loop {
            match self.rpc.event_or_reply(&ticket).await? {
                First::Reply(Answer::Given(evaluated)) => {
                    return Ok(Loaded::Rejected(match ending(&evaluated) {
                        Ending::Threw(why) => why,
                        _ => "it ended before it began".into(),
                    }));
                }
                First::Reply(Answer::Declined(refusal)) => {
                    return Err(Misbehaviour::Nonsense(refusal.message));
                }
                First::Event(event) if event.method == "Debugger.paused" => break,
                First::Event(event) if event.method == "Debugger.scriptParsed" => {
                    let parsed: cdp::ScriptParsed = event.params()?;
                    if parsed.url == url {
                        self.script = parsed.script_id;
                    }
                }
                First::Event(event) => drop(self.handle(&event).await?),
            }
        }
        self.run = Run::Loaded(Starter::Held(ticket));
        Ok(Loaded::Ready)
    }

    /// Performs one action of a session.
    pub async fn perform(&mut self, action: Action) -> Result<Observation, Misbehaviour> {
        self.stepping = match action {
            _ if action.is_execution() => action.is_step(),
            _ => self.stepping,
        };
        if let Some(request) = action.breakpoint_request() {
            return self.set_breakpoint(&request).await;
        }
        match action {
            Action::Evaluate(expression) => self.evaluate(0, &expression).await,
            Action::EvaluateIn(frame, expression) => {
                self.evaluate(frame as usize, &expression).await
            }
            Action::Set(name, literal) => self.set_variable(&name, &literal).await,
            Action::Exceptions(which) => self.pause_on(which).await,
            Action::RunTo(line) => self.run_to(line).await,
            Action::AsyncCallers(is_on) => self.show_async(is_on).await,
            Action::Skip(first, last) => self.skip((first, last)).await,
            Action::Restart => self.restart().await,
            Action::Output => Ok(self.output()),
            Action::Break(_) | Action::BreakAt(_) | Action::BreakIf(..) | Action::Log(..) => {
                Ok(Observation::Unable)
            }
            Action::Unbreak(line) => self.remove_breakpoint(line).await,
            Action::Start => self.start().await,
            Action::Resume => self.go_on(&cdp::DebuggerResume { terminate_on_resume: false }).await,
            Action::StepIn => self.go_on(&cdp::StepInto {}).await,
            Action::StepOut => self.go_on(&cdp::StepOut {}).await,
            Action::StepOver => self.go_on(&cdp::StepOver {}).await,
        }
    }

    async fn set_breakpoint(
        &mut self,
        request: &BreakpointRequest,
    ) -> Result<Observation, Misbehaviour> {
        let log = request.log.as_deref().map(|it| logging(request.line, it));
        let condition = request.condition.as_deref().or(log.as_deref());
        let script_id = self.twin.as_ref().map_or(&self.script, |(twin, _)| twin);
        let location = cdp::LineLocation {
            script_id,
            line_number: request.line - 1,
            column_number: request.column,
        };
        let asked = self.rpc.ask(&cdp::SetBreakpoint { location, condition }).await?;
        let Answer::Given(set) = asked else {
            return Ok(Observation::BreakpointSet(None));
        };
        let place = location_of(&set.actual_location);
        if let Some((_, url)) = &self.twin
            && !self.real.contains_key(&place)
        {
            let line_number = set.actual_location.line_number;
            let column_number = set.actual_location.column_number;
            let request = cdp::SetBreakpointByUrl { url, line_number, column_number, condition };
            self.real.insert(place, self.rpc.call(&request).await?.breakpoint_id);
        }
        let breakpoint = Breakpoint { id: set.breakpoint_id, place };
        self.breakpoints.entry(request.line).or_default().push(breakpoint);
        Ok(Observation::BreakpointSet(Some(place)))
    }

    /// What was printed, by the program and by log points.
    fn output(&self) -> Observation {
        Observation::Printed(self.printed.iter().chain(&self.logged).cloned().collect())
    }

    /// Every place where a breakpoint can be set, by V8's own account.
    pub async fn places(&mut self) -> Result<Vec<Location>, Misbehaviour> {
        let script_id = self.twin.as_ref().map_or(&self.script, |(twin, _)| twin);
        let start = cdp::LineLocation { script_id, line_number: 0, column_number: None };
        let possible = self.rpc.ask(&cdp::GetPossibleBreakpoints { start }).await?;
        let locations = possible.given().map_or_else(Vec::new, |possible| possible.locations);
        Ok(locations.iter().map(location_of).collect())
    }

    /// Begins to count what runs of the scripts that are compiled from now on.
    pub async fn begin_coverage(&mut self) -> Result<(), Misbehaviour> {
        let enable = self.rpc.post(&cdp::ProfilerEnable {}).await?;
        self.rpc.forget(enable);
        let start = cdp::ProfilerStartPreciseCoverage { call_count: true, detailed: true };
        self.rpc.ask(&start).await.map(drop)
    }

    /// Ends counting; what of the program, which has this text, has not run.
    pub async fn end_coverage(&mut self, text: &str) -> Result<Vec<Range<Location>>, Misbehaviour> {
        let taken = self.rpc.ask(&cdp::ProfilerTakePreciseCoverage {}).await?;
        self.rpc.ask(&cdp::ProfilerDisable {}).await?;
        let mut scripts = taken.given().map_or_else(Vec::new, |taken| taken.result).into_iter();
        let script = scripts.find(|script| script.script_id == self.script);
        let ranges = script.map_or_else(Vec::new, |script| script.functions).into_iter();
        let ranges: Vec<_> = ranges.flat_map(|function| function.ranges).collect();
        Ok(unexecuted(&ranges, text))
    }

    /// What runs a script catches what it throws: the inspector does, and so does `vm`, which throws it again when
    /// the frames of the script are gone. V8 takes neither for uncaught.
    async fn pause_on(&mut self, which: Exceptions) -> Result<Observation, Misbehaviour> {
        if which == Exceptions::Uncaught {
            return Ok(Observation::Unable);
        }
        self.rpc.call(&cdp::SetPauseOnExceptions { state: which.name() }).await?;
        self.exceptions = which;
        Ok(Observation::Done)
    }

    /// To keep track of what leads to jobs costs time, so it is done only where it is asked for.
    async fn show_async(&mut self, is_on: bool) -> Result<Observation, Misbehaviour> {
        let max_depth = if is_on { ASYNC_LIMIT as u32 } else { 0 };
        self.rpc.call(&cdp::SetAsyncCallStackDepth { max_depth }).await?;
        self.shows_async = is_on;
        Ok(Observation::Done)
    }

    /// Has steps pass over functions. Where the program is reported only when it runs, V8 is told at the first
    /// pause, before any step.
    async fn skip(&mut self, lines: (u32, u32)) -> Result<Observation, Misbehaviour> {
        self.skipped.push(lines);
        self.has_to_skip = true;
        Ok(if self.tell_skipped().await? { Observation::Done } else { Observation::Unable })
    }

    /// Tells V8 what steps pass over, if that is to be told and can be. Whether nothing was refused.
    async fn tell_skipped(&mut self) -> Result<bool, Misbehaviour> {
        if self.script.is_empty() || !std::mem::take(&mut self.has_to_skip) {
            return Ok(true);
        }
        let positions = borders(&self.skipped);
        let request = cdp::SetBlackboxedRanges { script_id: &self.script, positions: &positions };
        Ok(self.rpc.ask(&request).await?.given().is_some())
    }

    async fn run_to(&mut self, line: u32) -> Result<Observation, Misbehaviour> {
        let script_id = &self.script;
        let location = cdp::LineLocation { script_id, line_number: line - 1, column_number: None };
        match self.rpc.ask(&cdp::ContinueToLocation { location }).await? {
            Answer::Given(_) => {
                self.frames.clear();
                self.until_pause_or_end().await
            }
            Answer::Declined(_) => Ok(Observation::Unable),
        }
    }

    /// Begins the innermost function again. V8 refuses that for some: scripts, generators, async functions.
    async fn restart(&mut self) -> Result<Observation, Misbehaviour> {
        let Some(call_frame_id) = self.frames.first() else { return Ok(Observation::Unable) };
        let request = cdp::RestartFrame { call_frame_id, mode: "StepInto" };
        match self.rpc.ask(&request).await? {
            Answer::Given(restarted) if restarted.call_frames.is_empty() => {
                self.frames.clear();
                self.until_pause_or_end().await
            }
            Answer::Given(_) => self.go_on(&cdp::StepInto {}).await,
            Answer::Declined(_) => Ok(Observation::Unable),
        }
    }

    /// Evaluates an expression in a frame of the pause that was shown last.
    async fn evaluate(
        &mut self,
        frame: usize,
        expression: &str,
    ) -> Result<Observation, Misbehaviour> {
        let Some(call_frame_id) = self.frames.get(frame) else { return Ok(Observation::Unable) };
        let request = cdp::EvaluateOnCallFrame { call_frame_id, expression, silent: true };
        Ok(Observation::Evaluated(match self.rpc.ask(&request).await? {
            Answer::Given(evaluated) => match evaluated.exception_details {
                None => Ok(value(evaluated.result)),
                Some(details) => Err(details.first_line()),
            },
            Answer::Declined(refusal) => Err(refusal.message),
        }))
    }

    /// Sets a variable of the innermost frame where it is shown; what is on the global object is not shown,
    /// and is assigned to.
    async fn set_variable(
        &mut self,
        name: &str,
        literal: &str,
    ) -> Result<Observation, Misbehaviour> {
        let Some(call_frame_id) = self.frames.first() else { return Ok(Observation::Unable) };
        let scope = self.shown.iter().find(|(_, names)| names.iter().any(|it| it == name));
        let (Some((scope, _)), Some(new_value)) = (scope, argument(literal)) else {
            let assigned = self.evaluate(0, &format!("{name} = {literal}")).await?;
            return Ok(inside::assigned(assigned));
        };
        let scope_number = *scope;
        let request =
            cdp::SetVariableValue { scope_number, variable_name: name, new_value, call_frame_id };
        Ok(match self.rpc.ask(&request).await? {
            Answer::Given(_) => Observation::Done,
            Answer::Declined(refusal) => Observation::Evaluated(Err(refusal.message)),
        })
    }

    async fn remove_breakpoint(&mut self, line: u32) -> Result<Observation, Misbehaviour> {
        let Some(Breakpoint { id, place }) = self.breakpoints.get_mut(&line).and_then(Vec::pop)
        else {
            return Ok(Observation::BreakpointRemoved(false));
        };
        let request = cdp::RemoveBreakpoint { breakpoint_id: &id };
        let removed = self.rpc.ask(&request).await?.given().is_some();
        // Several lines may have slid to one place; the program's breakpoint serves them all.
        let in_use = self.breakpoints.values().flatten().any(|other| other.place == place);
        if !in_use && let Some(id) = self.real.remove(&place) {
            self.rpc.call(&cdp::RemoveBreakpoint { breakpoint_id: &id }).await?;
        }
        Ok(Observation::BreakpointRemoved(removed))
    }

    async fn start(&mut self) -> Result<Observation, Misbehaviour> {
        self.rpc.drop_events();
        self.made.clear();
        self.printed.clear();
        self.logged.clear();
        self.has_huge_objects = false;
        let Run::Loaded(starter) = std::mem::replace(&mut self.run, Run::Nothing) else {
            return Err(Misbehaviour::Nonsense("nothing is loaded that could be started".into()));
        };
        let ticket = match starter {
            Starter::Inspector(context) => {
                let request = cdp::RuntimeRunScript {
                    script_id: &self.script,
                    execution_context_id: context,
                    // In silence no exception pauses either.
                    silent: self.exceptions == Exceptions::None,
                };
                self.rpc.post(&request).await?
            }
            Starter::Expression(expression) => {
                self.rpc.post(&evaluation(&expression, true)).await?
            }
            Starter::Held(ticket) => {
                self.run = Run::Going(ticket);
                return self.go_on(&cdp::DebuggerResume { terminate_on_resume: false }).await;
            }
        };
        self.run = Run::Going(ticket);
        self.until_pause_or_end().await
    }

    async fn go_on<R: crate::rpc::Request>(
        &mut self,
        request: &R,
    ) -> Result<Observation, Misbehaviour> {
        self.tell_skipped().await?;
        self.frames.clear();
        // A refused step leaves the program paused; the refusal is all there would ever be to see.
        self.rpc.call(request).await?;
        self.until_pause_or_end().await
    }

    /// Waits for the running program's next pause, or its end.
    async fn until_pause_or_end(&mut self) -> Result<Observation, Misbehaviour> {
        let Run::Going(ticket) = std::mem::replace(&mut self.run, Run::Nothing) else {
            return Err(Misbehaviour::Nonsense("the program is not running".into()));
        };
        loop {
            match self.rpc.event_or_reply(&ticket).await? {
                First::Reply(Answer::Given(evaluated)) => {
                    return Ok(Observation::Finished(ending(&evaluated)));
                }
                First::Reply(Answer::Declined(refusal)) => {
                    return Err(Misbehaviour::Nonsense(refusal.message));
                }
                First::Event(event) => {
                    if let Some(paused) = self.handle(&event).await? {
                        self.run = Run::Going(ticket);
                        return self.observe(paused).await.map(Observation::Paused);
                    }
                }
            }
        }
    }

    /// Deals with one event: a pause in the program, or something that is in the way.
    async fn handle(&mut self, event: &Event) -> Result<Option<cdp::Paused>, Misbehaviour> {
        match event.method.as_str() {
            "Debugger.paused" => {
                let paused: cdp::Paused = event.params()?;
                if paused.call_frames.iter().any(|frame| self.source(frame).is_some()) {
                    return Ok(Some(paused));
                }
                // The embedder's own code, after the program or around it.
                let resume =
                    self.rpc.post(&cdp::DebuggerResume { terminate_on_resume: false }).await?;
                self.rpc.forget(resume);
            }
            "Debugger.scriptParsed" => self.note_script(event.params()?),
            "Fetch.requestPaused" => self.answer(event.params()?).await?,
            "Runtime.consoleAPICalled" => match printed(event.params()?) {
                Said::ByProgram(text) => self.printed.push(text),
                Said::ByLogPoint(text) => self.logged.push(text),
            },
            "Page.javascriptDialogOpening" => {
                let answer = self.rpc.post(&cdp::PageHandleDialog { accept: true }).await?;
                self.rpc.forget(answer);
            }
            _ => {}
        }
        Ok(None)
    }

    /// Takes note of a script that appeared while the program runs. Text that the program makes
    /// has no address; the embedder's own, which it may load at any time, has one.
    fn note_script(&mut self, parsed: cdp::ScriptParsed) {
        match &self.twin {
            Some((_, url)) if parsed.url == *url => self.script = parsed.script_id,
            _ if parsed.url.is_empty() => drop(self.made.insert(parsed.script_id)),
            _ => {}
        }
    }

    /// Ends the session: the program does not run on, no breakpoint and no pending step is left.
    pub async fn unload(&mut self) -> Result<(), Misbehaviour> {
        self.frames.clear();
        if std::mem::take(&mut self.exceptions) != Exceptions::None {
            self.rpc.call(&cdp::SetPauseOnExceptions { state: Exceptions::None.name() }).await?;
        }
        if self.shows_async {
            self.show_async(false).await?;
        }
        self.skipped.clear();
        self.has_to_skip = false;
        let set = std::mem::take(&mut self.breakpoints).into_values().flatten();
        let set =
            set.map(|breakpoint| breakpoint.id).chain(std::mem::take(&mut self.real).into_values());
        for id in set.collect::<Vec<_>>() {
            let removal = self.rpc.post(&cdp::RemoveBreakpoint { breakpoint_id: &id }).await?;
            self.rpc.forget(removal);
        }
        let run = std::mem::replace(&mut self.run, Run::Nothing);
        if let Run::Going(ticket) | Run::Loaded(Starter::Held(ticket)) = run {
            // A program that an expression runs is let run to its end: were it cut off, the
            // expression would never have a value.
            let terminate_on_resume = !self.by_expression;
            let skip = self.rpc.post(&cdp::SetSkipAllPauses { skip: true }).await?;
            let resume = self.rpc.post(&cdp::DebuggerResume { terminate_on_resume }).await?;
            self.rpc.forget(resume);
            self.rpc.reply(skip).await?;
            self.rpc.reply(ticket).await?;
            let heed = self.rpc.post(&cdp::SetSkipAllPauses { skip: false }).await?;
            self.rpc.forget(heed);
        } else if self.stepping {
            self.discharge_step().await?;
        }
        self.rpc.drop_events();
        Ok(())
    }

    /// A step that ran off the end of a program stays armed and would stop the next one at its
    /// first statement. A pause of our own making uses it up. The answer to that pause cannot be
    /// sent ahead: Chromium serves `resume` before a request to evaluate that was sent earlier.
    async fn discharge_step(&mut self) -> Result<(), Misbehaviour> {
        let ticket =
            self.rpc.post(&evaluation("debugger;//# sourceURL=parallax:host", false)).await?;
        loop {
            match self.rpc.event_or_reply(&ticket).await? {
                First::Reply(_) => return Ok(()),
                First::Event(event) => {
                    if self.handle(&event).await?.is_some() {
                        self.rpc.call(&cdp::DebuggerResume { terminate_on_resume: false }).await?;
                    }
                }
            }
        }
    }
}

/// A request to evaluate an expression in the embedder's own context.
pub fn evaluation(expression: &str, await_promise: bool) -> cdp::RuntimeEvaluate<'_> {
    cdp::RuntimeEvaluate {
        expression,
        include_command_line_api: false,
        await_promise,
        context_id: None,
    }
}

/// The same, with what the embedder offers to a person at its console, such as `require`.
pub fn with_command_line(expression: &str) -> cdp::RuntimeEvaluate<'_> {
    cdp::RuntimeEvaluate { include_command_line_api: true, ..evaluation(expression, false) }
}

/// The files that a program imports, as an expression.
pub fn imports(program: &Program) -> serde_json::Value {
    let files = program.imports.iter();
    files.map(|(path, text)| (path.clone(), serde_json::Value::from(text.as_str()))).collect()
}

/// A call of an embedder's function that takes a program's text, its address, its prelude, its path and the
/// files that it imports.
pub fn calling(function: &str, program: &Program, url: &str) -> String {
    let [text, prelude] =
        [&program.text, &program.prelude].map(|text| serde_json::Value::from(&**text));
    let (path, imports) = (serde_json::Value::from(&*program.name), imports(program));
    format!("{function}({text}, '{url}', {prelude}, {path}, {imports})")
}

/// Where lines that are passed over begin and end, by turns and in order, as V8 wants them.
fn borders(lines: &[(u32, u32)]) -> Vec<cdp::ScriptPosition> {
    let mut lines = lines.to_vec();
    lines.sort_unstable();
    let mut joined: Vec<(u32, u32)> = Vec::new();
    for (first, last) in lines {
        match joined.last_mut() {
            Some(before) if first <= before.1 + 1 => before.1 = before.1.max(last),
            _ => joined.push((first, last)),
        }
    }
    let border = |line_number| cdp::ScriptPosition { line_number, column_number: 0 };
    joined.into_iter().flat_map(|(first, last)| [border(first - 1), border(last)]).collect()
}

fn location_of(location: &cdp::ScriptLocation) -> Location {
    Location { line: location.line_number + 1, column: location.column_number }
}

fn ending(evaluated: &cdp::Evaluated) -> Ending {
    match &evaluated.exception_details {
        Some(details) => Ending::Threw(details.first_line()),
        None => Ending::Completed,
    }
}

/// A literal as it is handed over.
fn argument(literal: &str) -> Option<cdp::CallArgument> {
    let unserializable = |text: &str| cdp::CallArgument {
        unserializable_value: Some(text.to_owned()),
        ..cdp::CallArgument::default()
    };
    let value = match Value::of_literal(literal)? {
        Value::Undefined => return Some(cdp::CallArgument::default()),
        Value::Null => serde_json::Value::Null,
        Value::Boolean(truth) => truth.into(),
        Value::String(Text::Full(text)) => text.into(),
        Value::Number(digits) => match digits.parse::<f64>().ok().filter(|it| it.is_finite()) {
            Some(number) if digits != "-0" => number.into(),
            _ => return Some(unserializable(&digits)),
        },
        Value::BigInt(digits) => return Some(unserializable(&format!("{digits}n"))),
        _ => return None,
    };
    Some(cdp::CallArgument { value: Some(value), ..cdp::CallArgument::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_passed_over_are_joined() {
        let lines = |all: &[(u32, u32)]| -> Vec<u32> {
            borders(all).iter().map(|it| it.line_number).collect()
        };
        assert_eq!(lines(&[(7, 9), (2, 3), (4, 4), (8, 8)]), [1, 4, 6, 9]);
    }
}
