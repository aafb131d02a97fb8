//! The value that is shown as returned is the one that is returned.

use parallax_model::{Rank, Value};
use parallax_spec::recording::UnitKind;

use super::{About, Flaw, Law, Scene};
use crate::truth::Truth;
use crate::variables::is_fair;

/// The law.
pub const LAW: Law = Law {
    name: "returned",
    rank: Rank::Fact,
    summary: "A value that is shown as returned is what the function returns",
    manual: "\
Where a debugger shows a value that is about to be returned, or has just been returned, it is that of the
function that is paused or of one that has returned since the pause before. Scripts, generators, async
functions and constructors have results of their own besides, and are left out.

For example, at the end of `return a + b;` with `a = 1` and `b = 2` the value must not be shown as undefined.",
    about: About::State,
    check: |scene| {
        let shown = scene.pause()?.returned.as_ref().filter(|_| scene.has_its_stack())?;
        let ended = candidates(scene)?;
        let right: Vec<Value> = ended.iter().map(|it| returned(scene.truth, *it)).collect();
        if *shown == Value::Unavailable || right.iter().any(|it| is_fair(shown, it)) {
            return None;
        }
        let right = right.first()?;
        let sentence = format!("shows {shown} as the value returned; it is {right}");
        let shape = format!("{} for {}", super::kind(shown), super::kind(right));
        Some(Flaw::new(sentence, shape).beside(1).showing(shown).instead_of(right))
    },
};

fn returned(truth: &Truth, invocation: u32) -> Value {
    let value = truth.recording.invocations[invocation as usize].returned.as_ref();
    value.map_or(Value::Undefined, |it| truth.shown(Some(it)))
}

/// The calls whose value may be meant; none if one of them has another result than its body.
fn candidates(scene: &Scene<'_>) -> Option<Vec<u32>> {
    let recording = &scene.truth.recording;
    let here = recording.segments.get(scene.at.segment as usize)?;
    let mut calls = vec![recording.invocation(scene.at.segment)?];
    for segment in scene.earliest.segment..scene.at.segment {
        let call = recording.invocation(segment);
        calls.extend(call.filter(|it| !recording.is_on(here.stack, *it)));
    }
    calls.sort_unstable();
    calls.dedup();
    calls.iter().all(|it| is_plain(scene.truth, *it)).then_some(calls)
}

/// Whether a call has no other result than that of its body.
fn is_plain(truth: &Truth, invocation: u32) -> bool {
    let call = &truth.recording.invocations[invocation as usize];
    let is_constructor = call.is_construct || call.is_default;
    let is_function = truth.unit(call.unit).is_some_and(|it| it.kind == UnitKind::Function);
    is_function && !truth.is_suspended(call.unit) && !is_constructor
}
