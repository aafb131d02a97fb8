//! A step out ends in the caller.

use parallax_model::{Action, Observation, Rank};

use super::resume_stops::is_again;
use super::{About, Flaw, Law, Scene, step_over};

/// The law.
pub const LAW: Law = Law {
    name: "step-out",
    rank: Rank::Expectation,
    summary: "A step out ends in the caller, unless a breakpoint is hit before",
    manual: "\
After a step out the function that was paused is not on the stack any more, and the program is paused in its
caller before the caller gets to the end of another line. Without a caller that the program wrote, as in a
callback of a built-in function, a generator or a function that was resumed after an `await`, it is left to the
debugger where the step ends, but it does not stop where it was, unless that place was reached again.

For example, a step out of `f` in `x = f(); y = 1;` on two lines must not run past the second line.",
    about: About::Motion,
    check: |scene| {
        if scene.action != &Action::StepOut || scene.is_for_exception() {
            return None;
        }
        if scene.is_at_breakpoint() {
            // A breakpoint that was set in the line of the pause may be hit at once.
            let line = scene.place()?.line;
            let has_new = scene.breakpoints.iter().any(|it| it.is_new && it.place.line == line);
            return (!has_new && is_again(scene)).then(|| {
                let sentence = "stops again where it was, which was not reached again".to_owned();
                Flaw::new(sentence, format!("same pause twice in {}", scene.unit_name())).again()
            });
        }
        let recording = &scene.truth.recording;
        let from = recording.invocation(scene.from.segment)?;
        let caller = recording.caller(scene.from.segment)?;
        let is_skipped = scene.is_skipped(from) || scene.is_skipped(caller);
        if is_skipped || !is_called_directly(scene) || was_suspended(scene, from) {
            return None;
        }
        if let Some(segment) = recording.segments.get(scene.at.segment as usize) {
            if recording.is_on(segment.stack, from) {
                let name = &recording.invocations[from as usize].name;
                let sentence = format!("is still in `{name}` after a step out of it");
                let shape = format!("not left from {}", scene.name_before());
                return Some(Flaw::new(sentence, shape));
            }
            let is_elsewhere = recording.invocation(scene.at.segment) != Some(caller);
            if is_elsewhere && recording.is_on(segment.stack, caller) {
                let sentence = "ends a step out in another function than the caller".to_owned();
                return Some(Flaw::new(sentence, format!("callee from {}", scene.name_before())));
            }
        }
        skipped(scene, caller)
    },
};

/// Whether the function was called by the program, not by a built-in function, nor while a class is made:
/// the initialisers of its members follow each other without anything of the program between them.
fn is_called_directly(scene: &Scene<'_>) -> bool {
    let recording = &scene.truth.recording;
    let stack = recording.segments[scene.from.segment as usize].stack;
    recording.stacks.get(stack as usize).is_some_and(|it| {
        let unit = scene.truth.unit(recording.invocations[it.invocation as usize].unit);
        it.is_direct && !unit.is_some_and(|it| INITIALISERS.contains(&it.name.as_str()))
    })
}

/// What the initialisers of a class's members are called.
const INITIALISERS: &[&str] = &["ClassStaticBlock", "FieldDefinition"];

/// Whether an invocation was left and resumed since the pause before.
fn was_suspended(scene: &Scene<'_>, invocation: u32) -> bool {
    let recording = &scene.truth.recording;
    let end = (scene.at.segment as usize).min(recording.segments.len());
    let between = recording.segments.get(scene.from.segment as usize..end).unwrap_or_default();
    let is_left = between.iter().position(|it| !recording.is_on(it.stack, invocation));
    let after = is_left.map_or(&[][..], |at| &between[at..]);
    after.iter().any(|it| recording.is_on(it.stack, invocation))
        || recording
            .segments
            .get(scene.at.segment as usize)
            .is_some_and(|it| is_left.is_some() && recording.is_on(it.stack, invocation))
}

/// A line of the caller that was executed after the return, while the step went past it.
fn skipped(scene: &Scene<'_>, caller: u32) -> Option<Flaw> {
    let from = scene.truth.recording.invocation(scene.from.segment)?;
    let returned = step_over::end_of(scene, from)?;
    let passed = step_over::executed_line(scene, caller, returned)?;
    let ends = matches!(scene.shown, Observation::Finished(_));
    let where_to = if ends { "the end".to_owned() } else { scene.place()?.to_string() };
    let sentence =
        format!("runs on to {where_to} after a step out, past line {} of the caller", passed.line);
    let shape = format!("past the caller from {}{}", scene.name_before(), passed.way(scene));
    Some(Flaw::new(sentence, shape).weighing(1.5))
}
