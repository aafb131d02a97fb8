//! Requests to actors, whose replies come in order for each actor, and events between them: the
//! shape of Firefox's remote debugging protocol.

use std::collections::{HashMap, HashSet, VecDeque};
use std::marker::PhantomData;

use parallax_model::Misbehaviour;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::answer::{Answer, Refusal};
use crate::kept::Kept;
use crate::rpc::{excerpt, read, wire_failure};
use crate::transport::Transport;

/// A request's parameters, with its type and the type of its reply.
pub trait Request: Serialize {
    /// The request's type, as the protocol spells it.
    const TYPE: &'static str;
    /// What a successful reply holds.
    type Reply: DeserializeOwned;
}

/// A request that was sent and whose reply is still to be taken.
#[derive(Debug)]
#[must_use = "its reply is to be taken with `reply`, or left to `assume` or `forget`"]
pub struct Ticket<R> {
    number: u64,
    reply: PhantomData<fn() -> R>,
}

/// Something that an actor reports by itself.
#[derive(Debug)]
pub struct Event {
    /// The actor.
    pub actor: String,
    /// The event's name.
    pub name: String,
    packet: String,
}

impl Event {
    /// What the event says.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Misbehaviour> {
        read(&self.name, &self.packet)
    }
}

/// Which packets are events. A reply may have a `type` too, so names must tell them apart.
#[derive(Debug, Clone, Copy)]
pub struct Vocabulary {
    /// Events that are kept until they are asked for.
    pub kept_events: &'static [&'static str],
    /// Events that are dropped.
    pub dropped_events: &'static [&'static str],
}

type Reply = Answer<String>;

/// The client's end of a connection.
pub struct Actors {
    transport: Box<dyn Transport>,
    vocabulary: Vocabulary,
    last: u64,
    /// The numbers of the requests that each actor has still to answer, oldest first.
    unanswered: HashMap<String, VecDeque<u64>>,
    assumed: HashSet<u64>,
    forgotten: HashSet<u64>,
    replies: HashMap<u64, Reply>,
    events: Kept<Event>,
    lifeline: Option<String>,
}

impl Actors {
    /// A client that knows which packets are events and has been greeted by the root actor. The
    /// greeting looks like a reply, so it must be read before anything is asked.
    pub async fn greeted(
        transport: Box<dyn Transport>,
        vocabulary: Vocabulary,
    ) -> Result<Self, Misbehaviour> {
        let mut actors = Actors::new(transport, vocabulary);
        actors.pump().await?;
        Ok(actors)
    }

    fn new(transport: Box<dyn Transport>, vocabulary: Vocabulary) -> Self {
        Actors {
            transport,
            vocabulary,
            last: 0,
            unanswered: HashMap::new(),
            assumed: HashSet::new(),
            forgotten: HashSet::new(),
            replies: HashMap::new(),
            events: Kept::new(),
            lifeline: None,
        }
    }

    /// From now on, the end of the process that this actor lives in is the end of the debugger.
    /// Without this, waiting for an event of an actor that is gone would never end.
    pub fn depend_on(&mut self, actor: Option<&str>) {
        self.lifeline = actor.map(|actor| process_prefix(actor).to_owned());
    }

    /// Sends a request without waiting for its reply.
    pub async fn post<R: Request>(
        &mut self,
        actor: &str,
        request: &R,
    ) -> Result<Ticket<R::Reply>, Misbehaviour> {
        let envelope = Envelope { to: actor, kind: R::TYPE, parameters: request };
        let message = serde_json::to_string(&envelope).map_err(|error| {
            Misbehaviour::Nonsense(format!("cannot encode {}: {error}", R::TYPE))
        })?;
        self.transport.send(message).await.map_err(wire_failure)?;
        self.last += 1;
        self.unanswered.entry(actor.to_owned()).or_default().push_back(self.last);
        Ok(Ticket { number: self.last, reply: PhantomData })
    }

    /// Waits for the reply to a posted request.
    pub async fn reply<R: DeserializeOwned>(
        &mut self,
        ticket: Ticket<R>,
    ) -> Result<Answer<R>, Misbehaviour> {
        loop {
            match self.replies.remove(&ticket.number) {
                Some(Answer::Given(packet)) => return read("reply", &packet).map(Answer::Given),
                Some(Answer::Declined(refusal)) => return Ok(Answer::Declined(refusal)),
                None => self.pump().await?,
            }
        }
    }

    /// Takes a posted request's success for granted. Nobody waits for the reply, but a refusal is
    /// misbehaviour whenever it comes.
    pub fn assume<R>(&mut self, ticket: Ticket<R>) -> Result<(), Misbehaviour> {
        match self.replies.remove(&ticket.number) {
            Some(Answer::Given(_)) => Ok(()),
            Some(Answer::Declined(refusal)) => Err(unexpected(&refusal)),
            None => {
                self.assumed.insert(ticket.number);
                Ok(())
            }
        }
    }

