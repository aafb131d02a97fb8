//! A finding made smaller.

use serde::{Deserialize, Serialize};

use crate::{Action, Program};

/// The smallest program and actions that show what a finding is about, as far as they were searched for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reduction {
    /// The program.
    pub program: Program,
    /// What is done with it.
    pub actions: Vec<Action>,
    /// The debuggers that it takes.
    pub debuggers: Vec<String>,
    /// What goes wrong, in words.
    pub what: String,
    /// What is next to it and runs well; none where nothing was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<Control>,
    /// How many programs and lists of actions were tried.
    pub trials: usize,
    /// How long it took.
    pub seconds: f64,
    /// Whether nothing more can be left out.
    pub is_complete: bool,
}

/// A program and actions that differ from a failing pair by one edit and run well.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Control {
    /// The program.
    pub program: Program,
    /// What is done with it.
    pub actions: Vec<Action>,
}
