//! A resume stops only at breakpoints.

use parallax_model::{Action, Rank};

use super::{About, Flaw, Law, Placed, Scene};
use crate::breakable;

/// The law.
pub const LAW: Law = Law {
    name: "resume-stops",
    rank: Rank::Expectation,
    summary: "The start and a resume stop only at breakpoints, and go on from where they were",
    manual: "\
After the start or a resume the program pauses at the line of a breakpoint that is set and was not removed,
at a `debugger` statement, or at an exception if it was told to. A pause at the same place as before means that the place was reached again.

For example, a breakpoint that was removed must not pause the program any more.",
    about: About::Motion,
    check: |scene| {
        let runs_on = matches!(scene.action, Action::Start | Action::Resume | Action::RunTo(_));
        if !runs_on || scene.is_for_exception() {
            return None;
        }
        let place = scene.place()?;
        if is_debugger_statement(scene) {
            return None;
        }
        // A breakpoint that was set in the line of the pause may be at a later place of it.
        let is_here = |it: &Placed| it.is_new && it.place.line == place.line;
        if scene.breakpoints.iter().any(is_here) {
            return None;
        }
        if scene.is_at_breakpoint() {
            return is_again(scene).then(|| {
                let sentence = format!("stops at {place} again, which was not reached again");
                Flaw::new(sentence, format!("same pause twice in {}", scene.unit_name())).again()
            });
        }
        let (words, shape) = match scene.removed.iter().any(|it| it.place.line == place.line) {
            true => ("where the breakpoint was removed", "removed breakpoint"),
            false => ("where no breakpoint is", "no breakpoint"),
        };
        let sentence = format!("stops at {place} after a {}, {words}", scene.action.name());
        Some(Flaw::new(sentence, format!("{shape} in {}", scene.unit_name())).weighing(1.5))
    },
};

fn is_debugger_statement(scene: &Scene<'_>) -> bool {
    let unit = scene.place().and_then(|place| scene.truth.statement_at(place));
    unit.and_then(|it| scene.truth.unit(it)).is_some_and(|it| it.name == "DebuggerStatement")
}

/// Whether the same place is shown as before without having been left.
pub(super) fn is_again(scene: &Scene<'_>) -> bool {
    let Some(place) = scene.place() else { return false };
    let truth = scene.truth;
    let Some(statement) = truth.statement_at(place) else { return false };
    if scene.from_place != Some(place) {
        return false;
    }
    let Some(unit) = truth.unit(statement) else { return false };
    let is_inner = breakable::is_loop(unit) || unit.function == statement;
    let segments = &truth.recording.segments;
    let (from, at) = (scene.earliest.segment as usize, scene.at.segment as usize);
    let is_elsewhere = |it: &parallax_spec::recording::Segment| {
        truth.recording.units.statement(it.unit) != statement
    };
    match is_inner {
        // A loop, or a function's head, is come back to from what is inside of it.
        true => !segments[from..at.max(from)].iter().any(is_elsewhere),
        false => truth
            .recording
            .next_evaluation(statement, scene.earliest.segment + 1)
            .is_none_or(|it| it.enter > scene.at.segment),
    }
}
