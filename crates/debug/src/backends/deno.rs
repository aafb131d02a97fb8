//! Deno, through V8's inspector on a WebSocket.
//!
//! Deno's inspector serves no messages during a pause in code that a message started, and does not
//! know of `vm` contexts. So the program is run by Deno's own `vm`, from a timer, in the main
//! realm, and each session gets a process of its own. The next one boots while the present session
//! runs.

use std::time::Duration;

use async_trait::async_trait;
use parallax_model::{Action, Family, Goal, Location, Misbehaviour, Observation, Program};
use tokio::process::Command;
use tokio::task::JoinHandle;

use crate::backend::{Ability, Backend, Debugger, Instance, LaunchError, Loaded, NotReady};
use crate::rpc::Rpc;
use crate::transport::{self, Transport};
use crate::v8::{self, EVENTS, Inspector, calling, evaluation};
use parallax_process::{Process, Scratch};

/// Compiles on request, and runs what it compiled from a timer: the promise is settled by another
/// timer, after all jobs of the program.
const STUB: &str = r#"import vm from "node:vm";
let script;
Object.defineProperty(globalThis, "parallaxCompile", {
  value: (text, filename, prelude) => {
    if (prelude) new vm.Script(prelude, { filename: "prelude" }).runInThisContext();
    script = new vm.Script(text, { filename });
  },
});
Object.defineProperty(globalThis, "parallaxCompileModule", {
  value: async (text, identifier, prelude, path, imports) => {
    if (prelude) new vm.Script(prelude, { filename: "prelude" }).runInThisContext();
    const module = new vm.SourceTextModule(text, { identifier });
    const modules = new Map([[path, module]]);
    const paths = new Map([[module, path]]);
    await module.link((name, from) => {
      const base = `file:///${encodeURI(paths.get(from))}`;
      const at = decodeURI(new URL(name, base).pathname.slice(1));
      if (!modules.has(at)) {
        if (!name.startsWith(".") || typeof imports[at] != "string") throw new Error("it imports " + name);
        const found = new vm.SourceTextModule(imports[at], { identifier: `module:${at}` });
        modules.set(at, found);
        paths.set(found, at);
      }
      return modules.get(at);
    });
    Object.defineProperty(globalThis, "parallaxRunModule", {
      value: () => new Promise((resolve, reject) => setTimeout(() => module.evaluate().then(
        () => setTimeout(resolve), (error) => setTimeout(reject, 0, error)))),
    });
  },
});
Object.defineProperty(globalThis, "parallaxRun", {
  value: () => new Promise((resolve, reject) => setTimeout(() => {
    let settle = resolve;
    try { script.runInThisContext(); } catch (error) { settle = () => reject(error); }
    setTimeout(settle);
  })),
});
setTimeout(() => Object.defineProperty(globalThis, "parallaxReady", { value: true }));
setInterval(() => {}, 1 << 30);
"#;

const URL: &str = "parallax:program";
const VERSION: &str = "'Deno/' + Deno.version.deno + ' V8/' + Deno.version.v8";

/// The backend.
pub struct Deno;

#[async_trait]
impl Backend for Deno {
    fn name(&self) -> &'static str {
        "deno"
    }

    fn family(&self) -> Family {
        Family::V8
    }

    fn own_walls(&self) -> Option<&'static str> {
        Some("its permissions: none")
    }

    async fn launch(&self, instance: &Instance) -> Result<Box<dyn Debugger>, LaunchError> {
        if instance.endpoint.is_some() {
            return Err(instance.not_ready(NotReady::NeverAttached("Deno")));
        }
        let host = Host::new(instance).await?;
        Ok(Box::new(Processes {
            version: host.version.clone(),
            present: Some(host),
            next: Next::default(),
            instance: instance.clone(),
        }))
    }
}

/// A Deno process that has not run a program yet.
struct Host {
    inspector: Inspector,
    version: String,
    process: Option<Process>,
    _scratch: Option<Scratch>,
}

impl Host {
    async fn new(instance: &Instance) -> Result<Self, LaunchError> {
        let (scratch, mut process, transport) = match instance.connection.is_there() {
            true => (None, None, transport::attach(instance, "").await?),
            false => {
                let (scratch, process, transport) = start(instance).await?;
                (Some(scratch), Some(process), transport)
            }
        };
        let ready = get_ready(Rpc::new(transport, EVENTS)).await;
        let (inspector, version) =
            ready.map_err(|cause| instance.broken(cause, process.as_mut()))?;
        Ok(Host { inspector, version, process, _scratch: scratch })
    }
}

