//! Why a run ended without a result.

use std::fmt;

use super::machine::Machine;
use super::value::Value;

/// Why a run ended without a result.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Stop {
    /// A step that is not understood, or that has no behaviour here.
    #[error("a step of {place} cannot be run yet: {what}")]
    Unsupported {
        /// The algorithm.
        place: String,
        /// The step, or what it needs.
        what: String,
    },
    /// The text itself has no meaning here.
    #[error("the text has no meaning here, in {place}: {reason}")]
    Abort {
        /// The algorithm.
        place: String,
        /// What is wrong.
        reason: AbortReason,
    },
    /// More steps than the budget allows.
    #[error("the budget of steps is used up")]
    Steps,
    /// More memory than the budget allows.
    #[error("the budget of memory is used up")]
    Memory,
    /// Algorithms that call each other deeper than allowed.
    #[error("algorithms call each other too deep")]
    Depth,
}

impl Stop {
    /// The algorithm whose step has no meaning or is not supported; none where a budget is used up.
    pub fn place(&self) -> Option<&str> {
        match self {
            Stop::Unsupported { place, .. } | Stop::Abort { place, .. } => Some(place),
            Stop::Steps | Stop::Memory | Stop::Depth => None,
        }
    }
}

/// Why a step has no meaning for the values that it meets.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AbortReason {
    /// A variable that no step before declares.
    Undeclared(String),
    /// `!` was said of an operation that gave an abrupt completion.
    UnexpectedAbrupt,
    /// An assertion does not hold.
    FailedAssertion,
    /// A value, shown, and why it is not what the step needs.
    WrongType(String, &'static str),
    /// A value, shown, that lacks a part with this name.
    Lacks(String, PartKind, String),
    /// Operands, shown, for which an operation has no meaning.
    Operands(&'static str, String, String),
    /// A syntax-directed operation that is not defined for a symbol of the grammar.
    NoRule(String, String),
    /// A syntax-directed operation of a value, shown, that is not a parse node.
    NotAParseNode(String, String),
    /// Source text that a step parses and that is not in the language.
    Unparsable(String),
    /// A value of a wrong type, in a fixed description.
    WrongValue(&'static str),
    /// Something that should exist, in a fixed description.
    Missing(&'static str),
}

/// A part of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartKind {
    /// A child of a parse node.
    Child,
    /// An element of a List.
    Element,
    /// A field of a Record.
    Field,
    /// A method of an object or of a Record.
    Method,
}

impl fmt::Display for AbortReason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undeclared(name) => write!(out, "the variable {name} is not declared"),
            Self::UnexpectedAbrupt => out.write_str("`!` meets an abrupt completion"),
            Self::FailedAssertion => out.write_str("an assertion does not hold"),
            Self::WrongType(value, why) => write!(out, "{value} {why}"),
            Self::Lacks(value, part, name) => write!(out, "{value} has no {part} {name}"),
            Self::Operands(what, left, right) => write!(out, "{what} {left} and {right}"),
            Self::NoRule(operation, symbol) => {
                write!(out, "{operation} is not defined for {symbol}")
            }
            Self::NotAParseNode(operation, value) => {
                write!(out, "{operation} of {value}, which is no parse node")
            }
            Self::Unparsable(message) => out.write_str(message),
            Self::WrongValue(what) | Self::Missing(what) => out.write_str(what),
        }
    }
}

impl fmt::Display for PartKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            PartKind::Child => "child",
            PartKind::Element => "element",
            PartKind::Field => "field",
            PartKind::Method => "method",
        })
    }
}

impl Machine<'_> {
    pub(super) fn unsupported<T>(&self, what: impl Into<String>) -> Result<T, Stop> {
        Err(Stop::Unsupported { place: self.place(), what: what.into() })
    }

    pub(super) fn abort<T>(&self, reason: AbortReason) -> Result<T, Stop> {
        Err(Stop::Abort { place: self.place(), reason })
    }

    pub(super) fn wrong<T>(&self, what: &'static str) -> Result<T, Stop> {
        self.abort(AbortReason::WrongValue(what))
    }

    pub(super) fn missing<T>(&self, what: &'static str) -> Result<T, Stop> {
        self.abort(AbortReason::Missing(what))
    }

    pub(super) fn wrong_type<T>(&self, value: &Value, why: &'static str) -> Result<T, Stop> {
        self.abort(AbortReason::WrongType(self.show(value), why))
    }

    pub(super) fn lacks<T>(&self, shown: String, part: PartKind, name: &str) -> Result<T, Stop> {
        self.abort(AbortReason::Lacks(shown, part, name.to_owned()))
    }

    pub(super) fn operands<T>(&self, what: &'static str, a: &Value, b: &Value) -> Result<T, Stop> {
        self.abort(AbortReason::Operands(what, self.show(a), self.show(b)))
    }
}
