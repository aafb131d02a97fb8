//! What a person can do in a debugger: the input alphabet of the transducer.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One debugging action. Lines are 1-based.
///
/// The text form (`break 3`, `over`) is the one that the command line reads, the store keeps and
/// the reports show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// Set a breakpoint at a line.
    Break(u32),
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
}

impl Action {
    /// The actions that make a paused program go on, in the order they are drawn from.
    pub const CONTINUATIONS: [Action; 4] =
        [Action::Resume, Action::StepIn, Action::StepOut, Action::StepOver];

    /// Whether the action runs the program (as opposed to moving breakpoints).
    pub fn is_execution(self) -> bool {
        !matches!(self, Action::Break(_) | Action::Unbreak(_))
    }

    /// The action's name without its line: what equivalence classes are made of.
    pub fn name(self) -> &'static str {
        match self {
            Action::Break(_) => "break",
            Action::Unbreak(_) => "unbreak",
            Action::Start => "start",
            Action::Resume => "resume",
            Action::StepIn => "in",
            Action::StepOut => "out",
            Action::StepOver => "over",
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Break(line) | Action::Unbreak(line) => write!(f, "{} {line}", self.name()),
            _ => f.write_str(self.name()),
        }
    }
}

/// An action that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown action `{0}`: write `break LINE`, `unbreak LINE`, `start`, `resume`, `in`, `out` or `over`"
)]
pub struct ParseActionError(String);

impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let unknown = || ParseActionError(text.trim().to_owned());
        let mut words = text.split_whitespace();
        let name = words.next().ok_or_else(unknown)?;
        let line =
            words.next().map(|word| word.parse::<u32>().map_err(|_| unknown())).transpose()?;
        if words.next().is_some() {
            return Err(unknown());
        }
        match (name, line) {
            ("break", Some(line @ 1..)) => Ok(Action::Break(line)),
            ("unbreak", Some(line @ 1..)) => Ok(Action::Unbreak(line)),
            ("start", None) => Ok(Action::Start),
            ("resume", None) => Ok(Action::Resume),
            ("in", None) => Ok(Action::StepIn),
            ("out", None) => Ok(Action::StepOut),
            ("over", None) => Ok(Action::StepOver),
            _ => Err(unknown()),
        }
    }
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
        let text = "break 3; break 5; unbreak 5; start; over; in; out; resume";
        let actions = parse_actions(text).unwrap();
        assert_eq!(actions.len(), 8);
        assert_eq!(format_actions(&actions), text);
    }

    #[test]
    fn rubbish_is_named_in_the_error() {
        for rubbish in ["break", "break x", "break 0", "start 3", "step", "over over", "break 1 2"]
        {
            let error = parse_actions(rubbish).unwrap_err();
            assert!(error.to_string().contains(rubbish), "{error}");
        }
    }
}
