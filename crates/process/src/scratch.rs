//! Folders for the files of one child process, removed when they are no longer needed.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::process::Command;

use crate::abandon;
use crate::files;
use crate::sandbox::Sandbox;

/// A folder for one debugger's files (profile, sockets), readable by us only and removed on drop.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
}

impl Scratch {
    /// A new, empty folder below the system's temporary folder.
    pub fn new() -> io::Result<Self> {
        Scratch::below(&std::env::temp_dir())
    }

    /// A new, empty folder that is kept in memory where the system has such a place: for many
    /// files of short life.
    pub fn in_memory() -> io::Result<Self> {
        Scratch::below(Path::new(MEMORY)).or_else(|_| Scratch::new())
    }

    fn below(place: &Path) -> io::Result<Self> {
        abandon::check_goes_on()?;
        let folder = tempfile::Builder::new()
            .prefix(&format!("{SCRATCH_PREFIX}{}-", std::process::id()))
            .permissions(fs::Permissions::from_mode(0o700))
            .tempdir_in(place.canonicalize()?)?;
        Ok(Scratch { path: folder.keep() })
    }

    /// A new folder that holds one file.
    pub fn with_file(name: &str, text: &str) -> io::Result<Self> {
        let scratch = Scratch::new()?;
        fs::write(scratch.path().join(name), text)?;
        Ok(scratch)
    }

    /// Has a command keep all its own files in here: what it would leave in the system's temporary
    /// folder, or in the user's. Gives the sandbox in which it can write nowhere else.
    pub fn confine(&self, command: &mut Command) -> Sandbox {
        for name in ["TMPDIR", "HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"] {
            command.env(name, &self.path);
        }
        Sandbox::around(&self.path)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Descendants of a killed browser may still write for a moment.
        for _ in 0..50 {
            if files::remove(&self.path).is_ok() || !self.path.exists() {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

const SCRATCH_PREFIX: &str = "parallax-";

/// Where Linux keeps files in memory.
const MEMORY: &str = "/dev/shm";

/// Removes the folders of runs that were killed before they could do it themselves.
pub fn sweep_scratch() {
    remove_those_of(is_gone);
}

/// How many folders there are of runs that are gone.
pub fn stale_scratch() -> usize {
    those_of(is_gone).count()
}

fn is_gone(pid: u32) -> bool {
    !Path::new(&format!("/proc/{pid}")).exists()
}

/// Removes all folders of this process; whether there were none.
pub(crate) fn remove_own() -> bool {
    remove_those_of(|pid| pid == std::process::id()) == 0
}

/// Removes the folders of processes with these numbers; how many there were.
fn remove_those_of(is_meant: impl Fn(u32) -> bool) -> usize {
    let mut count = 0;
    for folder in those_of(is_meant) {
        count += 1;
        let _ = files::remove(&folder);
    }
    count
}

/// The folders of processes with these numbers.
fn those_of(is_meant: impl Fn(u32) -> bool) -> impl Iterator<Item = PathBuf> {
    let places = [std::env::temp_dir(), PathBuf::from(MEMORY)].into_iter();
    let entries = places.filter_map(|place| fs::read_dir(place).ok()).flatten().flatten();
    let with_owner = entries.filter_map(|entry| {
        let name = entry.file_name();
        let owner = name.to_str()?.strip_prefix(SCRATCH_PREFIX)?.split('-').next()?.parse().ok();
        Some((entry.path(), owner?))
    });
    with_owner.filter(move |(_, owner)| is_meant(*owner)).map(|(path, _)| path)
}
