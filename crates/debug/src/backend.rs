//! The contract between Parallax and one kind of debugger.

use std::any::Any;
use std::fmt;
use std::io;
use std::ops::Range;
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, PoisonError, Weak};
use std::time::Duration;

use async_trait::async_trait;
pub use parallax_model::Ability;
use parallax_model::{Action, Family, Goal, Location, Misbehaviour, Observation, Program};
use tokio::process::Command;
use tokio::sync::Mutex;

use crate::faults::Fault;
use crate::transport::{Meter, Metered, Recorder, Transport};
use parallax_process::{Process, Sandbox};

/// A kind of debugger: knows how to bring one up.
///
/// Implementations are listed in [`crate::backends::ALL`].
#[async_trait]
pub trait Backend: Sync {
    /// The name that configuration uses.
    fn name(&self) -> &'static str;

    /// Whose engine is under it.
    fn family(&self) -> Family;

    /// What the tool itself keeps its programs in, besides the sandbox that all tools are in.
    fn own_walls(&self) -> Option<&'static str> {
        None
    }

    /// What kinds of program it runs.
    fn goals(&self) -> &'static [Goal] {
        &[Goal::Script, Goal::Module]
    }

    /// Launches the instance's command, or attaches to its endpoint, and returns when it is ready
    /// to load a program.
    async fn launch(&self, instance: &Instance) -> Result<Box<dyn Debugger>, LaunchError>;
}

/// One debugger that can be launched: a backend with a command or an endpoint.
#[derive(Debug, Clone)]
pub struct Instance {
    /// The name that people use for it, such as `node-8`.
    pub name: String,
    /// Name of its backend.
    pub backend: String,
    /// The executable.
    pub command: PathBuf,
    /// Arguments added to those of the backend.
    pub args: Vec<String>,
    /// Environment variables, over those of the backend.
    pub env: Vec<(String, String)>,
    /// Where to attach instead of launching the command.
    pub endpoint: Option<String>,
    /// A connection that is there already, instead of both.
    pub connection: Connection,
    /// Where to write every message on the wire, one file for each launch.
    pub record: Option<PathBuf>,
    /// Where to count what the connection costs.
    pub meter: Option<Arc<Meter>>,
    /// What debuggers launched from this instance and its clones share.
    pub common: Common,
    /// What to break in it on purpose.
    pub fault: Option<Fault>,
}

/// Something that several debuggers of one instance share as long as one of them lives, such as a
/// browser in which each has a page.
#[derive(Debug, Clone, Default)]
pub struct Common(Arc<Mutex<Option<Weak<dyn Any + Send + Sync>>>>);

impl Common {
    /// What is shared at present, if it is still good; else what `make` makes is shared.
    pub async fn get<T: Send + Sync + 'static, E>(
        &self,
        is_good: impl Fn(&T) -> bool,
        make: impl Future<Output = Result<T, E>>,
    ) -> Result<Arc<T>, E> {
        let mut slot = self.0.lock().await;
        let present = slot.as_ref().and_then(Weak::upgrade).and_then(|it| it.downcast().ok());
        if let Some(present) = present.filter(|it| is_good(it)) {
            return Ok(present);
        }
        let made = Arc::new(make.await?);
        let weak: Weak<T> = Arc::downgrade(&made);
        *slot = Some(weak);
        Ok(made)
    }
}

/// A connection that takes the place of a debugger: a recording, or what a test makes up. It serves one launch.
#[derive(Clone, Default)]
pub struct Connection(Arc<std::sync::Mutex<Option<Box<dyn Transport>>>>);

impl Connection {
    /// Over a transport.
    pub fn over(transport: Box<dyn Transport>) -> Self {
        Connection(Arc::new(std::sync::Mutex::new(Some(transport))))
    }

    /// The transport, for who asks first.
    pub fn take(&self) -> Option<Box<dyn Transport>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Whether there is one that nobody has taken.
    pub fn is_there(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_there() { "Connection" } else { "none" })
    }
}

/// A running debugger.
///
/// Rules for implementers:
/// - A session is `load`, any number of actions, `unload`. Every session sees a fresh realm: no
///   variable, breakpoint or pending step of an earlier one.
/// - Programs run as *global scripts*: top-level `let` and `const` are script-scoped, `var` is on
///   the global object.
/// - `Err` means that the debugger misbehaved. The caller then drops it and launches another; it
///   is never used again. Dropping must end every process and remove every file that it made.
/// - There are no time limits inside: the caller sets deadlines by dropping the future, and drops
///   the debugger with it.
/// - Observations are raw: spelled as the debugger spells them. What is a mere matter of protocol
///   is evened out in `normalise`, where it has a name and can be switched off.
#[async_trait]
pub trait Debugger: Send {
    /// The tool's own name and version, as it reports them.
    fn version(&self) -> &str;

