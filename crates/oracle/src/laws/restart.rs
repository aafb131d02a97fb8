//! A restart goes to the beginning of the innermost function.

use parallax_model::{Action, FRAME_LIMIT, Observation, Rank};
use parallax_spec::recording::UnitKind;

use super::{About, Flaw, Law, Scene};

/// The law.
pub const LAW: Law = Law {
    name: "restart",
    rank: Rank::Expectation,
    summary: "A restart pauses at the beginning of the function that was paused, with its callers as before",
    manual: "\
The pause after a restart is in the function that was paused before, not behind its first statement, and the stack
is as deep as before. Generators and async functions are left out. What the function has done remains done, so
nothing that follows in the session is held against the recording.

For example, a restart in the middle of `f` must not stop in the caller of `f`.",
    about: About::Motion,
    check: |scene| {
        if *scene.action != Action::Restart {
            return None;
        }
        // What is looked at is the moment of the pause before.
        let (truth, segment) = (scene.truth, scene.at.segment);
        let stack = truth.recording.stack(segment);
        let function = truth.recording.invocations[stack.first()?.invocation as usize].unit;
        let unit = truth.unit(function).filter(|it| it.kind == UnitKind::Function)?;
        if truth.is_suspended(function) || truth.recording.units.is_in_class(unit.span.start) {
            return None;
        }
        let Observation::Paused(pause) = scene.shown else {
            return Some(flaw("lets the program end after a restart".to_owned(), "the end"));
        };
        let depth = stack.len().min(FRAME_LIMIT);
        if pause.stack.len() != depth {
            let shown = pause.stack.len();
            let sentence = format!("shows {shown} frames after a restart; there were {depth}");
            return Some(flaw(sentence, "another depth"));
        }
        let place = scene.place()?;
        let is_beginning = (unit.span.start..first_end(scene, function)).contains(&truth.offset(place)?);
        let sentence = format!("stops at {place} after a restart, which is not where the function begins");
        (!is_beginning).then(|| flaw(sentence, "another place"))
    },
};

fn flaw(sentence: String, shape: &str) -> Flaw {
    Flaw::new(sentence, shape)
}

/// Where the first statement of a function ends, or the function, where it has none.
fn first_end(scene: &Scene<'_>, function: u32) -> usize {
    let units = scene.truth.recording.units.iter();
    let own = units.filter(|(_, it)| {
        it.function == function && matches!(it.kind, UnitKind::Statement | UnitKind::ArrowBody)
    });
    // Declarations and directives do nothing, so the first that does something may be meant.
    let stops = own.filter(|(number, _)| crate::breakable::is_stop(scene.truth, *number));
    let first = stops.min_by_key(|(_, it)| it.span.start).map(|(_, it)| it.span.end);
    let whole = scene.truth.unit(function).map_or(0, |it| it.span.end);
    first.unwrap_or(whole)
}
