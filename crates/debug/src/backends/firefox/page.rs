//! The page that programs run in, one after the other, each in a frame of its own.
//!
//! Firefox gives each frame of a watched tab a debugging target of its own, which costs a session
//! ten milliseconds. The target that the tab itself hands out is the older kind: one thread for
//! the page and all frames in it. It is asked for once, and programs come and go inside it.
//!
//! A program is stopped before its first statement by an interruption "on next", ordered before
//! the program is run: it takes effect where the first frame of the program is entered, when the
//! program is compiled and nothing of it has happened.

use parallax_model::{Goal, Misbehaviour};

use crate::actors::{Actors, Request, Ticket};
use crate::backend::Loaded;
use crate::protocols::rdp;
use crate::rpc::read;

/// The page's address. With the query it differs from the page that a browser starts with.
pub const ADDRESS: &str = "about:blank?parallax";

const HARNESS: &str = include_str!("harness.js");

const OPTIONS: rdp::ThreadOptions = rdp::ThreadOptions {
    pause_overlay: false,
    should_pause_on_debugger_statement: true,
    pause_on_exceptions: false,
    ignore_caught_exceptions: true,
    should_include_saved_frames: false,
    should_include_async_live_frames: false,
    skip_breakpoints: false,
    observe_asm_js: true,
};

/// The page, with the harness in it.
pub struct Page {
    /// The connection.
    pub actors: Actors,
    tab: String,
    target: rdp::Target,
    /// The privileged console of the page's process.
    console: String,
    /// The source that the sentinel is in.
    sentinel: String,
    /// The source of the present program's prelude; empty if there is none.
    prelude: String,
    visits: u32,
}

impl Page {
    /// Prepares the page that a tab shows.
    pub async fn open(mut actors: Actors, tab: String) -> Result<Self, Misbehaviour> {
        let target = actors.call(&tab, &rdp::GetTabTarget {}).await?.frame;
        let console = process_console(&mut actors, target.process).await?;
        let mut page = Page {
            actors,
            tab,
            target,
            console,
            sentinel: String::new(),
            prelude: String::new(),
            visits: 0,
        };
        page.settle().await?;
        Ok(page)
    }

    /// Leaves the page for a new one. The thread keeps the sources of all programs that it has
    /// seen, and with them their realms, as long as it lives.
    pub async fn renew(&mut self) -> Result<(), Misbehaviour> {
        self.actors.depend_on(None);
        self.actors.call(&self.target.actor, &rdp::Detach {}).await?;
        self.visits += 1;
        let url = format!("{ADDRESS}{}", self.visits);
        let navigation = rdp::NavigateTo { url: &url, wait_for_load: true };
        self.actors.call(&self.tab, &navigation).await?;
        let target = self.actors.call(&self.tab, &rdp::GetTabTarget {}).await?.frame;
        if target.process != self.target.process {
            self.console = process_console(&mut self.actors, target.process).await?;
        }
        self.target = target;
        self.actors.drop_events();
        self.settle().await?;
        self.collect_garbage().await
    }

    /// Frees what was left behind, which a busy page would put off until memory is short. Realms
    /// are in cycles of two heaps; it takes both collectors, and the first one again.
    async fn collect_garbage(&mut self) -> Result<(), Misbehaviour> {
        let memory = self.target.memory_actor.clone();
        self.actors.tell(&memory, &rdp::ForceGarbageCollection {}).await?;
        self.actors.tell(&memory, &rdp::ForceCycleCollection {}).await?;
        self.actors.call(&memory, &rdp::ForceGarbageCollection {}).await?;
        Ok(())
    }

    /// Attaches to the page's thread and installs the harness.
    async fn settle(&mut self) -> Result<(), Misbehaviour> {
        let thread = self.target.thread_actor.clone();
        self.actors.depend_on(Some(&thread));
        self.actors.call(&thread, &rdp::Attach { options: &OPTIONS }).await?;
        let harness = harness(self.target.browsing_context, &thread)?;
        let evaluation =
            self.actors.call(&self.console, &rdp::EvaluateJsAsync { text: &harness }).await?;
        let event = self
            .actors
            .event_where(|event| matches!(event.name.as_str(), "paused" | "evaluationResult"))
            .await?;
        if event.name == "evaluationResult" {
            outcome(event.read()?)?;
            return Err(Misbehaviour::Nonsense("the harness was not paused".into()));
        }
        self.sentinel = source(&event.read::<rdp::Paused>()?)?.to_owned();
        self.resume().await?;
        let console = self.console.clone();
        outcome(self.result_of(&console, &evaluation.result).await?)?;
        Ok(())
    }

    /// Sends a request to the page's thread.
    pub async fn post<R: Request>(
        &mut self,
        request: &R,
    ) -> Result<Ticket<R::Reply>, Misbehaviour> {
        self.actors.post(&self.target.thread_actor, request).await
    }

    /// Sends a request to the page's thread, whose success is taken for granted.
    pub async fn tell<R: Request>(&mut self, request: &R) -> Result<(), Misbehaviour> {
        self.actors.tell(&self.target.thread_actor, request).await
    }

    /// Runs a script that prepares the realm of the next program; one that throws is rejected.
    pub async fn prepare(&mut self, prelude: &str, goal: Goal) -> Result<Loaded, Misbehaviour> {
        self.prelude.clear();
        if prelude.is_empty() && goal.is_script() {
            return Ok(Loaded::Ready);
        }
        let told = self.evaluate(&call("prepare", prelude, goal)?).await?;
        let told: (String, String) = serde_json::from_str(told.as_str().unwrap_or_default())
            .map_err(|error| Misbehaviour::Nonsense(error.to_string()))?;
        self.prelude = told.0;
        Ok(if told.1.is_empty() { Loaded::Ready } else { Loaded::Rejected(told.1) })
    }

