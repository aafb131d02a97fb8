//! The stack is the stack of execution contexts.

use parallax_model::{FRAME_LIMIT, Rank};
use parallax_spec::recording::{StackFrame, UnitKind};

use super::{About, Flaw, Law};
use crate::names::plain;
use crate::truth::Truth;

/// The law.
pub const LAW: Law = Law {
    name: "stack",
    rank: Rank::Fact,
    summary: "The call stack shows the functions that are being executed, each once",
    manual: "\
The frames are those of the execution context stack that run the program's own code. Built-in functions and
jobs have no frame. A caller may be missing where its last act was the call, in strict code: the text and
JavaScriptCore remove it, other engines keep it. The constructor of a class that has none written may have
a frame.

For example, a function that was resumed after an `await` has no caller.",
    about: About::State,
    check: |scene| {
        let pause = scene.pause()?;
        let frames = scene.truth.recording.stack(scene.at.segment);
        let may_miss = |it: &&StackFrame| is_tail(scene.truth, it) || is_optional(scene.truth, it);
        let least = frames.len() - frames.iter().skip(1).filter(may_miss).count();
        let shown = pause.stack.len();
        if shown == FRAME_LIMIT && frames.len() >= FRAME_LIMIT {
            return None;
        }
        if (least..=frames.len()).contains(&shown) {
            return None;
        }
        let right = names(scene.truth, scene.at.segment);
        let list = |names: Vec<String>| {
            let last = names.len().saturating_sub(1);
            let named = names.into_iter().enumerate().map(|(at, name)| match name.is_empty() {
                true if at == last => "(top)".to_owned(),
                true => "(anonymous)".to_owned(),
                false => name,
            });
            named.take(8).collect::<Vec<_>>().join(" < ")
        };
        let own = list(pause.stack.iter().map(|it| it.function.clone()).collect());
        let sentence = format!("shows the stack {own}; it is {}", list(right));
        let more = if shown > frames.len() { "more" } else { "fewer" };
        let kind = if is_async(scene.truth, &frames) { " of an async stack" } else { "" };
        let shape = format!("{more} frames in {}{kind}", scene.unit_name());
        let weight = 1.0 + shown.abs_diff(frames.len()) as f32 / 8.0;
        Some(Flaw::new(sentence, shape).weighing(weight))
    },
};

/// The names of the functions that are being executed, innermost first.
pub(super) fn names(truth: &Truth, segment: u32) -> Vec<String> {
    let frames = truth.recording.stack(segment).into_iter().take(FRAME_LIMIT);
    frames.map(|it| plain(&truth.recording.invocations[it.invocation as usize].name)).collect()
}

/// Whether a name may be shown for a function.
pub(super) fn is_name(shown: &str, right: &str) -> bool {
    right.is_empty() || shown == right
}

/// Whether an async function is on the stack.
fn is_async(truth: &Truth, frames: &[StackFrame]) -> bool {
    let mut units =
        frames.iter().map(|it| truth.recording.invocations[it.invocation as usize].unit);
    units.any(|it| truth.unit(it).is_some_and(|it| it.name.starts_with("Async")))
}

/// Whether a frame is that of a constructor that nobody wrote: some debuggers show it.
fn is_optional(truth: &Truth, frame: &StackFrame) -> bool {
    truth.recording.invocations[frame.invocation as usize].is_default
}

/// Whether a frame's last act may have been the call that it is in.
fn is_tail(truth: &Truth, frame: &StackFrame) -> bool {
    let unit = truth.unit(truth.recording.units.statement(frame.unit));
    unit.is_some_and(|it| {
        it.is_strict && (it.name == "ReturnStatement" || it.kind == UnitKind::ArrowBody)
    })
}
