//! Requests with numbered replies and events between them: the shape of both the Chrome DevTools
//! protocol and WebKit's.

use std::collections::{HashMap, HashSet};
use std::io;
use std::marker::PhantomData;

use parallax_model::Misbehaviour;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::answer::{Answer, Refusal};
use crate::kept::Kept;
use crate::transport::Transport;

/// A request's parameters, with its method and the type of its reply.
pub trait Request: Serialize {
    /// The method's name, as the protocol spells it.
    const METHOD: &'static str;
    /// What a successful reply holds.
    type Reply: DeserializeOwned;
}

/// A request that was sent and whose reply is still to be taken.
#[derive(Debug)]
#[must_use = "its reply is to be taken with `reply`, or given up with `forget`"]
pub struct Ticket<R> {
    id: u64,
    reply: PhantomData<fn() -> R>,
}

/// Something that the peer reports by itself.
#[derive(Debug)]
pub struct Event {
    /// The event's name.
    pub method: String,
    params: Option<Box<RawValue>>,
}

impl Event {
    /// The event's parameters.
    pub fn params<T: DeserializeOwned>(&self) -> Result<T, Misbehaviour> {
        decode(&self.method, self.params.as_deref())
    }
}

/// What came first.
pub enum First<R> {
    /// An event.
    Event(Event),
    /// The reply that was waited for.
    Reply(Answer<R>),
}

type Reply = Answer<Option<Box<RawValue>>>;

/// The client's end of a connection.
pub struct Rpc {
    transport: Box<dyn Transport>,
    /// The target that messages are for, where one connection serves several.
    session: Option<String>,
    last_id: u64,
    replies: HashMap<u64, Reply>,
    awaited: HashSet<u64>,
    events: Kept<Event>,
    kept_events: &'static [&'static str],
}

impl Rpc {
    /// A client that keeps the events named in `kept_events` and drops all others.
    pub fn new(transport: Box<dyn Transport>, kept_events: &'static [&'static str]) -> Self {
        Rpc {
            transport,
            session: None,
            last_id: 0,
            replies: HashMap::new(),
            awaited: HashSet::new(),
            events: Kept::new(),
            kept_events,
        }
    }

    /// Addresses all further requests to one target's session.
    pub fn set_session(&mut self, session: String) {
        self.session = Some(session);
    }

    /// The connection, for another client. Replies and events that nobody has taken are lost.
    pub fn into_transport(self) -> Box<dyn Transport> {
        self.transport
    }

    /// Sends a request without waiting for its reply.
    pub async fn post<R: Request>(
        &mut self,
        request: &R,
    ) -> Result<Ticket<R::Reply>, Misbehaviour> {
        self.last_id += 1;
        let message = encode(self.last_id, request, self.session.as_deref())?;
        self.transport.send(message).await.map_err(wire_failure)?;
        self.awaited.insert(self.last_id);
        Ok(Ticket { id: self.last_id, reply: PhantomData })
    }

    /// Waits for the reply to a posted request.
    pub async fn reply<R: DeserializeOwned>(
        &mut self,
        ticket: Ticket<R>,
    ) -> Result<Answer<R>, Misbehaviour> {
        loop {
            if let Some(reply) = self.replies.remove(&ticket.id) {
                return open(reply);
            }
            self.pump().await?;
        }
    }

    /// Gives up a posted request's reply.
    pub fn forget<R>(&mut self, ticket: Ticket<R>) {
        self.awaited.remove(&ticket.id);
        self.replies.remove(&ticket.id);
    }

    /// Sends a request and waits for its reply.
    pub async fn ask<R: Request>(&mut self, request: &R) -> Result<Answer<R::Reply>, Misbehaviour> {
        let ticket = self.post(request).await?;
        self.reply(ticket).await
    }

    /// Sends a request that has no reason to be declined.
    pub async fn call<R: Request>(&mut self, request: &R) -> Result<R::Reply, Misbehaviour> {
        match self.ask(request).await? {
            Answer::Given(reply) => Ok(reply),
            Answer::Declined(refusal) => Err(Misbehaviour::Nonsense(format!(
                "{} was declined: {}",
                R::METHOD,
                refusal.message
            ))),
        }
    }

    /// The next kept event, or the reply to `ticket`, whichever came first. The ticket stays
    /// good as long as its reply has not been taken.
    pub async fn event_or_reply<R: DeserializeOwned>(
        &mut self,
        ticket: &Ticket<R>,
    ) -> Result<First<R>, Misbehaviour> {
        loop {
            if let Some(event) = self.events.pop() {
                return Ok(First::Event(event));
            }
            if let Some(reply) = self.replies.remove(&ticket.id) {
                return Ok(First::Reply(open(reply)?));
            }
            self.pump().await?;
        }
    }

    /// The next event of that name; kept events before it are dropped.
    pub async fn event_named(&mut self, method: &str) -> Result<Event, Misbehaviour> {
        loop {
            let event = self.event().await?;
            if event.method == method {
                return Ok(event);
            }
        }
    }

    /// The next kept event.
    pub async fn event(&mut self) -> Result<Event, Misbehaviour> {
        loop {
            if let Some(event) = self.events.pop() {
                return Ok(event);
            }
            self.pump().await?;
        }
    }

    /// Takes the oldest event of that name that has come already.
    pub fn take_event(&mut self, method: &str) -> Option<Event> {
        self.events.take(0, |event| event.method == method)
    }

    /// Drops the events that have come and were not taken.
    pub fn drop_events(&mut self) {
        self.events.clear();
    }

    /// Takes one message off the wire.
    async fn pump(&mut self) -> Result<(), Misbehaviour> {
        let bytes = self.transport.receive().await.map_err(wire_failure)?;
        let message = parse(&bytes)?;
        match (message.id, message.method) {
            (Some(id), _) => {
                if self.awaited.remove(&id) {
                    let given = Answer::Given(message.result);
                    self.replies.insert(id, message.error.map_or(given, Answer::Declined));
                }
            }
            (None, Some(method)) => {
                if self.kept_events.contains(&method.as_str()) {
                    self.events.push(bytes.len(), Event { method, params: message.params })?;
                }
            }
            (None, None) => {
                return Err(Misbehaviour::Nonsense(format!(
                    "neither reply nor event: {}",
                    excerpt(&bytes)
                )));
            }
        }
        Ok(())
    }
}

