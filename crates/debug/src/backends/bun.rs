//! Bun, through JavaScriptCore's inspector on an inherited descriptor.
//!
//! Bun's inspector does not see the contexts of its `vm` module, and the variables of the main
//! realm stay for good, so each session gets a process of its own. The next one boots while the
//! present session runs: what it is asked waits in the pipe until it can read.

use std::borrow::Cow;
use std::fs;
use std::io;

use async_trait::async_trait;
use parallax_model::{Action, Family, Misbehaviour, Observation, Program};
use tokio::process::Command;

use crate::backend::{Backend, Debugger, Instance, LaunchError, Loaded};
use crate::jsc::{HOST, Inspector, PREFIX, PROGRAM};
use crate::process::{Process, Scratch};
use crate::transport::{self, Prefixed, Transport};

/// What Bun runs: nothing, for ever. `--eval` would not do, for it adds variables to the realm.
const STUB: &str = "require('vm'); setInterval(() => {}, 1e9);\n";

/// Runs a program, which is to be its argument.
///
/// The program's frames have a caller in this script, so what a program throws is told from what
/// its jobs throw. The second timer is due when they have all run.
const RUN: &str = r"(text => {
  const { Script } = process.getBuiltinModule('vm');
  const script = new Script(text, { filename: FILENAME });
  let thrown;
  process.on('uncaughtException', () => {});
  process.on('unhandledRejection', () => {});
  setTimeout(() => { try { script.runInThisContext() } catch (value) { thrown = { value } } });
  setTimeout(() => { debugger; thrown });
})";

/// No network: nothing is installed, no crash is reported. `fd:3` is the pipe to us.
const FLAGS: &[&str] = &["--no-install", "--inspect=fd:3"];
const ENVIRONMENT: &[(&str, &str)] = &[("BUN_ENABLE_CRASH_REPORTING", "0"), ("DO_NOT_TRACK", "1")];

/// Settings of the person's own that would turn the inspector elsewhere.
const FOREIGN: &[&str] =
    &["BUN_INSPECT", "BUN_INSPECT_CONNECT_TO", "BUN_INSPECT_NOTIFY", "BUN_OPTIONS"];

/// Bun's own modules.
const INTERNALS: &str = "^(bun|internal|node):";

/// The backend.
pub struct Bun;

#[async_trait]
impl Backend for Bun {
    fn name(&self) -> &'static str {
        "bun"
    }

    fn family(&self) -> Family {
        Family::Jsc
    }

    async fn launch(&self, instance: &Instance) -> Result<Box<dyn Debugger>, LaunchError> {
        let home = match &instance.endpoint {
            Some(_) => None,
            None => Some(Home::new().map_err(|error| instance.not_ready(error))?),
        };
        let mut first = Realm::open(instance, home.as_ref()).await?;
        let version = match first.inspector.evaluate("navigator.userAgent").await {
            Ok(version) => version,
            Err(cause) => return Err(instance.broken(cause, first.process.as_mut())),
        };
        let instance = instance.clone();
        Ok(Box::new(Realms { present: None, next: Some(first), version, instance, home }))
    }
}

/// The realm of the present session, and the one for the next. Their processes go before the
/// folder that they run in.
struct Realms {
    present: Option<Realm>,
    next: Option<Realm>,
    version: String,
    instance: Instance,
    home: Option<Home>,
}

/// A process that runs one program.
struct Realm {
    inspector: Inspector,
    process: Option<Process>,
}

/// The folder that processes run in, where Bun finds the stub and nobody's settings.
struct Home(Scratch);

impl Home {
    fn new() -> io::Result<Self> {
        let folder = Scratch::new()?;
        fs::write(folder.path().join("stub.js"), STUB)?;
        Ok(Home(folder))
    }

    /// Starts a process, with the connection to its inspector.
    fn start(
        &self,
        instance: &Instance,
    ) -> Result<(Box<dyn Transport>, Option<Process>), LaunchError> {
        let mut command = Command::new(&instance.command);
        command.args(FLAGS).args(&instance.args).arg("stub.js");
        command.current_dir(self.0.path()).envs(ENVIRONMENT.iter().copied());
        for name in FOREIGN {
            command.env_remove(name);
        }
        let (pipe, theirs) = Prefixed::pipe().map_err(|error| instance.not_ready(error))?;
        let process = instance.spawn(&mut command, Some(theirs))?;
        Ok((instance.recorded(Box::new(pipe))?, Some(process)))
    }
}

impl Realm {
    /// Starts a process, or connects to the instance's, without waiting for it.
    ///
    /// A realm that one attaches to cannot be renewed: programs of later sessions find the
    /// top-level variables of earlier ones and cannot declare them again.
    async fn open(instance: &Instance, home: Option<&Home>) -> Result<Self, LaunchError> {
        let (transport, process) = match home {
            Some(home) => home.start(instance)?,
            None => {
                let address = instance.endpoint.as_deref().unwrap_or_default();
                (transport::attach(instance, address).await?, None)
            }
        };
        let inspector = Inspector::enable(transport, INTERNALS).await;
        let inspector = inspector.map_err(|cause| instance.broken(cause, None))?;
        Ok(Realm { inspector, process })
    }

    /// Ends it. Nobody waits for the process, whose memory takes the kernel milliseconds.
    fn close(self) {
        if let Some(process) = self.process {
            process.discard();
        }
    }
}

#[async_trait]
impl Debugger for Realms {
    fn version(&self) -> &str {
        &self.version
    }

    async fn load(&mut self, program: &Program) -> Result<Loaded, Misbehaviour> {
        let realm = match self.next.take() {
            Some(realm) => realm,
            None => Realm::open(&self.instance, self.home.as_ref())
                .await
                .map_err(|error| Misbehaviour::Died(error.to_string()))?,
        };
        let realm = self.present.insert(realm);
        let loaded = realm.inspector.load(&running(&program.text)).await?;
        if self.home.is_some() {
            // If this fails, so will the next session, and say why.
            self.next = Realm::open(&self.instance, self.home.as_ref()).await.ok();
        }
        Ok(loaded)
    }

    async fn perform(&mut self, action: Action) -> Result<Observation, Misbehaviour> {
        match &mut self.present {
            Some(realm) => realm.inspector.perform(action).await,
            None => Err(Misbehaviour::Nonsense("no program is loaded".into())),
        }
    }

    async fn unload(&mut self) -> Result<(), Misbehaviour> {
        if let Some(realm) = self.present.take() {
            realm.close();
        }
        Ok(())
    }
}

/// An expression that runs a program.
fn running(text: &str) -> String {
    // A `#!` line is one only at the very beginning; as another comment it has the same length.
    let text = match text.strip_prefix("#!") {
        Some(rest) => Cow::Owned(format!("//{rest}")),
        None => Cow::Borrowed(text),
    };
    let argument = serde_json::Value::String(format!("{PREFIX}{text}"));
    let filename = serde_json::Value::from(PROGRAM).to_string();
    format!("{}({argument})\n//# sourceURL={HOST}", RUN.replace("FILENAME", &filename))
}
