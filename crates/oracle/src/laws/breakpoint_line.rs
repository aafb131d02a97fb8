//! A breakpoint for a line on which a statement begins is on that line.

use std::ops::Range;

use parallax_model::{Observation, Rank};

use super::{About, Flaw, Law, Scene};
use crate::breakable;

/// The law.
pub const LAW: Law = Law {
    name: "breakpoint-line",
    rank: Rank::Expectation,
    summary: "A breakpoint for a line on which a statement begins is set on that line",
    manual: "\
Where a line has no code, debuggers move a breakpoint to another one; that is their convention. Where the
first statement of a line begins on it and does something, there is no reason to move it, nor to refuse it.
Declarations without a value, empty statements, labels, the heads of blocks and statements that are never
executed do not count. It is set at code that every execution of the line reaches, so not in a default value of
an array pattern.

For example, a breakpoint for the line `x = 1;` must not be set on the line below.",
    about: About::Answer,
    check: |scene| {
        let line = scene.action.breakpoint_request().filter(|it| it.column.is_none())?.line;
        let Observation::BreakpointSet(place) = scene.shown else { return None };
        let (statement, span) = first_statement(scene, line)?;
        let offset = place.and_then(|it| scene.truth.offset(it));
        if let Some(place) = place.filter(|it| it.line == line)
            && let Some(before) = offset.and_then(|it| scene.truth.program.text.get(span.start..it))
            && breakable::is_in_default(before)
        {
            let sentence = format!(
                "sets the breakpoint for line {line} at {place}, in a default value, which the line may not need"
            );
            return Some(Flaw::new(sentence, format!("in a default of {statement}")));
        }
        let shown = match place {
            // A statement may have its first code on a later line.
            Some(place) if place.line == line || offset.is_some_and(|it| span.contains(&it)) => {
                return None;
            }
            // Whether a line has two breakpoints or one is a convention.
            None if scene.breakpoints.iter().any(|it| it.place.line == line) => return None,
            Some(place) => format!("sets the breakpoint for line {line} at {place}"),
            None => format!("refuses a breakpoint for line {line}"),
        };
        let sentence = format!("{shown}; a statement begins on line {line}");
        let moved = if place.is_some() { "moved from" } else { "refused on" };
        Some(Flaw::new(sentence, format!("{moved} {statement}")))
    },
};

/// What begins on a line, before anything else on it, and does something.
fn first_statement(scene: &Scene<'_>, line: u32) -> Option<(String, Range<usize>)> {
    let truth = scene.truth;
    let text = truth.program.lines().get(line as usize - 1).copied()?;
    let blank = text.len() - text.trim_start().len();
    let column = text[..blank].encode_utf16().count() as u32;
    let offset = truth.offset(parallax_model::Location { line, column })?;
    let mut units = truth.recording.units.iter();
    let (_, unit) = units.find(|(number, unit)| {
        let is_executed = !truth.recording.evaluations(*number).is_empty();
        unit.span.start == offset && is_executed && breakable::is_stop(truth, *number)
    })?;
    Some((breakable::name(unit), unit.span.clone()))
}
