//! Where the specification as a debugger stops; docs/spec-debugger.md gives the reasons.

use parallax_model::Location;
use parallax_spec::recording::{Cause, UnitKind};

use crate::breakable;
use crate::next_value;
use crate::truth::Truth;

/// Whether a breakpoint can be set on a unit.
pub(crate) fn is_breakable(truth: &Truth, unit: u32) -> bool {
    let kind = truth.unit(unit).map(|it| it.kind);
    breakable::is_stop(truth, unit) || matches!(kind, Some(UnitKind::Update))
}

/// Whether steps stop in a segment: where a unit begins that does something, where a `for-of` loop
/// takes its next value, and where a function ends.
pub(crate) fn is_stop(truth: &Truth, segment: u32) -> bool {
    let here = truth.recording.segments[segment as usize];
    let Some(unit) = truth.unit(here.unit) else { return false };
    match here.cause {
        Cause::Enter => is_breakable(truth, here.unit),
        Cause::Exit | Cause::Jump if unit.kind == UnitKind::Function => {
            let next = truth.recording.segments.get(segment as usize + 1);
            next.is_some_and(|it| it.cause == Cause::Return)
        }
        Cause::Exit | Cause::Jump | Cause::Environment => {
            unit.name == "ForInOfStatement" && next_value::is_taken(truth, segment)
        }
        _ => false,
    }
}

/// Where a unit begins.
pub(crate) fn start(truth: &Truth, unit: u32) -> Location {
    truth.location(truth.unit(unit).map_or(0, |it| it.span.start))
}

/// Where a segment stops: where its unit begins, or at the last character of a function.
pub(crate) fn place(truth: &Truth, segment: u32) -> Location {
    let unit = truth.recording.segments[segment as usize].unit;
    match truth.unit(unit) {
        Some(it) if it.kind == UnitKind::Function => truth.location(it.span.end - 1),
        _ => start(truth, unit),
    }
}