/// Starts a process, with the connection to its inspector.
async fn start(instance: &Instance) -> Result<(Scratch, Process, Box<dyn Transport>), LaunchError> {
    let scratch =
        Scratch::with_file("stub.mjs", STUB).map_err(|error| instance.not_ready(error))?;
    let mut command = Command::new(&instance.command);
    let sandbox = scratch.confine(&mut command).with_port();
    command
        .args([
            "run",
            "--no-prompt",
            "--no-config",
            "--no-check",
            "--no-remote",
            "--inspect-publish-uid=stderr",
            "--inspect=127.0.0.1:0",
        ])
        .args(&instance.args)
        .arg(scratch.path().join("stub.mjs"))
        .env("DENO_DIR", scratch.path())
        .env("DENO_NO_UPDATE_CHECK", "1");
    let mut process = instance.spawn(&mut command, &sandbox, None)?;
    let transport = transport::attach_to_printed(instance, &mut process).await?;
    Ok((scratch, process, transport))
}

async fn get_ready(rpc: Rpc) -> Result<(Inspector, String), Misbehaviour> {
    let mut inspector = Inspector::over(rpc, false).await?;
    inspector.pass_over_library().await?;
    // The inspector listens before the stub has run, and before Deno's timers can be used.
    while !inspector
        .rpc
        .call(&evaluation("'parallaxReady' in globalThis", false))
        .await?
        .result
        .is_true()
    {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let version = inspector.rpc.call(&evaluation(VERSION, false)).await?.result.text();
    Ok((inspector, version))
}

/// The process of the present session, and the one for the next.
struct Processes {
    present: Option<Host>,
    next: Next,
    version: String,
    instance: Instance,
}

/// A process on its way up, which goes if nobody takes it.
#[derive(Default)]
struct Next(Option<JoinHandle<Result<Host, LaunchError>>>);

impl Next {
    fn begin(&mut self, instance: &Instance) {
        if self.0.is_some() {
            return;
        }
        let instance = instance.clone();
        self.0 = Some(tokio::spawn(async move { Host::new(&instance).await }));
    }

    /// The process, when it is up.
    async fn take(&mut self, instance: &Instance) -> Result<Host, LaunchError> {
        match self.0.take() {
            Some(begun) => {
                begun.await.unwrap_or_else(|_| Err(instance.not_ready(NotReady::GivenUp)))
            }
            None => Host::new(instance).await,
        }
    }
}

impl Drop for Next {
    fn drop(&mut self) {
        if let Some(begun) = &self.0 {
            begun.abort();
        }
    }
}

#[async_trait]
impl Debugger for Processes {
    fn version(&self) -> &str {
        &self.version
    }

    fn abilities(&self) -> &'static [Ability] {
        v8::ABILITIES
    }

    fn processes(&self) -> Vec<u32> {
        self.present.as_ref().and_then(|it| it.process.as_ref()?.id()).into_iter().collect()
    }

    async fn load(&mut self, program: &Program) -> Result<Loaded, Misbehaviour> {
        if self.present.is_none() {
            let host = self.next.take(&self.instance).await;
            self.present = Some(host.map_err(|error| Misbehaviour::Died(error.to_string()))?);
        }
        self.next.begin(&self.instance);
        match program.goal {
            Goal::Script => self.load_script(program).await,
            Goal::Module => self.load_module(program).await,
        }
    }

    async fn perform(&mut self, action: Action) -> Result<Observation, Misbehaviour> {
        self.inspector()?.perform(action).await
    }

    async fn places(&mut self) -> Result<Vec<Location>, Misbehaviour> {
        self.inspector()?.places().await
    }

    async fn unload(&mut self) -> Result<(), Misbehaviour> {
        self.present = None;
        Ok(())
    }
}

impl Processes {
    async fn load_script(&mut self, program: &Program) -> Result<Loaded, Misbehaviour> {
        let inspector = self.inspector()?;
        // Deno reports a script of its `vm` only when it runs. So the inspector compiles the text
        // as well: that one is reported at once, answers where breakpoints go, and never runs.
        let loaded = inspector.compile(&program.text, "parallax:twin", None).await?;
        if loaded == Loaded::Ready {
            let compile = calling("parallaxCompile", program, URL);
            let compiled = inspector.rpc.call(&evaluation(&compile, false)).await?;
            if let Some(details) = compiled.exception_details {
                return Ok(Loaded::Rejected(details.first_line()));
            }
            inspector.run_by(URL, "parallaxRun()")?;
        }
        Ok(loaded)
    }

    /// A module is reported when it is compiled, unlike a script.
    async fn load_module(&mut self, program: &Program) -> Result<Loaded, Misbehaviour> {
        let inspector = self.inspector()?;
        inspector.rpc.drop_events();
        let compile = calling("parallaxCompileModule", program, URL);
        let compiled = inspector.rpc.call(&evaluation(&compile, true)).await?;
        if let Some(details) = compiled.exception_details {
            return Ok(Loaded::Rejected(details.first_line()));
        }
        inspector.adopt(URL, "parallaxRunModule()")?;
        Ok(Loaded::Ready)
    }

    fn inspector(&mut self) -> Result<&mut Inspector, Misbehaviour> {
        let host = self
            .present
            .as_mut()
            .ok_or_else(|| Misbehaviour::Nonsense("no program is loaded".into()))?;
        Ok(&mut host.inspector)
    }
}
