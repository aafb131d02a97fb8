//! The ends of functions: their closing braces.

use parallax_model::Location;
use parallax_spec::recording::{Cause, UnitKind};

use crate::truth::Truth;

/// The function whose end is at a place: at its closing brace, or just behind it.
pub(crate) fn function(truth: &Truth, place: Location) -> Option<u32> {
    let offset = truth.offset(place)?;
    let is_end = |end: usize| {
        (offset..=offset + 1).contains(&end) && truth.program.text[..end].ends_with('}')
    };
    let units = truth.recording.units.iter();
    let ending = units.filter(|(_, it)| it.kind == UnitKind::Function && is_end(it.span.end));
    // Where two functions end beside each other, the brace at the place is meant.
    ending.max_by_key(|(_, it)| it.span.end).map(|(number, _)| number)
}

/// Whether a function can come to its end without a `return` or a `throw` as its last statement.
pub(crate) fn can_be_reached(truth: &Truth, function: u32) -> bool {
    let units = truth.recording.units.iter();
    let own = units.filter(|(_, it)| it.kind == UnitKind::Statement && it.parent == function);
    let last = own.max_by_key(|(_, it)| it.span.end);
    last.is_none_or(|(_, it)| !["ReturnStatement", "ThrowStatement"].contains(&it.name.as_str()))
}

/// The segments in which invocations of a function were at its end, having executed all statements.
pub(crate) fn reached(truth: &Truth, function: u32) -> impl Iterator<Item = u32> {
    let recording = &truth.recording;
    let own = recording.invocations.iter().filter(move |it| it.unit == function);
    own.filter_map(|it| it.segments.last().copied()).filter(move |last| {
        let segment = recording.segments[*last as usize];
        segment.unit == function && segment.cause == Cause::Exit
    })
}

/// Keeps the segments in which a function is at its end, if there are any; at its beginning no statement
/// is evaluated either. A function that can be suspended is shown at its end then, too.
pub(crate) fn keep_ends(truth: &Truth, function: u32, segments: &mut Vec<u32>) {
    let is_end = |it: &u32| {
        let segment = truth.recording.segments[*it as usize];
        let is_left = matches!(segment.cause, Cause::Exit | Cause::Jump | Cause::Throw);
        segment.unit != function || is_left
    };
    let is_own = |it: &u32| truth.recording.segments[*it as usize].unit == function;
    if !truth.is_suspended(function) && segments.iter().any(|it| is_own(it) && is_end(it)) {
        segments.retain(is_end);
    }
}

/// Whether a place is at the end of the program, behind all of its code.
pub(crate) fn is_of_script(truth: &Truth, place: Location) -> bool {
    let Some(offset) = truth.offset(place) else { return false };
    truth.program.text.get(offset..).is_some_and(|rest| rest.trim().is_empty())
}

/// Keeps the segment in which the script is at its end: it is also between any two statements.
pub(crate) fn keep_end_of_script(truth: &Truth, segments: &mut Vec<u32>) {
    let recording = &truth.recording;
    let script = recording.invocations.iter().find(|it| it.unit == 0);
    let Some(last) = script.and_then(|it| it.segments.last().copied()) else { return };
    segments.retain(|it| recording.segments[*it as usize].unit != 0 || *it >= last);
}
