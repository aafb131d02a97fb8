//! Each caller on the stack is at the statement that calls.

use parallax_model::{Rank, Source};

use super::{About, Flaw, Law};

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
        let frames = truth.recording.stack(scene.at.segment);
        if frames.len() != pause.stack.len() {
            return None; // another law's
        }
        let pairs = pause.stack.iter().zip(&frames).skip(1);
        let (shown, frame) = pairs.filter(|(shown, _)| shown.source == Source::Program).find(
            |(shown, frame)| {
                let statement = truth.recording.units.statement(frame.unit);
                let is_known = truth.unit(statement).is_some();
                is_known && !truth.statements_at(shown.location).contains(&statement)
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
        Some(Flaw::new(sentence, format!("caller in {shape}")))
    },
};