    /// Gives up a posted request's reply, whatever it says.
    pub fn forget<R>(&mut self, ticket: Ticket<R>) {
        if self.replies.remove(&ticket.number).is_none() {
            self.forgotten.insert(ticket.number);
        }
    }

    /// Sends a request whose success is taken for granted.
    pub async fn tell<R: Request>(&mut self, actor: &str, request: &R) -> Result<(), Misbehaviour> {
        let ticket = self.post(actor, request).await?;
        self.assume(ticket)
    }

    /// Sends a request that has no reason to be declined, and waits for its reply.
    pub async fn call<R: Request>(
        &mut self,
        actor: &str,
        request: &R,
    ) -> Result<R::Reply, Misbehaviour> {
        let ticket = self.post(actor, request).await?;
        match self.reply(ticket).await? {
            Answer::Given(reply) => Ok(reply),
            Answer::Declined(refusal) => Err(Misbehaviour::Nonsense(format!(
                "{} was declined: {}",
                R::TYPE,
                refusal.message
            ))),
        }
    }

    /// The next event of that name from that actor; other events are kept.
    pub async fn event(&mut self, actor: &str, name: &str) -> Result<Event, Misbehaviour> {
        self.event_where(|event| event.actor == actor && event.name == name).await
    }

    /// The next event that is looked for; other events are kept.
    pub async fn event_where(
        &mut self,
        is_wanted: impl Fn(&Event) -> bool,
    ) -> Result<Event, Misbehaviour> {
        let mut seen = 0;
        loop {
            if let Some(event) = self.events.take(seen, &is_wanted) {
                return Ok(event);
            }
            seen = self.events.len();
            self.pump().await?;
        }
    }

    /// Takes the oldest event of that name that has come, if there is one.
    pub fn take_event(&mut self, name: &str) -> Option<Event> {
        self.events.take(0, |event| event.name == name)
    }

    /// Drops the events that have come and were not taken.
    pub fn drop_events(&mut self) {
        self.events.clear();
    }

    /// Takes one packet off the wire.
    async fn pump(&mut self) -> Result<(), Misbehaviour> {
        let bytes = self.transport.receive().await.map_err(wire_failure)?;
        let packet = String::from_utf8(bytes).map_err(|error| {
            Misbehaviour::Nonsense(format!("not text: {}", excerpt(error.as_bytes())))
        })?;
        let head: Head = read("packet", &packet)?;
        match head.kind {
            Some(name) if name == FORWARDING_CANCELLED => self.lose(head.prefix.as_deref()),
            Some(name) if self.vocabulary.kept_events.contains(&name.as_str()) => {
                self.events.push(packet.len(), Event { actor: head.from, name, packet })
            }
            Some(name) if self.vocabulary.dropped_events.contains(&name.as_str()) => Ok(()),
            _ => {
                let words = head.message.and_then(|it| it.as_str().map(str::to_owned));
                self.file(&head.from, head.error, words, packet)
            }
        }
    }

    /// Files a reply under its request.
    fn file(
        &mut self,
        actor: &str,
        error: Option<String>,
        message: Option<String>,
        packet: String,
    ) -> Result<(), Misbehaviour> {
        let queue = self.unanswered.get_mut(actor);
        let Some(number) = queue.and_then(VecDeque::pop_front) else {
            // The greeting, or an event that this client does not know.
            return Ok(());
        };
        // Most actors live for one pause only; the map must not keep their names.
        if self.unanswered.get(actor).is_some_and(VecDeque::is_empty) {
            self.unanswered.remove(actor);
        }
        if self.forgotten.remove(&number) {
            return Ok(());
        }
        let reply = match error {
            None => Answer::Given(packet),
            Some(error) => Answer::Declined(Refusal {
                message: message.map_or(error.clone(), |message| format!("{error}: {message}")),
            }),
        };
        match (self.assumed.remove(&number), reply) {
            (true, Answer::Declined(refusal)) => Err(unexpected(&refusal)),
            (true, Answer::Given(_)) => Ok(()),
            (false, reply) => {
                self.replies.insert(number, reply);
                Ok(())
            }
        }
    }

    /// A process of the debugger's is gone.
    fn lose(&mut self, prefix: Option<&str>) -> Result<(), Misbehaviour> {
        if self.lifeline.is_some() && self.lifeline.as_deref() == prefix {
            return Err(Misbehaviour::Died("the process of the page is gone".into()));
        }
        Ok(())
    }
}

/// Said by the root actor when a process that it forwards packets to has ended.
const FORWARDING_CANCELLED: &str = "forwardingCancelled";

