//! Bun as people use it: it runs a file, which its transpiler has rewritten, and waits for the debugger.
//!
//! The inspector counts lines of the rewritten text and tells the transpiler's map. What is asked and shown goes through
//! that map, as front ends do it. Each session gets a process of its own, over a Unix socket, which every version knows.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use async_trait::async_trait;
use parallax_model::{
    Action, Exceptions, Family, Frame, Goal, Location, Misbehaviour, Observation, Pause, Program,
    Source,
};
use tokio::process::Command;

use super::bun::{ENVIRONMENT, FOREIGN, INTERNALS};
use crate::backend::{Ability, Backend, Debugger, Instance, LaunchError, Loaded, NotReady};
use crate::base64;
use crate::jsc::{self, Files, Inspector};
use crate::source_map::{Mapping, SourceMap};
use crate::transport::{Transport, WebSocket};
use parallax_process::{Process, Scratch};

/// The file that Bun is started with. It imports the program, and says again and again that it has ended: a
/// debugger that Bun has not waited for comes too late for the first time.
const HOST: &str = "import { Script } from 'node:vm';
let thrown;
process.on('uncaughtException', () => {});
process.on('unhandledRejection', () => {});
new Script(PRELUDE, { filename: 'internal:prelude' }).runInThisContext();
import(PROGRAM).catch(value => { thrown = { value } }).then(() => setInterval(() => { debugger; thrown }, 20));
";

/// How long an editor takes from connecting to its first request. A Bun that waits for it does not notice.
const EDITOR: Duration = Duration::from_millis(30);

/// Goes before the program, as what `--inspect-brk` puts there.
const STOP: &str = "debugger;\n";

/// The backend.
pub struct BunFile;

#[async_trait]
impl Backend for BunFile {
    fn name(&self) -> &'static str {
        "bun-file"
    }

    fn family(&self) -> Family {
        Family::Jsc
    }

    fn goals(&self) -> &'static [Goal] {
        &[Goal::Module]
    }

    async fn launch(&self, instance: &Instance) -> Result<Box<dyn Debugger>, LaunchError> {
        if instance.endpoint.is_some() {
            return Err(instance.not_ready(NotReady::NeverAttached("Bun that runs a file")));
        }
        if instance.connection.is_there() {
            let (version, instance) = ("Bun".into(), instance.clone());
            return Ok(Box::new(Processes { present: None, version, instance }));
        }
        let printed = Command::new(&instance.command).arg("--version").kill_on_drop(true).output();
        let printed = printed.await.map_err(|cause| LaunchError::Command {
            name: instance.name.clone(),
            command: instance.command.display().to_string(),
            cause,
        })?;
        let version = format!("Bun/{}", String::from_utf8_lossy(&printed.stdout).trim());
        Ok(Box::new(Processes { present: None, version, instance: instance.clone() }))
    }
}

/// A debugger that starts a process for each session.
struct Processes {
    present: Option<Run>,
    version: String,
    instance: Instance,
}

/// A process that runs one program. It goes before its folder.
struct Run {
    inspector: Inspector,
    lens: Lens,
    process: Option<Process>,
    _scratch: Option<Scratch>,
}

#[async_trait]
impl Debugger for Processes {
    fn version(&self) -> &str {
        &self.version
    }

    fn abilities(&self) -> &'static [Ability] {
        jsc::ABILITIES
    }

    fn processes(&self) -> Vec<u32> {
        self.present.iter().filter_map(|it| it.process.as_ref()?.id()).collect()
    }

    async fn load(&mut self, program: &Program) -> Result<Loaded, Misbehaviour> {
        if program.goal == Goal::Script {
            let why = "Bun runs files as modules: name it .mjs";
            return Ok(Loaded::Rejected(why.into()));
        }
        if let Some(given) = self.instance.connection.take() {
            let [host, program] = ["/host.mjs", "/program.mjs"].map(str::to_owned);
            return self.begin(given, Files { host, program }, None, None).await;
        }
        let (scratch, files) = written(program).map_err(|error| died(&error))?;
        let started = start(&self.instance, &scratch, &files).await;
        let (process, transport) = started.map_err(|error| died(&error))?;
        self.begin(transport, files, Some(process), Some(scratch)).await
    }

    async fn perform(&mut self, action: Action) -> Result<Observation, Misbehaviour> {
        let Some(run) = &mut self.present else {
            return Err(Misbehaviour::Nonsense("no program is loaded".into()));
        };
        let shown = if let Some(requested) = action.breakpoint_request() {
            match run.lens.generated(requested.line, requested.column.unwrap_or(0)) {
                Some(place) => run.inspector.set_behind_map(requested, place).await?,
                None => Observation::BreakpointSet(None),
            }
        } else if let Some(action) = run.lens.action(action) {
            run.inspector.perform(action).await?
        } else {
            Observation::Unable
        };
        Ok(run.lens.observation(shown))
    }

    async fn places(&mut self) -> Result<Vec<Location>, Misbehaviour> {
        let Some(run) = &mut self.present else { return Ok(Vec::new()) };
        let places = run.inspector.places(run.lens.lines()).await?;
        let mut places: Vec<_> =
            places.into_iter().filter_map(|it| run.lens.original(it)).collect();
        places.sort_unstable();
        places.dedup();
        Ok(places)
    }

    async fn unload(&mut self) -> Result<(), Misbehaviour> {
        self.present = None;
        Ok(())
    }
}

