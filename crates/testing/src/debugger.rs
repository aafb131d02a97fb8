//! A simulated debugger that speaks Chromium's protocol over its descriptors 3 and 4, and now and then speaks it badly.
//!
//! It steps through the lines of a program that is not empty, whatever they mean, and shows one variable. So thousands of
//! sessions are cheap, and what they find is known.

#![expect(unsafe_code, reason = "what a process inherits has a number only")]

use std::collections::BTreeMap;
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, BufReader, Write};
use std::os::fd::FromRawFd;
use std::process::ExitCode;
use std::time::Duration;

use serde_json::{Value, json};

/// What a command line has that is to be such a debugger.
pub const WORD: &str = "--simulated-debugger";

/// Of a thousand runs of a program with breakpoints, how many go wrong: `--faults=10`.
const FAULTS: &str = "--faults=";

/// Shows another value on some lines.
const ODD: &str = "--odd";

/// Serves requests until there are no more.
pub fn serve(words: &[String]) -> ExitCode {
    let faults = words.iter().find_map(|it| it.strip_prefix(FAULTS)?.parse().ok()).unwrap_or(0);
    let is_odd = words.iter().any(|it| it == ODD);
    // SAFETY: Parallax gives both to its child, and nothing else in this process knows them.
    let [from, to] = [3, 4].map(|number| unsafe { File::from_raw_fd(number) });
    let mut debugger = Debugger { to, faults, is_odd, number: 0, pages: BTreeMap::new() };
    let (mut requests, mut request) = (BufReader::new(from), Vec::new());
    while requests.read_until(0, &mut request).is_ok_and(|length| length > 0) {
        request.pop();
        let parsed: Value = serde_json::from_slice(&request).unwrap_or_default();
        if debugger.serve(&parsed).is_none() {
            break;
        }
        request.clear();
    }
    ExitCode::SUCCESS
}

struct Debugger {
    to: File,
    faults: u64,
    is_odd: bool,
    number: u64,
    pages: BTreeMap<String, Page>,
}

/// What is debugged in one session of the protocol.
#[derive(Default)]
struct Page {
    lines: Vec<bool>,
    breakpoints: BTreeMap<String, usize>,
    /// The line that it is paused at, and the request that its end answers.
    at: Option<usize>,
    running: Option<Value>,
    skips: bool,
}

impl Page {
    /// The first line from here on that has something on it.
    fn next(&self, from: usize) -> Option<usize> {
        (from..self.lines.len()).find(|line| self.lines[*line])
    }

    fn next_breakpoint(&self, from: usize) -> Option<usize> {
        self.breakpoints.values().copied().filter(|line| *line >= from && !self.skips).min()
    }
}

