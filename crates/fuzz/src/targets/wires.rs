//! What debuggers say: a recorded session of each backend, answered by the method that is asked for, so that a session goes
//! on when something in it is changed.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::time::Duration;

use async_trait::async_trait;
use parallax_debug::transport::Transport;
use parallax_debug::{Connection, Debugger, Instance, Loaded, backends};
use parallax_model::{Misbehaviour, Program, parse_actions};
use serde_json::Value;

use super::runtime;

/// What was debugged when the wires were recorded, by `parallax trace --record`.
const PROGRAM: &str = include_str!("program.js");
const ACTIONS: &str = "log 7 item; break 9; break 4; break 6 if point.y > 1; break 40; unbreak 4; start; evaluate point; \
    set made = 3; over; skip 1-2; out; evaluate@1 hole; to 14; exceptions uncaught; resume; output";

/// A debugger that is waited for longer, and not asked for anything, is gone.
const PATIENCE: Duration = Duration::from_millis(5);

/// After so many requests a debugger is gone.
const MAX_SENT: usize = 2000;

pub fn bun(input: &[u8]) {
    play("bun", input);
}

pub fn bun_file(input: &[u8]) {
    play("bun-file", input);
}

pub fn chromium(input: &[u8]) {
    play("chromium", input);
}

pub fn chromium_worker(input: &[u8]) {
    play("chromium-worker", input);
}

pub fn deno(input: &[u8]) {
    play("deno", input);
}

pub fn firefox(input: &[u8]) {
    play("firefox", input);
}

pub fn node(input: &[u8]) {
    play("node", input);
}

pub fn node_worker(input: &[u8]) {
    play("node-worker", input);
}

/// Plays a recording to a backend; how many of its actions were answered.
pub fn play(backend: &str, input: &[u8]) -> usize {
    let player = Player::new(&String::from_utf8_lossy(input));
    let connection = Connection::over(Box::new(player));
    let instance = Instance { connection, ..Instance::new(backend, backend, "/nonexistent/tool") };
    runtime().block_on(async {
        let Some(backend) = backends::find(backend) else { panic!("no such backend") };
        match backend.launch(&instance).await {
            Ok(mut debugger) => session(debugger.as_mut()).await.unwrap_or(0),
            Err(_) => 0,
        }
    })
}

/// Does what was done when the wires were recorded, and asks for what can be asked for; how many answers came.
async fn session(debugger: &mut dyn Debugger) -> Result<usize, Misbehaviour> {
    // What runs a file has no version of its own.
    let name = if debugger.version() == "Bun" { "q.mjs" } else { "q.js" };
    if let Loaded::Rejected(_) = debugger.load(&Program::new(name, PROGRAM)).await? {
        return Ok(0);
    }
    let mut shown = 0;
    for action in parse_actions(ACTIONS).unwrap_or_default() {
        let observation = debugger.perform(action).await?;
        let _stored = serde_json::to_string(&observation);
        shown += 1;
        if matches!(observation, parallax_model::Observation::Finished(_)) {
            break;
        }
    }
    // Nothing of this was recorded of all debuggers.
    let _places = debugger.places().await;
    let _coverage = (debugger.begin_coverage().await, debugger.end_coverage().await);
    let _unloaded = debugger.unload().await;
    Ok(shown)
}

/// A request of the recording.
#[derive(Debug, Default)]
struct Asked {
    method: String,
    id: Value,
    /// The actor or the session that it is for.
    to: Value,
    /// What answers it.
    reply: Option<String>,
    /// All that came between it and the next request.
    came: Vec<String>,
    /// How often it was asked; a debugger that is asked again and again must come to an end.
    times: usize,
}

/// A debugger that answers from a recording: in the order of the recording as long as it is asked the same, and else by
/// what it is asked for.
struct Player {
    asked: Vec<Asked>,
    /// The place behind the request that was answered last.
    next: usize,
    /// The numbers that requests of the recording have now.
    numbers: HashMap<(String, String), Value>,
    waiting: VecDeque<Vec<u8>>,
    sent: usize,
}

