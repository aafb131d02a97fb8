//! Messages as WebSocket text frames: Node, Deno and Bun.

use std::io;

use async_trait::async_trait;
use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, UnixStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use super::limit::MAX_MESSAGE;
use super::{Transport, closed, loopback};
use parallax_process::Process;

/// A WebSocket over TCP on the loopback interface, or over a Unix socket.
pub struct WebSocket<S> {
    stream: WebSocketStream<S>,
    rearm: fn(&S),
}

impl WebSocket<TcpStream> {
    /// Connects to a `ws://127.0.0.1:PORT/PATH` address.
    pub async fn connect(address: &str) -> io::Result<Self> {
        let stream = loopback::connect(host(address)?).await?;
        Self::over(stream, address, loopback::acknowledge_at_once).await
    }

    /// Connects to an address on the loopback interface of a process, which may be its own.
    pub async fn connect_to(process: &mut Process, address: &str) -> io::Result<Self> {
        let stream = loopback::connect_to(process, loopback::port(host(address)?)?).await?;
        Self::over(stream, address, loopback::acknowledge_at_once).await
    }
}

impl WebSocket<UnixStream> {
    /// Connects through a Unix socket; `address` serves only the handshake.
    pub async fn connect_unix(path: &std::path::Path, address: &str) -> io::Result<Self> {
        Self::over(UnixStream::connect(path).await?, address, |_| ()).await
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> WebSocket<S> {
    /// Messages over a stream, after the handshake; `rearm` is called after each.
    pub async fn over(stream: S, address: &str, rearm: fn(&S)) -> io::Result<Self> {
        let config = WebSocketConfig::default()
            .max_message_size(Some(MAX_MESSAGE))
            .max_frame_size(Some(MAX_MESSAGE));
        let (stream, _) =
            tokio_tungstenite::client_async_with_config(address, stream, Some(config))
                .await
                .map_err(io::Error::other)?;
        Ok(WebSocket { stream, rearm })
    }
}

#[async_trait]
impl<S: AsyncRead + AsyncWrite + Unpin + Send> Transport for WebSocket<S> {
    async fn send(&mut self, message: String) -> io::Result<()> {
        self.stream.feed(Message::text(message)).await.map_err(io::Error::other)
    }

    async fn receive(&mut self) -> io::Result<Vec<u8>> {
        self.stream.flush().await.map_err(io::Error::other)?;
        loop {
            let message = self.stream.next().await.ok_or_else(closed)?.map_err(io::Error::other)?;
            (self.rearm)(self.stream.get_ref());
            match message {
                Message::Text(_) | Message::Binary(_) => return Ok(message.into_data().into()),
                Message::Close(_) => return Err(closed()),
                _ => {}
            }
        }
    }
}

/// The `host:port` of a WebSocket address.
fn host(address: &str) -> io::Result<&str> {
    address.strip_prefix("ws://").and_then(|rest| rest.split('/').next()).ok_or_else(|| {
        io::Error::new(io::ErrorKind::InvalidInput, format!("{address:?} is not a ws:// address"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_is_read_from_the_address() {
        assert_eq!(host("ws://127.0.0.1:9229/abc").unwrap(), "127.0.0.1:9229");
        assert!(host("http://127.0.0.1:1/").is_err());
    }
}
