//! The stack is the stack of execution contexts.

use parallax_model::{FRAME_LIMIT, Frame, Pause, Rank};
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
        let least = frames.len()
            - frames.iter().skip(1).filter(|it| may_miss(scene.truth, it)).count();
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
        let shape = match has_returned_calls(scene.truth, scene.at.segment, pause) {
            true if kind.is_empty() => "frames of calls that have returned".to_owned(),
            _ => format!("{more} frames in {}{kind}", scene.unit_name()),
        };
        // More than a step that goes too far: a stack tells one call from another.
        let weight = 2.0 + shown.abs_diff(frames.len()) as f32 / 8.0;
        Some(Flaw::new(sentence, shape).weighing(weight))
    },
};

/// Whether all frames that should not be there have the names of functions that have returned before.
fn has_returned_calls(truth: &Truth, segment: u32, pause: &Pause) -> bool {
    let mut right = names(truth, segment);
    let is_extra = |frame: &&Frame| {
        let own = right.iter().position(|it| *it == frame.function);
        own.map(|at| right.swap_remove(at)).is_none()
    };
    let extra: Vec<&Frame> = pause.stack.iter().filter(is_extra).collect();
    let has_returned = |frame: &&Frame| {
        truth.recording.invocations.iter().any(|it| {
            let is_over = it.segments.last().is_some_and(|last| *last < segment);
            is_over && plain(&it.name) == frame.function
        })
    };
    !extra.is_empty() && extra.iter().all(has_returned)
}

/// Whether a caller's frame may be missing.
fn may_miss(truth: &Truth, frame: &StackFrame) -> bool {
    is_tail(truth, frame) || is_optional(truth, frame)
}

/// The frame that each frame of a pause shows, where some that may be missing are: those are left out that
/// make the fewest names differ. None if there are too many or too few.
pub(super) fn aligned(truth: &Truth, segment: u32, pause: &Pause) -> Option<Vec<StackFrame>> {
    let frames = truth.recording.stack(segment);
    let shown = &pause.stack;
    let missing = frames.len().min(FRAME_LIMIT).checked_sub(shown.len())?;
    let differs = |frame: &StackFrame, shown: &Frame| {
        u32::from(!is_name(&shown.function, &name_of(truth, frame)))
    };
    // The fewest differing names for each number of frames left out so far, and what is left out.
    let mut best: Vec<Option<(u32, Vec<usize>)>> = vec![None; missing + 1];
    best[0] = Some((0, Vec::new()));
    for (at, frame) in frames.iter().take(FRAME_LIMIT).enumerate() {
        let mut next: Vec<Option<(u32, Vec<usize>)>> = vec![None; missing + 1];
        for (gone, (cost, left_out)) in
            best.into_iter().enumerate().filter_map(|(gone, it)| Some((gone, it?)))
        {
            let mut offer = |gone: usize, cost: u32, left_out: Vec<usize>| {
                let slot = &mut next[gone];
                if slot.as_ref().is_none_or(|(known, _)| cost < *known) {
                    *slot = Some((cost, left_out));
                }
            };
            if gone < missing && at > 0 && may_miss(truth, frame) {
                offer(gone + 1, cost, left_out.iter().copied().chain([at]).collect());
            }
            if let Some(shown) = shown.get(at - gone) {
                offer(gone, cost + differs(frame, shown), left_out);
            }
        }
        best = next;
    }
    let (_, left_out) = best.pop().flatten()?;
    let kept = frames.iter().enumerate().filter(|(at, _)| !left_out.contains(at));
    Some(kept.map(|(_, frame)| *frame).take(shown.len()).collect())
}

/// The names of the functions that are being executed, innermost first.
pub(super) fn names(truth: &Truth, segment: u32) -> Vec<String> {
    truth.recording.stack(segment).iter().take(FRAME_LIMIT).map(|it| name_of(truth, it)).collect()
}

/// The name of the function of a frame.
pub(super) fn name_of(truth: &Truth, frame: &StackFrame) -> String {
    plain(&truth.recording.invocations[frame.invocation as usize].name)
}

/// Whether a name may be shown for a function.
pub(super) fn is_name(shown: &str, right: &str) -> bool {
    right.is_empty() || shown == right
}

/// Whether an async function is among frames.
pub(super) fn is_async(truth: &Truth, frames: &[StackFrame]) -> bool {
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
