//! What comes over each transport, in pieces as they may come.

use std::io;
use std::os::unix::net::UnixStream as Socket;

use parallax_debug::transport::{Framed, Pipe, Prefixed, Transport, WebSocket};
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
use tokio::net::UnixStream;

use super::runtime;

/// Sends an input in pieces, whose lengths follow from its bytes, and hangs up.
async fn send(mut to: impl tokio::io::AsyncWrite + Unpin, input: Vec<u8>) {
    let mut rest = &input[..];
    while let Some(first) = rest.first() {
        let length = rest.len().min(1 + usize::from(*first) * 16);
        if to.write_all(&rest[..length]).await.is_err() {
            return;
        }
        rest = &rest[length..];
        tokio::task::yield_now().await;
    }
}

/// Takes all messages until there are no more; they must be shorter than what was sent.
async fn drain(transport: &mut dyn Transport, length: usize) {
    let mut taken = 0;
    while let Ok(message) = transport.receive().await {
        taken += message.len();
        assert!(taken <= length, "more has come than was sent");
    }
}

fn over_duplex(input: &[u8], transport: impl FnOnce(DuplexStream) -> Box<dyn Transport>) {
    runtime().block_on(async {
        let (theirs, ours) = tokio::io::duplex(4096);
        let sending = tokio::spawn(send(theirs, input.to_vec()));
        drain(transport(ours).as_mut(), input.len()).await;
        sending.abort();
    });
}

/// Messages behind their length in decimal.
pub fn framed(input: &[u8]) {
    over_duplex(input, |ours| Box::new(Framed::over(ours, |_| ())));
}

/// Messages behind their length in four bytes.
pub fn prefixed(input: &[u8]) {
    over_duplex(input, |ours| Box::new(Prefixed::new(ours)));
}

/// Messages that a NUL byte ends, on a pair of descriptors.
pub fn pipe(input: &[u8]) {
    runtime().block_on(async {
        let made = Pipe::new().and_then(|(pipe, theirs)| {
            let theirs = Socket::from(theirs);
            theirs.set_nonblocking(true)?;
            io::Result::Ok((pipe, UnixStream::from_std(theirs)?))
        });
        let Ok((mut pipe, theirs)) = made else { panic!("no pipe can be made") };
        let sending = tokio::spawn(send(theirs, input.to_vec()));
        drain(&mut pipe, input.len()).await;
        sending.abort();
    });
}

/// Frames of a WebSocket after a handshake; where the first byte is odd, the answer to the handshake itself.
pub fn websocket(input: &[u8]) {
    runtime().block_on(async {
        let (theirs, ours) = tokio::io::duplex(4096);
        let serving = tokio::spawn(serve(theirs, input.to_vec()));
        if let Ok(mut socket) = WebSocket::over(ours, "ws://127.0.0.1:1/a", |_| ()).await {
            drain(&mut socket, input.len()).await;
        }
        serving.abort();
    });
}

async fn serve(mut stream: DuplexStream, input: Vec<u8>) {
    let Some((first, rest)) = input.split_first() else { return };
    if first % 2 == 1 {
        let mut asked = [0; 1024];
        let _length = stream.read(&mut asked).await;
        return send(stream, rest.to_vec()).await;
    }
    if let Ok(served) = tokio_tungstenite::accept_async(stream).await {
        send(served.into_inner(), rest.to_vec()).await;
    }
}
