//! A child that is talked to for a long time, such as a debugger or an engine.

use std::collections::VecDeque;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::os::fd::OwnedFd;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncRead, BufReader};
use tokio::net::{TcpSocket, TcpStream};
use tokio::process::{ChildStdin, ChildStdout, Command};
use tokio::sync::mpsc;

use crate::group::GroupChild;
use crate::limits::ResourceLimits;
use crate::proc;
use crate::sandbox::Sandbox;

/// How many of a process's last lines of error output are kept for messages.
const MAX_LAST_LINES: usize = 8;

/// How many characters of such a line.
const MAX_LINE: usize = 300;

/// How many bytes of a line are read; a program may write lines that never end.
const MAX_KEPT: usize = 64 << 10;

/// A running child process with its descendants.
#[derive(Debug)]
pub struct Process {
    child: GroupChild,
    last_lines: Arc<Mutex<VecDeque<String>>>,
    lines: mpsc::Receiver<String>,
}

impl Process {
    /// Starts a command in a sandbox, with `pipe` (if any) as its descriptors 3 and 4. Both of its
    /// output streams are read to the end of its life.
    pub fn spawn(
        command: &mut Command,
        sandbox: &Sandbox,
        pipe: Option<OwnedFd>,
    ) -> io::Result<Self> {
        command.stdin(Stdio::null());
        let mut process = Self::start(command, sandbox, pipe)?;
        process.drain_stdout();
        Ok(process)
    }

    fn drain_stdout(&mut self) {
        if let Some(stdout) = self.child.take_stdout() {
            tokio::spawn(drain(stdout, Arc::default(), None));
        }
    }

    /// Starts a command without a sandbox: a tool of the user's own, which programs under test do not run in.
    pub fn spawn_unconfined(command: &mut Command) -> io::Result<Self> {
        let mut process = Self::watch(GroupChild::spawn(
            with_outputs(command).stdin(Stdio::null()),
            ResourceLimits::NONE,
        )?);
        process.drain_stdout();
        Ok(process)
    }

    /// Starts a command in a sandbox that is talked to over its standard input and output.
    pub fn converse(
        command: &mut Command,
        sandbox: &Sandbox,
    ) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        command.stdin(Stdio::piped());
        let mut process = Self::start(command, sandbox, None)?;
        match (process.child.take_stdin(), process.child.take_stdout()) {
            (Some(stdin), Some(stdout)) => Ok((process, stdin, stdout)),
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn start(command: &mut Command, sandbox: &Sandbox, pipe: Option<OwnedFd>) -> io::Result<Self> {
        let (command, none) = (with_outputs(command), ResourceLimits::NONE);
        let child = GroupChild::spawn_confined(command, sandbox, none, pipe.as_ref())?;
        Ok(Self::watch(child))
    }

    /// Reads what a child says.
    fn watch(mut child: GroupChild) -> Self {
        let last_lines = Arc::new(Mutex::new(VecDeque::new()));
        let (sender, lines) = mpsc::channel(64);
        if let Some(stderr) = child.take_stderr() {
            tokio::spawn(drain(stderr, last_lines.clone(), Some(sender)));
        }
        Process { child, last_lines, lines }
    }

    /// Its number while it is known to run.
    pub fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Connects to a port of its loopback interface, which is its own where it has a network of its own.
    pub async fn connect(&mut self, port: u16) -> io::Result<TcpStream> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        if !self.child.has_own_network() {
            return TcpStream::connect(address).await;
        }
        let none_left = || io::Error::other("no connection is left to the network of the process");
        let socket = self.child.take_socket().ok_or_else(none_left)?;
        let socket = std::net::TcpStream::from(socket);
        socket.set_nonblocking(true)?;
        TcpSocket::from_std_stream(socket).connect(address).await
    }