impl Processes {
    /// Loads the program of a process that waits.
    async fn begin(
        &mut self,
        transport: Box<dyn Transport>,
        files: Files,
        mut process: Option<Process>,
        scratch: Option<Scratch>,
    ) -> Result<Loaded, Misbehaviour> {
        let mut inspector = match Inspector::enable(transport, &passed_over(&files)).await {
            Ok(inspector) => inspector,
            Err(cause) => return Err(died(&self.instance.broken(cause, process.as_mut()))),
        };
        let loaded = inspector.load_files(files).await?;
        let lens = Lens::new(inspector.map_url())?;
        self.present = Some(Run { inspector, lens, process, _scratch: scratch });
        Ok(loaded)
    }
}

fn died(error: &dyn std::error::Error) -> Misbehaviour {
    Misbehaviour::Died(error.to_string())
}

/// The scripts that no step enters, as a regular expression of their addresses: all but the program and the host.
fn passed_over(files: &Files) -> String {
    let escaped = |path: &str| -> String {
        let is_plain = |it: char| it.is_alphanumeric() || it == '/';
        path.chars().map(|it| if is_plain(it) { it.into() } else { format!("\\{it}") }).collect()
    };
    format!("{INTERNALS}|^/(?!({}|{})$)", escaped(&files.host[1..]), escaped(&files.program[1..]))
}

/// A folder with the program, what it imports, and the file that Bun is started with.
fn written(program: &Program) -> io::Result<(Scratch, Files)> {
    let scratch = Scratch::new()?;
    let folder = scratch.path().join("files");
    let name = format!("{}.mjs", program.name.trim_end_matches(".mjs"));
    for (path, text) in program.imports.iter() {
        write_below(&folder, path, text)?;
    }
    let path = write_below(&folder, &name, &format!("{STOP}{}", program.text))?;
    let path = fs::canonicalize(path)?.display().to_string();
    let text = HOST
        .replace("PRELUDE", &serde_json::Value::from(&*program.prelude).to_string())
        .replace("PROGRAM", &serde_json::Value::from(path.as_str()).to_string());
    let host = write_below(scratch.path(), "host.mjs", &text)?;
    let host = fs::canonicalize(host)?.display().to_string();
    Ok((scratch, Files { host, program: path }))
}

/// Writes a file, which must not lead out of the folder.
fn write_below(folder: &Path, path: &str, text: &str) -> io::Result<PathBuf> {
    let relative = Path::new(path);
    if !relative.components().all(|it| matches!(it, Component::Normal(_))) {
        let why = format!("{path:?} leads out of the program's folder");
        return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    }
    let path = folder.join(relative);
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(&path, text)?;
    Ok(path)
}

/// Starts Bun on the files, and connects to it as soon as it listens.
async fn start(
    instance: &Instance,
    scratch: &Scratch,
    files: &Files,
) -> Result<(Process, Box<dyn Transport>), LaunchError> {
    let socket = scratch.path().join("s");
    let mut command = Command::new(&instance.command);
    // In older versions JavaScriptCore reserves 128 GiB for its cages and 8 GiB for structures, as memory that can be written.
    let sandbox = scratch.confine(&mut command).with_large_reservations();
    command
        .arg("--no-install")
        .arg(format!("--inspect-wait=ws+unix://{}", socket.display()))
        .args(&instance.args)
        .arg(&files.host)
        .current_dir(scratch.path())
        .envs(ENVIRONMENT.iter().copied());
    for name in FOREIGN {
        command.env_remove(name);
    }
    let mut process = instance.spawn(&mut command, &sandbox, None)?;
    let connected = async {
        loop {
            match WebSocket::connect_unix(&socket, "ws://localhost/").await {
                Ok(connected) => {
                    tokio::time::sleep(EDITOR).await;
                    return connected;
                }
                Err(_) => tokio::time::sleep(Duration::from_millis(1)).await,
            }
        }
    };
    let ended = process.find_line(|_| None::<()>);
    let connected = tokio::select! {
        connected = connected => Some(connected),
        _ = ended => None,
    };
    let Some(connected) = connected else {
        return Err(instance.not_ready(NotReady::NoAddress(process.exit_summary())));
    };
    Ok((process, instance.observed(Box::new(connected))?))
}

