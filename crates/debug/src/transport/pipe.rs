//! Messages ended by a NUL byte, on a pair of descriptors: Chromium's `--remote-debugging-pipe`.

use std::io;
use std::os::fd::OwnedFd;

use async_trait::async_trait;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::UnixStream;

use super::{Transport, closed};

/// Our end of the pipe.
#[derive(Debug)]
pub struct Pipe {
    stream: BufReader<UnixStream>,
}

impl Pipe {
    /// A pipe and the other end of it, for the child's descriptors 3 and 4.
    pub fn new() -> io::Result<(Self, OwnedFd)> {
        let (ours, theirs) = pair()?;
        Ok((Pipe { stream: BufReader::with_capacity(64 * 1024, ours) }, theirs))
    }
}

/// Two connected ends: ours, and one for a child to inherit.
pub(super) fn pair() -> io::Result<(UnixStream, OwnedFd)> {
    let (ours, theirs) = std::os::unix::net::UnixStream::pair()?;
    ours.set_nonblocking(true)?;
    Ok((UnixStream::from_std(ours)?, theirs.into()))
}

#[async_trait]
impl Transport for Pipe {
    async fn send(&mut self, message: String) -> io::Result<()> {
        let mut bytes = message.into_bytes();
        bytes.push(0);
        self.stream.write_all(&bytes).await
    }

    async fn receive(&mut self) -> io::Result<Vec<u8>> {
        let mut message = Vec::with_capacity(1024);
        self.stream.read_until(0, &mut message).await?;
        match message.pop() {
            Some(0) => Ok(message),
            _ => Err(closed()),
        }
    }
}
