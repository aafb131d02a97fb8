//! What a debugger shows after an action: the output alphabet of the transducer.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Value;

/// Stacks are observed to this depth. Deeper frames cost milliseconds in every protocol and are,
/// in a recursion, more of the same.
pub const FRAME_LIMIT: usize = 64;

/// A place in a program: 1-based line, 0-based column in UTF-16 code units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Location {
    /// 1-based line.
    pub line: u32,
    /// 0-based column in UTF-16 code units.
    pub column: u32,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// What one debugger answered to one action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Observation {
    /// The breakpoint's actual place; none when the debugger offers no place for the line.
    BreakpointSet(Option<Location>),
    /// Whether the debugger removed the breakpoint.
    BreakpointRemoved(bool),
    /// The program is paused.
    Paused(Pause),
    /// What an expression gave, or what it threw in the debugger's words.
    Evaluated(Result<Value, String>),
    /// What the program has printed, a text for each time.
    Printed(Vec<String>),
    /// The debugger has no such action.
    Unable,
    /// The program has ended.
    Finished(Ending),
    /// The debugger failed at being a debugger.
    Misbehaved(Misbehaviour),
}

/// How a program ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// By running off its end.
    Completed,
    /// By an uncaught exception, as the debugger words it.
    Threw(String),
    /// It never started: the engine rejects it, as the debugger words it.
    Rejected(String),
}

/// A tool under test may do anything; this is what it did instead of its job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Misbehaviour {
    /// No answer within the time limit.
    #[error("no answer within {0} ms")]
    Hung(u64),
    /// The process ended or closed its connection.
    #[error("died: {0}")]
    Died(String),
    /// An answer that the protocol does not allow.
    #[error("answered nonsense: {0}")]
    Nonsense(String),
}

/// A paused program: what the person in front of the debugger sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pause {
    /// Frames, innermost first, at most [`FRAME_LIMIT`]. Never empty.
    pub stack: Vec<Frame>,
    /// Scopes of the innermost frame, innermost first, without the global object.
    pub scopes: Vec<Scope>,
}

/// One frame of the call stack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// The function's name in the debugger's own spelling.
    pub function: String,
    /// Where in its source the frame stands.
    pub location: Location,
    /// Which text the location is in.
    #[serde(default, skip_serializing_if = "Source::is_program")]
    pub source: Source,
}

/// Which text a frame executes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The program under debugging.
    #[default]
    Program,
    /// Text that the program made: `eval`, `new Function`.
    Eval,
}

impl Source {
    fn is_program(&self) -> bool {
        *self == Source::Program
    }
}

/// One scope of the innermost frame.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scope {
    /// What kind of scope it is.
    pub kind: ScopeKind,
    /// Its variables, in the debugger's order.
    pub variables: Vec<Variable>,
}

/// Kinds of scope, common to all debuggers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScopeKind {
    /// A block of the frame's own function or of the top level.
    Block,
    /// A catch clause's parameter.
    Catch,
    /// The frame's own function: parameters, `var`s, and top-level lexical variables of its body.
    Function,
    /// The name of a named function expression, in a scope of its own.
    FunctionName,
    /// A scope of an enclosing function, whatever its kind.
    Closure,
    /// Variables that `eval` code keeps to itself.
    Eval,
    /// An object put into the scope chain by `with`.
    With,
    /// Top-level `let`, `const` and `class` of scripts.
    Script,
}

/// A name and what the debugger shows for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variable {
    /// The name.
    pub name: String,
    /// What is shown.
    pub value: Value,
}

impl Pause {
    /// The line that the debugger marks, and the column it would put the cursor at.
    pub fn location(&self) -> Location {
        self.stack.first().map_or(Location { line: 0, column: 0 }, |frame| frame.location)
    }
}

impl Observation {
    /// The pause, if this is one.
    pub fn pause(&self) -> Option<&Pause> {
        match self {
            Observation::Paused(pause) => Some(pause),
            _ => None,
        }
    }
}
