//! What happens between `fork` and `exec` of a confined child.
//!
//! The child of Parallax becomes a *keeper*, which makes the name spaces and stays outside of them. In them it
//! starts an *init*, process 1, to which orphans fall, and the *target*, which becomes the command. Both share the
//! keeper's memory, so that neither costs a copy of it. When the target ends, the keeper ends init, and the kernel
//! all that is left with it; then the keeper ends as the target did. When the keeper is killed, init reads the end
//! of a pipe and ends, with the same effect.

#![expect(unsafe_code, reason = "only code between fork and exec can do this")]

use std::ffi::{CString, c_int, c_void};
use std::io;
use std::os::fd::RawFd;

use super::filesystem::{self, Step};
use super::landlock::Rules;
use super::sys::{self, Called, call, prctl, text};
use super::{Limits, Way, keeper, network, seccomp};

/// How much stack init and the target have each.
const STACK: usize = 128 << 10;

/// All that is needed after `fork`, made before it: nothing can be allocated there.
#[derive(Debug)]
pub struct Launch {
    pub way: Way,
    /// None only tries whether a child can be confined.
    pub command: Option<CommandLine>,
    pub folder: CString,
    pub steps: Vec<Step>,
    pub rules: Option<Rules>,
    pub filter: Vec<libc::sock_filter>,
    pub limits: Limits,
    /// The user that the command runs as, if Parallax is root.
    pub user: u32,
    pub group: u32,
    /// What the command finds as its descriptors 3 and 4.
    pub pipe: Option<RawFd>,
    /// Where sockets of the child's network go.
    pub handover: Option<RawFd>,
    pub parent: u32,
    pub shared: SharedPage,
}

/// A program with its arguments and environment, as the kernel wants them.
#[derive(Debug)]
pub struct CommandLine {
    pub program: CString,
    pub arguments: Strings,
    pub environment: Strings,
}

/// Strings, and their addresses with a zero behind them.
#[derive(Debug)]
pub struct Strings {
    _strings: Vec<CString>,
    addresses: Vec<usize>,
}

impl Strings {
    pub fn new(strings: Vec<CString>) -> Self {
        let addresses = strings.iter().map(|it| text(it)).chain([0]).collect();
        Strings { _strings: strings, addresses }
    }
}

/// What the child tells Parallax: a page that both see.
#[derive(Debug)]
pub struct SharedPage(usize);

/// Its content.
#[derive(Debug, Default, Clone, Copy)]
#[repr(C)]
pub struct Told {
    /// The number of the command's process outside of its name space.
    pub target: u32,
    /// What could not be done, by the numbers of `Stage`.
    pub stage: u32,
    /// Which step of it.
    pub step: u32,
    /// The kernel's number of the error.
    pub errno: i32,
}

impl SharedPage {
    pub fn new() -> io::Result<Self> {
        let (rights, kind) =
            (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_ANONYMOUS);
        let page = [0, 4096, rights as usize, kind as usize, usize::MAX, 0];
        call(libc::SYS_mmap, page).map(SharedPage).map_err(io::Error::from_raw_os_error)
    }

    pub fn read(&self) -> Told {
        // SAFETY: the page lives as long as this, and holds a `Told` or zeros, which is one.
        unsafe { std::ptr::read_volatile(self.0 as *const Told) }
    }

    fn write(&self, told: Told) {
        // SAFETY: as above. Only one process writes at a time.
        unsafe { std::ptr::write_volatile(self.0 as *mut Told, told) }
    }
}

impl Drop for SharedPage {
    fn drop(&mut self) {
        let _ = call(libc::SYS_munmap, [self.0, 4096]);
    }
}

/// What can fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Stage {
    Namespaces = 1,
    User,
    Network,
    Init,
    Files,
    Limits,
    Privileges,
    Landlock,
    Filter,
    Folder,
    Exec,
}

/// A stage, its step and the error.
type Failure = (Stage, usize, i32);

/// Names the stage of an error.
fn at<T>(stage: Stage) -> impl Fn(Result<T, i32>) -> Result<T, Failure> {
    move |result| result.map_err(|errno| (stage, 0, errno))
}

