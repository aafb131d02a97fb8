//! What a person can do in a debugger: the input alphabet of the transducer.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{Location, Value};

/// One debugging action. Lines are 1-based.
///
/// The text form (`break 3`, `over`) is the one that the command line reads, the store keeps and
/// the reports show. An expression in it has no semicolon.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// Set a breakpoint at a line.
    Break(u32),
    /// Set a breakpoint at a line and column.
    BreakAt(Location),
    /// Set a breakpoint at a line, that pauses only when an expression holds there.
    BreakIf(u32, Arc<str>),
    /// Set a log point at a line: an expression is logged each time the line is reached, without a pause.
    Log(u32, Arc<str>),
    /// Remove the breakpoint that was requested at a line.
    Unbreak(u32),
    /// Start the program.
    Start,
    /// Run on to the next breakpoint.
    Resume,
    /// Execute the next statement; stop at the beginning of a callee.
    StepIn,
    /// Execute until the current function has returned.
    StepOut,
    /// Execute the next statement without entering callees.
    StepOver,
    /// Run on to a line, as if it had a breakpoint until then.
    RunTo(u32),
    /// Begin the innermost function again.
    Restart,
    /// Say which exceptions pause the program from now on.
    Exceptions(Exceptions),
    /// Say whether pauses show async callers from now on.
    AsyncCallers(bool),
    /// Have steps pass over the functions that lie in these lines, the first and the last.
    Skip(u32, u32),
    /// Evaluate an expression where the program is paused.
    Evaluate(Arc<str>),
    /// Evaluate an expression in a caller: 1 is that of the innermost frame.
    EvaluateIn(u32, Arc<str>),
    /// Set a variable of the innermost frame: its name, and a literal.
    Set(Arc<str>, Arc<str>),
    /// Look at what the program has printed so far.
    Output,
}

/// Which exceptions pause a program.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Exceptions {
    /// None.
    #[default]
    None,
    /// Those that nothing catches.
    Uncaught,
    /// All of them.
    All,
}

impl Exceptions {
    /// The word for it, here and in most protocols.
    pub fn name(self) -> &'static str {
        match self {
            Exceptions::None => "none",
            Exceptions::Uncaught => "uncaught",
            Exceptions::All => "all",
        }
    }

    fn named(name: &str) -> Option<Self> {
        let all = [Exceptions::None, Exceptions::Uncaught, Exceptions::All];
        all.into_iter().find(|it| it.name() == name)
    }
}

/// A breakpoint as it is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BreakpointRequest {
    /// The line, by which it is removed again.
    pub line: u32,
    /// The column, where one is asked for.
    pub column: Option<u32>,
    /// What must hold for it to pause.
    pub condition: Option<Arc<str>>,
    /// What is logged there instead of a pause.
    pub log: Option<Arc<str>>,
}

impl Action {
    /// The actions that make a paused program go on, in the order they are drawn from.
    pub const CONTINUATIONS: [Action; 4] =
        [Action::Resume, Action::StepIn, Action::StepOut, Action::StepOver];

    /// Whether the action runs the program (as opposed to moving breakpoints, or looking).
    pub fn is_execution(&self) -> bool {
        let runs_on =
            matches!(self, Action::Start | Action::Resume | Action::RunTo(_) | Action::Restart);
        runs_on || self.is_step()
    }

    /// Whether the action goes on by a step.
    pub fn is_step(&self) -> bool {
        matches!(self, Action::StepIn | Action::StepOut | Action::StepOver)
    }

    /// The breakpoint that the action sets.
    pub fn breakpoint_request(&self) -> Option<BreakpointRequest> {
        let (line, column, condition) = match self {
            Action::Break(line) => (*line, None, None),
            Action::BreakAt(place) => (place.line, Some(place.column), None),
            Action::BreakIf(line, condition) => (*line, None, Some(condition.clone())),
            Action::Log(line, _) => (*line, None, None),
            _ => return None,
        };
        let log = match self {
            Action::Log(_, expression) => Some(expression.clone()),
            _ => None,
        };
        Some(BreakpointRequest { line, column, condition, log })
    }

