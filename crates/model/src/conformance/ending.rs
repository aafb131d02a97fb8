//! How a program ends by the text of the specification.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::ThrownValue;

const NOT_DECLARED: &str = "throws SyntaxError at its declarations";

/// How a program ends, by the text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// Normally.
    Normal,
    /// With an exception.
    Throws(ThrownValue),
    /// Not at all: it is no script.
    SyntaxError,
    /// With a `SyntaxError` about its declarations, before anything of it has run.
    NotDeclared,
    /// Not at all: the text has no meaning for it.
    Aborts,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Normal => f.write_str("ends normally"),
            Ending::Throws(thrown) => write!(f, "throws {thrown}"),
            Ending::SyntaxError => f.write_str("is no script"),
            Ending::NotDeclared => f.write_str(NOT_DECLARED),
            Ending::Aborts => f.write_str("has no meaning"),
        }
    }
}

impl Ending {
    /// Reads what `Display` writes.
    pub fn parse(text: &str) -> Option<Self> {
        match text.strip_prefix("throws ") {
            _ if text == NOT_DECLARED => Some(Ending::NotDeclared),
            Some(what) => Some(Ending::Throws(ThrownValue::parse(what))),
            None if text == "ends normally" => Some(Ending::Normal),
            None if text == "is no script" => Some(Ending::SyntaxError),
            None if text == "has no meaning" => Some(Ending::Aborts),
            None => None,
        }
    }
}
