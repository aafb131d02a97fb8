//! A step over skips no line, and does not end in a callee.

use parallax_model::{Action, Observation, Rank};
use parallax_spec::recording::{Cause, UnitKind};

use super::resume_stops::is_again;
use super::{About, Flaw, Law, Scene};
use crate::truth::some;
use crate::{breakable, ends, stops};

/// The law.
pub const LAW: Law = Law {
    name: "step-over",
    rank: Rank::Expectation,
    summary: "A step over skips no line executed in the same frame, and does not end in a callee",
    manual: "\
A step over stops before the function that is paused has executed a statement that begins on another line. If
the function returns, that holds for its caller. It does not stop in a function that was called meanwhile,
unless at a breakpoint. It does not end where it began, unless that place was reached again. How often a step stops on one line, whether it stops at the head of a loop once more,
and what it does at an `await` is the debugger's convention.

For example, a step over in a loop must not run through two iterations.",
    about: About::Motion,
    check: |scene| match scene.action {
        Action::StepOver if scene.is_for_exception() => skipped(scene),
        Action::StepOver => in_callee(scene).or_else(|| stuck(scene)).or_else(|| skipped(scene)),
        _ => None,
    },
};

fn in_callee(scene: &Scene<'_>) -> Option<Flaw> {
    let recording = &scene.truth.recording;
    let from = recording.invocation(scene.from.segment)?;
    let segment = recording.segments.get(scene.at.segment as usize)?;
    let is_inner = recording.invocation(scene.at.segment) != Some(from)
        && recording.is_on(segment.stack, from);
    if !is_inner || scene.is_at_breakpoint() {
        return None;
    }
    let callee = recording.invocation(scene.at.segment)?;
    let name = &recording.invocations[callee as usize].name;
    let sentence = format!("ends a step over in the callee `{name}`");
    Some(Flaw::new(sentence, format!("in a callee from {}", scene.name_before())))
}

/// A step that ends where it began. Where an async function is suspended and goes on, it is there twice;
/// a breakpoint that was set at the place may be hit; and a function may be shown once more as it is left.
fn stuck(scene: &Scene<'_>) -> Option<Flaw> {
    let invocation = scene.truth.recording.invocation(scene.from.segment)?;
    let line = scene.place()?.line;
    let has_new = scene.breakpoints.iter().any(|it| it.is_new && it.place.line == line);
    let is_left = scene.pause().is_some_and(|it| it.returned.is_some() || it.exception.is_some());
    let is_left = is_left && ends::function(scene.truth, scene.place()?).is_none();
    if is_async(scene, invocation) || has_new || is_left || !is_again(scene) {
        return None;
    }
    let sentence = "stops again where it was, which was not reached again".to_owned();
    Some(Flaw::new(sentence, format!("same pause twice in {}", scene.unit_name())).again())
}

/// A line that was executed to its end, while a step went past it.
pub(super) fn skipped(scene: &Scene<'_>) -> Option<Flaw> {
    let recording = &scene.truth.recording;
    let mut after = scene.from.segment;
    let frames = recording.stack(scene.from.segment);
    for frame in &frames {
        let is_skipped = scene.is_skipped(frame.invocation);
        let passed = executed_line(scene, frame.invocation, after).filter(|_| !is_skipped);
        if let Some(passed) = passed {
            return Some(flaw(scene, &passed));
        }
        // Only once a function has returned is its caller to be stopped in. What an async function does
        // after it was suspended is the debugger's convention.
        if is_async(scene, frame.invocation) {
            return None;
        }
        after = end_of(scene, frame.invocation)?;
    }
    None
}

/// Whether an invocation is that of an async function or generator, or of a module, which may wait too.
fn is_async(scene: &Scene<'_>, invocation: u32) -> bool {
    let unit = scene.truth.recording.invocations[invocation as usize].unit;
    scene.truth.unit(unit).is_some_and(|it| it.name.starts_with("Async") || it.name == "Module")
}

/// A line that was executed to its end between two pauses.
pub(super) struct Passed {
    pub(super) line: u32,
    /// The segment in which it began to be executed.
    enter: u32,
}

