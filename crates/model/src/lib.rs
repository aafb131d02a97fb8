//! The words of Parallax: what every other crate talks about.
//!
//! Nothing here does I/O, knows a protocol or waits for anything.

mod ability;
mod action;
mod bisection;
mod breach;
pub mod conformance;
mod depth;
mod difference;
mod fingerprint;
pub mod isolation;
pub mod known;
mod literal;
mod log;
mod map_mistake;
mod observation;
mod parameters;
pub mod pattern;
mod program;
mod reduction;
mod session;
mod value;

pub use ability::Ability;
pub use action::{
    Action, BreakpointRequest, Exceptions, ParseActionError, format_actions, parse_actions,
};
pub use bisection::{Bisection, ChangeKind, Showed, TriedVersion, VersionChange, compare_versions};
pub use breach::{Breach, Cause, Rank};
pub use depth::{Depth, Pairs};
pub use difference::{Class, Difference, DifferenceKind, Family, Side, Verdict};
pub use fingerprint::fingerprint;
pub use log::{log_line, log_text, read_log_line};
pub use map_mistake::{Blame, MapMistake, MapMistakeKind, MapSummary};
pub use observation::{
    ASYNC_LIMIT, CALLER_LIMIT, Ending, FRAME_LIMIT, Frame, Location, MEMBER_LIMIT, Member,
    MemberKind, Members, Misbehaviour, OBJECT_LIMIT, Observation, Pause, Scope, ScopeKind, Source,
    Variable,
};
pub use parameters::Parameters;
pub use program::{Goal, Program};
pub use reduction::{Control, Reduction};
pub use session::{Divergence, Lineage, Origin, Outcome, Run, Session, Trace};
pub use value::{LONG_STRING, Text, Value};
