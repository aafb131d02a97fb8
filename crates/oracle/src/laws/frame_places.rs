//! Each caller on the stack is at the statement that calls.

use parallax_model::{Location, Rank, Source};
use parallax_spec::recording::UnitKind;

use super::{About, Flaw, Law, stack};
use crate::truth::Truth;

/// The law.
pub const LAW: Law = Law {
    name: "frame-places",
    rank: Rank::Fact,
    summary: "Each caller on the stack is shown at the statement from which it called",
    manual: "\
While a function runs, its callers are in the middle of a statement. The place shown for each of them is in
that statement. Where in it is the debugger's convention.

For example, below `f` in `a = 1; b = f();` the script must not be shown at `a = 1`.",
    about: About::State,
    check: |scene| {
        let (pause, truth) = (scene.pause()?, scene.truth);
        // Too many or too few frames are another law's.
        let frames = stack::aligned(truth, scene.at.segment, pause)?;
        let pairs = pause.stack.iter().zip(&frames).skip(1);
        let (shown, frame) = pairs.filter(|(shown, _)| shown.source == Source::Program).find(
            |(shown, frame)| {
                is_elsewhere(truth, shown.location, truth.recording.units.statement(frame.unit))
            },
        )?;
        let line = truth.line_of(truth.recording.units.statement(frame.unit));
        let name = &shown.function;
        let sentence = format!(
            "shows the caller `{name}` at {}; it is in the statement on line {line}",
            shown.location
        );
        let caller = truth.unit(truth.recording.units.statement(frame.unit));
        let shape = caller.map(crate::breakable::name).unwrap_or_default();
        let flaw = Flaw::new(sentence, format!("caller in {shape}"));
        Some(flaw.about(name).showing(shown.location).instead_of(format!("line {line}")))
    },
};

/// Whether a place is outside of a statement that is being evaluated.
fn is_elsewhere(truth: &Truth, place: Location, statement: u32) -> bool {
    let Some(unit) = truth.unit(statement) else { return false };
    // The parts of a loop's head call for each other, as does the loop itself.
    let whole = match unit.kind {
        UnitKind::Init | UnitKind::Test | UnitKind::Update | UnitKind::Head => {
            truth.unit(unit.parent).unwrap_or(unit)
        }
        _ => unit,
    };
    let is_inside = truth.offset(place).is_some_and(|it| whole.span.contains(&it));
    !is_inside && !truth.statements_at(place).contains(&statement)
}
