//! One program's session in the kept page.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use parallax_model::{
    Action, BreakpointRequest, CALLER_LIMIT, Ending, Exceptions, FRAME_LIMIT, Frame, Goal,
    Location, Misbehaviour, Observation, Pause, Program, Scope, ScopeKind, Source, Value, log_line,
};

use super::breakable::{Breakable, Memory};
use super::page::Page;
use super::scopes::{Scopes, beginning, this, value};
use crate::actors::Ticket;
use crate::answer::Answer;
use crate::backend::Loaded;
use crate::inside::{assigned, is_own};
use crate::protocols::rdp::{self, ResumeLimit};

/// A loaded program.
pub struct Session {
    text: Arc<str>,
    goal: Goal,
    /// The address of the program's source.
    url: String,
    /// The actor of the program's source; none if there is nothing in the program to execute.
    source: Option<String>,
    stage: Stage,
    places: Option<Arc<Breakable>>,
    /// The lines with a breakpoint, and where Firefox has it.
    breakpoints: BTreeMap<u32, Location>,
    /// The lines whose breakpoint is a log point.
    log_points: HashMap<u32, Location>,
    /// What log points have logged.
    logged: Vec<String>,
    /// The frames of the pause that was shown last, innermost first.
    frames: Vec<String>,
    /// Whether the innermost of them is a call of a function.
    is_in_function: bool,
    /// Which exceptions pause the program.
    exceptions: Exceptions,
    /// The places from which the script calls outside of all blocks: it has no variables of its own there.
    bare: HashSet<Location>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Before the first statement.
    Loaded,
    /// At a pause in the program.
    Paused,
    /// In the sentinel.
    Ended,
}

/// What became of a program that was given to a page.
pub enum Opened {
    /// A session that can be started.
    Session(Box<Session>),
    /// The engine rejects the program; its words.
    Rejected(String),
}

impl Session {
    /// Loads a program.
    pub async fn load(page: &mut Page, program: &Program) -> Result<Opened, Misbehaviour> {
        if let Loaded::Rejected(why) = page.prepare(&program.prelude, program.goal).await? {
            return Ok(Opened::Rejected(why));
        }
        let (url, paused) = page.run(&program.text, program.goal).await?;
        let place = place(&paused.frame)?;
        let mut session = Session {
            text: program.text.clone(),
            goal: program.goal,
            url,
            source: None,
            stage: Stage::Ended,
            places: None,
            breakpoints: BTreeMap::new(),
            log_points: HashMap::new(),
            logged: Vec::new(),
            frames: Vec::new(),
            is_in_function: false,
            exceptions: Exceptions::None,
            bare: HashSet::new(),
        };
        if !page.is_sentinel(place) {
            forget_pause(page, place).await?;
            session.source = Some(place.actor.clone());
            session.stage = Stage::Loaded;
        } else if let Ending::Threw(reason) = ending(&paused)? {
            // Nothing of it was executed, so it did not even compile.
            page.resume().await?;
            return Ok(Opened::Rejected(reason));
        }
        Ok(Opened::Session(Box::new(session)))
    }

    /// Performs one action.
    pub async fn perform(
        &mut self,
        page: &mut Page,
        memory: &mut Memory,
        action: Action,
    ) -> Result<Observation, Misbehaviour> {
        if let Some(request) = action.breakpoint_request() {
            return self.set_breakpoint(page, memory, &request).await;
        }
        match action {
            Action::Break(_) | Action::BreakAt(_) | Action::BreakIf(..) | Action::Log(..) => {
                Ok(Observation::Unable)
            }
            Action::Evaluate(expression) => self.evaluate(page, 0, &expression).await,
            Action::EvaluateIn(frame, expression) => {
                self.evaluate(page, frame as usize, &expression).await
            }
            Action::Set(name, literal) => {
                let text = format!("{name} = {literal}");
                self.evaluate(page, 0, &text).await.map(assigned)
            }
            Action::Exceptions(which) => self.pause_on(page, which).await,
            Action::RunTo(line) => self.run_to(page, memory, line).await,
            // Of a script there is nothing to begin again: Firefox would run on.
            Action::Restart if !self.is_in_function => Ok(Observation::Unable),
            Action::Restart => self.go(page, Stage::Paused, Some(ResumeLimit::Restart)).await,
            // Its server mixes async callers with others, by an option of the whole page.
            Action::AsyncCallers(_) => Ok(Observation::Unable),
            Action::Skip(first, last) => self.skip(page, first, last).await,
            Action::Output => self.output(page).await,
            Action::Unbreak(line) => self.remove_breakpoint(page, line).await,
            Action::Start if self.source.is_none() => Ok(Observation::Finished(Ending::Completed)),
            Action::Start => self.go(page, Stage::Loaded, None).await,
            Action::Resume => self.go(page, Stage::Paused, None).await,
            Action::StepIn => self.go(page, Stage::Paused, Some(ResumeLimit::Step)).await,
            Action::StepOut => self.go(page, Stage::Paused, Some(ResumeLimit::Finish)).await,
            Action::StepOver => self.go(page, Stage::Paused, Some(ResumeLimit::Next)).await,
        }
    }

