//! A breakpoint is hit each time its place is reached.

use parallax_model::Rank;

use super::{About, Flaw, Law, Moment, Placed};
use crate::truth::Truth;
use crate::{breakable, ends};
use parallax_spec::recording::Cause;

/// The law.
pub const LAW: Law = Law {
    name: "breakpoint-hit",
    rank: Rank::Fact,
    summary: "A breakpoint is hit each time its place is reached",
    manual: "\
A breakpoint that the debugger has accepted lies in a statement, by the debugger's own account. Between two
pauses no such statement may be evaluated from its beginning to its end. Only places that every evaluation
of the statement reaches are held to this: not those inside of a conditional expression or a nested
function. The end of a function is reached when its last statement has been evaluated. A breakpoint with a
condition counts where the condition holds.

For example, with a breakpoint inside of a loop a resume must not run through two more iterations.",
    about: About::Motion,
    check: |scene| {
        let all = scene.breakpoints.iter();
        let (breakpoint, segment) = all
            .filter(|it| it.condition.is_none())
            .filter_map(|it| Some((it, missed(scene.truth, it, scene.from, scene.at)?)))
            .min_by_key(|(_, segment)| *segment)?;
        let unit = scene.truth.recording.segments[segment as usize].unit;
        let name = scene.truth.unit(unit).map(breakable::name).unwrap_or_default();
        let place = breakpoint.place;
        let stopped = match scene.place() {
            Some(at) => format!("stops at {at}"),
            None => "lets the program end".to_owned(),
        };
        let sentence = format!("{stopped} although the breakpoint at {place} was reached before that");
        let own = if scene.from_place == Some(place) { " from its own place" } else { "" };
        let shape = format!("{} past a breakpoint on {name}{own}", scene.action.name());
        Some(Flaw::new(sentence, shape).weighing(1.5))
    },
};

/// The first evaluation between two moments in which a breakpoint should have been hit and was not.
pub(crate) fn missed(truth: &Truth, breakpoint: &Placed, from: Moment, at: Moment) -> Option<u32> {
    if let Some(function) = ends::function(truth, breakpoint.place) {
        let between = from.segment + 1..at.segment;
        let is_certain = !truth.is_unordered(breakpoint.place);
        return ends::reached(truth, function)
            .filter(|it| is_certain && between.contains(it))
            .min();
    }
    let statement = truth.statement_at(breakpoint.place)?;
    if !breakable::is_always_reached(truth, statement, breakpoint.place) {
        return None;
    }
    let unit = truth.unit(statement)?;
    let begins = truth.location(unit.span.start) == breakpoint.place;
    let all = truth.recording.evaluations(statement);
    let next = &all[all.partition_point(|it| it.enter <= from.segment)..];
    // How often a comparator is called is the engine's choice, but not that it is called at all.
    let is_passed_whole = next.len() == all.len() && all.last()?.exit <= at.segment;
    if truth.is_unordered(breakpoint.place) && !is_passed_whole {
        return None;
    }
    let passed = next.iter().take_while(|it| it.enter < at.segment);
    let mut passed = passed.filter(|it| it.exit <= at.segment && (begins || it.how == Cause::Exit));
    passed.next().map(|it| it.enter)
}
