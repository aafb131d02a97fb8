//! Node, any version, through V8's inspector on a WebSocket.
//!
//! One process serves many sessions, each in a `vm` context of its own. Versions that do not show
//! such contexts to the inspector (8 does not) run the program in their main context instead, and
//! get a new process for each session. A program of Node's `vm` is reported only when it runs, so
//! the inspector compiles the text as well: that one answers where breakpoints go, and never runs.

use std::ffi::OsString;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use parallax_model::{Action, Family, Goal, Location, Misbehaviour, Observation, Program};
use tokio::process::Command;

use super::node_worker;
use crate::backend::{Ability, Backend, Debugger, Instance, LaunchError, Loaded};
use crate::protocols::cdp;
use crate::rpc::Rpc;
use crate::transport::{self, Transport};
use crate::v8::{self, EVENTS, Inspector, calling, evaluation, with_command_line};
use parallax_process::{Process, Scratch};

pub(super) mod permissions;

/// Keeps the process alive and idle. A rejection that nobody handles, even that of the promise which
/// the inspector makes of ours, would end it in new versions and print a warning in old ones.
pub(super) const STUB: &str = "process.on('unhandledRejection', function () {});
process.parallaxReady = true; setInterval(function () {}, 1 << 30);\n";

/// Makes a realm and compiles a program for it, both kept alive until the next are made. Since 22.8
/// a context can have an ordinary global object; before, an object of the caller's was put in front
/// of it. The program is run from a timer, and the promise settled by what comes after its jobs: a
/// script that the inspector itself runs leaves its jobs to Node's next turn, and whatever is
/// evaluated to wait for them is evaluated in the midst of them.
const PREPARE: &str = "(function (text, filename, prelude) {
  var vm = (typeof require === 'function' ? require : process.mainModule.require)('vm');
  var realm = vm.createContext(vm.constants && vm.constants.DONT_CONTEXTIFY || {});
  var script = new vm.Script(text, { filename: filename });
  var before = new vm.Script(prelude, { filename: 'prelude' });
  process.parallaxRun = function (isolated) {
    return new Promise(function (resolve, reject) {
      setTimeout(function () {
        var settle = resolve;
        try {
          isolated ? before.runInContext(realm) : before.runInThisContext();
          isolated ? script.runInContext(realm) : script.runInThisContext();
        }
        catch (error) { settle = function () { reject(error); }; }
        setImmediate(setImmediate, settle);
      });
    });
  };
})";

/// The same for a module, which versions since 12 make in this way when they are told to by a flag.
/// It is reported when it is compiled, before it runs. The modules that it imports have addresses that steps pass
/// over.
const PREPARE_MODULE: &str = "(function (text, filename, prelude, path, imports) {
  var vm = (typeof require === 'function' ? require : process.mainModule.require)('vm');
  var realm = vm.createContext(vm.constants && vm.constants.DONT_CONTEXTIFY || {});
  var before = new vm.Script(prelude, { filename: 'prelude' });
  if (!vm.SourceTextModule) throw new Error('start Node with --experimental-vm-modules');
  var module = new vm.SourceTextModule(text, { identifier: filename, context: realm });
  var modules = new Map([[path, module]]), paths = new Map([[module, path]]);
  function find(name, from) {
    var at = decodeURI(new URL(name, 'file:///' + encodeURI(paths.get(from))).pathname.slice(1));
    if (!modules.has(at)) {
      if (!/^[.]/.test(name) || typeof imports[at] != 'string') throw new Error('it imports ' + name);
      var found = new vm.SourceTextModule(imports[at], { identifier: 'module:' + at, context: realm });
      modules.set(at, found);
      paths.set(found, at);
    }
    return modules.get(at);
  }
  process.parallaxRun = function () {
    return new Promise(function (resolve, reject) {
      setTimeout(function () {
        before.runInContext(realm);
        module.evaluate().then(
          function () { setImmediate(setImmediate, resolve); },
          function (error) { setImmediate(setImmediate, reject, error); });
      });
    });
  };
  return module.link(find);
})";

/// Lets Node's `vm` make modules.
const MODULES: &str = "--experimental-vm-modules";

const VERSION: &str = "'Node/' + process.versions.node + ' V8/' + process.versions.v8";

/// The inspector keeps every script that it has seen, so the process is replaced now and then.
const SESSIONS_A_PROCESS: u64 = 100;

/// The backend.
pub struct Node;

#[async_trait]
impl Backend for Node {
    fn name(&self) -> &'static str {
        "node"
    }

    fn family(&self) -> Family {
        Family::V8
    }

    fn own_walls(&self) -> Option<&'static str> {
        Some("its permissions, where it has them: none")
    }

    async fn launch(&self, instance: &Instance) -> Result<Box<dyn Debugger>, LaunchError> {
        launch(instance, Thread::Main).await
    }
}

