//! One debugging session over V8's inspector, shared by all that embed it.
//!
//! Chromium, Node and Deno differ in how a fresh realm is made and a program started; everything
//! between is the same and is here.

use std::collections::HashMap;

use parallax_model::{
    Action, Ending, FRAME_LIMIT, Frame, Location, Misbehaviour, Observation, Pause, Scope,
    ScopeKind, Source, Value, Variable,
};

use crate::backend::Loaded;
use crate::protocols::cdp;
use crate::rpc::{Event, First, Rpc, Ticket};

/// The events that a V8 session is made of.
pub const EVENTS: &[&str] = &[
    "Debugger.paused",
    "Debugger.scriptParsed",
    "Page.javascriptDialogOpening",
    "Runtime.executionContextCreated",
];

/// A connection to an inspector, and the session on it.
pub struct Inspector {
    /// The connection.
    pub rpc: Rpc,
    script: String,
    breakpoints: HashMap<u32, Vec<String>>,
    run: Run,
}

/// What is to be run, and whether it runs.
enum Run {
    Nothing,
    Loaded(Starter),
    Going(Ticket<cdp::Evaluated>),
}

/// How the loaded program is started; the reply to the request means that it has ended.
pub enum Starter {
    /// By the inspector, in an execution context.
    Inspector(Option<i64>),
    /// By an expression that runs it.
    Expression(String),
}

impl Inspector {
    /// An inspector over a connection, with debugging enabled.
    pub async fn enable(mut rpc: Rpc) -> Result<Self, Misbehaviour> {
        rpc.call(&cdp::RuntimeEnable {}).await?;
        rpc.call(&cdp::DebuggerEnable {}).await?;
        rpc.call(&cdp::SetPauseOnExceptions { state: "none" }).await?;
        rpc.call(&cdp::SetAsyncCallStackDepth { max_depth: 0 }).await?;
        Ok(Inspector { rpc, script: String::new(), breakpoints: HashMap::new(), run: Run::Nothing })
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
        let compiled = match self.rpc.ask(&request).await? {
            Ok(compiled) => compiled,
            Err(refusal) => return Err(Misbehaviour::Nonsense(refusal.message)),
        };
        match (compiled.script_id, compiled.exception_details) {
            (_, Some(details)) => Ok(Loaded::Rejected(exception_text(&details))),
            (Some(script), None) => {
                self.take(script, Starter::Inspector(context));
                Ok(Loaded::Ready)
            }
            (None, None) => {
                Err(Misbehaviour::Nonsense("compiled to neither script nor error".into()))
            }
        }
    }

    /// Takes a script that was compiled by other means.
    pub fn take(&mut self, script: String, starter: Starter) {
        self.script = script;
        self.run = Run::Loaded(starter);
    }

    /// Performs one action of a session.
    pub async fn perform(&mut self, action: Action) -> Result<Observation, Misbehaviour> {
        match action {
            Action::Break(line) => self.set_breakpoint(line).await,
            Action::Unbreak(line) => self.remove_breakpoint(line).await,
            Action::Start => self.start().await,
            Action::Resume => self.go_on(&cdp::DebuggerResume { terminate_on_resume: false }).await,
            Action::StepIn => self.go_on(&cdp::StepInto {}).await,
            Action::StepOut => self.go_on(&cdp::StepOut {}).await,
            Action::StepOver => self.go_on(&cdp::StepOver {}).await,
        }
    }

    async fn set_breakpoint(&mut self, line: u32) -> Result<Observation, Misbehaviour> {
        let location = cdp::LineLocation { script_id: &self.script, line_number: line - 1 };
        Ok(Observation::BreakpointSet(
            match self.rpc.ask(&cdp::SetBreakpoint { location }).await? {
                Ok(set) => {
                    self.breakpoints.entry(line).or_default().push(set.breakpoint_id);
                    Some(location_of(&set.actual_location))
                }
                Err(_) => None,
            },
        ))
    }