    /// What it can do beyond setting breakpoints at lines, removing them, running and stepping. An
    /// action that needs more is answered with [`Observation::Unable`].
    fn abilities(&self) -> &'static [Ability] {
        &[]
    }

    /// The processes that it is made of, without their descendants: whether they get processor time tells a
    /// slow answer from none.
    fn processes(&self) -> Vec<u32> {
        Vec::new()
    }

    /// Loads a program into a fresh realm, ready to start but not started.
    async fn load(&mut self, program: &Program) -> Result<Loaded, Misbehaviour>;

    /// Performs one action; for actions that run the program, waits until it pauses or ends.
    ///
    /// A `Break` for a line that has a breakpoint already, and an `Unbreak` for a line that has
    /// none, are allowed and answer what the debugger answers.
    async fn perform(&mut self, action: Action) -> Result<Observation, Misbehaviour>;

    /// Every place of the loaded program where a breakpoint can be set, by the debugger's own
    /// account. Asked for before the start, of those that can list them.
    async fn places(&mut self) -> Result<Vec<Location>, Misbehaviour> {
        Ok(Vec::new())
    }

    /// Begins to count what runs of the programs that are loaded from now on.
    async fn begin_coverage(&mut self) -> Result<(), Misbehaviour> {
        Ok(())
    }

    /// Ends counting; the parts of the loaded program that have not run.
    async fn end_coverage(&mut self) -> Result<Vec<Range<Location>>, Misbehaviour> {
        Ok(Vec::new())
    }

    /// Ends the session, whatever state it is in.
    async fn unload(&mut self) -> Result<(), Misbehaviour>;
}

/// What became of a program that was given to a debugger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Loaded {
    /// It can be started.
    Ready,
    /// The engine rejects it, typically as a syntax error; its words.
    Rejected(String),
}

/// Why a debugger could not be brought up.
#[derive(Debug, thiserror::Error)]
pub enum LaunchError {
    /// The command does not exist or cannot be executed.
    #[error(
        "cannot run `{command}` for debugger `{name}`; `parallax doctor` shows what is installed, `parallax setup` installs what is missing"
    )]
    Command {
        /// The instance.
        name: String,
        /// Its command.
        command: String,
        /// What the system said.
        #[source]
        cause: io::Error,
    },
    /// It was started, or found, but never got ready.
    #[error("debugger `{name}` did not get ready")]
    NotReady {
        /// The instance.
        name: String,
        /// What happened.
        #[source]
        cause: NotReady,
    },
}

impl LaunchError {
    /// The name of the debugger that cannot be brought up.
    pub fn debugger(&self) -> &str {
        match self {
            LaunchError::Command { name, .. } | LaunchError::NotReady { name, .. } => name,
        }
    }
}

/// Why a debugger never got ready.
#[derive(Debug, thiserror::Error)]
pub enum NotReady {
    /// Its backend does not exist.
    #[error("there is no backend `{backend}`; there are {}", known.join(", "))]
    NoBackend {
        /// The name that the configuration has.
        backend: String,
        /// The names of all backends.
        known: Vec<&'static str>,
    },
    /// It took too long.
    #[error("it was not ready within {0:?}")]
    TooSlow(Duration),
    /// Its endpoint does not answer.
    #[error("cannot attach to {address}")]
    Attach {
        /// The endpoint.
        address: String,
        /// What the system said.
        #[source]
        cause: io::Error,
    },
    /// It cannot be attached to at all.
    #[error(
        "a running {0} cannot be attached to: each program needs a process of its own; give a `command`"
    )]
    NeverAttached(&'static str),
    /// It ended, or printed something else than what was waited for.
    #[error("it printed no address ({0})")]
    NoAddress(String),
    /// Its protocol failed.
    #[error("{misbehaviour}{}", exit.as_ref().map(|exit| format!(" ({exit})")).unwrap_or_default())]
    Misbehaved {
        /// What it did.
        misbehaviour: Misbehaviour,
        /// How its process ended and what it last printed, where there is one.
        exit: Option<String>,
    },
    /// A file or a pipe that it needs cannot be made.
    #[error("cannot make its files and pipes")]
    Files(#[from] io::Error),
    /// Its wire cannot be recorded.
    #[error("cannot record to {}", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        cause: io::Error,
    },
    /// The task that launched it was ended.
    #[error("its launch was given up")]
    GivenUp,
}

impl Instance {
    /// An instance that launches a command, with nothing else set.
    pub fn new(name: &str, backend: &str, command: impl Into<PathBuf>) -> Self {
        Instance {
            name: name.to_owned(),
            backend: backend.to_owned(),
            command: command.into(),
            args: Vec::new(),
            env: Vec::new(),
            endpoint: None,
            connection: Connection::default(),
            record: None,
            meter: None,
            common: Common::default(),
            fault: None,
        }
    }

