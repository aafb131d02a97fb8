//! What a debugger shows after an action: the output alphabet of the transducer.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Value;

/// The variables of so many callers of the innermost frame are observed.
pub const CALLER_LIMIT: usize = 3;

/// So many members of one object are observed.
pub const MEMBER_LIMIT: usize = 16;

/// The members of so many objects are observed at one pause.
pub const OBJECT_LIMIT: usize = 8;

/// So many async callers are observed at one pause.
pub const ASYNC_LIMIT: usize = 16;

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
    /// What the program has printed, a text for each time; behind that, what log points have logged, as
    /// [`log_line`](crate::log_line) spells it.
    Printed(Vec<String>),
    /// It is so from now on.
    Done,
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
    /// For the callers of the innermost frame, the nearest first and at most [`CALLER_LIMIT`], the
    /// scopes of their own functions, innermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub callers: Vec<Vec<Scope>>,
    /// What is shown for `this` in the innermost frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub this: Option<Box<Variable>>,
    /// The value that the innermost function is about to return, where the debugger shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub returned: Option<Value>,
    /// The names of the functions that led to the job in which the program is paused, the nearest first, where
    /// they are asked for; at most [`ASYNC_LIMIT`], without those that have no name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub async_callers: Vec<String>,
    /// The exception that the pause is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exception: Option<Value>,
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
    /// What is shown inside of it, where it is an object that was looked into.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub members: Option<Members>,
}

impl Variable {
    /// A variable that was not looked into.
    pub fn new(name: impl Into<String>, value: Value) -> Self {
        Variable { name: name.into(), value, members: None }
    }
}

/// What an object has, one level deep.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Members {
    /// Its own members in the debugger's order, at most [`MEMBER_LIMIT`].
    #[serde(default)]
    pub shown: Vec<Member>,
    /// How many more there are, by the debugger's account.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more: u64,
}

/// Something that an object has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// What it is.
    #[serde(default, skip_serializing_if = "MemberKind::is_property")]
    pub kind: MemberKind,
    /// The name of a property, the key of an entry; empty for an entry of a set.
    pub name: String,
    /// What is shown for it; none for an accessor, whose getter is not called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
}

/// Kinds of members.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum MemberKind {
    /// An own property; an element of an array.
    #[default]
    Property,
    /// A private field or accessor.
    Private,
    /// An entry of a map or a set.
    Entry,
}

impl MemberKind {
    fn is_property(&self) -> bool {
        *self == MemberKind::Property
    }
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Members {
    /// Members with a limit: of what is too much only the number is kept.
    pub fn bounded(mut all: Vec<Member>, more: u64) -> Self {
        let cut = all.len().saturating_sub(MEMBER_LIMIT) as u64;
        all.truncate(MEMBER_LIMIT);
        Members { shown: all, more: more.saturating_add(cut) }
    }
}

impl Pause {
    /// Adds a scope: of the innermost frame where the depth is 0, else of that caller.
    pub fn add_scope(&mut self, depth: usize, scope: Scope) {
        match depth.checked_sub(1) {
            None => self.scopes.push(scope),
            Some(caller) => self.callers[caller].push(scope),
        }
    }

    /// A pause of which only the stack and the innermost frame's scopes are known.
    pub fn new(stack: Vec<Frame>, scopes: Vec<Scope>) -> Self {
        Pause {
            stack,
            scopes,
            callers: Vec::new(),
            this: None,
            returned: None,
            async_callers: Vec::new(),
            exception: None,
        }
    }

    /// Keeps the members of at most [`OBJECT_LIMIT`] objects.
    pub fn bound(&mut self) {
        let with_members = self.variables_mut().filter(|it| it.members.is_some());
        with_members.skip(OBJECT_LIMIT).for_each(|it| it.members = None);
    }

    /// All variables that are shown, those of the innermost frame first.
    pub fn variables_mut(&mut self) -> impl Iterator<Item = &mut Variable> {
        let scopes = self.scopes.iter_mut().chain(self.callers.iter_mut().flatten());
        scopes.flat_map(|scope| &mut scope.variables).chain(self.this.as_deref_mut())
    }

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
