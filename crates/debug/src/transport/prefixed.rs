//! Messages preceded by their length in four bytes, high byte first: Bun's `--inspect=fd:3`.

use std::io;
use std::os::fd::OwnedFd;

use async_trait::async_trait;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, BufReader};
use tokio::net::UnixStream;

use super::{Transport, closed, limit, pipe};

/// A stream of messages, each after its length.
#[derive(Debug)]
pub struct Prefixed<S> {
    stream: BufReader<S>,
    outbox: Vec<u8>,
}

impl Prefixed<UnixStream> {
    /// Our end of a pipe and the other end of it, for the child's descriptor 3.
    pub fn pipe() -> io::Result<(Self, OwnedFd)> {
        let (ours, theirs) = pipe::pair()?;
        Ok((Prefixed::new(ours), theirs))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> Prefixed<S> {
    /// Messages over a stream.
    pub fn new(stream: S) -> Self {
        Prefixed { stream: BufReader::with_capacity(64 * 1024, stream), outbox: Vec::new() }
    }
}

#[async_trait]
impl<S: AsyncRead + AsyncWrite + Unpin + Send> Transport for Prefixed<S> {
    async fn send(&mut self, message: String) -> io::Result<()> {
        let length = u32::try_from(message.len()).map_err(io::Error::other)?;
        self.outbox.extend_from_slice(&length.to_be_bytes());
        self.outbox.extend_from_slice(message.as_bytes());
        Ok(())
    }

    async fn receive(&mut self) -> io::Result<Vec<u8>> {
        pipe::flush(&mut self.stream, &mut self.outbox).await?;
        let length = self.stream.read_u32().await.map_err(|_| closed())? as usize;
        limit::read_message(&mut self.stream, length).await
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncWriteExt;

    use super::super::end_after;
    use super::*;

    async fn read(bytes: &'static [u8]) -> io::Result<Vec<u8>> {
        Prefixed::new(end_after(bytes).await).receive().await
    }

    #[tokio::test]
    async fn messages_are_read_and_rubbish_is_refused() {
        assert_eq!(read(b"\0\0\0\x02{}").await.unwrap(), b"{}");
        let kind = async |bytes| read(bytes).await.unwrap_err().kind();
        assert_eq!(kind(b"").await, io::ErrorKind::UnexpectedEof);
        assert_eq!(kind(b"\0\0").await, io::ErrorKind::UnexpectedEof);
        assert_eq!(kind(b"\0\0\0\x03{}").await, io::ErrorKind::UnexpectedEof);
        assert_eq!(kind(b"HTTP/1.1").await, io::ErrorKind::InvalidData);
    }

    #[tokio::test]
    async fn messages_are_sent_after_their_length() {
        let (mut theirs, ours) = tokio::io::duplex(4096);
        let mut stream = Prefixed::new(ours);
        stream.send("{}".into()).await.unwrap();
        stream.send("{}".into()).await.unwrap();
        theirs.write_all(b"\0\0\0\0").await.unwrap();
        assert_eq!(stream.receive().await.unwrap(), b"");
        drop(stream);
        let mut sent = Vec::new();
        theirs.read_to_end(&mut sent).await.unwrap();
        assert_eq!(sent, b"\0\0\0\x02{}\0\0\0\x02{}");
    }
}