/// The thread of a process that programs run in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Thread {
    Main,
    /// A worker thread; the main one only carries its messages.
    Worker,
}

pub(super) async fn launch(
    instance: &Instance,
    thread: Thread,
) -> Result<Box<dyn Debugger>, LaunchError> {
    Ok(Box::new(Realms {
        host: Host::new(instance, Goal::Script, thread).await?,
        instance: instance.clone(),
        thread,
        sessions: 0,
        stale: false,
        text: "".into(),
    }))
}

/// A Node process with its inspector.
struct Host {
    inspector: Inspector,
    version: String,
    /// What it can run; a module needs a flag that old versions do not have.
    goal: Goal,
    process: Option<Process>,
    _scratch: Option<Scratch>,
}

impl Host {
    async fn new(instance: &Instance, goal: Goal, thread: Thread) -> Result<Self, LaunchError> {
        let (scratch, mut process, transport) = match &instance.endpoint {
            _ if instance.connection.is_there() => {
                (None, None, transport::attach(instance, "").await?)
            }
            Some(address) => (None, None, transport::attach(instance, address).await?),
            None => {
                let scratch = Scratch::with_file("stub.js", STUB)
                    .map_err(|error| instance.not_ready(error))?;
                let mut command = Command::new(&instance.command);
                let sandbox = scratch.confine(&mut command).with_port();
                command
                    .arg("--inspect-brk=127.0.0.1:0")
                    .args(flags(&instance.command, scratch.path(), thread).await)
                    .args((goal == Goal::Module).then_some(MODULES))
                    .args(&instance.args)
                    .arg(scratch.path().join("stub.js"));
                let mut process = instance.spawn(&mut command, &sandbox, None)?;
                let transport = transport::attach_to_printed(instance, &mut process).await?;
                (Some(scratch), Some(process), transport)
            }
        };
        let is_ours = instance.endpoint.is_none();
        let ready = match thread {
            Thread::Main => get_ready(Rpc::new(transport, EVENTS), is_ours).await,
            Thread::Worker => get_worker_ready(transport, is_ours).await,
        };
        let (inspector, version) =
            ready.map_err(|cause| instance.broken(cause, process.as_mut()))?;
        Ok(Host { inspector, version, goal, process, _scratch: scratch })
    }
}

/// What a version of Node can be told; a worker is a permission of its own where there are permissions.
async fn flags(node: &Path, folder: &Path, thread: Thread) -> Vec<OsString> {
    let mut flags = permissions::flags(node, folder, true).await;
    if thread == Thread::Worker && flags.iter().any(|it| it == "--permission") {
        flags.push("--allow-worker".into());
    }
    flags
}

impl Host {
    /// Whether its `vm` makes modules as they are asked for here, with or without the flag.
    fn makes_modules(&self) -> bool {
        let number = self.version.strip_prefix("Node/").and_then(|rest| rest.split('.').next());
        number.and_then(|number| number.parse::<u32>().ok()).is_some_and(|major| major >= 12)
    }
}

/// The same for a worker thread, with an inspector of its own.
async fn get_worker_ready(
    transport: Box<dyn Transport>,
    launched: bool,
) -> Result<(Inspector, String), Misbehaviour> {
    let rpc = Rpc::new(transport, node_worker::EVENTS);
    let mut main = Inspector::over(rpc, launched).await?;
    if launched {
        pass_first_break(&mut main.rpc).await?;
    }
    let worker = node_worker::enter(main.rpc).await?;
    let mut inspector = Inspector::over(Rpc::new(worker, EVENTS), true).await?;
    wait_for_stub(&mut inspector.rpc).await?;
    inspector.pass_over_library().await?;
    let version = inspector.rpc.call(&evaluation(VERSION, false)).await?.result.text();
    Ok((inspector, version))
}

async fn get_ready(rpc: Rpc, launched: bool) -> Result<(Inspector, String), Misbehaviour> {
    let mut inspector = Inspector::over(rpc, launched).await?;
    if launched {
        pass_first_break(&mut inspector.rpc).await?;
    }
    inspector.pass_over_library().await?;
    let version = inspector.rpc.call(&evaluation(VERSION, false)).await?.result.text();
    Ok((inspector, version))
}

/// Waits until the stub has run. A process that waits for its debugger is ready to be asked when it
/// breaks on the stub's first line; asked before its own set-up is done, some versions crash. The
/// request to go on is lost when it comes before the process has begun to wait, so it is repeated.
async fn pass_first_break(rpc: &mut Rpc) -> Result<(), Misbehaviour> {
    let patience = Duration::from_millis(200);
    while tokio::time::timeout(patience, rpc.event_named("Debugger.paused")).await.is_err() {
        rpc.call(&cdp::RunIfWaiting {}).await?;
    }
    rpc.call(&cdp::DebuggerResume { terminate_on_resume: false }).await?;
    wait_for_stub(rpc).await
}