    async fn remove_breakpoint(&mut self, line: u32) -> Result<Observation, Misbehaviour> {
        let Some(id) = self.breakpoints.get_mut(&line).and_then(Vec::pop) else {
            return Ok(Observation::BreakpointRemoved(false));
        };
        let removed = self.rpc.ask(&cdp::RemoveBreakpoint { breakpoint_id: &id }).await?.is_ok();
        Ok(Observation::BreakpointRemoved(removed))
    }

    async fn start(&mut self) -> Result<Observation, Misbehaviour> {
        let Run::Loaded(starter) = std::mem::replace(&mut self.run, Run::Nothing) else {
            return Err(Misbehaviour::Nonsense("nothing is loaded that could be started".into()));
        };
        let ticket = match &starter {
            Starter::Inspector(context) => {
                let request = cdp::RuntimeRunScript {
                    script_id: &self.script,
                    execution_context_id: *context,
                    silent: true,
                };
                self.rpc.post(&request).await?
            }
            Starter::Expression(expression) => self.rpc.post(&evaluation(expression, true)).await?,
        };
        self.run = Run::Going(ticket);
        self.until_pause_or_end().await
    }

    async fn go_on<R: crate::rpc::Request>(
        &mut self,
        request: &R,
    ) -> Result<Observation, Misbehaviour> {
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
                First::Reply(Ok(evaluated)) => {
                    return Ok(Observation::Finished(ending(&evaluated)));
                }
                First::Reply(Err(refusal)) => return Err(Misbehaviour::Nonsense(refusal.message)),
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
            "Page.javascriptDialogOpening" => {
                let answer = self.rpc.post(&cdp::PageHandleDialog { accept: true }).await?;
                self.rpc.forget(answer);
            }
            _ => {}
        }
        Ok(None)
    }

    /// Reads everything that the person in front of a paused program sees.
    async fn observe(&mut self, paused: cdp::Paused) -> Result<Pause, Misbehaviour> {
        let frames = paused.call_frames.iter().filter_map(|frame| {
            let source = self.source(frame)?;
            Some(Frame {
                function: frame.function_name.clone(),
                location: location_of(&frame.location),
                source,
            })
        });
        let stack: Vec<Frame> = frames.take(FRAME_LIMIT).collect();
        let top = paused.call_frames.first().map_or(&[][..], |frame| &frame.scope_chain);
        let mut scopes = Vec::new();
        for (kind, id) in readable_scopes(top) {
            let request = cdp::RuntimeGetProperties { object_id: id, own_properties: true };
            scopes.push((kind, self.rpc.post(&request).await?));
        }
        let mut read = Vec::new();
        for (kind, ticket) in scopes {
            let properties =
                self.rpc.reply(ticket).await?.map_or_else(|_| Vec::new(), |read| read.result);
            let variables = properties.into_iter().map(variable).collect();
            read.push(Scope { kind, variables });
        }
        Ok(Pause { stack, scopes: read })
    }

    /// Which text a frame executes; none for the embedder's own code.
    fn source(&self, frame: &cdp::CallFrame) -> Option<Source> {
        if frame.location.script_id == self.script {
            Some(Source::Program)
        } else if frame.url.is_empty() {
            Some(Source::Eval)
        } else {
            None
        }
    }

    /// Ends the session: the program does not run on, no breakpoint and no pending step is left.
    pub async fn unload(&mut self) -> Result<(), Misbehaviour> {
        for id in std::mem::take(&mut self.breakpoints).into_values().flatten() {
            let removal = self.rpc.post(&cdp::RemoveBreakpoint { breakpoint_id: &id }).await?;
            self.rpc.forget(removal);
        }
        if let Run::Going(ticket) = std::mem::replace(&mut self.run, Run::Nothing) {
            let skip = self.rpc.post(&cdp::SetSkipAllPauses { skip: true }).await?;
            self.rpc.forget(skip);
            let resume = self.rpc.post(&cdp::DebuggerResume { terminate_on_resume: true }).await?;
            self.rpc.forget(resume);
            let _terminated = self.rpc.reply(ticket).await?;
            // Jobs that the program left behind run now, with no pause.
            self.rpc.ask(&evaluation("0", false)).await?.ok();
            self.rpc.call(&cdp::SetSkipAllPauses { skip: false }).await?;
        }
        self.discharge_step().await
    }

    /// A step that ran off the end of a program stays armed and would stop the next one at its
    /// first statement. A pause of our own making uses it up.
    async fn discharge_step(&mut self) -> Result<(), Misbehaviour> {
        let evaluated = self.rpc.post(&evaluation("debugger;", false)).await?;
        let resume = self.rpc.post(&cdp::DebuggerResume { terminate_on_resume: false }).await?;
        self.rpc.reply(evaluated).await?.ok();
        self.rpc.reply(resume).await?.ok();
        self.rpc.drop_events();
        Ok(())
    }
}