impl Passed {
    /// Words for shapes: whether an exception was thrown on the way to the line.
    pub(super) fn way(&self, scene: &Scene<'_>) -> &'static str {
        let on_the_way = scene.from.segment + 1..=self.enter;
        let mut thrown = scene.truth.recording.thrown.iter();
        if thrown.any(|(left, _)| on_the_way.contains(left)) { " after an exception" } else { "" }
    }
}

fn flaw(scene: &Scene<'_>, passed: &Passed) -> Flaw {
    let where_to = match (scene.shown, scene.place()) {
        (Observation::Finished(_), _) => "to the end".to_owned(),
        (_, Some(place)) => format!("to {place}"),
        _ => "on".to_owned(),
    };
    let sentence = format!("runs {where_to} in one step, past line {}", passed.line);
    let (action, from, way) = (scene.action.name(), scene.name_before(), passed.way(scene));
    let shape = format!("{action} past a line from {from}{way}");
    Flaw::new(sentence, shape).weighing(1.5)
}

/// The segment after the last of an invocation, if it has returned before the scene's moment.
pub(super) fn end_of(scene: &Scene<'_>, invocation: u32) -> Option<u32> {
    let last = *scene.truth.recording.invocations[invocation as usize].segments.last()?;
    (last < scene.at.segment).then_some(last)
}

/// The first line other than that of the step that an invocation executed to its end.
pub(super) fn executed_line(scene: &Scene<'_>, invocation: u32, after: u32) -> Option<Passed> {
    let recording = &scene.truth.recording;
    let own = &recording.invocations[invocation as usize].segments;
    let own = &own[own.partition_point(|it| *it <= after)..];
    let between = own.iter().take_while(|it| **it < scene.at.segment);
    let call = call_line(scene, invocation);
    let mut was_elsewhere = false;
    let mut before = after;
    for number in between {
        // What happens after a function was suspended is the debugger's convention.
        let meanwhile = &recording.segments[before as usize + 1..*number as usize];
        if is_async(scene, invocation)
            && meanwhile.iter().any(|it| !recording.is_on(it.stack, invocation))
        {
            return None;
        }
        before = *number;
        let segment = recording.segments[*number as usize];
        let line = scene.truth.line_of(recording.units.statement(segment.unit));
        // The same line in the next round of a loop is another one, if the loop is on a line of its own.
        was_elsewhere |=
            is_passed(scene, *number) && scene.from_place.is_some_and(|it| it.line != line);
        let is_stop =
            segment.cause == Cause::Enter && breakable::is_stop(scene.truth, segment.unit);
        let is_new = is_stop && (was_elsewhere || is_another_line(scene, segment.unit));
        if !is_new || Some(line) == call || scene.is_skipped_line(line) {
            continue;
        }
        let evaluation = recording.next_evaluation(segment.unit, *number)?;
        if evaluation.exit <= scene.at.segment {
            let line = scene.truth.line_of(segment.unit);
            return Some(Passed { line, enter: evaluation.enter });
        }
    }
    None
}

/// Whether something is evaluated in a segment that a person sees a step pass: a statement, or a part of a
/// loop. Between statements, the block or the function around them is what is evaluated.
fn is_passed(scene: &Scene<'_>, segment: u32) -> bool {
    let unit = scene.truth.recording.segments[segment as usize].unit;
    let kind = scene.truth.unit(unit).map(|it| it.kind);
    let is_part = matches!(kind, Some(UnitKind::Test | UnitKind::Update | UnitKind::Head));
    is_part || stops::is_stop(scene.truth, segment)
}

/// The line from which a frame below the paused one called.
fn call_line(scene: &Scene<'_>, invocation: u32) -> Option<u32> {
    let frames = scene.truth.recording.stack(scene.from.segment);
    let frame = frames.iter().skip(1).find(|it| it.invocation == invocation)?;
    let statement = some(scene.truth.recording.units.statement(frame.unit))?;
    Some(scene.truth.line_of(statement))
}

/// Whether a unit is one that debuggers stop at, on another line than the step began on.
pub(super) fn is_another_line(scene: &Scene<'_>, unit: u32) -> bool {
    let line = scene.truth.line_of(unit);
    breakable::is_stop(scene.truth, unit) && scene.from_place.is_none_or(|it| it.line != line)
}
