//! Landlock: what a child may open, connect to and signal, where the kernel gives it no name spaces.

use std::fs::{self, File};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use super::filesystem::{DEVICES, SETTINGS, SYSTEM};
use super::sys::{self, Called, call};

/// The version of Landlock that keeps a child from signalling processes outside: Linux 6.12.
const NEEDED: usize = 6;

/// Rights to files, by the kernel's numbers.
const EXECUTE: u64 = 1;
const WRITE_FILE: u64 = 1 << 1;
const READ_FILE: u64 = 1 << 2;
const READ_DIR: u64 = 1 << 3;
/// Making, removing, moving, truncating, and talking to devices.
const ALL: u64 = (1 << 16) - 1;
const TRUNCATE: u64 = 1 << 14;
const IOCTL: u64 = 1 << 15;

const BIND_TCP: u64 = 1;
const CONNECT_TCP: u64 = 1 << 1;

/// Abstract Unix sockets, and signals.
const SCOPES: u64 = 0b11;

/// Places that a child may open, opened before `fork`.
#[derive(Debug)]
pub struct Rules {
    places: Vec<(File, u64)>,
}

/// `struct landlock_path_beneath_attr`.
#[repr(C, packed)]
struct Beneath {
    access: u64,
    place: i32,
}

/// Whether the kernel has what is needed.
pub fn is_available() -> bool {
    call(libc::SYS_landlock_create_ruleset, [0, 0, 1]).is_ok_and(|version| version >= NEEDED)
}

impl Rules {
    /// Of a child that may read some places and write to some.
    pub fn of(readable: &[PathBuf], writable: &[PathBuf]) -> io::Result<Self> {
        let read = EXECUTE | READ_FILE | READ_DIR;
        let mut places = Vec::new();
        let own = SYSTEM.iter().chain(SETTINGS).chain(&[
            "/proc",
            "/etc/passwd",
            "/etc/group",
            "/etc/hosts",
        ]);
        for path in own.map(Path::new).chain(readable.iter().map(PathBuf::as_path)) {
            places.extend(place(path, read)?);
        }
        for path in DEVICES {
            places.extend(place(Path::new(path), READ_FILE | WRITE_FILE | TRUNCATE | IOCTL)?);
        }
        for path in writable {
            places.extend(place(path, ALL)?);
        }
        Ok(Rules { places })
    }

    /// Holds this process and its descendants to the rules; called in the child.
    pub fn enter(&self) -> Called {
        let attributes = [ALL, BIND_TCP | CONNECT_TCP, SCOPES];
        let size = size_of_val(&attributes);
        let rules = call(libc::SYS_landlock_create_ruleset, [sys::of(&attributes), size, 0])?;
        for (place, access) in &self.places {
            let beneath = Beneath { access: *access, place: place.as_raw_fd() };
            call(libc::SYS_landlock_add_rule, [rules, 1, sys::of(&beneath), 0])?;
        }
        // A debugger may listen on a port that the kernel chooses, and that we find. It may connect to none.
        let any_port = [BIND_TCP, 0];
        call(libc::SYS_landlock_add_rule, [rules, 2, sys::of(&any_port), 0])?;
        call(libc::SYS_landlock_restrict_self, [rules, 0])?;
        call(libc::SYS_close, [rules])
    }
}

/// A place, if it exists. A file has no rights of folders.
fn place(path: &Path, access: u64) -> io::Result<Option<(File, u64)>> {
    let Ok(real) = fs::canonicalize(path) else { return Ok(None) };
    let of_files = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL;
    let access = if real.is_dir() { access } else { access & of_files };
    let opened =
        File::options().read(true).custom_flags(libc::O_PATH | libc::O_CLOEXEC).open(real)?;
    Ok(Some((opened, access)))
}