    async fn set_breakpoint(
        &mut self,
        page: &mut Page,
        memory: &mut Memory,
        request: &BreakpointRequest,
    ) -> Result<Observation, Misbehaviour> {
        let from = Location { line: request.line, column: request.column.unwrap_or(0) };
        let place = self.places(page, memory).await?.slide(from);
        // A second breakpoint at a place would take the first one's options away.
        let is_log = request.log.is_some();
        let is_taken = |(line, other): (&u32, &Location)| {
            Some(*other) == place && (is_log || self.log_points.contains_key(line))
        };
        if self.breakpoints.iter().any(is_taken) {
            return Ok(Observation::Unable);
        }
        if let Some(place) = place {
            let location = self.breakpoint(place);
            let options = rdp::BreakpointOptions {
                condition: request.condition.as_deref(),
                log_value: request.log.as_deref(),
            };
            let set = rdp::SetBreakpoint { location: &location, options };
            // The reply says nothing, so nobody waits for it; nor is setting it twice a mistake.
            page.tell(&set).await?;
            self.breakpoints.insert(request.line, place);
            if is_log {
                self.log_points.insert(request.line, place);
            }
        }
        Ok(Observation::BreakpointSet(place))
    }

    /// What was printed, by the program and by log points.
    async fn output(&mut self, page: &mut Page) -> Result<Observation, Misbehaviour> {
        // The answer comes behind all that log points have sent.
        let mut lines = page.printed().await?;
        self.keep_logs(page)?;
        lines.extend(self.logged.iter().cloned());
        Ok(Observation::Printed(lines))
    }

    /// Keeps what log points have sent.
    fn keep_logs(&mut self, page: &mut Page) -> Result<(), Misbehaviour> {
        while let Some(event) = page.actors.take_event("consoleAPICall") {
            let rdp::ConsoleCall { message } = event.read()?;
            let own = self.log_points.iter().find(|(_, place)| place.line == message.line_number);
            let line = own.map_or(message.line_number, |(line, _)| *line);
            if let ("logPoint", [logged]) = (message.level.as_str(), &message.arguments[..]) {
                self.logged.push(log_line(line, &value(logged)?));
            }
        }
        Ok(())
    }

    async fn remove_breakpoint(
        &mut self,
        page: &mut Page,
        line: u32,
    ) -> Result<Observation, Misbehaviour> {
        let Some(place) = self.breakpoints.remove(&line) else {
            return Ok(Observation::BreakpointRemoved(false));
        };
        self.keep_logs(page)?;
        self.log_points.remove(&line);
        // Another line's breakpoint may have slid to the same place.
        if !self.breakpoints.values().any(|other| *other == place) {
            remove(page, &self.breakpoint(place)).await?;
        }
        Ok(Observation::BreakpointRemoved(true))
    }

