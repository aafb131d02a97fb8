//! Messages preceded by their length in decimal and a colon: Firefox's protocol.

use std::io;
use std::path::Path;

use async_trait::async_trait;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, BufReader};
use tokio::net::{TcpStream, UnixStream};

use super::{Transport, closed, loopback, pipe};

/// No message is this long; a longer length is not a length.
const MAX_LENGTH: usize = 512 << 20;

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
}

impl Framed<UnixStream> {
    /// Connects to a Unix socket.
    pub async fn connect_unix(path: &Path) -> io::Result<Self> {
        Ok(Self::over(UnixStream::connect(path).await?, |_| ()))
    }
}

impl<S: AsyncRead> Framed<S> {
    fn over(stream: S, rearm: fn(&S)) -> Self {
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
        if length.pop() != Some(b':') {
            return Err(if length.len() < 11 { closed() } else { not_a_length(&length) });
        }
        let length: usize = std::str::from_utf8(&length)
            .ok()
            .and_then(|digits| digits.parse().ok())
            .filter(|length| *length <= MAX_LENGTH)
            .ok_or_else(|| not_a_length(&length))?;
        let mut message = vec![0; length];
        self.stream.read_exact(&mut message).await.map_err(|_| closed())?;
        (self.rearm)(self.stream.get_ref());
        Ok(message)
    }
}

fn not_a_length(bytes: &[u8]) -> io::Error {
    let text = String::from_utf8_lossy(bytes).into_owned();
    io::Error::new(io::ErrorKind::InvalidData, format!("not a message length: {text:?}"))
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncWriteExt;

    use super::*;

    async fn read(bytes: &'static [u8]) -> io::Result<Vec<u8>> {
        let (mut theirs, ours) = tokio::io::duplex(4096);
        theirs.write_all(bytes).await.unwrap();
        drop(theirs);
        Framed::over(ours, |_| ()).receive().await
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