/// What the actors of one process have in common: `server1.conn0.child2` of
/// `server1.conn0.child2/thread1`.
fn process_prefix(actor: &str) -> &str {
    actor.split_once('/').map_or(actor, |(prefix, _)| prefix)
}

fn unexpected(refusal: &Refusal) -> Misbehaviour {
    Misbehaviour::Nonsense(format!("a request was declined: {}", refusal.message))
}

#[derive(Serialize)]
struct Envelope<'a, P> {
    to: &'a str,
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(flatten)]
    parameters: &'a P,
}

/// What any packet may have.
#[derive(Deserialize)]
struct Head {
    from: String,
    #[serde(rename = "type")]
    kind: Option<String>,
    error: Option<String>,
    /// The words of an error; of an event, whatever it has under this name.
    message: Option<serde_json::Value>,
    prefix: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transport::Replayed;

    #[derive(Serialize)]
    struct Ping {
        n: u32,
    }
    impl Request for Ping {
        const TYPE: &'static str = "ping";
        type Reply = Pong;
    }
    #[derive(Debug, Deserialize)]
    struct Pong {
        pong: String,
    }

    fn client(recording: &str) -> Actors {
        let vocabulary = Vocabulary { kept_events: &["tick"], dropped_events: &["noise"] };
        Actors::new(Box::new(Replayed::new(recording)), vocabulary)
    }

    const TWO_PINGS: &str = "> {\"to\":\"a\",\"type\":\"ping\",\"n\":1}\n\
                             > {\"to\":\"a\",\"type\":\"ping\",\"n\":2}\n";

    #[tokio::test]
    async fn replies_come_in_order_for_each_actor_with_events_between() {
        let mut actors = client(&format!(
            "{TWO_PINGS}> {{\"to\":\"b\",\"type\":\"ping\",\"n\":3}}\n\
             < {{\"from\":\"root\",\"hello\":1}}\n< {{\"from\":\"b\",\"pong\":\"three\"}}\n\
             < {{\"from\":\"a\",\"type\":\"noise\"}}\n< {{\"from\":\"a\",\"type\":\"tick\",\"pong\":\"e\"}}\n\
             < {{\"from\":\"a\",\"type\":\"reply\",\"pong\":\"\\ud800\"}}\n\
             < {{\"from\":\"a\",\"error\":\"no\",\"message\":\"never\"}}\n"
        ));
        let one = actors.post("a", &Ping { n: 1 }).await.unwrap();
        let two = actors.post("a", &Ping { n: 2 }).await.unwrap();
        let three = actors.post("b", &Ping { n: 3 }).await.unwrap();
        let Answer::Declined(refusal) = actors.reply(two).await.unwrap() else { panic!("a pong") };
        assert_eq!(refusal.message, "no: never");
        assert_eq!(actors.reply(one).await.unwrap().given().unwrap().pong, "\\ud800");
        assert_eq!(actors.reply(three).await.unwrap().given().unwrap().pong, "three");
        let event = actors.event("a", "tick").await.unwrap();
        assert_eq!(event.read::<Pong>().unwrap().pong, "e");
        assert!(matches!(actors.event("a", "tick").await, Err(Misbehaviour::Died(_))));
    }

    #[tokio::test]
    async fn a_refusal_of_what_was_taken_for_granted_is_misbehaviour() {
        let mut actors = client(&format!(
            "{TWO_PINGS}< {{\"from\":\"a\",\"error\":\"no\"}}\n< {{\"from\":\"a\",\"pong\":\"\"}}\n"
        ));
        actors.tell("a", &Ping { n: 1 }).await.unwrap();
        let answer = actors.call("a", &Ping { n: 2 }).await;
        assert!(matches!(answer, Err(Misbehaviour::Nonsense(_))), "{answer:?}");
    }

    #[tokio::test]
    async fn the_end_of_the_process_that_all_depends_on_is_death() {
        let mut actors = client(
            "< {\"from\":\"root\",\"type\":\"forwardingCancelled\",\"prefix\":\"conn0.child1\"}\n\
             < {\"from\":\"root\",\"type\":\"forwardingCancelled\",\"prefix\":\"conn0.child2\"}\n",
        );
        actors.depend_on(Some("conn0.child2/thread1"));
        actors.pump().await.unwrap();
        assert!(matches!(actors.pump().await, Err(Misbehaviour::Died(_))));
    }

    #[tokio::test]
    async fn nonsense_is_said_to_be_nonsense() {
        for rubbish in ["{}", "[1", "{\"from\":7}", "{\"from\":\"a\",\"pong\":7}", "\"a\""] {
            let mut actors =
                client(&format!("> {{\"to\":\"a\",\"type\":\"ping\",\"n\":1}}\n< {rubbish}\n"));
            let answer = actors.call("a", &Ping { n: 1 }).await;
            assert!(matches!(answer, Err(Misbehaviour::Nonsense(_))), "{rubbish}");
        }
    }
}