    /// A breakpoint's location as Firefox's own debugger gives it: by the source's address, which
    /// is what makes a `debugger` statement at the same place silent. An address that a comment in
    /// the program gives is another one than that which it was loaded from; then by the actor, as
    /// with a module, whose address is its text.
    fn breakpoint(&self, place: Location) -> rdp::BreakpointLocation<'_> {
        let renamed = self.text.contains("sourceURL") || self.goal == Goal::Module;
        rdp::BreakpointLocation {
            source_url: (!renamed).then_some(&self.url),
            source_id: self.source.as_deref().filter(|_| renamed),
            line: place.line,
            column: place.column,
        }
    }

    async fn pause_on(
        &mut self,
        page: &mut Page,
        which: Exceptions,
    ) -> Result<Observation, Misbehaviour> {
        let request = rdp::PauseOnExceptions {
            pause_on_exceptions: which != Exceptions::None,
            ignore_caught_exceptions: which != Exceptions::All,
        };
        let ticket = page.post(&request).await?;
        page.actors.reply(ticket).await?.expected()?;
        self.exceptions = which;
        Ok(Observation::Done)
    }

    /// Has steps pass over lines.
    async fn skip(
        &mut self,
        page: &mut Page,
        first: u32,
        last: u32,
    ) -> Result<Observation, Misbehaviour> {
        // By its address, which a comment in the program may have changed.
        if self.text.contains("sourceURL") {
            return Ok(Observation::Unable);
        }
        let is_done = page.skip(first, last).await?;
        Ok(if is_done { Observation::Done } else { Observation::Unable })
    }

    /// Runs to a line as Firefox's own debugger does: by a breakpoint that is removed afterwards.
    async fn run_to(
        &mut self,
        page: &mut Page,
        memory: &mut Memory,
        line: u32,
    ) -> Result<Observation, Misbehaviour> {
        let places = self.places(page, memory).await?;
        let Some(place) = places.slide(Location { line, column: 0 }) else {
            return Ok(Observation::Unable);
        };
        // To run there would take the log point away.
        if self.log_points.values().any(|other| *other == place) {
            return Ok(Observation::Unable);
        }
        let is_set = self.breakpoints.values().any(|other| *other == place);
        if !is_set {
            let location = self.breakpoint(place);
            let options = rdp::BreakpointOptions::default();
            page.tell(&rdp::SetBreakpoint { location: &location, options }).await?;
        }
        let shown = self.go(page, Stage::Paused, None).await?;
        if !is_set {
            remove(page, &self.breakpoint(place)).await?;
        }
        Ok(shown)
    }

    async fn evaluate(
        &self,
        page: &mut Page,
        frame: usize,
        expression: &str,
    ) -> Result<Observation, Misbehaviour> {
        let Some(frame) = self.frames.get(frame) else { return Ok(Observation::Unable) };
        let result = page.evaluate_in(frame, expression).await?;
        Ok(Observation::Evaluated(match (result.exception_message, result.result) {
            // The protocol tells this apart by its words only.
            (Some(message), _) if beginning(&message).ends_with("has been optimized out") => {
                Ok(Value::Unavailable)
            }
            (Some(message), _) => Err(beginning(&message)),
            (None, Some(result)) => Ok(value(&result)?),
            (None, None) => Err("no result".into()),
        }))
    }

    /// The program's breakable places.
    pub async fn places(
        &mut self,
        page: &mut Page,
        memory: &mut Memory,
    ) -> Result<Arc<Breakable>, Misbehaviour> {
        if let Some(places) = &self.places {
            return Ok(places.clone());
        }
        let places = match (memory.recall(&self.text), &self.source) {
            (Some(places), _) => places,
            (None, None) => Arc::default(),
            (None, Some(source)) => {
                let request = rdp::GetBreakpointPositions { query: None };
                let reply = page.actors.call(source, &request).await?;
                let places = Arc::new(Breakable::new(&reply.positions));
                memory.remember(self.text.clone(), places.clone());
                places
            }
        };
        self.places = Some(places.clone());
        Ok(places)
    }

    /// Lets the program run to its next pause or its end.
    async fn go(
        &mut self,
        page: &mut Page,
        from: Stage,
        limit: Option<ResumeLimit>,
    ) -> Result<Observation, Misbehaviour> {
        if self.stage != from {
            return Err(Misbehaviour::Nonsense(format!("the program is {:?}", self.stage)));
        }
        self.frames.clear();
        page.tell(&rdp::Resume { resume_limit: limit }).await?;
        // Served in the next pause, which spares the way there and back.
        let callers = page.post(&CALLERS).await?;
        let paused = page.paused().await?;
        if page.is_sentinel(place(&paused.frame)?) {
            self.stage = Stage::Ended;
            page.actors.forget(callers);
            return Ok(Observation::Finished(ending(&paused)?));
        }
        self.stage = Stage::Paused;
        self.frames.push(paused.frame.actor.clone());
        self.is_in_function = paused.frame.kind.as_deref() == Some("call");
        self.observe(page, paused, callers).await.map(Observation::Paused)
    }

    /// Reads everything that the person in front of a paused program sees.
    async fn observe(
        &mut self,
        page: &mut Page,
        paused: rdp::Paused,
        callers: Ticket<rdp::FrameList>,
    ) -> Result<Pause, Misbehaviour> {
        let top = paused.frame;
        let environment = page.actors.post(&top.actor, &rdp::GetEnvironment {}).await?;
        let callers = match page.actors.reply(callers).await? {
            Answer::Given(list) => list.frames,
            // It came while the program ran, which happens when tasks lie between the pauses.
            Answer::Declined(_) => {
                let callers = page.post(&CALLERS).await?;
                page.actors.reply(callers).await?.expected()?.frames
            }
        };
        let own: Vec<&rdp::Frame> =
            callers.iter().filter(|frame| self.frame(page, frame).is_some()).collect();
        self.frames.extend(own.iter().map(|frame| frame.actor.clone()));
        let mut outer = Vec::new();
        for caller in own.into_iter().take(CALLER_LIMIT) {
            let is_bare = bare_place(caller).is_some_and(|it| self.bare.contains(&it));
            let ticket = match is_bare {
                true => None,
                false => Some(page.actors.post(&caller.actor, &rdp::GetEnvironment {}).await?),
            };
            outer.push((caller, ticket));
        }
        let environment = page.actors.reply(environment).await?.expected()?;
        let scopes = self.scopes(&top, &environment)?;
        let scopes = self.read_long(page, scopes, |_| true).await?.read;
        let frames = std::iter::once(&top).chain(&callers);
        let stack = frames.filter_map(|frame| self.frame(page, frame)).collect();
        let mut pause = Pause::new(stack, scopes);
        for (caller, ticket) in outer {
            let environment = match ticket {
                Some(ticket) => page.actors.reply(ticket).await?.given(),
                None => None,
            };
            pause.callers.push(self.caller_scopes(page, caller, environment).await?);
        }
        pause.this = top.this.as_deref().map(this).transpose()?.map(Box::new);
        if let Some(why) = paused.why {
            let finished = why.frame_finished;
            let (returned, thrown) = finished.map_or((None, None), |it| (it.returned, it.thrown));
            pause.returned = returned.as_deref().map(value).transpose()?;
            pause.exception = why.exception.or(thrown).as_deref().map(value).transpose()?;
        }
        pause.bound();
        Ok(pause)
    }

    /// A caller's own scopes.
    async fn caller_scopes(
        &mut self,
        page: &mut Page,
        caller: &rdp::Frame,
        environment: Option<Box<serde_json::value::RawValue>>,
    ) -> Result<Vec<Scope>, Misbehaviour> {
        let mut scopes = match environment {
            Some(environment) => {
                let scopes = self.scopes(caller, &environment)?;
                self.read_long(page, scopes, is_own).await?.read
            }
            None => Vec::new(),
        };
        scopes.retain(|scope| is_own(scope.kind));
        if scopes.is_empty() {
            // Which blocks are around a place does not change.
            self.bare.extend(bare_place(caller));
        }
        Ok(scopes)
    }

    /// Reads the scopes of a frame.
    fn scopes(
        &self,
        frame: &rdp::Frame,
        environment: &serde_json::value::RawValue,
    ) -> Result<Scopes, Misbehaviour> {
        Scopes::new(environment, frame.kind.as_deref() == Some("eval"))
    }

    /// Fetches the strings that are too long for an environment, of the scopes that are wanted.
    async fn read_long(
        &self,
        page: &mut Page,
        mut scopes: Scopes,
        is_wanted: impl Fn(ScopeKind) -> bool,
    ) -> Result<Scopes, Misbehaviour> {
        let mut long = std::mem::take(&mut scopes.long);
        long.retain(|it| scopes.read.get(it.scope).is_some_and(|scope| is_wanted(scope.kind)));
        let mut texts = Vec::with_capacity(long.len());
        for string in &long {
            let request = rdp::Substring { start: 0, end: string.length };
            texts.push(page.actors.post(&string.actor, &request).await?);
        }
        for (string, text) in long.iter().zip(texts) {
            if let Some(text) = page.actors.reply(text).await?.given() {
                scopes.fill(string, &text.substring);
            }
        }
        Ok(scopes)
    }

    /// A frame of the program or of text that it made.
    fn frame(&self, page: &Page, frame: &rdp::Frame) -> Option<Frame> {
        let place = frame.place.as_ref().filter(|place| !page.is_ours(place))?;
        let is_program = self.source.as_deref() == Some(&place.actor);
        Some(Frame {
            function: frame.display_name.clone().unwrap_or_default(),
            location: Location { line: place.line, column: place.column },
            source: if is_program { Source::Program } else { Source::Eval },
        })
    }

    /// Ends the session: the program does not run on, and no breakpoint is left.
    pub async fn unload(mut self, page: &mut Page) -> Result<(), Misbehaviour> {
        let mut places: Vec<_> = std::mem::take(&mut self.breakpoints).into_values().collect();
        places.sort_unstable();
        places.dedup();
        for place in places {
            remove(page, &self.breakpoint(place)).await?;
        }
        if self.exceptions != Exceptions::None {
            self.pause_on(page, Exceptions::None).await?;
        }
        if self.stage != Stage::Ended {
            self.abandon(page).await?;
        }
        // Out of the sentinel; the harness then removes the program's frame.
        page.resume().await
    }

    /// Ends the program where it stands.
    async fn abandon(&self, page: &mut Page) -> Result<(), Misbehaviour> {
        page.abandon().await?;
        // Firefox can end a program at any pause but that before the first statement.
        let mut limit = (self.stage == Stage::Loaded).then_some(ResumeLimit::Step);
        loop {
            let request = rdp::Resume { resume_limit: limit.take() };
            page.tell(&request).await?;
            // A job that the program left behind may be paused by a `debugger` statement.
            let paused = page.paused().await?;
            if page.is_sentinel(place(&paused.frame)?) {
                return Ok(());
            }
        }
    }
}