    /// The line that the action sets or removes a breakpoint at.
    pub fn line(&self) -> Option<u32> {
        match self {
            Action::Break(line)
            | Action::BreakIf(line, _)
            | Action::Log(line, _)
            | Action::Unbreak(line) => Some(*line),
            Action::BreakAt(place) => Some(place.line),
            _ => None,
        }
    }

    /// The action's name without its line: what equivalence classes are made of.
    pub fn name(&self) -> &'static str {
        match self {
            Action::Break(_) | Action::BreakAt(_) | Action::BreakIf(..) => "break",
            Action::Log(..) => "log",
            Action::Unbreak(_) => "unbreak",
            Action::Start => "start",
            Action::Resume => "resume",
            Action::StepIn => "in",
            Action::StepOut => "out",
            Action::StepOver => "over",
            Action::RunTo(_) => "to",
            Action::Restart => "restart",
            Action::Exceptions(_) => "exceptions",
            Action::AsyncCallers(_) => "async",
            Action::Skip(..) => "skip",
            Action::Evaluate(_) | Action::EvaluateIn(..) => "evaluate",
            Action::Set(..) => "set",
            Action::Output => "output",
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Break(line) | Action::Unbreak(line) => write!(f, "{} {line}", self.name()),
            Action::BreakAt(place) => write!(f, "break {place}"),
            Action::BreakIf(line, condition) => write!(f, "break {line} if {condition}"),
            Action::Log(line, expression) => write!(f, "log {line} {expression}"),
            Action::RunTo(line) => write!(f, "to {line}"),
            Action::Exceptions(which) => write!(f, "exceptions {}", which.name()),
            Action::AsyncCallers(is_on) => {
                write!(f, "async {}", if *is_on { "on" } else { "off" })
            }
            Action::Skip(first, last) => write!(f, "skip {first}-{last}"),
            Action::Evaluate(expression) => write!(f, "evaluate {expression}"),
            Action::EvaluateIn(frame, expression) => write!(f, "evaluate@{frame} {expression}"),
            Action::Set(name, literal) => write!(f, "set {name} = {literal}"),
            _ => f.write_str(self.name()),
        }
    }
}

/// An action that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown action `{0}`: write `break LINE`, `break LINE:COLUMN`, `break LINE if EXPRESSION`, `log LINE EXPRESSION`, `unbreak LINE`, `start`, `resume`, `in`, `out`, `over`, `to LINE`, `restart`, `exceptions none|uncaught|all`, `async on|off`, `skip FIRST-LAST`, `evaluate EXPRESSION`, `evaluate@FRAME EXPRESSION`, `set NAME = LITERAL` or `output`"
)]
pub struct ParseActionError(String);

impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let read = match (name, rest.trim()) {
            ("break", rest) => parse_break(rest),
            ("log", rest) => parse_log(rest),
            ("unbreak", line) => parse_line(line).map(Action::Unbreak),
            ("start", "") => Some(Action::Start),
            ("resume", "") => Some(Action::Resume),
            ("in", "") => Some(Action::StepIn),
            ("out", "") => Some(Action::StepOut),
            ("over", "") => Some(Action::StepOver),
            ("restart", "") => Some(Action::Restart),
            ("evaluate", expression) if !expression.is_empty() => {
                Some(Action::Evaluate(expression.into()))
            }
            ("to", line) => parse_line(line).map(Action::RunTo),
            ("async", "on") => Some(Action::AsyncCallers(true)),
            ("async", "off") => Some(Action::AsyncCallers(false)),
            ("skip", lines) => parse_skip(lines),
            ("exceptions", which) => Exceptions::named(which).map(Action::Exceptions),
            (name, expression) if name.starts_with("evaluate@") && !expression.is_empty() => {
                let frame = name["evaluate@".len()..].parse().ok().filter(|frame| *frame > 0);
                frame.map(|frame| Action::EvaluateIn(frame, expression.into()))
            }
            ("set", rest) => parse_set(rest),
            ("output", "") => Some(Action::Output),
            _ => None,
        };
        read.ok_or_else(|| ParseActionError(text.to_owned()))
    }
}