/// The map of the transpiler, between lines of the program and lines as the [`Inspector`] counts them: one fewer than
/// in the file on both sides.
struct Lens(SourceMap);

impl Lens {
    /// Reads the map; an empty one if the program was never seen.
    fn new(url: Option<&str>) -> Result<Self, Misbehaviour> {
        let Some(url) = url else { return Ok(Lens(SourceMap::new(Vec::new()))) };
        let nonsense = |why: String| Misbehaviour::Nonsense(format!("its source map: {why}"));
        let data = url.split_once("base64,").map(|(_, data)| data);
        let json = data.and_then(base64::decoded).and_then(|bytes| String::from_utf8(bytes).ok());
        let json = json.ok_or_else(|| nonsense("no JSON in base 64".into()))?;
        SourceMap::read(&json).map(Lens).map_err(|error| nonsense(error.to_string()))
    }

    /// How many lines the rewritten text has, as far as the map knows.
    fn lines(&self) -> u32 {
        self.0.mappings().last().map_or(0, |it| it.generated.line)
    }

    /// Where a place of the rewritten text comes from: by the last mapping before it, on its line or above; in front of
    /// what its line has of its own, by the next.
    fn original(&self, shown: Location) -> Option<Location> {
        let generated = Location { line: shown.line + 1, ..shown };
        let first = self.first_own(generated.line).filter(|it| generated < it.generated);
        let before = || {
            let mappings = self.0.mappings();
            let end = mappings.partition_point(|it| it.generated <= generated);
            mappings[..end].iter().rev().find_map(|it| it.original)
        };
        let place = first.and_then(|it| it.original).or_else(before)?;
        Some(Location { line: place.line.saturating_sub(1), ..place })
    }

    /// Where the first place from a line and column on has gone; it may be on a later line.
    fn generated(&self, line: u32, column: u32) -> Option<Location> {
        let asked = Location { line: line + 1, column };
        let originals = self.0.mappings().iter().filter_map(|it| it.original);
        let next = originals.filter(|it| *it >= asked).min()?;
        let is_other = next.line != asked.line;
        let place = self.0.generated(if is_other { next } else { asked })?;
        let begins_line = self.first_own(place.line).is_some_and(|it| it.generated == place);
        let column = if column == 0 && begins_line { 0 } else { place.column };
        Some(Location { line: place.line.saturating_sub(1), column })
    }

    /// The first mapping of a line that does not lead to what the line before has ended with. In front of it is what no
    /// mapping has, such as the word `export`.
    fn first_own(&self, line: u32) -> Option<&Mapping> {
        let mappings = self.0.mappings();
        let start = mappings.partition_point(|it| it.generated.line < line);
        let carried = mappings[..start].last().and_then(|it| it.original);
        let on_line = mappings[start..].iter().take_while(|it| it.generated.line == line);
        on_line.into_iter().find(|it| it.original != carried)
    }

    /// The action on the rewritten text that is meant by one on the original, for those that set no breakpoint.
    fn action(&self, action: Action) -> Option<Action> {
        match action {
            Action::RunTo(line) => self.generated(line, 0).map(|place| Action::RunTo(place.line)),
            // What a module throws rejects a promise, which is handled.
            Action::Exceptions(Exceptions::Uncaught) | Action::Skip(..) => None,
            other => Some(other),
        }
    }

    fn observation(&self, shown: Observation) -> Observation {
        match shown {
            Observation::BreakpointSet(Some(place)) => {
                Observation::BreakpointSet(self.original(place))
            }
            Observation::Paused(pause) => {
                let stack = pause.stack.iter().map(|frame| self.frame(frame)).collect();
                Observation::Paused(Pause { stack, ..pause })
            }
            other => other,
        }
    }

    fn frame(&self, frame: &Frame) -> Frame {
        let location = match frame.source {
            Source::Program => self.original(frame.location).unwrap_or(frame.location),
            Source::Eval => frame.location,
        };
        Frame { location, ..frame.clone() }
    }
}
