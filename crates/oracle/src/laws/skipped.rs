//! A step does not stop in functions that are to be skipped.

use parallax_model::Rank;

use super::{About, Flaw, Law};

/// The law.
pub const LAW: Law = Law {
    name: "skipped",
    rank: Rank::Expectation,
    summary: "After `skip` no step stops in a function that lies in the skipped lines",
    manual: "\
A step that begins outside of the skipped lines does not end in a function of which all lines are skipped. It
runs on to where it would have stopped without the function: the function that called it, or one that it
calls. Lines of a function that is skipped in part are not held to this, nor is a step that begins in skipped lines.
What breakpoints, `debugger` statements and exceptions do there is left to debuggers: where one of them is in
skipped lines, nothing is held against the text any more.

For example, after `skip 1-3` a step in at `f(g());` must stop in `f`, if `g` is on lines 1 to 3.",
    about: About::Motion,
    check: |scene| {
        let line = scene.place()?.line;
        let began_there = scene.from_place.is_some_and(|it| scene.is_skipped_line(it.line));
        let invocation = scene.truth.recording.invocation(scene.at.segment)?;
        if !scene.action.is_step() || began_there || !scene.is_skipped(invocation) {
            return None;
        }
        let name = &scene.truth.recording.invocations[invocation as usize].name;
        let sentence =
            format!("ends a step at line {line} in {}, which is skipped", super::called(name));
        Some(Flaw::new(sentence, format!("{} from {}", scene.action.name(), scene.name_before())))
    },
};