/// Reads what stands behind `break`.
fn parse_break(text: &str) -> Option<Action> {
    if let Some((line, rest)) = text.split_once(char::is_whitespace) {
        let condition = rest.trim_start().strip_prefix("if ")?.trim();
        let line = parse_line(line)?;
        return (!condition.is_empty()).then(|| Action::BreakIf(line, condition.into()));
    }
    match text.split_once(':') {
        Some((line, column)) => {
            let place = Location { line: parse_line(line)?, column: column.parse().ok()? };
            Some(Action::BreakAt(place))
        }
        None => parse_line(text).map(Action::Break),
    }
}

/// Reads what stands behind `log`.
fn parse_log(text: &str) -> Option<Action> {
    let (line, expression) = text.split_once(char::is_whitespace)?;
    Some(Action::Log(parse_line(line)?, expression.trim().into()))
}

/// Reads what stands behind `set`.
fn parse_set(text: &str) -> Option<Action> {
    let (name, literal) = text.split_once('=')?;
    let (name, literal) = (name.trim(), literal.trim());
    let is_letter = |it: char| it.is_alphabetic() || matches!(it, '_' | '$');
    let is_name =
        name.starts_with(is_letter) && name.chars().all(|it| is_letter(it) || it.is_numeric());
    Value::of_literal(literal).filter(|_| is_name).map(|_| Action::Set(name.into(), literal.into()))
}

/// Reads what stands behind `skip`.
fn parse_skip(text: &str) -> Option<Action> {
    let (first, last) = text.split_once('-')?;
    let (first, last) = (parse_line(first)?, parse_line(last)?);
    (first <= last).then_some(Action::Skip(first, last))
}

fn parse_line(text: &str) -> Option<u32> {
    text.parse().ok().filter(|line| *line > 0)
}

/// Reads a list such as `break 3; start; over`. A trailing semicolon is allowed.
pub fn parse_actions(text: &str) -> Result<Vec<Action>, ParseActionError> {
    text.split(';').filter(|part| !part.trim().is_empty()).map(str::parse).collect()
}

/// Writes a list that [`parse_actions`] reads.
pub fn format_actions(actions: &[Action]) -> String {
    actions.iter().map(Action::to_string).collect::<Vec<_>>().join("; ")
}

impl Serialize for Action {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_reads_back_as_it_was_written() {
        let text = "break 3; break 5; unbreak 5; break 7:0; break 9 if i == 2; log 4 a + b; exceptions all; async on; skip 4-6; start; over; in; \
                    evaluate a + b; evaluate@2 a; set a = -1.5; restart; out; to 4; resume; exceptions none; async off; output";
        let actions = parse_actions(text).unwrap();
        assert_eq!(actions.len(), 22);
        assert_eq!(format_actions(&actions), text);
    }

    #[test]
    fn rubbish_is_named_in_the_error() {
        let rubbish = [
            "break",
            "break x",
            "break 0",
            "break 0:1",
            "break 1:",
            "break 1 if",
            "break 1 2",
            "start 3",
            "step",
            "over over",
            "evaluate",
            "evaluate@0 a",
            "evaluate@x a",
            "evaluate@1",
            "to",
            "to 0",
            "exceptions",
            "exceptions some",
            "output 1",
            "log",
            "log 3",
            "log 0 a",
            "log a",
            "set",
            "set a",
            "set a = b",
            "set 1 = 1",
            "set a.b = 1",
            "restart 1",
            "async",
            "async yes",
            "skip",
            "skip 3",
            "skip 0-3",
            "skip 4-3",
        ];
        for rubbish in rubbish {
            let error = parse_actions(rubbish).unwrap_err();
            assert!(error.to_string().contains(rubbish), "{error}");
        }
    }
}
