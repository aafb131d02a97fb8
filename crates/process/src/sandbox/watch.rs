//! Looks twice a second at what confined children use, and kills those that use too much.
//!
//! The kernel limits each process and each file, but not their sum: a child may start many processes and write many
//! files. (Control groups would limit memory, but few systems let everybody make them.)

use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::time::Duration;

use rustix::fs::statvfs;
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

use crate::proc::Processes;

/// Resident memory of a child with its descendants.
const MEMORY: u64 = 4 << 30;

/// Descriptors of a child with its descendants: each may hold 200 kB of the kernel's memory, which is nobody's.
const DESCRIPTORS: u64 = 20_000;

/// What is in its folder, in bytes and in files.
const FILES: (u64, usize) = (2 << 30, 50_000);

const INTERVAL: Duration = Duration::from_millis(500);

/// A child that is watched as long as this lives.
#[derive(Debug)]
pub struct Watched {
    keeper: u32,
    handle: OwnedFd,
    signal: Signal,
    folder: PathBuf,
    excess: OnceLock<Excess>,
}

/// What a child was killed for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Excess {
    /// Too much memory.
    Memory,
    /// Too many open files, pipes and sockets.
    Descriptors,
    /// Too many or too large files.
    Files,
}

impl Excess {
    /// In words.
    pub fn describe(self) -> String {
        match self {
            Excess::Memory => format!("killed: it used more than {} GiB of memory", MEMORY >> 30),
            Excess::Descriptors => format!("killed: it had more than {DESCRIPTORS} descriptors"),
            Excess::Files => {
                let (bytes, files) = FILES;
                format!("killed: it wrote more than {} GiB or {files} files", bytes >> 30)
            }
        }
    }
}

impl Watched {
    /// Watches over a child that was not waited for yet; a signal to its keeper ends all of it.
    pub fn new(keeper: u32, folder: &Path, signal: Signal) -> Option<Arc<Self>> {
        let id = Pid::from_raw(i32::try_from(keeper).ok()?)?;
        let handle = pidfd_open(id, PidfdFlags::empty()).ok()?;
        let folder = folder.to_owned();
        let watched = Arc::new(Watched { keeper, handle, signal, folder, excess: OnceLock::new() });
        watched.free();
        all().lock().unwrap_or_else(PoisonError::into_inner).push(Arc::downgrade(&watched));
        Some(watched)
    }

    /// What it was killed for, if it was.
    pub fn excess(&self) -> Option<Excess> {
        self.excess.get().copied()
    }

    fn look(&self, processes: &Processes) {
        let excess = if processes.memory_below(self.keeper) > MEMORY {
            Excess::Memory
        } else if processes.descriptors_below(self.keeper) > DESCRIPTORS {
            Excess::Descriptors
        } else if !fits(&self.folder, &mut { FILES }) || self.hides_files(processes) {
            Excess::Files
        } else {
            return;
        };
        let _ = self.excess.set(excess);
        let _ = pidfd_send_signal(&self.handle, self.signal);
    }

    /// Whether it has too much in files that it has removed and keeps open. That is looked for where much less is free
    /// than once was.
    fn hides_files(&self, processes: &Processes) -> bool {
        let (free, most) = self.free();
        let device = || fs::symlink_metadata(&self.folder).map_or(0, |it| it.dev());
        most - free > FILES.0 / 2 && processes.unlinked_below(self.keeper, device()) > FILES.0
    }

    /// How much is free where its folder is, in bytes, and the most that was ever seen to be.
    fn free(&self) -> (u64, u64) {
        static MOST: AtomicU64 = AtomicU64::new(0);
        let free = statvfs(&self.folder).map_or(0, |it| it.f_bavail * it.f_frsize);
        (free, MOST.fetch_max(free, Ordering::Relaxed).max(free))
    }
}

/// All that are watched, by a thread that the first of them starts.
fn all() -> &'static Mutex<Vec<Weak<Watched>>> {
    static ALL: OnceLock<Mutex<Vec<Weak<Watched>>>> = OnceLock::new();
    ALL.get_or_init(|| {
        // Without a thread nobody is watched, and the kernel's limits remain.
        let _ = std::thread::Builder::new().name("watch".into()).spawn(watch);
        Mutex::default()
    })
}

fn watch() {
    loop {
        std::thread::sleep(INTERVAL);
        let mut watched = all().lock().unwrap_or_else(PoisonError::into_inner);
        watched.retain(|it| it.strong_count() > 0);
        let present: Vec<_> = watched.iter().filter_map(Weak::upgrade).collect();
        drop(watched);
        if present.is_empty() {
            continue;
        }
        let processes = Processes::now();
        for child in present {
            child.look(&processes);
        }
    }
}

/// Takes what is in a folder from a number of bytes and of files; whether that was enough. Folders nested deeper than
/// paths are long do not fit either.
fn fits(folder: &Path, left: &mut (u64, usize)) -> bool {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::InvalidFilename => return false,
            Err(_) => continue,
        };
        for entry in entries.flatten() {
            let Ok(about) = entry.metadata() else { continue };
            let (bytes, files) = (left.0.checked_sub(about.blocks() * 512), left.1.checked_sub(1));
            let (Some(bytes), Some(files)) = (bytes, files) else { return false };
            *left = (bytes, files);
            if about.is_dir() {
                folders.push(entry.path());
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn files_are_counted_with_those_in_folders() {
        let folder = tempfile::tempdir().unwrap();
        fs_tree(folder.path());
        assert!(fits(folder.path(), &mut (1 << 20, 3)));
        assert!(!fits(folder.path(), &mut (1 << 20, 2)), "three entries");
        assert!(!fits(folder.path(), &mut (10_000, 3)), "sixteen kilobytes");
    }

    fn fs_tree(folder: &std::path::Path) {
        std::fs::create_dir(folder.join("in")).unwrap();
        std::fs::write(folder.join("in/a"), [1; 8192]).unwrap();
        std::fs::write(folder.join("b"), [1; 8192]).unwrap();
    }
}
