//! Bun, through JavaScriptCore's inspector on an inherited descriptor.
//!
//! Bun's inspector does not see the contexts of its `vm` module, and the variables of the main
//! realm stay for good, so each session gets a process of its own. The next one boots while the
//! present session runs: what it is asked waits in the pipe until it can read.

use std::borrow::Cow;
use std::io;

use async_trait::async_trait;
use parallax_model::{
    Action, Exceptions, Family, Goal, Location, Misbehaviour, Observation, Program,
};
use tokio::process::Command;

use crate::backend::{Ability, Backend, Debugger, Instance, LaunchError, Loaded};
use crate::jsc::{self, HOST, Inspector, PREFIX, PROGRAM};
use crate::transport::{self, Prefixed, Transport};
use crate::v8;
use parallax_process::{Process, Scratch};

/// What Bun runs: nothing, for ever. `--eval` would not do, for it adds variables to the realm.
const STUB: &str = "require('vm'); setInterval(() => {}, 1e9);\n";

/// Runs a program after its prelude, which are to be its arguments.
///
/// The program's frames have a caller in this script, so what a program throws is told from what
/// its jobs throw. Nothing here catches it, so that it is uncaught for the debugger too. The second
/// timer is due when they have all run.
const RUN: &str = r"((text, prelude) => {
  const { Script } = process.getBuiltinModule('vm');
  const script = new Script(text, { filename: FILENAME });
  if (prelude) new Script(prelude, { filename: 'internal:prelude' }).runInThisContext();
  let thrown;
  let fails;
  process.on('uncaughtException', value => { if (fails) thrown ??= { value } });
  process.on('unhandledRejection', () => {});
  setTimeout(() => { fails = true; script.runInThisContext(); fails = false });
  setTimeout(() => { debugger; thrown });
})";

/// The same for a module. The inspector knows it by a comment only, which is on the line of the prefix. Those that it imports are as Bun's own.
const RUN_MODULE: &str = r"((text, prelude, path, imports) => {
  const { Script, SourceTextModule } = process.getBuiltinModule('vm');
  const module = new SourceTextModule(text.replace('\n', '//# sourceURL=' + FILENAME + '\n'));
  if (prelude) new Script(prelude, { filename: 'internal:prelude' }).runInThisContext();
  let thrown;
  process.on('uncaughtException', () => {});
  process.on('unhandledRejection', () => {});
  const modules = new Map([[path, module]]), paths = new Map([[module, path]]);
  const find = (name, from) => {
    const at = decodeURI(new URL(name, 'file:///' + encodeURI(paths.get(from))).pathname.slice(1));
    if (!modules.has(at)) {
      if (!/^[.]/.test(name) || typeof imports[at] != 'string') throw new Error('it imports ' + name);
      const found = new SourceTextModule(imports[at] + '\n//# sourceURL=internal:module/' + at);
      modules.set(at, found);
      paths.set(found, at);
    }
    return modules.get(at);
  };
  const linked = module.link(find);
  setTimeout(() => linked.then(() => module.evaluate()).catch(value => { thrown = { value } })
    .then(() => setTimeout(() => { debugger; thrown })));
})";

/// No network: nothing is installed, no crash is reported. `fd:3` is the pipe to us. Bun waits for
/// the debugger, or the debugger would not know the modules of Bun's own that came before it.
const FLAGS: &[&str] = &["--no-install", "--inspect-wait=fd:3"];
pub(super) const ENVIRONMENT: &[(&str, &str)] =
    &[("BUN_ENABLE_CRASH_REPORTING", "0"), ("DO_NOT_TRACK", "1")];

/// Settings of the person's own that would turn the inspector elsewhere.
pub(super) const FOREIGN: &[&str] =
    &["BUN_INSPECT", "BUN_INSPECT_CONNECT_TO", "BUN_INSPECT_NOTIFY", "BUN_OPTIONS"];

/// Bun's own modules, and the prelude.
pub(super) const INTERNALS: &str = "^(bun|internal|node):";

const VERSION: &str = "navigator.userAgent";

/// The commit of WebKit that it is built with.
const ENGINE: &str = "' WebKit/' + process.versions.webkit.slice(0, 12)";

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
            None if instance.connection.is_there() => None,
            None => Some(Home::new().map_err(|error| instance.not_ready(error))?),
        };
        let mut first = Realm::open(instance, home.as_ref()).await?;
        let version = match first.version().await {
            Ok(version) => version,
            Err(cause) => return Err(instance.broken(cause, first.process.as_mut())),
        };
        let instance = instance.clone();
        Ok(Box::new(Realms {
            present: None,
            next: Some(first),
            lines: 0,
            goal: Goal::Script,
            version,
            instance,
            home,
        }))
    }
}

