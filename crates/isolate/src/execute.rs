//! One command run to its end, whatever it does: bounded in time, memory on disk and output.

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use parallax_process::Bound;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::Command;

use crate::coverage::PROFILE;

/// How much of each output stream is kept.
const KEPT: usize = 64 << 10;

/// The largest file that a command may write.
const LARGEST: u64 = 256 << 20;

/// What a command did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// How it ended.
    pub how: How,
    /// The beginning of its output.
    pub out: String,
    /// The beginning of its error output.
    pub err: String,
}

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum How {
    /// By itself, with this code.
    Code(i32),
    /// By a signal.
    Signal(i32),
    /// Not within its time.
    Timeout,
}

impl std::fmt::Display for How {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            How::Code(code) => write!(f, "exit code {code}"),
            How::Signal(signal) => write!(f, "signal {signal}"),
            How::Timeout => f.write_str("no end within its time"),
        }
    }
}

impl Ended {
    /// What counts of a program: what it complains of may hold addresses.
    pub fn shown(&self) -> Ended {
        Ended { how: self.how, out: self.out.clone(), err: String::new() }
    }

    /// Whether it ended by itself with code 0.
    pub fn succeeded(&self) -> bool {
        self.how == How::Code(0)
    }
}

/// A command to run.
#[derive(Debug, Clone)]
pub struct Order<'a> {
    /// The command and its arguments.
    pub words: &'a [String],
    /// The folder that it runs in, and keeps its files in.
    pub folder: &'a Path,
    /// Where it writes coverage; none throws the coverage away.
    pub coverage: Option<&'a Path>,
    /// Its processor time.
    pub time: Duration,
    /// A library that has it end in good order when its time is over, so that it writes coverage.
    pub farewell: Option<&'a Path>,
}

/// The source of that library.
pub const FAREWELL: &str = include_str!("farewell.c");

/// The code with which a sanitizer ends a program that it complains of.
pub const COMPLAINS: i32 = 86;

/// How long it may take to end in good order.
const PARTING: Duration = Duration::from_secs(5);

/// Runs a command. An error means that it could not be started.
pub async fn run(order: Order<'_>) -> io::Result<Ended> {
    let (program, args) = order
        .words
        .split_first()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the command is empty"))?;
    let mut command = Command::new(program);
    command
        .args(args)
        .current_dir(order.folder)
        .env("TMPDIR", order.folder)
        .env("LC_ALL", "C")
        .env("ASAN_OPTIONS", format!("detect_leaks=0:exitcode={COMPLAINS}"))
        .env("UBSAN_OPTIONS", format!("exitcode={COMPLAINS}"))
        // What is not wanted goes where nothing can be written, which is faster than writing it.
        .env("GCOV_PREFIX", order.coverage.unwrap_or(Path::new("/dev/null")))
        .env("GCOV_ERROR_FILE", "/dev/null")
        .env("LLVM_PROFILE_FILE", order.coverage.map_or("/dev/null".into(), |to| to.join(PROFILE)))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some(library) = order.farewell {
        command.env("LD_PRELOAD", library);
    }
    restrain(&mut command);
    let mut child = Bound::spawn(&mut command).map_err(|error| {
        io::Error::new(error.kind(), format!("{program} cannot be run: {error}"))
    })?;
    let (out, err) = child.streams();
    let (out, err) = (tokio::spawn(beginning(out)), tokio::spawn(beginning(err)));
    let how = match within(order.time, &mut child).await {
        Some(status) => {
            let status = status?;
            status.code().map_or(How::Signal(status.signal().unwrap_or(0)), How::Code)
        }
        None => {
            if order.farewell.is_some() {
                child.ask_to_end();
                let _ = tokio::time::timeout(PARTING, child.wait()).await;
            }
            How::Timeout
        }
    };
    // What holds the streams open ends here at the latest.
    drop(child);
    Ok(Ended { how, out: out.await.unwrap_or_default(), err: err.await.unwrap_or_default() })
}

/// Waits for a child's end for so much of its processor time: on a busy machine a command may have
/// had little of its time when it has passed. One that waits for something else gets ten times as
/// long.
async fn within(time: Duration, child: &mut Bound) -> Option<io::Result<ExitStatus>> {
    let latest = Instant::now() + time * 10;
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
async fn beginning(stream: Option<impl AsyncRead + Unpin>) -> String {
    let Some(mut stream) = stream else { return String::new() };
    let mut kept = Vec::new();
    let mut buffer = [0; 8192];
    while let Ok(read @ 1..) = stream.read(&mut buffer).await {
        let room = KEPT.saturating_sub(kept.len());
        kept.extend_from_slice(&buffer[..read.min(room)]);
    }
    String::from_utf8_lossy(&kept).into_owned()
}

/// Makes addresses the same in every run, since a tool that hashes them takes other ways with
/// others, and bounds what it can write.
#[allow(unsafe_code)]
fn restrain(command: &mut Command) {
    // SAFETY: between fork and exec only async-signal-safe calls are made, and none allocates.
    unsafe {
        command.pre_exec(|| {
            libc::personality(libc::ADDR_NO_RANDOMIZE as libc::c_ulong);
            let most = libc::rlimit { rlim_cur: LARGEST, rlim_max: LARGEST };
            libc::setrlimit(libc::RLIMIT_FSIZE, &raw const most);
            let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
            libc::setrlimit(libc::RLIMIT_CORE, &raw const none);
            Ok(())
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn sh(script: &str, millis: u64) -> Ended {
        let folder = tempfile::tempdir().unwrap();
        let words = ["sh", "-c", script].map(str::to_owned);
        let order = Order {
            words: &words,
            folder: folder.path(),
            coverage: None,
            time: Duration::from_millis(millis),
            farewell: None,
        };
        run(order).await.unwrap()
    }

    #[tokio::test]
    async fn every_end_is_an_observation() {
        let ended = sh("echo a; echo b >&2; exit 3", 5000).await;
        assert_eq!(
            (ended.how, ended.out.as_str(), ended.err.as_str()),
            (How::Code(3), "a\n", "b\n")
        );
        assert_eq!(sh("kill -ABRT $$", 5000).await.how, How::Signal(6));
        assert_eq!(sh("while :; do :; done", 200).await.how, How::Timeout);
        assert_eq!(sh("sleep 30", 100).await.how, How::Timeout);
        assert_eq!(sh("sleep 0.4", 100).await.how, How::Code(0), "it has used no time");
    }

    #[tokio::test]
    async fn what_floods_or_forks_is_bounded() {
        let flood = sh("yes", 300).await;
        assert_eq!((flood.how, flood.out.len()), (How::Timeout, KEPT));
        let forked = sh("sleep 1000000 & echo gone", 30_000);
        let forked = tokio::time::timeout(Duration::from_secs(60), forked).await;
        assert_eq!(forked.expect("what it left behind is not waited for").out, "gone\n");
    }
}
