//! Child processes that never outlive us: each has a process group of its own, is killed with all
//! its descendants on drop, and dies with Parallax even when that is killed outright.

use std::collections::VecDeque;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::sync::mpsc;

/// How many of a process's last lines of error output are kept for messages.
const TAIL: usize = 8;

/// A running child process with its descendants.
#[derive(Debug)]
pub struct Process {
    child: Child,
    group: i32,
    tail: Arc<Mutex<VecDeque<String>>>,
    lines: mpsc::Receiver<String>,
}

impl Process {
    /// Starts a command in a process group of its own, with `pipe` (if any) as its descriptors 3
    /// and 4. Both of its output streams are read to the end of its life.
    pub fn spawn(command: &mut Command, pipe: Option<OwnedFd>) -> io::Result<Self> {
        command.stdin(Stdio::null());
        let mut process = Self::start(command, pipe)?;
        if let Some(stdout) = process.child.stdout.take() {
            tokio::spawn(drain(stdout, Arc::default(), None));
        }
        Ok(process)
    }

    /// Starts a command that is talked to over its standard input and output.
    pub fn converse(command: &mut Command) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        command.stdin(Stdio::piped());
        let mut process = Self::start(command, None)?;
        match (process.child.stdin.take(), process.child.stdout.take()) {
            (Some(stdin), Some(stdout)) => Ok((process, stdin, stdout)),
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn start(command: &mut Command, pipe: Option<OwnedFd>) -> io::Result<Self> {
        command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .env("TZ", "UTC")
            .env("LC_ALL", "C.UTF-8")
            .process_group(0)
            .kill_on_drop(true);
        prepare(command, pipe.as_ref().map(AsRawFd::as_raw_fd));
        let mut child = command.spawn()?;
        drop(pipe);
        let group = child.id().and_then(|id| i32::try_from(id).ok()).unwrap_or(0);
        let tail = Arc::new(Mutex::new(VecDeque::new()));
        let (sender, lines) = mpsc::channel(64);
        if let Some(stderr) = child.stderr.take() {
            tokio::spawn(drain(stderr, tail.clone(), Some(sender)));
        }
        Ok(Process { child, group, tail, lines })
    }

    /// Its number while it is known to run.
    pub fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Waits for a line of error output that `read` makes something of. None when the process
    /// closes its error output first.
    pub async fn find_line<T>(&mut self, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        while let Some(line) = self.lines.recv().await {
            if let Some(found) = read(&line) {
                return Some(found);
            }
        }
        None
    }

    /// The last lines of error output, and how the process ended if it did.
    pub fn epitaph(&mut self) -> String {
        let tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        let tail = tail.iter().map(String::as_str).collect::<Vec<_>>().join(" | ");
        match (self.child.try_wait(), tail.is_empty()) {
            (Ok(Some(status)), true) => status.to_string(),
            (Ok(Some(status)), false) => format!("{status}; last output: {tail}"),
            (_, true) => "no error output".to_owned(),
            (_, false) => format!("last output: {tail}"),
        }
    }

    /// Kills the process with its descendants without waiting for their end; the runtime reaps it.
    pub fn discard(mut self) {
        if self.group > 0 && matches!(self.child.try_wait(), Ok(None)) {
            kill_group(self.group);
        }
        self.group = 0;
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.group > 0 && matches!(self.child.try_wait(), Ok(None)) {
            kill_group(self.group);
            // Reaping at once frees the files it held, so that its folder can be removed.
            for _ in 0..100 {
                if !matches!(self.child.try_wait(), Ok(None)) {
                    break;
                }
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }
}

/// A child with its descendants whose streams are its starter's business. Like every child of ours
/// it dies with us, and with the value that stands for it.
#[derive(Debug)]
pub struct Bound {
    child: Child,
    group: i32,
}

impl Bound {
    /// Starts a command in a process group of its own.
    pub fn spawn(command: &mut Command) -> io::Result<Self> {
        command.process_group(0).kill_on_drop(true);
        prepare(command, None);
        let child = command.spawn()?;
        let group = child.id().and_then(|id| i32::try_from(id).ok()).unwrap_or(0);
        Ok(Bound { child, group })
    }

    /// The child's streams, as far as they were piped and not yet taken.
    pub fn streams(&mut self) -> (Option<ChildStdout>, Option<ChildStderr>) {
        (self.child.stdout.take(), self.child.stderr.take())
    }

    /// Asks the child, and what it has started, to end.
    pub fn ask_to_end(&self) {
        if self.group > 0 {
            signal_group(self.group, libc::SIGTERM);
        }
    }

    /// The processor time that the child has used so far, with that of its own children that have
    /// ended. None once it has ended itself.
    pub fn processor_time(&self) -> Option<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()?)).ok()?;
        // The second field, the name, may hold anything. Linux counts hundredths of a second.
        let fields = stat.get(stat.rfind(')')? + 1..)?.split_whitespace();
        let ticks =
            fields.skip(11).take(4).map(|field| field.parse::<u64>().ok()).sum::<Option<u64>>();
        Some(Duration::from_millis(ticks? * 10))
    }

    /// Waits for the child's end; what it has started and left behind ends with it.
    pub async fn wait(&mut self) -> io::Result<ExitStatus> {
        let status = self.child.wait().await?;
        kill_group(self.group);
        self.group = 0;
        Ok(status)
    }
}

impl Drop for Bound {
    fn drop(&mut self) {
        if self.group > 0 {
            kill_group(self.group);
        }
    }
}

/// Reads a stream to its end, keeping its last lines and offering each to whoever listens.
async fn drain(
    stream: impl AsyncRead + Unpin,
    tail: Arc<Mutex<VecDeque<String>>>,
    sender: Option<mpsc::Sender<String>>,
) {
    let mut stream = BufReader::new(stream);
    let mut bytes = Vec::new();
    while matches!(stream.read_until(b'\n', &mut bytes).await, Ok(1..)) {
        let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        bytes.clear();
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.push_back(line.chars().take(300).collect());
        if tail.len() > TAIL {
            tail.pop_front();
        }
        drop(tail);
        if let Some(sender) = &sender {
            // Nobody listens any more once the process is up; a full channel is no news then.
            let _ = sender.try_send(line);
        }
    }
}

/// Makes the child die with its parent and gives it its descriptors 3 and 4.
#[allow(unsafe_code)]
fn prepare(command: &mut Command, pipe: Option<i32>) {
    // SAFETY: between fork and exec only async-signal-safe calls are made, and none allocates.
    unsafe {
        command.pre_exec(move || {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            if let Some(pipe) = pipe {
                // Out of the way first, in case the descriptor itself is 3 or 4.
                let copy = libc::fcntl(pipe, libc::F_DUPFD, 10);
                if copy < 0 || libc::dup2(copy, 3) < 0 || libc::dup2(copy, 4) < 0 {
                    return Err(io::Error::last_os_error());
                }
                libc::close(copy);
            }
            Ok(())
        });
    }
}

fn kill_group(group: i32) {
    signal_group(group, libc::SIGKILL);
}

#[allow(unsafe_code)]
fn signal_group(group: i32, signal: i32) {
    // SAFETY: killpg has no memory effects; the group is that of a child not yet reaped, or reaped
    // a moment ago, so its number cannot have been given to anybody else.
    unsafe {
        libc::killpg(group, signal);
    }
}

/// Sends SIGKILL to one process that a debugger has started, such as a browser's content process.
#[allow(unsafe_code)]
pub fn kill_descendant(pid: i32) {
    // SAFETY: kill has no memory effects.
    unsafe {
        libc::kill(pid, libc::SIGKILL);
    }
}