/// The realm of the present session, and the one for the next. Their processes go before the
/// folder that they run in.
struct Realms {
    present: Option<Realm>,
    next: Option<Realm>,
    /// Of the present program.
    lines: u32,
    goal: Goal,
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
        Scratch::with_file("stub.js", STUB).map(Home)
    }

    /// Starts a process, with the connection to its inspector.
    fn start(
        &self,
        instance: &Instance,
    ) -> Result<(Box<dyn Transport>, Option<Process>), LaunchError> {
        let mut command = Command::new(&instance.command);
        let sandbox = self.0.confine(&mut command);
        command.args(FLAGS).args(&instance.args).arg("stub.js");
        command.current_dir(self.0.path()).envs(ENVIRONMENT.iter().copied());
        for name in FOREIGN {
            command.env_remove(name);
        }
        let (pipe, theirs) = Prefixed::pipe().map_err(|error| instance.not_ready(error))?;
        let process = instance.spawn(&mut command, &sandbox, Some(theirs))?;
        Ok((instance.observed(Box::new(pipe))?, Some(process)))
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

    /// What it is, and its engine if it says so.
    async fn version(&mut self) -> Result<String, Misbehaviour> {
        let version = self.inspector.evaluate(VERSION).await?;
        let engine = self.inspector.evaluate(ENGINE).await?;
        Ok(if engine.starts_with(" WebKit/") { version + &engine } else { version })
    }

    /// Ends it. Nobody waits for a process, whose memory takes the kernel milliseconds; what was
    /// attached to has to be let go in so many words, or it stays paused.
    async fn close(mut self) -> Result<(), Misbehaviour> {
        match self.process {
            Some(process) => process.discard(),
            None => self.inspector.disable().await?,
        }
        Ok(())
    }
}

#[async_trait]
impl Debugger for Realms {
    fn version(&self) -> &str {
        &self.version
    }

    fn abilities(&self) -> &'static [Ability] {
        jsc::ABILITIES
    }

    fn processes(&self) -> Vec<u32> {
        let realms = [&self.present, &self.next].into_iter().flatten();
        realms.filter_map(|it| it.process.as_ref()?.id()).collect()
    }

    async fn load(&mut self, program: &Program) -> Result<Loaded, Misbehaviour> {
        (self.lines, self.goal) = (program.line_count(), program.goal);
        let realm = match self.next.take() {
            Some(realm) => realm,
            None => Realm::open(&self.instance, self.home.as_ref())
                .await
                .map_err(|error| Misbehaviour::Died(error.to_string()))?,
        };
        let realm = self.present.insert(realm);
        let loaded = realm.inspector.load(&running(program)).await?;
        if self.home.is_some() {
            // If this fails, so will the next session, and say why.
            self.next = Realm::open(&self.instance, self.home.as_ref()).await.ok();
        }
        Ok(loaded)
    }

    async fn perform(&mut self, action: Action) -> Result<Observation, Misbehaviour> {
        let is_about_uncaught = action == Action::Exceptions(Exceptions::Uncaught);
        match &mut self.present {
            // What a module throws rejects a promise, which is handled.
            Some(_) if is_about_uncaught && self.goal == Goal::Module => Ok(Observation::Unable),
            Some(realm) => realm.inspector.perform(action).await,
            None => Err(Misbehaviour::Nonsense("no program is loaded".into())),
        }
    }

    async fn places(&mut self) -> Result<Vec<Location>, Misbehaviour> {
        match &mut self.present {
            Some(realm) => realm.inspector.places(self.lines).await,
            None => Ok(Vec::new()),
        }
    }

    async fn unload(&mut self) -> Result<(), Misbehaviour> {
        match self.present.take() {
            Some(realm) => realm.close().await,
            None => Ok(()),
        }
    }
}

