//! A command that is run to its end, whatever it does: bounded in time, files and output.

use std::fmt;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::Command;

use crate::group::GroupChild;
use crate::limits::ResourceLimits;
use crate::sandbox::Sandbox;

/// How much of each output stream is kept unless more is asked for.
pub const DEFAULT_OUTPUT: usize = 64 << 10;

/// A command that waits for something else than the processor gets so many times its time.
const WAITING: u32 = 10;

/// What bounds a command.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// Its processor time.
    pub time: Option<Duration>,
    /// How long a command whose time is over may take to end when it is asked to (SIGTERM) before it
    /// is killed. None kills it at once.
    pub grace: Option<Duration>,
    /// How many bytes of each output stream are kept; the rest is read and dropped.
    pub max_output: usize,
    /// What else it may use.
    pub limits: ResourceLimits,
}

impl Bounds {
    /// Only the output is bounded.
    pub const NONE: Bounds = Bounds {
        time: None,
        grace: None,
        max_output: DEFAULT_OUTPUT,
        limits: ResourceLimits::NONE,
    };
}

/// What a command did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    /// How it ended.
    pub termination: Termination,
    /// The beginning of its output.
    pub stdout: String,
    /// The beginning of its error output.
    pub stderr: String,
}

impl Finished {
    /// Whether it ended by itself with code 0.
    pub fn succeeded(&self) -> bool {
        self.termination == Termination::SUCCESS
    }
}

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Termination {
    /// By itself, with this code.
    Code(i32),
    /// By a signal.
    Signal(i32),
    /// Not within its time.
    Timeout,
}

impl Termination {
    /// The end of a command that did what it should.
    pub const SUCCESS: Termination = Termination::Code(0);
}

impl From<ExitStatus> for Termination {
    fn from(status: ExitStatus) -> Self {
        match status.code() {
            Some(code) => Termination::Code(code),
            None => Termination::Signal(status.signal().unwrap_or(0)),
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Termination::Code(code) => write!(f, "exit code {code}"),
            Termination::Signal(signal) => write!(f, "signal {signal}"),
            Termination::Timeout => f.write_str("no end within its time"),
        }
    }
}

/// Runs a command of ours without input to its end. An error means that it could not be started.
pub async fn run(command: &mut Command, bounds: &Bounds) -> io::Result<Finished> {
    let child = GroupChild::spawn(without_input(command), bounds.limits)?;
    finish(child, bounds).await
}

/// The same in a sandbox, for a tool that is under test or works on what is.
pub async fn run_confined(
    command: &mut Command,
    sandbox: &Sandbox,
    bounds: &Bounds,
) -> io::Result<Finished> {
    let child = GroupChild::spawn_confined(without_input(command), sandbox, bounds.limits, None)?;
    finish(child, bounds).await
}

fn without_input(command: &mut Command) -> &mut Command {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped())
}

async fn finish(mut child: GroupChild, bounds: &Bounds) -> io::Result<Finished> {
    let stdout = tokio::spawn(beginning(child.take_stdout(), bounds.max_output));
    let stderr = tokio::spawn(beginning(child.take_stderr(), bounds.max_output));
    let termination = match wait_within(bounds.time, &mut child).await {
        Some(status) => status?.into(),
        None => {
            if let Some(grace) = bounds.grace {
                child.terminate();
                let _ = tokio::time::timeout(grace, child.wait()).await;
            }
            Termination::Timeout
        }
    };
    // What holds the streams open is killed here at the latest.
    drop(child);
    let [stdout, stderr] = [stdout.await, stderr.await].map(Result::unwrap_or_default);
    Ok(Finished { termination, stdout, stderr })
}

/// Waits for a child's end for so much of its processor time: on a busy machine a command may have
/// had little of its time when it has passed.
async fn wait_within(
    time: Option<Duration>,
    child: &mut GroupChild,
) -> Option<io::Result<ExitStatus>> {
    let Some(time) = time else { return Some(child.wait().await) };
    let latest = Instant::now() + time * WAITING;
    let mut left = time;
    loop {
        if let Ok(status) = tokio::time::timeout(left, child.wait()).await {
            return Some(status);
        }
        left = time.saturating_sub(child.processor_time().unwrap_or(time));
        left = left.min(latest.saturating_duration_since(Instant::now()));
        if left.is_zero() {
            return None;
        }
        left = left.max(Duration::from_millis(20));
    }
}

/// Reads a stream to its end and keeps its beginning.
async fn beginning(stream: Option<impl AsyncRead + Unpin>, most: usize) -> String {
    let Some(mut stream) = stream else { return String::new() };
    let mut kept = Vec::new();
    let mut buffer = [0; 8192];
    while let Ok(read @ 1..) = stream.read(&mut buffer).await {
        let room = most.saturating_sub(kept.len());
        kept.extend_from_slice(&buffer[..read.min(room)]);
    }
    String::from_utf8_lossy(&kept).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn sh(script: &str, millis: u64) -> Finished {
        let time = Some(Duration::from_millis(millis));
        let bounds = Bounds { time, ..Bounds::NONE };
        run(Command::new("sh").args(["-c", script]), &bounds).await.unwrap()
    }

    #[tokio::test]
    async fn every_end_is_an_observation() {
        let finished = sh("echo a; echo b >&2; exit 3", 5000).await;
        assert_eq!(finished.termination, Termination::Code(3));
        assert_eq!((finished.stdout.as_str(), finished.stderr.as_str()), ("a\n", "b\n"));
        assert_eq!(sh("kill -ABRT $$", 5000).await.termination, Termination::Signal(6));
        assert_eq!(sh("while :; do :; done", 200).await.termination, Termination::Timeout);
        assert_eq!(sh("sleep 30", 100).await.termination, Termination::Timeout);
        let waits = sh("sleep 0.4", 100).await;
        assert_eq!(waits.termination, Termination::SUCCESS, "it has used no time");
    }

    #[tokio::test]
    async fn what_floods_or_forks_is_bounded() {
        let flood = sh("yes", 300).await;
        assert_eq!(flood.termination, Termination::Timeout);
        assert_eq!(flood.stdout.len(), DEFAULT_OUTPUT);
        // It would take ten minutes if what it left behind were waited for.
        assert_eq!(sh("sleep 600 & echo gone", 30_000).await.stdout, "gone\n");
    }

    #[tokio::test]
    async fn a_command_that_is_asked_to_end_can_say_something() {
        let script = "trap 'echo asked; exit' TERM; while :; do :; done";
        let time = Some(Duration::from_millis(200));
        let bounds = Bounds { time, grace: Some(Duration::from_secs(60)), ..Bounds::NONE };
        let finished = run(Command::new("sh").args(["-c", script]), &bounds).await.unwrap();
        assert_eq!(finished.termination, Termination::Timeout);
        assert_eq!(finished.stdout, "asked\n");
    }
}