impl Launch {
    /// Makes the keeper of this process, and never returns unless something fails.
    pub fn run(&self) -> io::Result<()> {
        match self.keep() {
            Ok(never) => match never {},
            Err((stage, step, errno)) => {
                self.report((stage, step, errno));
                Err(io::Error::from_raw_os_error(errno))
            }
        }
    }

    fn report(&self, (stage, step, errno): Failure) {
        // The first word counts: the target's, before what its end does to the keeper.
        if self.shared.read().errno == 0 {
            self.shared.write(Told { target: 0, stage: stage as u32, step: step as u32, errno });
        }
    }

    fn keep(&self) -> Result<std::convert::Infallible, Failure> {
        // Where the machine runs out of memory, this goes before others. A kernel that refuses chooses by size.
        let _ = sys::write_file(c"/proc/self/oom_score_adj", b"500");
        self.unshare().map_err(|errno| (Stage::Namespaces, 0, errno))?;
        if self.way == Way::UserNamespaces {
            at(Stage::User)(map_user(self.user, self.group))?;
        }
        if self.way.has_namespaces() {
            at(Stage::Network)(network::enter(self.handover))?;
        }
        at(Stage::Init)(self.die_with_parent())?;
        let maps =
            at(Stage::Init)(sys::open(c"/proc/self/maps", libc::O_RDONLY | libc::O_CLOEXEC, 0))?;
        let stacks = at(Stage::Init)(memory(2 * STACK))?;
        let init = match self.way.has_namespaces() {
            true => Some(at(Stage::Init)(keeper::start_init(stacks + STACK))?),
            false => None,
        };
        let target = at(Stage::Init)(self.start_target(stacks + 2 * STACK))?;
        let told = self.shared.read();
        if told.errno != 0 {
            // The end of init waits for all that is in its name space, and what has failed is in it until it is waited for.
            let _ = call(libc::SYS_wait4, [target, 0, 0, 0]);
            keeper::end_init(init);
            return Err((Stage::Exec, 0, told.errno));
        }
        self.shared.write(Told { target: target as u32, ..told });
        keeper::Keeper { target, init, stacks: stacks..stacks + 2 * STACK, maps }.attend()
    }

    fn unshare(&self) -> Called {
        let all = libc::CLONE_NEWNS
            | libc::CLONE_NEWPID
            | libc::CLONE_NEWNET
            | libc::CLONE_NEWIPC
            | libc::CLONE_NEWUTS;
        match self.way {
            Way::UserNamespaces => call(libc::SYS_unshare, [(all | libc::CLONE_NEWUSER) as usize]),
            Way::Root => call(libc::SYS_unshare, [all as usize]),
            Way::Landlock => prctl(libc::PR_SET_CHILD_SUBREAPER, 1),
        }
    }

    /// The keeper goes when Parallax goes. Nobody inside may look into its memory, which is a copy of ours.
    fn die_with_parent(&self) -> Called {
        prctl(libc::PR_SET_DUMPABLE, 0)?;
        prctl(libc::PR_SET_PDEATHSIG, self.way.end().as_raw() as usize)?;
        match call(libc::SYS_getppid, [])? == self.parent as usize {
            true => Ok(0),
            false => sys::exit(1),
        }
    }

    /// Starts the target and waits until it has become the command, or has failed to.
    fn start_target(&self, stack: usize) -> Called {
        extern "C" fn target(launch: *mut c_void) -> c_int {
            // SAFETY: the keeper, whose value this is, waits.
            let launch = unsafe { &*launch.cast::<Launch>() };
            let Err(failure) = launch.become_target();
            launch.report(failure);
            sys::exit(127)
        }
        let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
        clone(target, stack, flags, std::ptr::from_ref(self).cast_mut().cast())
    }

