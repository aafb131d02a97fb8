//! Confinement: programs under test are hostile, so every tool that runs them is shut in.
//!
//! A child sees a file system of its own ([`filesystem`]), a network of its own ([`network`]) and only its own
//! processes, is nobody in particular, and is held to [`Limits`]. [`Way`] says by what means. [`launch`] does it
//! between `fork` and `exec`, [`keeper`] sees to it that nothing outlives the child, and [`watch`] that it does not
//! use more than its share.

use std::ffi::{CString, OsStr, OsString};
use std::fmt;
use std::fs;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, OnceLock};

mod filesystem;
mod keeper;
mod landlock;
mod launch;
mod network;
mod seccomp;
mod sys;
mod watch;
mod way;

use filesystem::Filesystem;
use landlock::Rules;
use launch::{CommandLine, Launch, SharedPage, Stage, Strings};

use crate::files::give;
use crate::limits::ResourceLimits;

pub(crate) use watch::{Excess, Watched};
pub use way::Way;

/// What a confined process may use at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The largest file that it may write, in bytes.
    pub file_size: u64,
    /// Memory that a process may write to, in bytes; none for tools that reserve far more than they use.
    pub data: Option<u64>,
    /// Open files of a process.
    pub descriptors: u64,
    /// Processes and threads.
    pub processes: u64,
    /// Whether addresses are the same in every run.
    pub fixed_addresses: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            file_size: 1 << 30,
            data: Some(4 << 30),
            descriptors: 8192,
            processes: 1024,
            fixed_addresses: false,
        }
    }
}

impl From<ResourceLimits> for Limits {
    fn from(limits: ResourceLimits) -> Self {
        let usual = Limits::default();
        Limits {
            file_size: limits.max_file_size.unwrap_or(usual.file_size),
            fixed_addresses: limits.fixed_addresses,
            ..usual
        }
    }
}

impl Limits {
    /// Applies them to this process; called in the child. A stricter limit that is in force stays.
    fn enter(&self, _: Way) -> sys::Called {
        set_limit(libc::RLIMIT_FSIZE, self.file_size)?;
        set_limit(libc::RLIMIT_NOFILE, self.descriptors)?;
        // Of no use as a file, and the value at which the kernel does not start the system's handler of crashes, which
        // would look into the child as root. (It does at zero.)
        set_limit(libc::RLIMIT_CORE, 1)?;
        // Nothing of higher urgency than what others do, and a part only of the timers and signals that its user may have.
        set_limit(libc::RLIMIT_RTPRIO, 0)?;
        set_limit(libc::RLIMIT_NICE, 0)?;
        set_limit(libc::RLIMIT_SIGPENDING, 4096)?;
        if let Some(data) = self.data {
            set_limit(libc::RLIMIT_DATA, data)?;
        }
        if self.fixed_addresses {
            // A kernel that refuses leaves addresses random, and runs less repeatable.
            let _ = sys::call(libc::SYS_personality, [libc::ADDR_NO_RANDOMIZE as usize]);
        }
        Ok(0)
    }

    /// The limit that is counted for a user, who is this child's alone in a name space of users.
    fn enter_counted(&self, way: Way) -> sys::Called {
        match way.has_namespaces() {
            true => set_limit(libc::RLIMIT_NPROC, self.processes),
            false => Ok(0),
        }
    }
}

fn set_limit(resource: libc::__rlimit_resource_t, most: u64) -> sys::Called {
    let mut present = [0_u64; 2];
    sys::call(libc::SYS_prlimit64, [0, resource as usize, 0, sys::of_mut(&mut present)])?;
    let wanted = [most.min(present[1]); 2];
    sys::call(libc::SYS_prlimit64, [0, resource as usize, sys::of(&wanted), 0])
}