    /// Its resident memory in bytes; 0 when it has ended.
    pub fn resident_memory(&self) -> u64 {
        self.id().and_then(proc::resident_memory).unwrap_or(0)
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

    /// How the process ended, if it did, and the last lines of its error output.
    pub fn exit_summary(&mut self) -> String {
        let lines = self.last_lines.lock().unwrap_or_else(PoisonError::into_inner);
        let lines = lines.iter().map(String::as_str).collect::<Vec<_>>().join(" | ");
        if let Some(excess) = self.child.excess() {
            return excess.describe();
        }
        match (self.child.try_wait(), lines.is_empty()) {
            (Ok(Some(status)), true) => status.to_string(),
            (Ok(Some(status)), false) => format!("{status}; last output: {lines}"),
            (_, true) => "no error output".to_owned(),
            (_, false) => format!("last output: {lines}"),
        }
    }

    /// Kills the process with its descendants without waiting for their end; the runtime reaps it.
    pub fn discard(mut self) {
        self.child.kill();
    }
}

/// The same zone and language for every child.
fn with_outputs(command: &mut Command) -> &mut Command {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).env("TZ", "UTC").env("LC_ALL", "C.UTF-8")
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.child.is_killed() {
            return;
        }
        self.child.kill();
        // Reaping at once frees the files it held, so that its folder can be removed.
        for _ in 0..100 {
            if !matches!(self.child.try_wait(), Ok(None)) {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Reads a stream to its end, keeping its last lines and offering each to whoever listens.
async fn drain(
    stream: impl AsyncRead + Unpin,
    last_lines: Arc<Mutex<VecDeque<String>>>,
    sender: Option<mpsc::Sender<String>>,
) {
    let mut stream = BufReader::new(stream);
    let mut bytes = Vec::new();
    while let Ok(true) = next_line(&mut stream, &mut bytes).await {
        let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        bytes.clear();
        let mut last_lines = last_lines.lock().unwrap_or_else(PoisonError::into_inner);
        last_lines.push_back(line.chars().take(MAX_LINE).collect());
        if last_lines.len() > MAX_LAST_LINES {
            last_lines.pop_front();
        }
        drop(last_lines);
        if let Some(sender) = &sender {
            // Nobody listens any more once the process is up, and the channel fills up.
            let _ = sender.try_send(line);
        }
    }
}

/// Reads a line, of which the beginning is kept; whether there was one.
async fn next_line(
    stream: &mut (impl AsyncBufRead + Unpin),
    line: &mut Vec<u8>,
) -> io::Result<bool> {
    let mut any = false;
    loop {
        let bytes = stream.fill_buf().await?;
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let count = end.unwrap_or(bytes.len());
        line.extend_from_slice(&bytes[..count.min(MAX_KEPT - line.len())]);
        let is_last = end.is_some() || bytes.is_empty();
        any |= !bytes.is_empty();
        stream.consume(count + usize::from(end.is_some()));
        if is_last {
            return Ok(any);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scratch;
    use std::io::{Read, Write};
    use std::os::unix::net::UnixStream;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[tokio::test]
    async fn a_child_finds_its_pipe_at_3_and_4() {
        let (mut ours, theirs) = UnixStream::pair().unwrap();
        let scratch = Scratch::new().unwrap();
        let mut command = shell("read line <&3; echo \"$line back\" >&4");
        let sandbox = scratch.confine(&mut command);
        let process = Process::spawn(&mut command, &sandbox, Some(theirs.into())).unwrap();
        drop(command);
        ours.write_all(b"there\n").unwrap();
        let answer = tokio::task::spawn_blocking(move || {
            let mut answer = String::new();
            ours.read_to_string(&mut answer).map(|_| answer)
        });
        // The end of the stream comes only if no copy of the child's end is left open here.
        assert_eq!(answer.await.unwrap().unwrap(), "there back\n");
        drop(process);
    }

    #[tokio::test]
    async fn the_exit_summary_has_the_status_and_the_last_lines() {
        let scratch = Scratch::new().unwrap();
        let mut command = shell("echo why >&2; exit 7");
        let sandbox = scratch.confine(&mut command);
        let mut process = Process::spawn(&mut command, &sandbox, None).unwrap();
        assert!(process.find_line(|_| None::<()>).await.is_none());
        let mut summary = process.exit_summary();
        while !summary.starts_with("exit status: 7") {
            tokio::time::sleep(Duration::from_millis(5)).await;
            summary = process.exit_summary();
        }
        assert_eq!(summary, "exit status: 7; last output: why");
    }
}
