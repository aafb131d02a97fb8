//! A breakpoint for a line without code goes to the next code.

use parallax_model::{Location, Observation, Rank};
use parallax_spec::recording::UnitKind;

use super::{About, Flaw, Law, Scene};
use crate::breakable;
use crate::truth::Truth;

/// The law.
pub const LAW: Law = Law {
    name: "breakpoint-slide",
    rank: Rank::Expectation,
    summary: "A breakpoint for a line without code goes forward, past no line that is executed",
    manual: "\
Where a line has no code, every manual says that the breakpoint is set on the next line that has some. Which
line that is, is left to the debugger, within two limits. The breakpoint does not go back, except to a
statement that reaches over the requested line. It does not go past a line on which a statement begins that
is executed.

For example, a breakpoint for a comment above a function must not be set behind the function.",
    about: About::Answer,
    check: |scene| {
        let line = scene.action.breakpoint_request().filter(|it| it.column.is_none())?.line;
        let Observation::BreakpointSet(Some(place)) = scene.shown else { return None };
        if place.line < line {
            return back(scene, line, *place);
        }
        let passed = passed(scene.truth, line, *place)?;
        let sentence = format!(
            "moves the breakpoint for line {line} to {place}, past line {passed}, which is executed"
        );
        Some(Flaw::new(sentence, "past a line"))
    },
};

/// The first line between the requested one and a place on which a statement begins that is executed, and
/// that has not its first code at the place.
fn passed(truth: &Truth, line: u32, place: Location) -> Option<u32> {
    let between = line + 1..place.line;
    // Most places are near, and most lines between are comments.
    if !truth.executed_lines().iter().any(|it| between.contains(it)) {
        return None;
    }
    let offset = truth.offset(place)?;
    let units = truth.recording.units.iter().filter(|(number, unit)| {
        between.contains(&truth.line_of(*number))
            && !unit.span.contains(&offset)
            && breakable::is_stop(truth, *number)
            && !truth.recording.evaluations(*number).is_empty()
    });
    units.map(|(number, _)| truth.line_of(number)).min()
}

fn back(scene: &Scene<'_>, line: u32, place: Location) -> Option<Flaw> {
    if is_inside(scene.truth, place, line) {
        return None;
    }
    let sentence = format!("moves the breakpoint for line {line} back to {place}");
    Some(Flaw::new(sentence, "back"))
}

/// Whether the statement at a place reaches over a line.
fn is_inside(truth: &Truth, place: Location, line: u32) -> bool {
    let Some(statement) = truth.statement_at(place).filter(|it| *it != 0) else { return false };
    let Some(mut unit) = truth.unit(statement) else { return false };
    // A part of a loop's head stands for the loop.
    let is_part =
        |kind| matches!(kind, UnitKind::Init | UnitKind::Test | UnitKind::Update | UnitKind::Head);
    while let Some(around) = truth.unit(unit.parent).filter(|_| is_part(unit.kind)) {
        unit = around;
    }
    if unit.kind == UnitKind::Function {
        return false;
    }
    let last = unit.span.end.saturating_sub(1);
    (truth.location(unit.span.start).line..=truth.location(last).line).contains(&line)
}