/// A request to evaluate an expression in the embedder's own context.
pub fn evaluation(expression: &str, await_promise: bool) -> cdp::RuntimeEvaluate<'_> {
    cdp::RuntimeEvaluate {
        expression,
        include_command_line_api: true,
        await_promise,
        return_by_value: false,
    }
}

/// The scopes to read, with their kinds. Once the frame's own function scope has been passed, what
/// follows belongs to enclosing functions.
fn readable_scopes(chain: &[cdp::Scope]) -> Vec<(ScopeKind, &str)> {
    let has_function = chain.iter().any(|scope| scope.kind == "local");
    let mut own = true;
    let mut readable = Vec::new();
    for scope in chain {
        let kind = match scope.kind.as_str() {
            "global" => continue,
            "script" | "module" => ScopeKind::Script,
            "with" => ScopeKind::With,
            _ if !own => ScopeKind::Closure,
            "local" => ScopeKind::Function,
            "catch" => ScopeKind::Catch,
            "eval" => ScopeKind::Eval,
            "closure" if has_function || own => ScopeKind::Closure,
            _ => ScopeKind::Block,
        };
        own &= kind != ScopeKind::Function && kind != ScopeKind::Closure;
        if let Some(id) = &scope.object.object_id {
            readable.push((kind, id.as_str()));
        }
    }
    readable
}

fn location_of(location: &cdp::ScriptLocation) -> Location {
    Location { line: location.line_number + 1, column: location.column_number }
}

fn ending(evaluated: &cdp::Evaluated) -> Ending {
    match &evaluated.exception_details {
        Some(details) => Ending::Threw(exception_text(details)),
        None => Ending::Completed,
    }
}

/// The first line of an exception's description: without the stack, which names places.
fn exception_text(details: &cdp::ExceptionDetails) -> String {
    let description =
        details.exception.as_ref().and_then(|exception| exception.description.as_deref());
    description.unwrap_or(&details.text).lines().next().unwrap_or_default().to_owned()
}

fn variable(property: cdp::Property) -> Variable {
    Variable { name: property.name, value: property.value.map_or(Value::Uninitialized, value) }
}

/// What a mirror shows.
pub fn value(mirror: cdp::RemoteObject) -> Value {
    use serde_json::Value as Json;
    let description = mirror.description.unwrap_or_default();
    match (mirror.kind.as_str(), mirror.value) {
        ("undefined", _) => Value::Undefined,
        ("boolean", Some(Json::Bool(value))) => Value::Boolean(value),
        // WebKit tells a negative zero by its description only.
        ("number", Some(_)) if description == "-0" => Value::number(-0.0),
        ("number", Some(Json::Number(number))) => {
            Value::number(number.as_f64().unwrap_or(f64::NAN))
        }
        ("number", _) => Value::Number(mirror.unserializable_value.unwrap_or(description)),
        ("bigint", _) => {
            let digits = mirror.unserializable_value.unwrap_or(description);
            Value::BigInt(digits.trim_end_matches('n').to_owned())
        }
        ("string", Some(Json::String(text))) => Value::string(&text),
        ("symbol", _) => {
            let inner = description.strip_prefix("Symbol(").and_then(|rest| rest.strip_suffix(')'));
            Value::Symbol(inner.unwrap_or_default().to_owned())
        }
        ("function", _) => Value::Function,
        ("object", _) if mirror.subtype.as_deref() == Some("null") => Value::Null,
        ("object", _) => Value::Object(mirror.class_name.unwrap_or_default()),
        _ => Value::Unavailable,
    }
}
