//! A recording: one run of a program by the text, from which every debugging session is answered.
//!
//! A run is cut into *segments*. A segment begins where something changes that a debugger shows: a
//! statement is entered or left, a function is called or returns, or another environment becomes
//! current. Variables are written inside segments. Every write and every segment has a *tick* of its
//! own, so that what holds at any moment can be looked up without running the program again.

mod history;
mod members;
mod navigate;
mod units;

use std::collections::HashMap;
use std::ops::Range;

pub use history::{Binding, Environment, EnvironmentKind, ObjectKind, Snapshot, Write};
pub(crate) use members::MANY;
pub use members::{Held, MemberName, ObjectHistories};
pub use navigate::{Level, StackFrame};
pub use units::{Unit, UnitKind, Units};

use crate::run::Outcome;

/// A number of a segment, a unit, a stack or an invocation that stands for none.
pub const NONE: u32 = u32::MAX;

/// A moment of a run. Later moments have larger numbers.
pub type Tick = u32;

/// Why a segment begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The evaluation of the segment's unit begins.
    Enter,
    /// The evaluation of a unit inside the segment's unit has ended normally.
    Exit,
    /// The same by an exception.
    Throw,
    /// The same by `break`, `continue` or `return`.
    Jump,
    /// A function was called, or the script began.
    Call,
    /// A function has returned, or was suspended.
    Return,
    /// A suspended function goes on.
    Resume,
    /// Another environment became current.
    Environment,
    /// A job begins.
    Job,
}

/// A stretch of a run in which the stack, the innermost unit and the environment are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// When it begins.
    pub tick: Tick,
    /// The stack, as a number in [`Recording::stacks`].
    pub stack: u32,
    /// The innermost unit of the running function that is being evaluated.
    pub unit: u32,
    /// The lexical environment of the running function.
    pub environment: u32,
    /// Why it begins.
    pub cause: Cause,
}

/// A call of a function, or the run of the script.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// The unit of the function or the script; [`NONE`] for code that the program made, as by `eval`.
    pub unit: u32,
    /// The function's name; empty if it has none.
    pub name: String,
    /// The function object; [`NONE`] for the script.
    pub function: u32,
    /// Whether it is the constructor of a class that has none written.
    pub is_default: bool,
    /// Whether it was called by `new` or `super`.
    pub is_construct: bool,
    /// What it returned last; none if it ended without a `return`.
    pub returned: Option<Snapshot>,
    /// The segments in which it was running, not one that it called.
    pub segments: Vec<u32>,
}

/// One evaluation of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The segment that begins with it.
    pub enter: u32,
    /// The segment that begins when it ends; [`NONE`] if it never ends.
    pub exit: u32,
    /// How it ends: [`Cause::Exit`], [`Cause::Throw`] or [`Cause::Jump`].
    pub how: Cause,
}

/// A stack of invocations: the innermost, and the stack below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stack {
    /// The innermost invocation.
    pub invocation: u32,
    /// The stack of its caller; [`NONE`] if there is none.
    pub below: u32,
    /// The unit that the caller was evaluating.
    pub caller_unit: u32,
    /// The environment of the caller.
    pub caller_environment: u32,
    /// Whether the caller itself called it, not a built-in function that the caller called.
    pub is_direct: bool,
    /// Whether a comparator of a sort is on it, whose calls the text leaves to the implementation.
    pub is_unordered: bool,
}

/// Something that the program printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// When.
    pub tick: Tick,
    /// The text.
    pub text: String,
    /// Whether only primitive values were printed, which all hosts spell alike.
    pub is_plain: bool,
}

/// One run of a program by the text.
#[derive(Debug)]
pub struct Recording {
    /// The parts of the program that can be stopped at.
    pub units: Units,
    /// The calls, in the order in which they began.
    pub invocations: Vec<Invocation>,
    /// The stacks that occurred.
    pub stacks: Vec<Stack>,
    /// The run.
    pub segments: Vec<Segment>,
    /// The environments by their numbers.
    pub environments: HashMap<u32, Environment>,
    /// The objects that variables held, by their numbers.
    pub objects: HashMap<u32, ObjectKind>,
    /// What the objects that the program made held.
    pub members: ObjectHistories,
    /// What was printed.
    pub printed: Vec<Printed>,
    /// What was thrown: the segment that begins when the throwing unit is left, and the value.
    pub thrown: Vec<(u32, Snapshot)>,
    /// How the run ended.
    pub outcome: Outcome,
    /// The moment after the last.
    pub end: Tick,
    /// How many steps of the text were taken.
    pub steps: u64,
    /// For each unit, its evaluations.
    pub(crate) evaluations: Vec<Vec<Evaluation>>,
    /// For each unit, the algorithm that evaluates it, as its name and clause.
    pub(crate) algorithms: Vec<Option<(String, String)>>,
}

impl Recording {
    /// Whether the program ran to its end, normally or by an exception.
    pub fn is_whole(&self) -> bool {
        matches!(self.outcome, Outcome::Normal(_) | Outcome::Throw(_))
    }

    /// The ticks of a segment.
    pub fn ticks(&self, segment: u32) -> Range<Tick> {
        let next = self.segments.get(segment as usize + 1).map_or(self.end, |it| it.tick);
        self.segments[segment as usize].tick..next
    }

    /// The evaluations of a unit, in the order in which they begin.
    pub fn evaluations(&self, unit: u32) -> &[Evaluation] {
        self.evaluations.get(unit as usize).map_or(&[], Vec::as_slice)
    }

    /// The algorithm that evaluates a unit, and its clause; none if it was never evaluated.
    pub fn algorithm(&self, unit: u32) -> Option<(&str, &str)> {
        let (name, clause) = self.algorithms.get(unit as usize)?.as_ref()?;
        Some((name, clause))
    }
}