    /// Starts a command on behalf of the instance, in a sandbox.
    pub fn spawn(
        &self,
        command: &mut Command,
        sandbox: &Sandbox,
        pipe: Option<OwnedFd>,
    ) -> Result<Process, LaunchError> {
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        Process::spawn(command, sandbox, pipe).map_err(|cause| LaunchError::Command {
            name: self.name.clone(),
            command: self.command.display().to_string(),
            cause,
        })
    }

    /// Gives the instances different names: the second of a name becomes `name#2`. The same debugger
    /// against itself is a fair check of the debugger, and of Parallax.
    pub fn numbered(mut instances: Vec<Instance>) -> Vec<Instance> {
        for at in 1..instances.len() {
            let (before, rest) = instances.split_at_mut(at);
            let instance = &mut rest[0];
            let same = |other: &&Instance| Instance::configured_name(&other.name) == instance.name;
            let again = before.iter().filter(same).count();
            if again > 0 {
                instance.name = format!("{}#{}", instance.name, again + 1);
            }
        }
        instances
    }

    /// The name in the configuration of an instance that may have been numbered.
    pub fn configured_name(name: &str) -> &str {
        name.split('#').next().unwrap_or(name)
    }

    /// The debugger and the tier in the name of an instance that runs with a tier, such as
    /// `node+maglev`.
    pub fn split_tier(name: &str) -> Option<(&str, &str)> {
        name.split_once('+')
    }

    /// The same instance with a tier of its engine forced.
    pub fn with_tier(mut self, tier: &str, args: &[String], env: &[(String, String)]) -> Instance {
        self.name = format!("{}+{tier}", self.name);
        self.args.extend_from_slice(args);
        self.env.extend_from_slice(env);
        self.common = Common::default();
        self
    }

    /// The same instance, which shares nothing with this one.
    pub fn on_its_own(&self) -> Instance {
        Instance { common: Common::default(), ..self.clone() }
    }

    /// The same instances, which share with each other what one tool that they launch can be
    /// shared for, and with no other worker's.
    pub fn of_one_worker(instances: &[Instance]) -> Vec<Instance> {
        let mut own: Vec<Instance> = Vec::new();
        for instance in instances {
            let twin = own.iter().find(|other| other.launches_the_same(instance));
            let common = twin.map(|twin| twin.common.clone()).unwrap_or_default();
            own.push(Instance { common, ..instance.clone() });
        }
        own
    }

    fn launches_the_same(&self, other: &Instance) -> bool {
        let launched = |it: &Instance| {
            let (args, env) = (it.args.clone(), it.env.clone());
            (it.backend.clone(), it.command.clone(), args, env, it.endpoint.clone())
        };
        launched(self) == launched(other)
    }

    /// The transport, metered and recorded if the instance asks for it.
    pub fn observed(
        &self,
        transport: Box<dyn Transport>,
    ) -> Result<Box<dyn Transport>, LaunchError> {
        static LAUNCHES: AtomicU32 = AtomicU32::new(0);
        let transport = match &self.meter {
            Some(meter) => Box::new(Metered::new(transport, meter.clone())),
            None => transport,
        };
        let Some(folder) = &self.record else { return Ok(transport) };
        let number = LAUNCHES.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(format!("{}-{number}.wire", self.name));
        let recorder = Recorder::new(transport, &path).map_err(|error| {
            self.not_ready(NotReady::Record { path: path.clone(), cause: error })
        })?;
        Ok(Box::new(recorder))
    }

    /// The error for an instance whose protocol failed before it was ready.
    pub fn broken(&self, misbehaviour: Misbehaviour, process: Option<&mut Process>) -> LaunchError {
        let exit = process.map(Process::exit_summary);
        self.not_ready(NotReady::Misbehaved { misbehaviour, exit })
    }

    /// The error for an instance that started but did not get ready.
    pub fn not_ready(&self, cause: impl Into<NotReady>) -> LaunchError {
        LaunchError::NotReady { name: self.name.clone(), cause: cause.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::Instance;

    #[test]
    fn instances_of_one_name_are_numbered() {
        let instances = ["node", "bun", "node", "node"].map(|it| Instance::new(it, it, it));
        let numbered = Instance::numbered(instances.into());
        let names: Vec<&str> = numbered.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["node", "bun", "node#2", "node#3"]);
        let configured: Vec<&str> = names.into_iter().map(Instance::configured_name).collect();
        assert_eq!(configured, ["node", "bun", "node", "node"]);
    }
}
