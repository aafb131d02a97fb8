//! Where a `for-in` or `for-of` loop takes its next value.

use parallax_spec::recording::{Cause, Evaluation, Segment, UnitKind};

use crate::laws::Scene;
use crate::truth::Truth;

/// Whether a segment of such a loop is the first one after its body: the environment is that of the
/// loop itself again, and the loop goes on.
pub(crate) fn is_taken(truth: &Truth, segment: u32) -> bool {
    let recording = &truth.recording;
    let here = recording.segments[segment as usize];
    let Some(invocation) = recording.invocation(segment) else { return false };
    let evaluations = recording.evaluations(here.unit).iter();
    let mut own = evaluations.filter(|it| recording.invocation(it.enter) == Some(invocation));
    let Some(evaluation) = own.rfind(|it| it.enter < segment) else { return false };
    let around = recording.segments[evaluation.enter as usize].environment;
    if here.environment != around {
        return false;
    }
    let all = &recording.invocations[invocation as usize].segments;
    let (past, future) = all.split_at(all.partition_point(|it| *it <= segment));
    let past = Past { truth, numbers: past };
    // Environments are left one after the other; before them, something else happened.
    let is_other =
        |it: &u32| past.truth.recording.segments[*it as usize].cause != Cause::Environment;
    let Some(begin) = past.numbers.iter().rposition(is_other) else { return false };
    let first = past.segment(begin);
    let mut left = (begin + 1..past.numbers.len()).map(|at| past.segment(at).environment);
    let had_body = left.any(|it| it != around && it != first.environment);
    match first.cause {
        Cause::Exit if past.kind(begin.wrapping_sub(1)) == Some(UnitKind::Head) => had_body,
        Cause::Exit => true,
        Cause::Return => had_body,
        Cause::Jump => past.is_continued(begin) && !leaves(evaluation, future),
        _ => false,
    }
}

/// Whether a scene is in the head of such a loop, and the head declares a variable. Between two rounds no
/// environment has it by the text, but a debugger may show that it has no value yet.
pub(crate) fn declares(scene: &Scene<'_>, name: &str) -> bool {
    let units = &scene.truth.recording.units;
    let here = scene.truth.recording.segments.get(scene.at.segment as usize);
    let unit = here.and_then(|it| scene.truth.unit(units.statement(it.unit)));
    let Some(unit) = unit.filter(|it| it.name == "ForInOfStatement") else { return false };
    let text = scene.truth.program.text.get(unit.span.clone()).unwrap_or_default();
    let head = text.split_once('(').map_or("", |(_, rest)| rest);
    let head = head.split([')', ';']).next().unwrap_or_default();
    let mut words = head.split(|it: char| !(it.is_alphanumeric() || it == '_' || it == '$'));
    let is_declaring = words.next().is_some_and(|it| ["const", "let", "using"].contains(&it));
    is_declaring && words.take_while(|it| !["in", "of"].contains(it)).any(|it| it == name)
}

/// The segments of an invocation up to one.
struct Past<'t> {
    truth: &'t Truth,
    numbers: &'t [u32],
}

impl Past<'_> {
    fn segment(&self, at: usize) -> Segment {
        self.truth.recording.segments[self.numbers[at] as usize]
    }

    fn kind(&self, at: usize) -> Option<UnitKind> {
        let number = self.numbers.get(at)?;
        let unit = self.truth.recording.segments[*number as usize].unit;
        self.truth.unit(unit).map(|it| it.kind)
    }

    /// Whether the statements that are left up to a segment are left by `continue`.
    fn is_continued(&self, at: usize) -> bool {
        // Between them, environments are left and iterators are closed.
        let passing = [Cause::Jump, Cause::Environment, Cause::Return];
        let origin = (0..at).rev().find(|it| !passing.contains(&self.segment(*it).cause));
        let unit = origin.and_then(|it| self.truth.unit(self.segment(it).unit));
        unit.is_some_and(|it| it.name == "ContinueStatement")
    }
}

/// Whether a loop is itself left at once, by a `continue` of a loop around it.
fn leaves(evaluation: &Evaluation, future: &[u32]) -> bool {
    evaluation.how == Cause::Jump && future.first() == Some(&evaluation.exit)
}