/// The place of a frame that is that of the script itself.
fn bare_place(frame: &rdp::Frame) -> Option<Location> {
    let place = frame.place.as_ref().filter(|_| frame.kind.as_deref() == Some("global"))?;
    Some(Location { line: place.line, column: place.column })
}

/// A pause comes with its innermost frame; these are the others.
const CALLERS: rdp::Frames = rdp::Frames { start: 1, count: FRAME_LIMIT - 1 };

/// Makes Firefox forget where it paused last. A `debugger` statement or a breakpoint at the very
/// place of the last pause does not pause again, whatever happened in between; the removal of a
/// breakpoint there, even of one that never was, clears this.
async fn forget_pause(page: &mut Page, place: &rdp::Place) -> Result<(), Misbehaviour> {
    let nowhere = rdp::BreakpointLocation {
        source_url: Some("parallax:nowhere"),
        source_id: None,
        line: place.line,
        column: place.column,
    };
    remove(page, &nowhere).await
}

async fn remove(
    page: &mut Page,
    location: &rdp::BreakpointLocation<'_>,
) -> Result<(), Misbehaviour> {
    page.tell(&rdp::RemoveBreakpoint { location }).await
}

fn place(frame: &rdp::Frame) -> Result<&rdp::Place, Misbehaviour> {
    frame.place.as_ref().ok_or_else(|| Misbehaviour::Nonsense("a pause that is nowhere".into()))
}

/// How the program ended, from the arguments that the harness called the sentinel with: the event
/// that ended the script, and the message of the first uncaught exception.
fn ending(paused: &rdp::Paused) -> Result<Ending, Misbehaviour> {
    let argument = |at: usize| paused.frame.arguments.get(at).map(|raw| beginning(raw));
    if argument(0).as_deref() != Some("load") {
        return Err(Misbehaviour::Nonsense("the program's text did not load".into()));
    }
    let message = argument(1).unwrap_or_default();
    Ok(match message.lines().next() {
        None => Ending::Completed,
        Some(line) => Ending::Threw(line.to_owned()),
    })
}
