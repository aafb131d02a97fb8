//! Messages preceded by their length in decimal and a colon: Firefox's protocol.

use std::io;
use std::path::Path;

use async_trait::async_trait;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, BufReader};
use tokio::net::{TcpStream, UnixStream};

use super::{Transport, closed, limit, loopback, pipe};
use parallax_process::Process;

/// A stream of `LENGTH:MESSAGE`.
#[derive(Debug)]
pub struct Framed<S> {
    stream: BufReader<S>,
    outbox: Vec<u8>,
    rearm: fn(&S),
}

impl Framed<TcpStream> {
    /// Connects to a `host:port` on this machine.
    pub async fn connect(host: &str) -> io::Result<Self> {
        Ok(Self::over(loopback::connect(host).await?, loopback::acknowledge_at_once))
    }

    /// Connects to a port on the loopback interface of a process, which may be its own.
    pub async fn connect_to(process: &mut Process, port: u16) -> io::Result<Self> {
        let stream = loopback::connect_to(process, port).await?;
        Ok(Self::over(stream, loopback::acknowledge_at_once))
    }
}

impl Framed<UnixStream> {
    /// Connects to a Unix socket.
    pub async fn connect_unix(path: &Path) -> io::Result<Self> {
        Ok(Self::over(UnixStream::connect(path).await?, |_| ()))
    }
}

impl<S: AsyncRead> Framed<S> {
    /// Messages over a stream; `rearm` is called after each.
    pub fn over(stream: S, rearm: fn(&S)) -> Self {
        let stream = BufReader::with_capacity(64 * 1024, stream);
        Framed { stream, outbox: Vec::new(), rearm }
    }
}

#[async_trait]
impl<S: AsyncRead + AsyncWrite + Unpin + Send> Transport for Framed<S> {
    async fn send(&mut self, message: String) -> io::Result<()> {
        self.outbox.extend_from_slice(format!("{}:{message}", message.len()).as_bytes());
        Ok(())
    }

    async fn receive(&mut self) -> io::Result<Vec<u8>> {
        pipe::flush(&mut self.stream, &mut self.outbox).await?;
        let mut length = Vec::new();
        (&mut self.stream).take(12).read_until(b':', &mut length).await?;
        let (has_ended, is_short) = (length.pop() == Some(b':'), length.len() < 11);
        let length = String::from_utf8_lossy(&length);
        if !has_ended {
            return Err(if is_short { closed() } else { limit::not_a_length(&length) });
        }
        let length = length.parse().map_err(|_| limit::not_a_length(&length))?;
        let message = limit::read_message(&mut self.stream, length).await?;
        (self.rearm)(self.stream.get_ref());
        Ok(message)
    }
}

#[cfg(test)]
mod tests {
    use super::super::end_after;
    use super::*;

    async fn read(bytes: &'static [u8]) -> io::Result<Vec<u8>> {
        Framed::over(end_after(bytes).await, |_| ()).receive().await
    }

    #[tokio::test]
    async fn frames_are_read_and_rubbish_is_refused() {
        assert_eq!(read(b"7:{\"a\":1}").await.unwrap(), b"{\"a\":1}");
        for rubbish in [&b"hello there, world:"[..], b"99999999999:x", b"-1:x", b"3:x", b"", b"12"]
        {
            assert!(read(rubbish).await.is_err(), "{rubbish:?}");
        }
    }
}