/// What a message says it is, in the protocols with numbers and in that of actors.
fn head(text: &str) -> (String, Value, Value) {
    let message: Value = serde_json::from_str(text).unwrap_or_default();
    let method = [&message["method"], &message["type"]].into_iter().find_map(Value::as_str);
    let to = [&message["to"], &message["sessionId"]].into_iter().find(|it| !it.is_null());
    (method.unwrap_or_default().to_owned(), message["id"].clone(), to.cloned().unwrap_or_default())
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

fn number(session: &Value, id: &Value) -> (String, String) {
    (session.to_string(), id.to_string())
}

impl Player {
    fn new(text: &str) -> Self {
        let mut asked = vec![Asked::default()];
        for line in text.lines() {
            match (line.get(..1), line.get(1..).map(str::trim)) {
                (Some(">"), Some(sent)) => {
                    let (method, id, to) = head(sent);
                    asked.push(Asked { method, id, to, ..Asked::default() });
                }
                (Some("<"), Some(came)) => {
                    let message = parsed(came);
                    let (id, from) = (&message["id"], &message["from"]);
                    let is_answered = |it: &Asked| match id.is_null() {
                        false => it.id == *id && it.to == message["sessionId"],
                        true => !from.is_null() && it.to == *from && message["type"].is_null(),
                    };
                    let found = asked.iter().position(|it| it.reply.is_none() && is_answered(it));
                    if let Some(found) = found {
                        asked[found].reply = Some(came.to_owned());
                    }
                    if let Some(last) = asked.last_mut() {
                        last.came.push(came.to_owned());
                    }
                }
                _ => {}
            }
        }
        // What comes before anything is asked, such as a greeting.
        let waiting = asked[0].came.drain(..).map(String::into_bytes).collect();
        Player { asked, next: 1, numbers: HashMap::new(), waiting, sent: 0 }
    }

    /// What came behind a request that is asked in its turn, with the numbers that are used now.
    fn in_turn(&self, asked: &Asked) -> Vec<String> {
        let renumbered = |came: &String| {
            let mut message = parsed(came);
            let now = self.numbers.get(&number(&message["sessionId"], &message["id"]));
            match now.filter(|now| **now != message["id"]) {
                Some(now) => {
                    message["id"] = now.clone();
                    message.to_string()
                }
                None => came.clone(),
            }
        };
        asked.came.iter().map(renumbered).collect()
    }

    /// The answer to a request that is asked out of turn, and what came behind it by itself.
    fn out_of_turn(asked: &Asked, id: &Value, to: &Value) -> Vec<String> {
        let mut reply = parsed(asked.reply.as_deref().unwrap_or("{}"));
        let key = if id.is_null() { "from" } else { "sessionId" };
        if !id.is_null() {
            reply["id"] = id.clone();
        }
        if !to.is_null() {
            reply[key] = to.clone();
        }
        let is_event = |came: &&String| {
            let message = parsed(came);
            message["id"].is_null() && (message["from"].is_null() || !message["type"].is_null())
        };
        let events = asked.came.iter().filter(is_event).cloned();
        std::iter::once(reply.to_string()).chain(events).collect()
    }

    /// The next request of a kind from where the last one was, or else the first of all.
    fn find(&self, method: &str, to: &Value) -> Option<usize> {
        let is_same = |at: &usize| self.asked[*at].method == method && self.asked[*at].times < 3;
        let is_it = |at: &usize| is_same(at) && self.asked[*at].to == *to;
        let (ahead, all) = (self.next..self.asked.len(), 1..self.asked.len());
        let ways = [ahead.clone().find(is_it), ahead.clone().find(is_same)];
        ways.into_iter().flatten().next().or_else(|| all.clone().find(is_same))
    }
}

#[async_trait]
impl Transport for Player {
    async fn send(&mut self, message: String) -> io::Result<()> {
        self.sent += 1;
        let (method, id, to) = head(&message);
        let Some(found) = self.find(&method, &to).filter(|_| self.sent < MAX_SENT) else {
            let nothing =
                serde_json::json!({ "id": id, "result": { "result": [], "locations": [] } });
            if !id.is_null() && self.sent < MAX_SENT {
                self.waiting.push_back(nothing.to_string().into_bytes());
            }
            return Ok(());
        };
        let is_in_turn = found == self.next;
        self.next = found + 1;
        self.asked[found].times += 1;
        let asked = &self.asked[found];
        self.numbers.insert(number(&asked.to, &asked.id), id.clone());
        let answers = match is_in_turn {
            true => self.in_turn(asked),
            false => Self::out_of_turn(asked, &id, &to),
        };
        self.waiting.extend(answers.into_iter().map(String::into_bytes));
        Ok(())
    }

    async fn receive(&mut self) -> io::Result<Vec<u8>> {
        if self.waiting.is_empty() {
            // Who sends and receives at the same time may be about to send.
            tokio::time::sleep(PATIENCE).await;
        }
        self.waiting.pop_front().ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }
}