/// A request as a message.
pub fn encode<R: Request>(
    id: u64,
    request: &R,
    session: Option<&str>,
) -> Result<String, Misbehaviour> {
    let envelope = Envelope { id, method: R::METHOD, params: request, session_id: session };
    serde_json::to_string(&envelope)
        .map_err(|error| Misbehaviour::Nonsense(format!("cannot encode {}: {error}", R::METHOD)))
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Envelope<'a, P> {
    id: u64,
    method: &'static str,
    params: &'a P,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<&'a str>,
}

#[derive(Deserialize)]
struct Message {
    id: Option<u64>,
    method: Option<String>,
    params: Option<Box<RawValue>>,
    result: Option<Box<RawValue>>,
    error: Option<Refusal>,
}

fn parse(bytes: &[u8]) -> Result<Message, Misbehaviour> {
    serde_json::from_slice(bytes).map_err(|error| {
        Misbehaviour::Nonsense(format!("not a message ({error}): {}", excerpt(bytes)))
    })
}

fn open<R: DeserializeOwned>(reply: Reply) -> Result<Answer<R>, Misbehaviour> {
    match reply {
        Answer::Given(result) => decode("reply", result.as_deref()).map(Answer::Given),
        Answer::Declined(refusal) => Ok(Answer::Declined(refusal)),
    }
}

/// Reads a part of a message. Programs may hold strings that are not Unicode; JSON spells such
/// halves of a surrogate pair as escapes that Rust's strings cannot take.
pub fn decode<T: DeserializeOwned>(what: &str, raw: Option<&RawValue>) -> Result<T, Misbehaviour> {
    read(what, raw.map_or("{}", RawValue::get))
}

/// Reads a message's text, in the same way.
pub fn read<T: DeserializeOwned>(what: &str, text: &str) -> Result<T, Misbehaviour> {
    serde_json::from_str(text)
        .or_else(|error| match spell_out_lone_surrogates(text) {
            Some(mended) => serde_json::from_str(&mended),
            None => Err(error),
        })
        .map_err(|error| {
            Misbehaviour::Nonsense(format!("{what}: {error}: {}", excerpt(text.as_bytes())))
        })
}

