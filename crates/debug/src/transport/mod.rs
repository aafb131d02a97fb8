//! Ways to carry messages to a debugger and back.

use std::io;

use async_trait::async_trait;

use crate::backend::{Instance, LaunchError, NotReady};
use parallax_process::Process;

mod framed;
mod limit;
mod loopback;
mod metered;
mod pipe;
mod prefixed;
mod recorded;
mod switchboard;
mod websocket;

pub use framed::Framed;
pub use metered::{Meter, Metered};
pub use pipe::Pipe;
pub use prefixed::Prefixed;
pub use recorded::{Recorder, Replayed};
pub use switchboard::{Line, Switchboard};
pub use websocket::WebSocket;

/// A connection that carries whole messages.
#[async_trait]
pub trait Transport: Send {
    /// Sends one message, at the latest when the next is waited for: messages that are sent
    /// together wake the peer up once.
    async fn send(&mut self, message: String) -> io::Result<()>;

    /// The next message; an error of kind `UnexpectedEof` when the peer is gone.
    async fn receive(&mut self) -> io::Result<Vec<u8>>;
}

/// The error for a peer that closed its connection.
pub(crate) fn closed() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "connection closed")
}

/// Our end of a connection whose peer sent this and is gone.
#[cfg(test)]
async fn end_after(sent: &[u8]) -> tokio::io::DuplexStream {
    let (mut theirs, ours) = tokio::io::duplex(4096);
    tokio::io::AsyncWriteExt::write_all(&mut theirs, sent).await.unwrap();
    ours
}

/// Connects to a `ws://` address on this machine, unless there is a connection already.
pub async fn connect(
    instance: &Instance,
    address: &str,
) -> Result<Box<dyn Transport>, LaunchError> {
    if let Some(given) = instance.connection.take() {
        return Ok(given);
    }
    match WebSocket::connect(address).await {
        Ok(socket) => Ok(Box::new(socket)),
        Err(cause) => {
            Err(instance.not_ready(NotReady::Attach { address: address.to_owned(), cause }))
        }
    }
}

/// The same, metered and recorded if the instance asks for it.
pub async fn attach(instance: &Instance, address: &str) -> Result<Box<dyn Transport>, LaunchError> {
    instance.observed(connect(instance, address).await?)
}

/// Connects to the `ws://` address that a starting process prints to its error output.
pub async fn attach_to_printed(
    instance: &Instance,
    process: &mut Process,
) -> Result<Box<dyn Transport>, LaunchError> {
    let printed = process.find_line(|line| {
        let at = line.find("ws://")?;
        line[at..].split_whitespace().next().map(str::to_owned)
    });
    let Some(address) = printed.await else {
        return Err(instance.not_ready(NotReady::NoAddress(process.exit_summary())));
    };
    match WebSocket::connect_to(process, &address).await {
        Ok(socket) => instance.observed(Box::new(socket)),
        Err(cause) => Err(instance.not_ready(NotReady::Attach { address, cause })),
    }
}
