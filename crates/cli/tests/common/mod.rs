//! What the tests of the command share: running it, and looking at what it leaves behind.
#![allow(dead_code, clippy::unwrap_used, reason = "each test uses a part, and may panic")]

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use parallax_campaign::Store;
use parallax_testing::places;

/// The debuggers that every test of real debuggers runs on.
pub const DEBUGGERS: [&str; 5] = ["bun", "chromium", "deno", "firefox", "node"];

/// A folder of its own for one test, with the store and the temporary files of its runs in it.
pub struct Bench {
    folder: tempfile::TempDir,
}

/// What a run of the command said.
#[derive(Debug)]
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Bench {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("tmp")).unwrap();
        Bench { folder }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file and returns its path.
    pub fn file(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    /// The command, in this folder, not yet started.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_parallax"));
        command
            .current_dir(self.folder.path())
            .args(args)
            .env("TMPDIR", self.path("tmp"))
            .env("PARALLAX_SPEC_DIR", places::texts())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs the command to its end, and checks that it has left nothing behind.
    pub fn run(&self, args: &[&str]) -> Said {
        let said = Said::from(self.command(args).output().unwrap());
        assert!(!said.err.contains("panicked"), "{}", said.err);
        self.check_nothing_is_left();
        said
    }

    /// No folder of a debugger, no process that has one of this test's folders on its command line.
    pub fn check_nothing_is_left(&self) {
        until("something is left behind", || {
            self.folders().is_empty() && self.processes().is_empty()
        });
    }

    fn folders(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.path("tmp")).unwrap().flatten();
        entries.map(|entry| entry.path()).collect()
    }

    /// Processes that mention this test's folder, by number and command line.
    pub fn processes(&self) -> Vec<(u32, String)> {
        let mark = self.folder.path().join("tmp").display().to_string();
        let entries = std::fs::read_dir("/proc").unwrap().flatten();
        entries
            .filter_map(|entry| {
                let pid: u32 = entry.file_name().to_str()?.parse().ok()?;
                let line = std::fs::read(entry.path().join("cmdline")).ok()?;
                let line = String::from_utf8_lossy(&line).replace('\0', " ");
                line.contains(&mark).then_some((pid, line))
            })
            .collect()
    }

    /// How many sessions the first campaign in the store has recorded.
    pub fn recorded_sessions(&self) -> usize {
        match Store::open(&self.path(".parallax/store.sqlite")) {
            Ok(store) => store.sessions(1).map_or(0, |sessions| sessions.len()),
            Err(_) => 0, // it is not made yet
        }
    }

    /// The processes that a running command has started, with all that these have started.
    pub fn descendants(parent: u32) -> Vec<u32> {
        let entries: Vec<(u32, u32)> = std::fs::read_dir("/proc")
            .unwrap()
            .flatten()
            .filter_map(|entry| {
                let pid: u32 = entry.file_name().to_str()?.parse().ok()?;
                let status = std::fs::read_to_string(entry.path().join("status")).ok()?;
                let of = status
                    .lines()
                    .find_map(|line| line.strip_prefix("PPid:"))?
                    .trim()
                    .parse()
                    .ok()?;
                Some((pid, of))
            })
            .collect();
        let mut family = vec![parent];
        let mut at = 0;
        while let Some(&one) = family.get(at) {
            family.extend(entries.iter().filter(|(_, of)| *of == one).map(|(pid, _)| *pid));
            at += 1;
        }
        family.split_off(1)
    }
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        Said {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

impl Said {
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out)
            .unwrap_or_else(|error| panic!("{error}: {}\n{}", self.out, self.err))
    }
}

/// Waits until something holds. The deadline is for what never comes; a slow machine keeps to it.
pub fn until(otherwise: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !holds() {
        assert!(Instant::now() < deadline, "{otherwise}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Sends a signal to a process of ours, if it is still there.
pub fn signal(pid: u32, name: &str) {
    Command::new("kill").args([format!("-{name}"), pid.to_string()]).output().unwrap();
}