/// Replaces each escape of a lone surrogate by its visible spelling, `\ud800` by `\\ud800`, so
/// that two different ones stay different. None when there are none.
pub fn spell_out_lone_surrogates(json: &str) -> Option<String> {
    let mut mended = String::with_capacity(json.len() + 16);
    let mut rest = json;
    let mut changed = false;
    while let Some(at) = rest.find('\\') {
        mended.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = match (surrogate(rest), surrogate(rest.get(6..).unwrap_or(""))) {
            (Some(0xD800..0xDC00), Some(0xDC00..0xE000)) => 12,
            (Some(_), _) => {
                mended.push('\\');
                changed = true;
                6
            }
            // Any other escape: the backslash and the character after it.
            (None, _) => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
        };
        mended.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    mended.push_str(rest);
    changed.then_some(mended)
}

/// The surrogate that the text's first six characters escape.
fn surrogate(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    u16::from_str_radix(digits, 16).ok().filter(|unit| (0xD800..0xE000).contains(unit))
}

/// What a failure of the wire says about the peer.
pub fn wire_failure(error: io::Error) -> Misbehaviour {
    match error.kind() {
        io::ErrorKind::InvalidData => Misbehaviour::Nonsense(error.to_string()),
        _ => Misbehaviour::Died(error.to_string()),
    }
}

/// The beginning of a message, for messages about it.
pub fn excerpt(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transport::Replayed;

    #[derive(Serialize)]
    struct Ping {}
    impl Request for Ping {
        const METHOD: &'static str = "ping";
        type Reply = String;
    }

    fn client(recording: &str) -> Rpc {
        Rpc::new(Box::new(Replayed::new(recording)), &["tick"])
    }

    #[tokio::test]
    async fn replies_find_their_requests_whatever_the_order() {
        let mut rpc = client(
            "> {\"id\":1,\"method\":\"ping\",\"params\":{}}\n\
             > {\"id\":2,\"method\":\"ping\",\"params\":{}}\n\
             < {\"id\":2,\"result\":\"two\"}\n< {\"method\":\"tick\"}\n< {\"method\":\"noise\"}\n\
             < {\"id\":1,\"error\":{\"message\":\"no\"}}\n",
        );
        let one = rpc.post(&Ping {}).await.unwrap();
        let two = rpc.post(&Ping {}).await.unwrap();
        let declined = Answer::Declined(Refusal { message: "no".into() });
        assert_eq!(rpc.reply(one).await.unwrap(), declined);
        assert_eq!(rpc.reply(two).await.unwrap().given().unwrap(), "two");
        assert_eq!(rpc.event().await.unwrap().method, "tick");
        assert!(matches!(rpc.event().await, Err(Misbehaviour::Died(_))));
    }

    #[tokio::test]
    async fn nonsense_is_said_to_be_nonsense() {
        for rubbish in ["< {}", "< [1", "< {\"id\":1,\"result\":7}"] {
            let mut rpc =
                client(&format!("> {{\"id\":1,\"method\":\"ping\",\"params\":{{}}}}\n{rubbish}\n"));
            let answer = rpc.ask(&Ping {}).await;
            assert!(matches!(answer, Err(Misbehaviour::Nonsense(_))), "{rubbish}");
        }
    }

    #[test]
    fn lone_surrogates_are_spelled_out_and_pairs_are_kept() {
        let check = |json: &str, expected: &str| {
            let mended = spell_out_lone_surrogates(json);
            let text: String = serde_json::from_str(mended.as_deref().unwrap_or(json)).unwrap();
            assert_eq!(text, expected);
        };
        check(r#""\ud83d\ude00""#, "😀");
        check(r#""a\ud83db""#, r"a\ud83db");
        check(r#""\ude00\ud83d""#, r"\ude00\ud83d");
        check(r#""\\ud83d""#, r"\ud83d");
        check(r#""\"\ud800""#, "\"\\ud800");
    }
}
