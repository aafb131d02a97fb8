//! Folders for the files of one child process, removed when they are no longer needed.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::process::Command;

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
        let folder = tempfile::Builder::new()
            .prefix(&format!("{SCRATCH_PREFIX}{}-", std::process::id()))
            .permissions(fs::Permissions::from_mode(0o700))
            .tempdir_in(place)?;
        Ok(Scratch { path: folder.keep() })
    }

    /// A new folder that holds one file.
    pub fn with_file(name: &str, text: &str) -> io::Result<Self> {
        let scratch = Scratch::new()?;
        fs::write(scratch.path().join(name), text)?;
        Ok(scratch)
    }

    /// Has a command keep all its own files in here: what it would leave in the system's temporary
    /// folder, or in the user's.
    pub fn confine(&self, command: &mut Command) {
        for name in ["TMPDIR", "HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"] {
            command.env(name, &self.path);
        }
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
            if fs::remove_dir_all(&self.path).is_ok() || !self.path.exists() {
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
    let places = [std::env::temp_dir(), PathBuf::from(MEMORY)];
    for entry in places.iter().filter_map(|place| fs::read_dir(place).ok()).flatten().flatten() {
        let name = entry.file_name();
        let owner = name.to_str().and_then(|name| {
            name.strip_prefix(SCRATCH_PREFIX)?.split('-').next()?.parse::<u32>().ok()
        });
        if owner.is_some_and(|pid| !Path::new(&format!("/proc/{pid}")).exists()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}
