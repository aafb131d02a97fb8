//! Messages come out of every transport as they were sent, however the bytes are cut.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

use parallax_debug::transport::{Framed, Pipe, Prefixed, Transport};
use proptest::prelude::*;
use tokio::io::{AsyncWrite, AsyncWriteExt};

/// Sends bytes in pieces of these lengths, the last being the rest.
async fn send(mut to: impl AsyncWrite + Unpin, bytes: Vec<u8>, cuts: Vec<usize>) {
    let mut rest = &bytes[..];
    for cut in cuts {
        let (piece, more) = rest.split_at(cut.min(rest.len()));
        to.write_all(piece).await.unwrap();
        tokio::task::yield_now().await;
        rest = more;
    }
    to.write_all(rest).await.unwrap();
}

async fn taken(transport: &mut dyn Transport, count: usize) -> Vec<Vec<u8>> {
    let mut messages = Vec::new();
    for _ in 0..count {
        messages.push(transport.receive().await.unwrap());
    }
    assert!(transport.receive().await.is_err(), "nobody is there any more");
    messages
}

fn run<T>(what: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(what)
}

fn messages() -> impl Strategy<Value = Vec<Vec<u8>>> {
    prop::collection::vec(prop::collection::vec(1_u8.., 0..300), 0..8)
}

fn cuts() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0_usize..40, 0..40)
}

/// What comes out over a stream.
fn through(
    bytes: Vec<u8>,
    cuts: Vec<usize>,
    count: usize,
    over: impl FnOnce(tokio::io::DuplexStream) -> Box<dyn Transport>,
) -> Vec<Vec<u8>> {
    run(async {
        let (theirs, ours) = tokio::io::duplex(64);
        let sending = tokio::spawn(send(theirs, bytes, cuts));
        let came = taken(over(ours).as_mut(), count).await;
        sending.await.unwrap();
        came
    })
}

proptest! {
    #[test]
    fn framed(messages in messages(), cuts in cuts()) {
        let bytes = messages.iter().flat_map(|it| [format!("{}:", it.len()).as_bytes(), it].concat());
        let came = through(bytes.collect(), cuts, messages.len(), |it| Box::new(Framed::over(it, |_| ())));
        prop_assert_eq!(came, messages);
    }

    #[test]
    fn prefixed(messages in messages(), cuts in cuts()) {
        let bytes = messages.iter().flat_map(|it| [&(it.len() as u32).to_be_bytes()[..], it].concat());
        let came = through(bytes.collect(), cuts, messages.len(), |it| Box::new(Prefixed::new(it)));
        prop_assert_eq!(came, messages);
    }

    #[test]
    fn pipe(messages in messages(), cuts in cuts()) {
        let came = run(async {
            let (mut pipe, theirs) = Pipe::new().unwrap();
            let theirs = std::os::unix::net::UnixStream::from(theirs);
            theirs.set_nonblocking(true).unwrap();
            let theirs = tokio::net::UnixStream::from_std(theirs).unwrap();
            let bytes = messages.iter().flat_map(|it| [it, &[0][..]].concat()).collect();
            let sending = tokio::spawn(send(theirs, bytes, cuts));
            let came = taken(&mut pipe, messages.len()).await;
            sending.await.unwrap();
            came
        });
        prop_assert_eq!(came, messages);
    }
}