/// What holds for all children of this process. Without a call of [`set_policy`], children are confined.
#[derive(Debug, Default, Clone)]
pub struct Policy {
    /// Whether nothing is confined: the user's own wish.
    pub is_unconfined: bool,
    /// Folders that every child may read besides the system's and that of its own command.
    pub readable: Vec<PathBuf>,
    /// The only way to take, for tests of it.
    pub way: Option<Way>,
}

static POLICY: OnceLock<Policy> = OnceLock::new();

/// Sets the policy. What was set first, or has been used, stays.
pub fn set_policy(policy: Policy) {
    let _ = POLICY.set(policy);
}

fn policy() -> &'static Policy {
    POLICY.get_or_init(Policy::default)
}

/// How children of this process are confined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Confinement {
    /// By these means.
    By(Way),
    /// They are not, and the user wants it so.
    Off,
    /// They cannot be, for these reasons; nothing is started.
    Impossible(String),
}

impl Confinement {
    /// The version of a tool that runs like this, as results name it.
    pub fn noted(&self, version: &str) -> String {
        match self {
            Confinement::Off => format!("{version} (unconfined)"),
            _ => version.to_owned(),
        }
    }
}

impl fmt::Display for Confinement {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Confinement::By(way) => way.fmt(f),
            Confinement::Off => f.write_str("nothing: --unconfined"),
            Confinement::Impossible(_) => f.write_str("nothing can: it is not started"),
        }
    }
}

/// Finds out, once, how children are confined.
pub fn confinement() -> &'static Confinement {
    static CONFINEMENT: OnceLock<Confinement> = OnceLock::new();
    CONFINEMENT.get_or_init(|| {
        if policy().is_unconfined {
            return Confinement::Off;
        }
        let mut reasons = Vec::new();
        for way in Way::ALL.into_iter().filter(|way| policy().way.is_none_or(|only| only == *way)) {
            match way.is_possible().and_then(|()| attempt(way)) {
                Ok(()) => return Confinement::By(way),
                Err(error) => reasons.push(format!("{way}: {error}")),
            }
        }
        Confinement::Impossible(reasons.join("; "))
    })
}

/// Tries a way on a child that does nothing.
fn attempt(way: Way) -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let sandbox = Sandbox::around(folder.path());
    let launch = Arc::new(sandbox.launch(way, None, Limits::default(), None, None)?);
    let mut command = Command::new("/");
    command.process_group(0);
    before_exec(&mut command, launch.clone());
    let mut child = command.spawn().map_err(|error| explained(error, &launch))?;
    match child.wait()?.success() {
        true => Ok(()),
        false => Err(io::Error::other("the trial did not end well")),
    }
}

/// The walls around one child.
#[derive(Debug, Clone)]
pub struct Sandbox {
    folder: PathBuf,
    readable: Vec<PathBuf>,
    may_nest: bool,
    wants_sockets: bool,
    has_data_limit: bool,
}

impl Sandbox {
    /// A child that may write to one folder, which is its working folder unless its command says otherwise.
    pub fn around(folder: &Path) -> Self {
        Sandbox {
            folder: folder.to_owned(),
            readable: Vec::new(),
            may_nest: false,
            wants_sockets: false,
            has_data_limit: true,
        }
    }

    /// For a tool that reads more than the system, its own folder and the one that it may write to.
    pub fn with_readable(mut self, paths: impl IntoIterator<Item = PathBuf>) -> Self {
        self.readable.extend(paths);
        self
    }