/// Waits until the stub has run. Before that, a context of Node's own may still be reported.
async fn wait_for_stub(rpc: &mut Rpc) -> Result<(), Misbehaviour> {
    while !rpc.call(&evaluation("process.parallaxReady", false)).await?.result.is_true() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    Ok(())
}

/// A debugger that makes a realm for each session.
struct Realms {
    host: Host,
    instance: Instance,
    thread: Thread,
    sessions: u64,
    /// Whether a program has run in the main context, where it left its variables.
    stale: bool,
    /// Of the program that was loaded last.
    text: Arc<str>,
}

#[async_trait]
impl Debugger for Realms {
    fn version(&self) -> &str {
        &self.host.version
    }

    fn abilities(&self) -> &'static [Ability] {
        v8::ABILITIES_WITH_COVERAGE
    }

    fn processes(&self) -> Vec<u32> {
        self.host.process.as_ref().and_then(Process::id).into_iter().collect()
    }

    async fn load(&mut self, program: &Program) -> Result<Loaded, Misbehaviour> {
        if program.goal == Goal::Module && !self.host.makes_modules() {
            return Ok(Loaded::Rejected("modules can be debugged since Node 12".into()));
        }
        self.renew(program.goal).await?;
        self.sessions += 1;
        self.text = program.text.clone();
        let url = format!("parallax:{}", self.sessions);
        self.host.inspector.rpc.drop_events();
        match program.goal {
            Goal::Script => self.load_script(program, &url).await,
            Goal::Module => self.load_module(program, &url).await,
        }
    }

    async fn perform(&mut self, action: Action) -> Result<Observation, Misbehaviour> {
        self.host.inspector.perform(action).await
    }

    async fn begin_coverage(&mut self) -> Result<(), Misbehaviour> {
        self.host.inspector.begin_coverage().await
    }

    async fn end_coverage(&mut self) -> Result<Vec<Range<Location>>, Misbehaviour> {
        self.host.inspector.end_coverage(&self.text).await
    }

    async fn places(&mut self) -> Result<Vec<Location>, Misbehaviour> {
        self.host.inspector.places().await
    }

    async fn unload(&mut self) -> Result<(), Misbehaviour> {
        if self.stale {
            return Ok(()); // the process goes with all it holds
        }
        self.host.inspector.unload().await
    }
}

impl Realms {
    /// Takes a new process if the present one is worn, or cannot run what is to come.
    async fn renew(&mut self, goal: Goal) -> Result<(), Misbehaviour> {
        let is_ours = self.instance.endpoint.is_none();
        let is_worn = self.sessions > 0 && self.sessions.is_multiple_of(SESSIONS_A_PROCESS);
        let is_unfit = goal == Goal::Module && self.host.goal == Goal::Script;
        if self.stale || is_ours && (is_worn || is_unfit) {
            let goal = if is_unfit { goal } else { self.host.goal };
            self.host = Host::new(&self.instance, goal, self.thread)
                .await
                .map_err(|error| Misbehaviour::Died(error.to_string()))?;
        }
        Ok(())
    }

    async fn load_script(&mut self, program: &Program, url: &str) -> Result<Loaded, Misbehaviour> {
        let inspector = &mut self.host.inspector;
        let request = calling(PREPARE, program, url);
        let prepared = inspector.rpc.call(&with_command_line(&request)).await?;
        if let Some(details) = prepared.exception_details {
            return Ok(Loaded::Rejected(details.first_line()));
        }
        let context = match inspector.rpc.take_event("Runtime.executionContextCreated") {
            Some(event) => Some(event.params::<cdp::ContextCreated>()?.context.id),
            None => None,
        };
        self.stale = context.is_none();
        let loaded = inspector.compile(&program.text, "parallax:twin", context).await?;
        inspector.run_by(url, &format!("process.parallaxRun({})", context.is_some()))?;
        Ok(loaded)
    }

    async fn load_module(&mut self, program: &Program, url: &str) -> Result<Loaded, Misbehaviour> {
        let inspector = &mut self.host.inspector;
        let request = calling(PREPARE_MODULE, program, url);
        let request = cdp::RuntimeEvaluate { await_promise: true, ..with_command_line(&request) };
        let prepared = inspector.rpc.call(&request).await?;
        if let Some(details) = prepared.exception_details {
            return Ok(Loaded::Rejected(details.first_line()));
        }
        inspector.adopt(url, "process.parallaxRun()")?;
        Ok(Loaded::Ready)
    }
}