    fn become_target(&self) -> Result<std::convert::Infallible, Failure> {
        if self.way.has_namespaces() {
            filesystem::enter(&self.steps).map_err(|(step, errno)| (Stage::Files, step, errno))?;
        }
        at(Stage::Folder)(call(libc::SYS_chdir, [text(&self.folder)]))?;
        at(Stage::Limits)(self.limits.enter(self.way))?;
        at(Stage::Privileges)(self.drop_privileges())?;
        if let Some(rules) = &self.rules {
            at(Stage::Landlock)(rules.enter())?;
        }
        at(Stage::Filter)(seccomp::enter(&self.filter))?;
        at(Stage::Init)(self.arrange_descriptors())?;
        let Some(command) = &self.command else { sys::exit(0) };
        let [arguments, environment] =
            [&command.arguments, &command.environment].map(|it| it.addresses.as_ptr() as usize);
        let executed = call(libc::SYS_execve, [text(&command.program), arguments, environment]);
        at(Stage::Exec)(executed)?;
        sys::exit(127)
    }

    /// From here on the child is nobody in particular, and cannot become anybody else.
    fn drop_privileges(&self) -> Called {
        // Not a session of its own, which the kernel's autogroups would schedule apart from Parallax. A terminal is
        // out of its reach in any case.
        call(libc::SYS_setpgid, [0, 0])?;
        if !self.way.has_namespaces() {
            prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL as usize)?;
        }
        if self.way == Way::Root {
            call(libc::SYS_setgroups, [0, 0])?;
            let [user, group] = [self.user as usize, self.group as usize];
            call(libc::SYS_setresgid, [group; 3])?;
            call(libc::SYS_setresuid, [user; 3])?;
            // The change of user has taken `/proc/self` from us, where the map is written.
            prctl(libc::PR_SET_DUMPABLE, 1)?;
            call(libc::SYS_unshare, [libc::CLONE_NEWUSER as usize])?;
            map_user(self.user, self.group)?;
            prctl(libc::PR_SET_DUMPABLE, 0)?;
        }
        self.limits.enter_counted(self.way)?;
        prctl(libc::PR_SET_NO_NEW_PRIVS, 1)?;
        // Version 3 of the call, for this process, with no capability in any set.
        let (header, none) = ([0x2008_0522_u32, 0], [0_u32; 6]);
        call(libc::SYS_capset, [sys::of(&header), sys::of(&none)])
    }

    /// The command finds its pipe as 3 and 4, and nothing else of ours.
    fn arrange_descriptors(&self) -> Called {
        let mut first = 3;
        if let Some(pipe) = self.pipe {
            // Out of the way first, in case it is 3 or 4 itself.
            let copy = call(libc::SYS_fcntl, [pipe as usize, libc::F_DUPFD_CLOEXEC as usize, 10])?;
            call(libc::SYS_dup2, [copy, 3])?;
            call(libc::SYS_dup2, [copy, 4])?;
            first = 5;
        }
        let at_exec = libc::CLOSE_RANGE_CLOEXEC as usize;
        call(libc::SYS_close_range, [first, u32::MAX as usize, at_exec])
    }
}

/// In a name space of users that was just made, this process is user 1000 and nobody else exists.
fn map_user(user: u32, group: u32) -> Called {
    sys::write_file(c"/proc/self/setgroups", b"deny")?;
    for (path, outside) in [(c"/proc/self/uid_map", user), (c"/proc/self/gid_map", group)] {
        let mut line = *b"1000 0000000000 1";
        let mut rest = outside;
        for digit in line[5..15].iter_mut().rev() {
            *digit = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        sys::write_file(path, &line)?;
    }
    Ok(0)
}

/// Fresh memory.
fn memory(length: usize) -> Called {
    let rights = (libc::PROT_READ | libc::PROT_WRITE) as usize;
    let kind = (libc::MAP_PRIVATE | libc::MAP_ANONYMOUS) as usize;
    call(libc::SYS_mmap, [0, length, rights, kind, usize::MAX, 0])
}

/// Starts a process that shares this one's memory, on a stack of its own.
pub fn clone(
    run: extern "C" fn(*mut c_void) -> c_int,
    stack: usize,
    flags: c_int,
    argument: *mut c_void,
) -> Called {
    // SAFETY: the stack is fresh memory, which nobody else uses, and what runs on it keeps to system calls.
    let id = unsafe { libc::clone(run, stack as *mut c_void, flags, argument) };
    usize::try_from(id).map_err(|_| io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO))
}
