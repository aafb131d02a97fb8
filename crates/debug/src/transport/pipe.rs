//! Messages ended by a NUL byte, on a pair of descriptors: Chromium's `--remote-debugging-pipe`.

use std::io;
use std::os::fd::OwnedFd;

use async_trait::async_trait;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::UnixStream;

use super::{Transport, closed};

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
        self.stream.read_until(0, &mut self.inbox).await?;
        let mut message = std::mem::take(&mut self.inbox);
        match message.pop() {
            Some(0) => Ok(message),
            _ => Err(closed()),
        }
    }
}

/// No message is this long; a longer length is not a length.
const MAX_LENGTH: usize = 512 << 20;

/// Reads a message whose length is known.
pub(super) async fn read_message<S: AsyncRead + Unpin>(
    stream: &mut S,
    length: usize,
) -> io::Result<Vec<u8>> {
    if length > MAX_LENGTH {
        return Err(not_a_length(&length));
    }
    let mut message = vec![0; length];
    stream.read_exact(&mut message).await.map_err(|_| closed())?;
    Ok(message)
}

/// The error for a peer that sends something else than a length.
pub(super) fn not_a_length(sent: &dyn std::fmt::Debug) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("not a message length: {sent:?}"))
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