    /// The same of scripts and libraries: with what lies beside each.
    pub fn with_tools<'a>(self, paths: impl IntoIterator<Item = &'a Path>) -> Self {
        let real = paths.into_iter().filter_map(|path| fs::canonicalize(path).ok());
        let folders: Vec<PathBuf> = real.filter_map(|path| folder_of(&path)).collect();
        self.with_readable(folders)
    }

    /// For a browser, which makes sandboxes of its own for its pages.
    pub fn with_own_sandboxes(self) -> Self {
        Sandbox { may_nest: true, ..self }
    }

    /// For a tool that listens on a port: Parallax can connect to it.
    pub fn with_port(self) -> Self {
        Sandbox { wants_sockets: true, ..self }
    }

    /// For a tool that reserves far more memory than it uses, as sanitizers do.
    pub fn with_large_reservations(self) -> Self {
        Sandbox { has_data_limit: false, ..self }
    }

    /// The folder that it may write to.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    fn launch(
        &self,
        way: Way,
        command: Option<&Command>,
        limits: Limits,
        pipe: Option<RawFd>,
        handover: Option<RawFd>,
    ) -> io::Result<Launch> {
        let mut readable = policy().readable.clone();
        readable.extend_from_slice(&self.readable);
        // What an earlier child has made of its own program must not lead this one to anybody's files.
        let own =
            command.map(|it| Path::new(it.get_program())).filter(|it| it.starts_with(&self.folder));
        let program = match (own, command) {
            (Some(own), _) => Some(own.to_owned()),
            (None, command) => {
                let found = command.map(|it| find_program(it.get_program())).transpose()?;
                readable.extend(found.as_deref().and_then(folder_of));
                found
            }
        };
        let writable = [self.folder.clone()];
        let (user, group) = match way {
            Way::Root => {
                let user = user_of_children();
                give(&self.folder, user)?;
                (user, user)
            }
            _ => (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw()),
        };
        let folder = command.and_then(|it| it.get_current_dir()).unwrap_or(&self.folder);
        Ok(Launch {
            way,
            command: command
                .zip(program)
                .map(|(it, program)| command_line(it, &program))
                .transpose()?,
            folder: CString::new(folder.as_os_str().as_bytes())?,
            steps: match way.has_namespaces() {
                true => Filesystem::of(&readable, &writable)?,
                false => Vec::new(),
            },
            rules: match way {
                Way::Landlock => Some(Rules::of(&readable, &writable)?),
                _ => None,
            },
            filter: seccomp::filter(self.may_nest, way.has_namespaces()),
            limits: Limits { data: limits.data.filter(|_| self.has_data_limit), ..limits },
            user,
            group,
            pipe,
            handover,
            parent: std::process::id(),
            shared: SharedPage::new()?,
        })
    }
}

/// A command that will start confined.
pub(crate) struct Prepared {
    launch: Arc<Launch>,
    ends: Option<(UnixStream, UnixStream)>,
}

/// What is known of a child that has started.
#[derive(Debug)]
pub(crate) struct Started {
    /// The number of the command's own process.
    pub target: u32,
    /// Sockets of its network.
    pub sockets: Vec<OwnedFd>,
}

impl Prepared {
    /// Has a command start in a sandbox.
    pub fn new(
        command: &mut Command,
        sandbox: &Sandbox,
        way: Way,
        limits: Limits,
        pipe: Option<RawFd>,
    ) -> io::Result<Self> {
        let ends = match sandbox.wants_sockets && way.has_namespaces() {
            true => Some(UnixStream::pair()?),
            false => None,
        };
        let handover = ends.as_ref().map(|(_, theirs)| theirs.as_raw_fd());
        let launch = sandbox.launch(way, Some(command), limits, pipe, handover)?;
        let launch = Arc::new(launch);
        before_exec(command, launch.clone());
        Ok(Prepared { launch, ends })
    }

    /// What came of it, once the command was started.
    pub fn started(self) -> io::Result<Started> {
        let sockets = match &self.ends {
            Some((ours, _)) => network::receive(ours)?,
            None => Vec::new(),
        };
        Ok(Started { target: self.launch.shared.read().target, sockets })
    }

    /// The error of a command that was not started.
    pub fn explained(&self, error: io::Error) -> io::Error {
        explained(error, &self.launch)
    }
}

