//! One connection that serves many targets, as a browser's serves its pages.
//!
//! Whoever talks to a target has a line of its own. Messages that several lines send at the same
//! time go out together, so that the peer wakes up once for all of them: waking up is most of what
//! a message costs.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use serde::Deserialize;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

use super::{Transport, closed};
use crate::rpc::{Request, encode};

/// Lines by the session that their messages carry; none when the connection is closed.
type Lines = Arc<Mutex<Option<HashMap<Option<String>, UnboundedSender<Vec<u8>>>>>>;

/// A connection with any number of lines.
#[derive(Debug)]
pub struct Switchboard {
    lines: Lines,
    outgoing: UnboundedSender<String>,
}

impl Switchboard {
    /// Serves lines over a connection as long as it and the switchboard last. Its `receive` must
    /// bear being given up in the middle, as those of pipes and WebSockets do.
    pub fn over(transport: Box<dyn Transport>) -> Self {
        let (outgoing, batches) = mpsc::unbounded_channel();
        let lines = Lines::new(Mutex::new(Some(HashMap::new())));
        tokio::spawn(serve(transport, batches, lines.clone()));
        Switchboard { lines, outgoing }
    }

    /// A line for messages of one session, or for those that belong to none.
    pub fn line(&self, session: Option<String>) -> Line {
        let (sender, incoming) = mpsc::unbounded_channel();
        with(&self.lines, |lines| lines.insert(session.clone(), sender));
        Line { session, incoming, outgoing: self.outgoing.clone(), lines: self.lines.clone() }
    }

    /// Sends a request whose reply nobody waits for.
    pub fn post(&self, request: &impl Request) {
        if let Ok(message) = encode(0, request, None) {
            self.outgoing.send(message).ok();
        }
    }

    /// Whether the peer is still there.
    pub fn is_open(&self) -> bool {
        with(&self.lines, |_| ()).is_some()
    }
}

/// The connection as one session sees it.
#[derive(Debug)]
pub struct Line {
    session: Option<String>,
    incoming: UnboundedReceiver<Vec<u8>>,
    outgoing: UnboundedSender<String>,
    lines: Lines,
}

#[async_trait]
impl Transport for Line {
    async fn send(&mut self, message: String) -> io::Result<()> {
        self.outgoing.send(message).map_err(|_| closed())
    }

    async fn receive(&mut self) -> io::Result<Vec<u8>> {
        self.incoming.recv().await.ok_or_else(closed)
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        with(&self.lines, |lines| lines.remove(&self.session));
    }
}

/// Does something with the lines, unless the connection is closed.
fn with<T>(
    lines: &Lines,
    change: impl FnOnce(&mut HashMap<Option<String>, UnboundedSender<Vec<u8>>>) -> T,
) -> Option<T> {
    lines.lock().unwrap_or_else(PoisonError::into_inner).as_mut().map(change)
}

/// Carries messages both ways until either side is gone; all lines are closed then.
async fn serve(
    mut transport: Box<dyn Transport>,
    mut outgoing: UnboundedReceiver<String>,
    lines: Lines,
) {
    let mut batch = Vec::new();
    loop {
        tokio::select! {
            biased;
            count = outgoing.recv_many(&mut batch, 64) => {
                if count == 0 {
                    break;
                }
                for message in batch.drain(..) {
                    // If it fails, so does the next `receive`.
                    transport.send(message).await.ok();
                }
            }
            message = transport.receive() => match message {
                Ok(message) => route(message, &lines),
                Err(_) => break,
            },
        }
    }
    *lines.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

/// Gives a message to the line of its session. What nobody listens to is dropped.
fn route(message: Vec<u8>, lines: &Lines) {
    let session = session_of(&message);
    with(lines, |lines| {
        if message.starts_with(CRASHED) {
            // Nothing more will come: its line is closed, and whoever waits there is told so.
            lines.remove(&session);
        } else if let Some(line) = lines.get(&session) {
            line.send(message).ok();
        }
    });
}

const CRASHED: &[u8] = br#"{"method":"Inspector.targetCrashed""#;

/// The session that a message carries.
fn session_of(message: &[u8]) -> Option<String> {
    // Browsers write it last, so that long messages need not be read for it.
    const MARK: &[u8] = br#","sessionId":""#;
    let end = message.strip_suffix(br#""}"#).unwrap_or_default();
    let length = end.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let (before, session) = end.split_at(end.len() - length);
    if before.ends_with(MARK) {
        return String::from_utf8(session.to_vec()).ok();
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Addressed {
        session_id: Option<String>,
    }
    serde_json::from_slice::<Addressed>(message).ok()?.session_id
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transport::Pipe;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::UnixStream;

    /// A switchboard, and what the browser holds of its connection.
    fn connected() -> (Switchboard, UnixStream) {
        let (pipe, theirs) = Pipe::new().unwrap();
        let theirs = std::os::unix::net::UnixStream::from(theirs);
        theirs.set_nonblocking(true).unwrap();
        (Switchboard::over(Box::new(pipe)), UnixStream::from_std(theirs).unwrap())
    }

    #[test]
    fn sessions_are_found_wherever_they_stand() {
        let session = |message: &str| session_of(message.as_bytes());
        assert_eq!(session(r#"{"id":1,"result":{},"sessionId":"AB1"}"#).unwrap(), "AB1");
        assert_eq!(session(r#"{"sessionId":"AB1","id":1}"#).unwrap(), "AB1");
        assert_eq!(session(r#"{"id":1,"result":{"sessionId":"AB1"}}"#), None);
        // What a program writes stays inside a string.
        let hostile = r#"{"a":",\"sessionId\":\"AB1"}"#;
        assert_eq!(session(hostile), None);
        assert_eq!(session("rubbish"), None);
        assert_eq!(session(""), None);
    }

    #[tokio::test]
    async fn every_line_gets_its_own_messages() {
        let (switchboard, mut browser) = connected();
        let mut root = switchboard.line(None);
        let mut page = switchboard.line(Some("A".into()));
        page.send("one".into()).await.unwrap();
        root.send("two".into()).await.unwrap();
        let mut sent = [0; 8];
        browser.read_exact(&mut sent).await.unwrap();
        assert_eq!(&sent, b"one\0two\0");
        let messages =
            "{\"id\":1,\"sessionId\":\"B\"}\0{\"id\":2,\"sessionId\":\"A\"}\0{\"id\":3}\0";
        browser.write_all(messages.as_bytes()).await.unwrap();
        assert_eq!(page.receive().await.unwrap(), br#"{"id":2,"sessionId":"A"}"#);
        assert_eq!(root.receive().await.unwrap(), br#"{"id":3}"#);
    }

    #[tokio::test]
    async fn a_crashed_page_does_not_touch_others() {
        let (switchboard, mut browser) = connected();
        let mut one = switchboard.line(Some("A".into()));
        let mut other = switchboard.line(Some("B".into()));
        let crash = "{\"method\":\"Inspector.targetCrashed\",\"params\":{},\"sessionId\":\"A\"}\0";
        browser.write_all(crash.as_bytes()).await.unwrap();
        assert!(one.receive().await.is_err());
        browser.write_all(b"{\"sessionId\":\"B\"}\0").await.unwrap();
        assert!(other.receive().await.is_ok());
        assert!(switchboard.is_open());
        drop(browser);
        assert!(other.receive().await.is_err());
        assert!(!switchboard.is_open());
        assert!(switchboard.line(None).receive().await.is_err());
    }
}
