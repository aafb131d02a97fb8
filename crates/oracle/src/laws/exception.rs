//! The exception that is shown is the one that was thrown.

use parallax_model::{Rank, Value};

use super::{About, Flaw, Law};
use crate::variables::is_fair;

/// The law.
pub const LAW: Law = Law {
    name: "exception",
    rank: Rank::Fact,
    summary: "An exception that is shown at a pause was thrown there",
    manual: "\
Where a debugger shows an exception, the statement that is paused throws that value, or one was thrown since
the pause before. Primitive values are compared exactly, of an object only that it is one. Values that were
thrown between and caught are as good, because a debugger may have stopped for each of them.

For example, at `throw 1;` the exception must not be shown as 2.",
    about: About::State,
    check: |scene| {
        let shown = scene.pause()?.exception.as_ref().filter(|_| scene.has_its_stack())?;
        let recording = &scene.truth.recording;
        let segment = recording.segments.get(scene.at.segment as usize)?;
        // The statement is left when its exception is on the way.
        let statement = recording.units.statement(segment.unit);
        let evaluations = recording.evaluations(statement).iter();
        let mut around = evaluations.filter(|it| {
            it.enter <= scene.at.segment && scene.at.segment <= it.exit
        });
        let end = around.next_back().map_or(scene.at.segment + 1, |it| it.exit);
        let near = scene.earliest.segment..=end;
        let thrown = recording.thrown.iter().filter(|(at, _)| near.contains(at));
        let thrown: Vec<Value> =
            thrown.map(|(_, value)| scene.truth.shown(Some(value))).collect();
        if thrown.is_empty() || thrown.iter().any(|it| is_fair(shown, it)) {
            return None;
        }
        let right = thrown.last()?;
        let sentence = format!("shows the exception {shown}; what is thrown is {right}");
        let shape = format!("{} for {}", super::kind(shown), super::kind(right));
        Some(Flaw::new(sentence, shape).beside(1).showing(shown).instead_of(right))
    },
};