impl Debugger {
    /// Answers a request; none when nobody listens any more.
    // Long: one arm for each request, most of a line or two.
    fn serve(&mut self, request: &Value) -> Option<()> {
        self.number += 1;
        let (number, parameters) = (self.number, &request["params"]);
        let session = request["sessionId"].as_str().unwrap_or_default().to_owned();
        let page = self.pages.entry(session.clone()).or_default();
        let line = |key: &str| parameters["location"][key].as_u64().unwrap_or(0) as usize;
        let place = |line: usize| json!({ "scriptId": "1", "lineNumber": line, "columnNumber": 0 });
        let result = match request["method"].as_str().unwrap_or_default() {
            "Browser.getVersion" => json!({ "product": "Simulated/1", "jsVersion": "1" }),
            "Target.createTarget" => json!({ "targetId": format!("T{number}") }),
            "Target.attachToTarget" => json!({ "sessionId": format!("S{number}") }),
            "Page.getFrameTree" => json!({ "frameTree": { "frame": { "id": "F" } } }),
            "Page.createIsolatedWorld" => json!({ "executionContextId": number }),
            "Runtime.compileScript" => {
                let text = parameters["expression"].as_str().unwrap_or_default();
                *page = Page {
                    lines: text.split('\n').map(|line| !line.trim().is_empty()).collect(),
                    ..Page::default()
                };
                json!({ "scriptId": "1" })
            }
            "Debugger.getPossibleBreakpoints" => {
                let lines = (0..page.lines.len()).filter(|line| page.lines[*line]);
                json!({ "locations": lines.map(place).collect::<Vec<_>>() })
            }
            "Debugger.setBreakpoint" => match page.next(line("lineNumber")) {
                Some(line) => {
                    page.breakpoints.insert(number.to_string(), line);
                    json!({ "breakpointId": number.to_string(), "actualLocation": place(line) })
                }
                None => return self.say(request, &json!({ "error": { "message": "no place" } })),
            },
            "Debugger.removeBreakpoint" => {
                page.breakpoints.remove(parameters["breakpointId"].as_str().unwrap_or_default());
                json!({})
            }
            "Debugger.setSkipAllPauses" => {
                page.skips = parameters["skip"] == true;
                json!({})
            }
            "Runtime.runScript" => {
                page.running = Some(request.clone());
                let (first, is_session) = (page.next_breakpoint(0), !page.breakpoints.is_empty());
                if is_session && self.faults > 0 && draw() % 1000 < self.faults {
                    return self.misbehave(request);
                }
                return self.go_to(&session, first);
            }
            "Runtime.getProperties" => {
                let at = page.at.unwrap_or(0);
                let value = if self.is_odd && at % 11 == 3 { at + 1 } else { at };
                let value =
                    json!({ "type": "number", "value": value, "description": value.to_string() });
                json!({ "result": [{ "name": "x", "value": value, "isOwn": true }] })
            }
            method @ ("Debugger.resume"
            | "Debugger.stepInto"
            | "Debugger.stepOut"
            | "Debugger.stepOver"
            | "Debugger.continueToLocation") => {
                let Some(at) = page.at.take() else {
                    return self.say(request, &json!({ "error": { "message": "not paused" } }));
                };
                let to = match method {
                    "Debugger.stepInto" | "Debugger.stepOver" => page.next(at + 1),
                    "Debugger.continueToLocation" => {
                        page.next(line("lineNumber")).filter(|to| *to > at)
                    }
                    _ => page.next_breakpoint(at + 1),
                };
                self.say(request, &json!({ "result": {} }))?;
                return self.go_to(&session, to);
            }
            "Runtime.evaluate" => json!({ "result": { "type": "undefined" } }),
            "Profiler.takePreciseCoverage" => json!({ "result": [] }),
            _ => json!({}),
        };
        self.say(request, &json!({ "result": result }))
    }

    /// Pauses at a line, or ends the program.
    fn go_to(&mut self, session: &str, line: Option<usize>) -> Option<()> {
        let page = self.pages.entry(session.to_owned()).or_default();
        page.at = line;
        let Some(line) = line else {
            let ended = page.running.take()?;
            return self.say(&ended, &json!({ "result": { "result": { "type": "undefined" } } }));
        };
        let frame = json!({
            "callFrameId": "1", "functionName": "",
            "location": { "scriptId": "1", "lineNumber": line, "columnNumber": 0 },
            "scopeChain": [{ "type": "script", "object": { "type": "object", "objectId": "1" } }],
        });
        let paused = json!({ "callFrames": [frame], "reason": "other" });
        self.send(&json!({ "method": "Debugger.paused", "params": paused, "sessionId": session }))
    }

    fn say(&mut self, request: &Value, answer: &Value) -> Option<()> {
        let mut message = answer.clone();
        message["id"] = request["id"].clone();
        if !request["sessionId"].is_null() {
            message["sessionId"] = request["sessionId"].clone();
        }
        self.send(&message)
    }

    fn send(&mut self, message: &Value) -> Option<()> {
        self.to.write_all(format!("{message}\0").as_bytes()).ok()
    }

    /// Goes wrong in one of the ways in which debuggers do.
    fn misbehave(&mut self, request: &Value) -> Option<()> {
        let half = format!("{{\"id\":{},\"result\":{{\"resu", request["id"]);
        match draw() % 6 {
            0 => std::process::exit(9),
            1 => loop {
                std::thread::sleep(Duration::from_secs(3600));
            },
            2 => self.to.write_all(b"\x01\xff garbage \0\0{]\0").ok(),
            3 => {
                let _ = self.to.write_all(half.as_bytes());
                None
            }
            4 => {
                let _ = self.to.write_all(half.as_bytes());
                loop {
                    std::thread::sleep(Duration::from_secs(3600));
                }
            }
            _ => self.say(request, &json!({ "result": { "result": [7], "exceptionDetails": -1 } })),
        }
    }
}

/// A number that is another each time.
fn draw() -> u64 {
    RandomState::new().hash_one(0) >> 8
}