    /// Runs a program up to its first statement, or to its end if it has none or is rejected.
    /// Returns the address of its source, and the pause.
    pub async fn run(
        &mut self,
        text: &str,
        goal: Goal,
    ) -> Result<(String, rdp::Paused), Misbehaviour> {
        self.tell(&rdp::Interrupt { when: "onNext" }).await?;
        let address = self.evaluate(&call("run", text, goal)?).await?;
        let serde_json::Value::String(address) = address else {
            return Err(Misbehaviour::Nonsense(format!("an address that is none: {address}")));
        };
        Ok((address, self.paused().await?))
    }

    /// Makes the paused program end where it stands when it is resumed.
    pub async fn abandon(&mut self) -> Result<(), Misbehaviour> {
        self.evaluate("parallax.abandon()").await.map(drop)
    }

    /// Has steps pass over lines of the present program. Whether that is possible.
    pub async fn skip(&mut self, first: u32, last: u32) -> Result<bool, Misbehaviour> {
        let told = self.evaluate(&format!("parallax.skip({first}, {last})")).await?;
        Ok(told == serde_json::Value::Bool(true))
    }

    /// What the present program has printed.
    pub async fn printed(&mut self) -> Result<Vec<String>, Misbehaviour> {
        let printed = self.evaluate("parallax.printed()").await?;
        let text = printed.as_str().unwrap_or_default();
        serde_json::from_str(text).map_err(|error| Misbehaviour::Nonsense(error.to_string()))
    }

    /// Evaluates an expression in a frame of the paused program.
    pub async fn evaluate_in(
        &mut self,
        frame: &str,
        text: &str,
    ) -> Result<rdp::EvaluationResult, Misbehaviour> {
        let console = self.target.console_actor.clone();
        let request = rdp::EvaluateInFrame { text, frame_actor: frame };
        let evaluation = self.actors.call(&console, &request).await?;
        self.result_of(&console, &evaluation.result).await
    }

    /// Waits for the next pause.
    pub async fn paused(&mut self) -> Result<rdp::Paused, Misbehaviour> {
        self.actors.event(&self.target.thread_actor, "paused").await?.read()
    }

    /// Lets the thread run on, without waiting for anything.
    pub async fn resume(&mut self) -> Result<(), Misbehaviour> {
        self.tell(&rdp::Resume { resume_limit: None }).await
    }

    /// Whether a place is in the sentinel.
    pub fn is_sentinel(&self, place: &rdp::Place) -> bool {
        place.actor == self.sentinel
    }

    /// Whether a place is in code of ours, which nobody is shown.
    pub fn is_ours(&self, place: &rdp::Place) -> bool {
        self.is_sentinel(place) || place.actor == self.prelude
    }

    async fn evaluate(&mut self, text: &str) -> Result<serde_json::Value, Misbehaviour> {
        let evaluation = self.actors.call(&self.console, &rdp::EvaluateJsAsync { text }).await?;
        let console = self.console.clone();
        outcome(self.result_of(&console, &evaluation.result).await?)
    }

    async fn result_of(
        &mut self,
        console: &str,
        id: &str,
    ) -> Result<rdp::EvaluationResult, Misbehaviour> {
        loop {
            let event = self.actors.event(console, "evaluationResult").await?;
            let result: rdp::EvaluationResult = event.read()?;
            if result.id == id {
                return Ok(result);
            }
        }
    }
}

/// A call of a function of the harness with a text, and whether it is about a module.
fn call(function: &str, text: &str, goal: Goal) -> Result<String, Misbehaviour> {
    let text = json(text)?;
    Ok(match goal {
        Goal::Script => format!("parallax.{function}({text})"),
        Goal::Module => format!("parallax.{function}({text}, true)"),
    })
}

/// The call that installs the harness for a page and its thread.
pub fn harness(page: u64, thread: &str) -> Result<String, Misbehaviour> {
    Ok(format!("{HARNESS}({page}, {})", json(thread)?))
}

/// The console of a process, in which code has the browser's own rights.
async fn process_console(actors: &mut Actors, id: u64) -> Result<String, Misbehaviour> {
    let processes = actors.call("root", &rdp::ListProcesses {}).await?.processes;
    let process = processes.into_iter().find(|process| process.id == id).ok_or_else(|| {
        Misbehaviour::Nonsense("the process of the page is not among the processes".into())
    })?;
    Ok(actors.call(&process.actor, &rdp::GetProcessTarget {}).await?.process.console_actor)
}

/// The source that a pause is in.
fn source(paused: &rdp::Paused) -> Result<&str, Misbehaviour> {
    let place = paused.frame.place.as_ref();
    place
        .map(|place| place.actor.as_str())
        .ok_or_else(|| Misbehaviour::Nonsense("a pause that is nowhere".into()))
}

fn outcome(result: rdp::EvaluationResult) -> Result<serde_json::Value, Misbehaviour> {
    match result.exception_message {
        None => match result.result {
            Some(raw) => read("result", raw.get()),
            None => Ok(serde_json::Value::Null),
        },
        Some(message) => Err(Misbehaviour::Nonsense(format!("the harness failed: {message}"))),
    }
}

fn json(text: &str) -> Result<String, Misbehaviour> {
    serde_json::to_string(text).map_err(|error| Misbehaviour::Nonsense(error.to_string()))
}
