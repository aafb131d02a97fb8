//! How a script ended, and what its run gave.

use std::fmt;

use fixedbitset::FixedBitSet;

use super::inspect::{Place, State};
#[cfg(doc)]
use super::options::RunOptions;
#[cfg(doc)]
use super::specification::Specification;
use super::stop::Stop;
use crate::syntax::SyntaxError;

/// How a script ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// With a value, shown for people.
    Normal(String),
    /// With an exception.
    Throw(Thrown),
    /// The text is not a script.
    Syntax(SyntaxError),
    /// Without a result.
    Stopped(Stop),
}

impl fmt::Display for Outcome {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Normal(value) => write!(out, "ends with {value}"),
            Outcome::Throw(thrown) => write!(out, "throws {}", thrown.shown),
            Outcome::Syntax(error) => write!(out, "is not a script: {error}"),
            Outcome::Stopped(stop) => write!(out, "has no result: {stop}"),
        }
    }
}

/// What a script threw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thrown {
    /// The name of the error, where it is an object with a name and a message.
    pub error: Option<String>,
    /// The algorithm whose step made the error; none where the program made what it throws.
    pub origin: Option<String>,
    /// The value, shown for people.
    pub shown: String,
}

/// What a run gave. [`RunOptions`] says what it keeps besides its outcome and its coverage.
pub struct Run {
    /// How it ended.
    pub outcome: Outcome,
    /// What it printed, a line for each call.
    pub output: Vec<String>,
    /// The steps of the edition that were run.
    pub covered: FixedBitSet,
    /// For each branch of the edition two bits: it was not taken, it was.
    pub branches: FixedBitSet,
    /// The algorithms that were run, by name, in the order in which they first were.
    pub algorithms: Vec<String>,
    /// The steps as they ran, and how many algorithms were being run; empty unless asked for.
    pub trace: Vec<(u32, u32)>,
    /// Steps with the feature that ran them, the nearest built-in function or syntax-directed operation
    /// around the step, as a number for [`Specification::feature`]; sorted, and empty unless asked for.
    pub features: Vec<(u32, u32)>,
    /// The features that made or changed an object which the program leaves for others to see, as
    /// numbers for [`Specification::feature`]; with [`Specification::features`] added, those that made
    /// one which no other changed; and with twice as much added, those that made such a function.
    pub shown: FixedBitSet,
    /// Whether the program was told the order of the properties of an object of the realm, in which
    /// the text does not say that they are made.
    pub lists_realm: bool,
    /// How many steps were taken.
    pub steps: u64,
    /// Which parts of the script reached the sides of branches first; empty unless asked for.
    pub places: Vec<Place>,
    /// What the run left behind; none unless asked for.
    pub state: Option<State>,
}