#[expect(unsafe_code, reason = "confinement is what happens between fork and exec")]
fn before_exec(command: &mut Command, launch: Arc<Launch>) {
    // SAFETY: `Launch::run` makes system calls and no others, and allocates nothing.
    unsafe {
        command.pre_exec(move || launch.run());
    }
}

/// The error of a child that did not become its command.
fn explained(error: io::Error, launch: &Launch) -> io::Error {
    let told = launch.shared.read();
    if told.errno == 0 || told.stage == Stage::Exec as u32 {
        return error;
    }
    let stages = [
        "its name spaces",
        "its user",
        "its network",
        "its keeper",
        "its file system",
        "its limits",
        "its privileges",
        "Landlock",
        "its system calls",
        "its working folder",
    ];
    let stage = stages.get((told.stage as usize).wrapping_sub(1)).unwrap_or(&"it");
    let step = launch.steps.get((told.step as usize).wrapping_sub(1));
    let step = step.map(|step| format!(" at {step:?}")).unwrap_or_default();
    let message = format!("cannot confine {stage}{step}: {error}; `--unconfined` runs without");
    io::Error::new(error.kind(), message)
}

/// As root, children run as a user that nobody is.
fn user_of_children() -> u32 {
    0x7000_0000 + std::process::id() % (1 << 27)
}

/// Finds a command as the system does, and what it is a link to.
fn find_program(name: &OsStr) -> io::Result<PathBuf> {
    if name.as_bytes().contains(&b'/') {
        return fs::canonicalize(name);
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).map(|it| it.join(name)).find(|it| it.is_file());
    found.ok_or(io::ErrorKind::NotFound)?.canonicalize()
}

/// The folder that a command needs: its own, or the one above `bin`, or the packages that it is among. Never one
/// that others keep their files in.
fn folder_of(program: &Path) -> Option<PathBuf> {
    let is_named = |folder: &Path, name: &str| folder.file_name() == Some(OsStr::new(name));
    let own = program.parent()?;
    let above = if is_named(own, "bin") { own.parent()? } else { own };
    let folder = own.ancestors().find(|it| is_named(it, "node_modules")).unwrap_or(above);
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let places = [home, Some(std::env::temp_dir()), Some("/home".into())];
    let is_shared = places.into_iter().flatten().any(|place| place.starts_with(folder));
    let is_system = filesystem::SYSTEM.iter().any(|system| folder.starts_with(system));
    match (is_system, is_shared) {
        (true, _) => None,
        (false, true) => Some(program.to_owned()),
        (false, false) => Some(folder.to_owned()),
    }
}

/// Where the child looks for commands: beside its own, and where ours does in the system's folders. Nothing else of
/// our environment passes.
fn search_path(program: &Path) -> OsString {
    let ours = std::env::var_os("PATH").unwrap_or_default();
    let is_system = |path: &PathBuf| filesystem::SYSTEM.iter().any(|it| path.starts_with(it));
    let own = program.parent().map(Path::to_owned);
    let folders = own.into_iter().chain(std::env::split_paths(&ours).filter(is_system));
    std::env::join_paths(folders).unwrap_or_default()
}

fn command_line(command: &Command, program: &Path) -> io::Result<CommandLine> {
    let c = |text: &OsStr| CString::new(text.as_bytes());
    let arguments = [command.get_program()].into_iter().chain(command.get_args());
    let mut environment = vec![(OsString::from("PATH"), search_path(program))];
    for (name, value) in command.get_envs() {
        environment.retain(|(other, _)| other != name);
        environment.extend(value.map(|value| (name.to_owned(), value.to_owned())));
    }
    let variable = |(name, value): &(OsString, OsString)| {
        CString::new([name.as_bytes(), b"=", value.as_bytes()].concat())
    };
    Ok(CommandLine {
        program: c(program.as_os_str())?,
        arguments: Strings::new(arguments.map(c).collect::<Result<_, _>>()?),
        environment: Strings::new(environment.iter().map(variable).collect::<Result<_, _>>()?),
    })
}
