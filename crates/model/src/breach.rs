//! Laws of debugging that were broken.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Who says that a law must be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rank {
    /// The language.
    Fact,
    /// Every debugger's manual.
    Expectation,
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Rank::Fact => "fact",
            Rank::Expectation => "expectation",
        })
    }
}

/// A law that a debugger has broken.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Breach {
    /// The debugger.
    pub debugger: String,
    /// The law's name.
    pub law: String,
    /// Who says that it must be kept.
    pub rank: Rank,
    /// What the debugger does and what is right, to be read after its name.
    pub sentence: String,
    /// The algorithm of the text that says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
    /// What is the same in all cases that probably have this cause. It is a key, not prose: known
    /// differences and stored causes depend on it.
    pub shape: String,
    /// The variable or function that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What the debugger shows of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
    /// What it should show.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right: Option<String>,
}

impl Breach {
    /// What breaches with probably the same cause share.
    pub fn cause(&self) -> Cause {
        Cause { debugger: self.debugger.clone(), law: self.law.clone(), shape: self.shape.clone() }
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.debugger, self.sentence)
    }
}

/// What probably is one bug: the law, the debugger that breaks it, and the shape of the place.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cause {
    /// The law's name.
    pub law: String,
    /// The debugger.
    pub debugger: String,
    /// What is the same in all cases.
    pub shape: String,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} / {} / {}", self.law, self.debugger, self.shape)
    }
}
