//! A breakpoint is hit before its line has done anything.

use parallax_model::{Action, Rank};
use parallax_spec::recording::UnitKind;

use super::{About, Flaw, Law, Scene};
use crate::arrival::{Event, events};
use crate::breakable;

/// The law.
pub const LAW: Law = Law {
    name: "breakpoint-before",
    rank: Rank::Expectation,
    summary: "A breakpoint for a line is hit before the line has called anything",
    manual: "\
Where the start or a resume pauses at the first statement of a line that has a breakpoint without a condition
and without a column, this evaluation of the statement has not called a function of the program yet. Loops,
statements that were suspended, and statements that begin on a line above are left out.

For example, a breakpoint at `f(g());` must be hit before `g` is called.",
    about: About::State,
    check: |scene| {
        let runs = matches!(scene.action, Action::Start | Action::Resume | Action::RunTo(_));
        let place = scene.place().filter(|_| runs && !scene.is_for_exception())?;
        let mut here = scene.breakpoints.iter().filter(|it| it.place.line == place.line);
        if here.clone().next().is_none() || here.any(|it| it.condition.is_some() || it.has_column) {
            return None;
        }
        let callee = called_before(scene, place.line)?;
        let sentence = format!("stops at {place} for the first time after `{callee}` was called from there");
        Some(Flaw::new(sentence, format!("after a call in {}", scene.unit_name())).about(&callee))
    },
};

/// The first function that the statement of the pause has called in this evaluation.
fn called_before(scene: &Scene<'_>, line: u32) -> Option<String> {
    let (truth, recording) = (scene.truth, &scene.truth.recording);
    let segment = recording.segments.get(scene.at.segment as usize)?;
    let statement = recording.units.statement(segment.unit);
    let unit = truth.unit(statement)?;
    let is_plain = unit.kind == UnitKind::Statement && !breakable::is_loop(unit);
    if !is_plain || truth.line_of(statement) != line {
        return None;
    }
    let invocation = recording.invocation(scene.at.segment);
    let all = recording.evaluations(statement).iter();
    let mut own = all.filter(|it| recording.invocation(it.enter) == invocation);
    let evaluation = own.rfind(|it| it.enter <= scene.at.segment)?;
    // The pause before may have been in this evaluation; then it is not hit for the first time.
    if evaluation.enter <= scene.from.segment {
        return None;
    }
    let events = events(recording, evaluation.enter..scene.at.segment);
    let is_suspended = |it: &Event| matches!(it, Event::Suspended(_) | Event::Resumed(_));
    if events.iter().any(is_suspended) {
        return None;
    }
    events.iter().find_map(|it| match it {
        Event::Called(callee) => Some(recording.invocations.get(*callee as usize)?.name.clone()),
        _ => None,
    })
}
