//! The file system that a confined child sees: the system's programs and its own tool, read-only;
//! its folder, writable; temporary folders in memory; and nothing of anybody's.

use std::collections::BTreeSet;
use std::ffi::{CStr, CString, OsStr};
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::sys::{self, Called, call, text};

/// Attributes of `mount_setattr`, which the `libc` crate does not name.
const RDONLY: u64 = 1;
const NOSUID: u64 = 2;
const NODEV: u64 = 4;
const NOEXEC: u64 = 8;

/// Where the system's own file system is while the new one is made.
const OLD: &str = "/old";

/// Folders of programs and libraries, as far as they exist.
pub const SYSTEM: &[&str] = &[
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/opt",
    "/nix/store",
    "/gnu/store",
];

/// What programs read of the system's settings. There is nothing secret in it.
pub const SETTINGS: &[&str] = &[
    "/etc/alternatives",
    "/etc/chromium",
    "/etc/chromium.d",
    "/etc/firefox",
    "/etc/firefox-esr",
    "/etc/fonts",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/mime.types",
    "/etc/nsswitch.conf",
    "/etc/os-release",
    "/var/cache/fontconfig",
];

pub const DEVICES: &[&str] =
    &["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// Files that are ours: who the child is, and that there is one host.
const FILES: &[(&str, &str)] = &[
    ("/etc/passwd", "parallax:x:1000:1000::/tmp:/bin/sh\n"),
    ("/etc/group", "parallax:x:1000:\n"),
    ("/etc/hosts", "127.0.0.1 localhost\n::1 localhost\n"),
];

/// What is in `/proc` besides processes and can be written.
const COVERED: &[&str] = &["/proc/sys", "/proc/irq", "/proc/bus", "/proc/sysrq-trigger"];

/// One thing to do in making the file system. All of it is prepared before `fork`.
#[derive(Debug)]
pub enum Step {
    Dir(CString),
    File { at: CString, bytes: &'static [u8] },
    Link { at: CString, to: CString },
    Memory { at: CString, options: CString },
    Bind { from: CString, at: CString, access: Access },
    Proc,
    Cover(CString),
}

/// What a child may do with what it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
    Device,
}

/// Makes the list of steps.
#[derive(Debug, Default)]
pub struct Filesystem {
    steps: Vec<Step>,
    made: BTreeSet<PathBuf>,
}

impl Filesystem {
    /// The part that is the same for every child.
    fn common(&mut self) -> io::Result<()> {
        for path in SYSTEM {
            self.system(Path::new(path))?;
        }
        for path in SETTINGS {
            self.show(Path::new(path), Access::Read)?;
        }
        for (path, bytes) in FILES {
            self.folders(Path::new(path).parent())?;
            self.steps.push(Step::File { at: c(path)?, bytes: bytes.as_bytes() });
        }
        self.memory("/tmp", "mode=1777,size=1g,nr_inodes=100k")?;
        self.memory("/dev", "mode=755,size=64k")?;
        self.memory("/dev/shm", "mode=1777,size=1g,nr_inodes=10k")?;
        for path in DEVICES {
            self.show(Path::new(path), Access::Device)?;
        }
        for (at, to) in [
            ("/dev/fd", "/proc/self/fd"),
            ("/dev/stdin", "/proc/self/fd/0"),
            ("/dev/stdout", "/proc/self/fd/1"),
            ("/dev/stderr", "/proc/self/fd/2"),
        ] {
            self.steps.push(Step::Link { at: c(at)?, to: c(to)? });
        }
        self.folders(Some(Path::new("/proc")))?;
        self.steps.push(Step::Proc);
        for path in COVERED.iter().filter(|path| Path::new(path).exists()) {
            self.steps.push(Step::Cover(c(path)?));
        }
        self.folders(Some(Path::new("/var/tmp")))?;
        self.folders(Some(Path::new("/run")))
    }

    /// Of a child that may read some places and write to some.
    pub fn of(readable: &[PathBuf], writable: &[PathBuf]) -> io::Result<Vec<Step>> {
        let mut system = Filesystem::default();
        system.common()?;
        for path in readable {
            system.show(path, Access::Read)?;
        }
        for path in writable {
            system.show(path, Access::Write)?;
        }
        Ok(system.steps)
    }

    /// A folder of the system: many are links into `/usr`.
    fn system(&mut self, path: &Path) -> io::Result<()> {
        match fs::read_link(path) {
            Ok(to) => {
                self.steps.push(Step::Link { at: c(path)?, to: c(to)? });
                Ok(())
            }
            Err(_) => self.show(path, Access::Read),
        }
    }

    fn memory(&mut self, at: &str, options: &str) -> io::Result<()> {
        self.folders(Some(Path::new(at)))?;
        self.steps.push(Step::Memory { at: c(at)?, options: c(options)? });
        Ok(())
    }

    /// Shows what is at a path, if anything, at the same path.
    fn show(&mut self, path: &Path, access: Access) -> io::Result<()> {
        let Ok(real) = fs::canonicalize(path) else { return Ok(()) };
        if real.is_dir() {
            self.folders(Some(path))?;
        } else {
            self.folders(path.parent())?;
            self.steps.push(Step::File { at: c(path)?, bytes: b"" });
        }
        let from = [OsStr::new(OLD).as_bytes(), real.as_os_str().as_bytes()].concat();
        let from = CString::new(from)?;
        self.steps.push(Step::Bind { from, at: c(path)?, access });
        Ok(())
    }

    /// A folder with those that it is in.
    fn folders(&mut self, folder: Option<&Path>) -> io::Result<()> {
        let mut chain: Vec<&Path> = folder.into_iter().flat_map(Path::ancestors).collect();
        chain.pop(); // the root
        for path in chain.into_iter().rev() {
            if self.made.insert(path.to_owned()) {
                self.steps.push(Step::Dir(c(path)?));
            }
        }
        Ok(())
    }
}

fn c(text: impl AsRef<OsStr>) -> io::Result<CString> {
    Ok(CString::new(text.as_ref().as_bytes())?)
}

/// Makes the file system that of this process, in a mount name space of its own; called in the child.
/// An error comes with the number of the step.
pub fn enter(steps: &[Step]) -> Result<(), (usize, i32)> {
    open_root().map_err(|errno| (0, errno))?;
    for (at, step) in steps.iter().enumerate() {
        take(step).map_err(|errno| (at + 1, errno))?;
    }
    close_root().map_err(|errno| (steps.len() + 1, errno))
}

/// An empty file system becomes the root, with the system's below it.
fn open_root() -> Result<(), i32> {
    mount(c"none", c"/", c"", libc::MS_REC | libc::MS_PRIVATE, c"")?;
    mount(c"tmpfs", c"/tmp", c"tmpfs", libc::MS_NOSUID | libc::MS_NODEV, c"mode=755,size=1m")?;
    call(libc::SYS_chdir, [text(c"/tmp")])?;
    call(libc::SYS_mkdirat, [libc::AT_FDCWD as usize, text(c"old"), 0o755])?;
    call(libc::SYS_pivot_root, [text(c"."), text(c"old")])?;
    call(libc::SYS_chdir, [text(c"/")])?;
    call(libc::SYS_umask, [0o022])?;
    Ok(())
}

/// The system's is let go, and the root cannot be written to any more.
fn close_root() -> Result<(), i32> {
    call(libc::SYS_umount2, [text(c"/old"), libc::MNT_DETACH as usize])?;
    call(
        libc::SYS_unlinkat,
        [libc::AT_FDCWD as usize, text(c"/old"), libc::AT_REMOVEDIR as usize],
    )?;
    restrict(c"/", RDONLY | NOSUID | NODEV, 0)?;
    Ok(())
}

fn take(step: &Step) -> Called {
    let here = libc::AT_FDCWD as usize;
    match step {
        Step::Dir(path) => may_exist(call(libc::SYS_mkdirat, [here, text(path), 0o755])),
        Step::Link { at, to } => may_exist(call(libc::SYS_symlinkat, [text(to), here, text(at)])),
        Step::File { at, bytes } => {
            let flags = libc::O_WRONLY | libc::O_CREAT | libc::O_CLOEXEC;
            let file = match sys::open(at, flags, 0o644) {
                // Something of that name is there to be covered, and cannot be written.
                Err(libc::EROFS | libc::EACCES) => return Ok(0),
                file => file?,
            };
            call(libc::SYS_write, [file, bytes.as_ptr() as usize, bytes.len()])?;
            call(libc::SYS_close, [file])
        }
        Step::Memory { at, options } => {
            mount(c"tmpfs", at, c"tmpfs", libc::MS_NOSUID | libc::MS_NODEV, options)
        }
        Step::Proc => {
            let flags = libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC;
            mount(c"proc", c"/proc", c"proc", flags, c"")
        }
        Step::Cover(path) => {
            mount(path, path, c"", libc::MS_BIND | libc::MS_REC, c"")?;
            restrict(path, RDONLY, libc::AT_RECURSIVE)
        }
        Step::Bind { from, at, access } => {
            mount(from, at, c"", libc::MS_BIND | libc::MS_REC, c"")?;
            let attributes = NOSUID
                | match access {
                    Access::Read => RDONLY | NODEV,
                    Access::Write => NODEV,
                    Access::Device => NOEXEC,
                };
            restrict(at, attributes, libc::AT_RECURSIVE)
        }
    }
}

fn may_exist(made: Called) -> Called {
    match made {
        Err(libc::EEXIST) => Ok(0),
        made => made,
    }
}

fn mount(from: &CStr, at: &CStr, kind: &CStr, flags: libc::c_ulong, options: &CStr) -> Called {
    let [from, at, kind, options] = [from, at, kind, options].map(text);
    call(libc::SYS_mount, [from, at, kind, flags as usize, options])
}

/// Adds restrictions to a mount, with those below it where `flags` say so.
fn restrict(at: &CStr, attributes: u64, flags: libc::c_int) -> Called {
    // What to set, to clear, the propagation, and a name space of users.
    let change = [attributes, 0, 0, 0];
    let here = libc::AT_FDCWD as usize;
    call(
        libc::SYS_mount_setattr,
        [here, text(at), flags as usize, sys::of(&change), size_of_val(&change)],
    )
}