/// An expression that runs a program.
fn running(program: &Program) -> String {
    // A `#!` line is one only at the very beginning; as another comment it has the same length.
    let text = match program.text.strip_prefix("#!") {
        Some(rest) => Cow::Owned(format!("//{rest}")),
        None => Cow::Borrowed(&*program.text),
    };
    let prelude = serde_json::Value::from(&*program.prelude);
    let argument = serde_json::Value::String(format!("{PREFIX}{text}"));
    let filename = serde_json::Value::from(PROGRAM).to_string();
    let (run, arguments) = match program.goal {
        Goal::Script => (RUN, format!("{argument}, {prelude}")),
        Goal::Module => {
            let path = serde_json::Value::from(&*program.name);
            let imports = v8::imports(program);
            (RUN_MODULE, format!("{argument}, {prelude}, {path}, {imports}"))
        }
    };
    format!("{}({arguments})\n//# sourceURL={HOST}", run.replace("FILENAME", &filename))
}

#[cfg(test)]
mod tests {
    use parallax_model::{Ending, Location, Value, parse_actions};

    use super::*;
    use crate::transport::Replayed;

    const WIRE: &str = include_str!("../../tests/wires/bun.wire");
    const TEXT: &str = "// Adds.\n\nfunction add(x) {\n  let y = eval('x + 1');\n  return y;\n}\n\
        let a = add(1);\nthrow new Error('no');\n";
    const ACTIONS: &str = "break 1; break 2; break 9; break 4; break 7; unbreak 1; unbreak 9; \
        start; in; in; unbreak 2; resume";

    /// Replays a session on a recorded wire.
    async fn replay(wire: &str) -> Result<Vec<Observation>, Misbehaviour> {
        let transport = Box::new(Replayed::new(wire));
        let mut inspector = Inspector::enable(transport, INTERNALS).await?;
        assert_eq!(inspector.evaluate(VERSION).await?, "Bun/1.4.4");
        assert_eq!(inspector.load(&running(&Program::new("p", TEXT))).await?, Loaded::Ready);
        let mut observations = Vec::new();
        for action in parse_actions(ACTIONS).unwrap() {
            observations.push(inspector.perform(action).await?);
        }
        Ok(observations)
    }

    #[tokio::test]
    async fn a_recorded_session_reads_as_it_was() {
        let shown = replay(WIRE).await.unwrap();
        let set = |line, column| Observation::BreakpointSet(Some(Location { line, column }));
        assert_eq!(shown[0], set(7, 0));
        assert_eq!(shown[1], set(7, 0), "where the first one is");
        assert_eq!(shown[2], Observation::BreakpointSet(None));
        assert_eq!(shown[3], set(4, 2));
        assert_eq!(shown[4], set(7, 0));
        assert_eq!(shown[5], Observation::BreakpointRemoved(true));
        assert_eq!(shown[6], Observation::BreakpointRemoved(false));
        let pause = shown[7].pause().unwrap();
        assert_eq!(pause.stack.len(), 1, "frames of the host are not shown");
        assert_eq!(pause.scopes[0].variables[0].value, Value::Uninitialized);
        let names = |at: usize| {
            let stack = &shown[at].pause().unwrap().stack;
            stack.iter().map(|frame| frame.function.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(names(8), ["add", "global code"]);
        assert_eq!(names(9), ["eval code", "add", "global code"]);
        assert_eq!(shown[10], Observation::BreakpointRemoved(true));
        assert_eq!(shown[11], Observation::Finished(Ending::Threw("Error: no".into())));
    }

    #[tokio::test]
    async fn a_wire_that_ends_anywhere_is_a_death() {
        let lines: Vec<&str> = WIRE.lines().collect();
        for length in 1..lines.len() {
            let answer = replay(&lines[..length].join("\n")).await;
            assert!(matches!(answer, Err(Misbehaviour::Died(_))), "{length}: {answer:?}");
        }
    }

    #[tokio::test]
    async fn messages_of_the_wrong_shape_are_nonsense() {
        let (paused, set) = ("\"callFrames\":[", "\"actualLocation\":{");
        for (part, rubbish) in
            [(paused, "\"callFrames\":[7,"), (set, "\"actualLocation\":{\"scriptId\":7,")]
        {
            let answer = replay(&WIRE.replace(part, rubbish)).await;
            assert!(matches!(answer, Err(Misbehaviour::Nonsense(_))), "{answer:?}");
        }
    }

    #[test]
    fn the_text_is_run_below_the_prefix() {
        let running = |text: &str| running(&Program::new("p", text));
        assert!(running("a('\u{2028}\"');").contains(r#""\"\";\na('"#));
        assert!(running("#!bun\na();").contains(r#""\"\";\n//bun\na();""#));
    }
}
