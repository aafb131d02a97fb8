//! The connection to a driver in its process: lines of JSON, with limits on time, memory and length.

use std::any::Any;
use std::time::Duration;

use parallax_process::{Process, Sandbox, Scratch};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::process::Command;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::time::Instant;

use super::behaviour::{Behaviour, Observed, Reply, Request};
use super::{Instance, LaunchError, NotReady};

/// No answer is longer.
const MAX_ANSWER: usize = 1 << 20;

/// How often the memory and the time of a process that does not answer are checked.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// What a test may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time for one test.
    pub time: Duration,
    /// Memory, in bytes, besides what the engine has when it starts.
    pub memory: u64,
    /// Time for the engine to get ready.
    pub launch: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { time: Duration::from_secs(5), memory: 1024 << 20, launch: Duration::from_secs(60) }
    }
}

/// A running engine with its driver. Dropping it ends the process and removes its folder.
pub struct Link {
    outbox: UnboundedSender<Vec<u8>>,
    replies: BufReader<Box<dyn AsyncRead + Send + Unpin>>,
    line: Vec<u8>,
    version: String,
    memory_at_start: u64,
    process: Process,
    _connection: Option<Box<dyn Any + Send>>,
    _scratch: Scratch,
}

/// What a link is made of.
pub struct Ends {
    /// Where tests go.
    pub requests: Box<dyn AsyncWrite + Send + Unpin>,
    /// Where answers come from.
    pub replies: Box<dyn AsyncRead + Send + Unpin>,
    /// The engine.
    pub process: Process,
    /// What must stay open as long as the engine runs.
    pub connection: Option<Box<dyn Any + Send>>,
    /// The engine's folder.
    pub scratch: Scratch,
}

impl Link {
    /// Starts a driver that is talked to over its standard streams.
    pub async fn converse(
        instance: &Instance,
        command: &mut Command,
        (scratch, sandbox): (Scratch, &Sandbox),
        limits: &Limits,
    ) -> Result<Self, LaunchError> {
        let (process, stdin, stdout) =
            Process::converse(command, sandbox).map_err(|cause| instance.missing(cause))?;
        let ends = Ends {
            requests: Box::new(stdin),
            replies: Box::new(stdout),
            process,
            connection: None,
            scratch,
        };
        Self::open(instance, ends, limits).await
    }

    /// Waits until the driver names its engine.
    pub async fn open(
        instance: &Instance,
        ends: Ends,
        limits: &Limits,
    ) -> Result<Self, LaunchError> {
        let Ends { mut requests, replies, process, connection, scratch } = ends;
        // A driver that is busy writing does not read, so that sending must not wait for it.
        let (outbox, mut inbox) = unbounded_channel::<Vec<u8>>();
        tokio::spawn(async move {
            while let Some(line) = inbox.recv().await {
                if requests.write_all(&line).await.is_err() || requests.flush().await.is_err() {
                    break;
                }
            }
        });
        let mut link = Link {
            outbox,
            replies: BufReader::with_capacity(64 * 1024, replies),
            line: Vec::new(),
            version: String::new(),
            memory_at_start: 0,
            process,
            _connection: connection,
            _scratch: scratch,
        };
        let hello = tokio::time::timeout(limits.launch, link.read_line()).await;
        link.version = match hello {
            Ok(Ok(line)) => {
                serde_json::from_slice::<Hello>(&line)
                    .map_err(|_| instance.not_ready(NotReady::UnknownOutput))?
                    .version
            }
            Ok(Err(_)) => {
                return Err(instance.not_ready(NotReady::Ended(link.process.exit_summary())));
            }
            Err(_) => return Err(instance.not_ready(NotReady::Silent)),
        };
        link.memory_at_start = link.process.resident_memory();
        Ok(link)
    }

    /// The engine and its version.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Sends a test, without waiting for anything.
    pub fn send(&self, id: usize, script: &str) {
        let request = Request { id, script: script.into() };
        // A process that has ended is noticed when its answer is waited for.
        let _ = self.outbox.send(ascii_line(&request));
    }

    /// Waits for the answer to a test; an error when the process cannot be used any more.
    pub async fn observe(
        &mut self,
        id: usize,
        has_checks: bool,
        limits: &Limits,
    ) -> Result<Observed, Behaviour> {
        read_answer(&self.answer(limits).await?, id, has_checks)
    }

    /// Waits for the next answer; an error when the process cannot be used any more.
    pub async fn answer(&mut self, limits: &Limits) -> Result<Vec<u8>, Behaviour> {
        let deadline = Instant::now() + limits.time;
        loop {
            tokio::select! {
                line = self.read_line() => return line,
                () = tokio::time::sleep(POLL_INTERVAL) => {}
            }
            if self.process.resident_memory() > self.memory_at_start + limits.memory {
                return Err(Behaviour::OutOfMemory);
            }
            if Instant::now() > deadline {
                return Err(Behaviour::TimedOut);
            }
        }
    }

    /// Reads a line. What was read of one stays when this is dropped.
    async fn read_line(&mut self) -> Result<Vec<u8>, Behaviour> {
        loop {
            let bytes = self.replies.fill_buf().await.unwrap_or_default();
            if bytes.is_empty() {
                // The error output comes on another stream, and may come later.
                tokio::time::sleep(Duration::from_millis(20)).await;
                return Err(Behaviour::Crashed(self.process.exit_summary()));
            }
            let end = bytes.iter().position(|byte| *byte == b'\n');
            let count = end.unwrap_or(bytes.len());
            self.line.extend_from_slice(&bytes[..count]);
            self.replies.consume(count + usize::from(end.is_some()));
            if end.is_some() {
                return Ok(std::mem::take(&mut self.line));
            }
            if self.line.len() > MAX_ANSWER {
                return Err(Behaviour::Crashed("the answer has no end".to_owned()));
            }
        }
    }
}

/// Reads a driver's answer to a test.
pub fn read_answer(line: &[u8], id: usize, has_checks: bool) -> Result<Observed, Behaviour> {
    let reply = serde_json::from_slice(line).ok().filter(|reply: &Reply| reply.id == id);
    reply.and_then(|reply| reply.observed(has_checks)).ok_or_else(|| {
        let start: String = String::from_utf8_lossy(line).chars().take(80).collect();
        Behaviour::Crashed(format!("the answer is not valid: {start}"))
    })
}

#[derive(serde::Deserialize)]
struct Hello {
    version: String,
}

/// JSON on a line in which everything but ASCII is escaped, so that no driver need decode bytes.
fn ascii_line(request: &Request<'_>) -> Vec<u8> {
    let json = serde_json::to_string(request).unwrap_or_default();
    let mut line = String::with_capacity(json.len() + 1);
    for character in json.chars() {
        if character.is_ascii() {
            line.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            line.push_str(&format!("\\u{unit:04x}"));
        }
    }
    line.push('\n');
    line.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_ascii_and_means_the_same() {
        let script = "/* ä 𝒳 \u{2028} \n \\ \" */";
        let line = ascii_line(&Request { id: 7, script: script.into() });
        assert!(line.is_ascii() && line.iter().filter(|byte| **byte == b'\n').count() == 1);
        let read: Request<'_> = serde_json::from_slice(&line).unwrap();
        assert_eq!((read.id, read.script.as_ref()), (7, script));
    }
}
