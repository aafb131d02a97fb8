//! A step in enters the next function that is called.

use parallax_model::{Action, Rank};
use parallax_spec::recording::{Cause, UnitKind};

use super::{About, Flaw, Law, Scene, step_over};
use crate::breakable;

/// The law.
pub const LAW: Law = Law {
    name: "step-in",
    rank: Rank::Expectation,
    summary: "A step in enters the next function that is called, and skips no line",
    manual: "\
If the function that is paused calls another function of the program before it gets to another line, a step
in stops in that function. Functions that are called by built-in functions, getters and the like are left to
the debugger, as is where in the function it stops. A step in skips no line either.

For example, a step in at `x = f();` must stop in `f`.",
    about: About::Motion,
    check: |scene| {
        if scene.action != &Action::StepIn || scene.is_for_exception() {
            return None;
        }
        if let Some((callee, line)) = not_entered(scene) {
            let sentence = format!("steps past the call of `{callee}`, whose line {line} was executed");
            let shape = format!("call not entered from {}", scene.name_before());
            return Some(Flaw::new(sentence, shape).weighing(1.5));
        }
        step_over::skipped(scene)
    },
};

/// A function that was called and executed a statement, while the step went past it.
fn not_entered(scene: &Scene<'_>) -> Option<(String, u32)> {
    let recording = &scene.truth.recording;
    let from = recording.invocation(scene.from.segment)?;
    let end = scene.at.segment.min(recording.segments.len() as u32);
    for number in scene.from.segment + 1..end {
        let segment = recording.segments[number as usize];
        let stack = recording.stacks.get(segment.stack as usize)?;
        let is_call = segment.cause == Cause::Call && stack.is_direct;
        let is_ours =
            recording.stacks.get(stack.below as usize).is_some_and(|it| it.invocation == from);
        let is_written =
            scene.truth.unit(stack.caller_unit).is_some_and(|it| it.kind == UnitKind::Call);
        if is_call && is_ours && is_written && !scene.is_skipped(stack.invocation) {
            return executed(scene, number, stack.invocation);
        }
        // A line that was reached first is the other half of the law.
        if segment.cause == Cause::Enter
            && stack.invocation == from
            && step_over::is_another_line(scene, segment.unit)
        {
            return None;
        }
    }
    None
}

/// The first statement that a call executed to its end.
fn executed(scene: &Scene<'_>, call: u32, invocation: u32) -> Option<(String, u32)> {
    let recording = &scene.truth.recording;
    let callee = &recording.invocations[invocation as usize];
    let own = callee.segments.iter().filter(|it| **it >= call);
    for number in own {
        let segment = recording.segments[*number as usize];
        if segment.cause == Cause::Enter && breakable::is_stop(scene.truth, segment.unit) {
            let evaluation = recording.next_evaluation(segment.unit, *number)?;
            let is_done = evaluation.exit <= scene.at.segment;
            return is_done.then(|| (callee.name.clone(), scene.truth.line_of(segment.unit)));
        }
    }
    None
}
