//! Messages ended by a NUL byte, on a pair of descriptors: Chromium's `--remote-debugging-pipe`.

use std::io;
use std::os::fd::OwnedFd;

use async_trait::async_trait;
use tokio::io::{AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::UnixStream;

use super::{Transport, limit};

/// Our end of the pipe.
#[derive(Debug)]
pub struct Pipe {
    stream: BufReader<UnixStream>,
    outbox: Vec<u8>,
    inbox: Vec<u8>,
}

impl Pipe {
    /// A pipe and the other end of it, for the child's descriptors 3 and 4.
    pub fn new() -> io::Result<(Self, OwnedFd)> {
        let (ours, theirs) = pair()?;
        let stream = BufReader::with_capacity(64 * 1024, ours);
        Ok((Pipe { stream, outbox: Vec::new(), inbox: Vec::new() }, theirs))
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
        self.outbox.extend_from_slice(message.as_bytes());
        self.outbox.push(0);
        Ok(())
    }

    async fn receive(&mut self) -> io::Result<Vec<u8>> {
        flush(&mut self.stream, &mut self.outbox).await?;
        limit::read_to_nul(&mut self.stream, &mut self.inbox, limit::MAX_MESSAGE).await?;
        let mut message = std::mem::take(&mut self.inbox);
        message.pop();
        Ok(message)
    }
}

/// Writes what waits to be sent. If this is given up in the middle, the rest still waits.
pub(super) async fn flush<S: AsyncWrite + Unpin>(
    stream: &mut S,
    outbox: &mut Vec<u8>,
) -> io::Result<()> {
    while !outbox.is_empty() {
        let written = stream.write(outbox).await?;
        outbox.drain(..written);
    }
    Ok(())
}
