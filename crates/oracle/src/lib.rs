//! What is true of a program at each moment, and what debuggers must therefore show.
//!
//! [`Oracle::truth`] records a program by the text of ECMA-262. A [`Follower`] goes along with one
//! debugger's session and checks every answer by the [`laws`]. [`SPEC`] is the recording itself as a
//! debugger.

mod arrival;
mod breakable;
mod callers;
mod debugger;
mod ends;
mod exceptions;
mod follow;
pub mod laws;
mod moments;
pub mod names;
mod navigator;
mod next_value;
mod objects;
pub mod probes;
mod stops;
mod this;
mod truth;
mod variables;

pub use arrival::{Event, events};
pub use debugger::{SPEC, shared};
pub use follow::Follower;
pub use navigator::{Direction, Motion, Navigator, Position};
pub use truth::{Oracle, OracleError, PlainRun, Truth, Unknown, shown_answer};
