//! `this` is shown as what it is.

use parallax_model::{Rank, Source, Value};

use super::{About, Flaw, Law};
use crate::this;
use crate::variables::is_fair;

/// The law.
pub const LAW: Law = Law {
    name: "this",
    rank: Rank::Fact,
    summary: "`this` is shown with the value that it has in the paused function",
    manual: "\
The value is that of the nearest environment record that has one. Of an object only that it is one is
compared. Engines do not keep what nobody can look at: in functions that do not mention `this` it is left to
the debugger, as it is in `eval` code and before a derived constructor has called `super`.

For example, in a method of a class that is called as `o.m()` it must not be shown as undefined.",
    about: About::State,
    check: |scene| {
        let pause = scene.pause()?;
        let shown = &pause.this.as_ref().filter(|_| scene.has_its_stack())?.value;
        let segment = scene.truth.recording.segments.get(scene.at.segment as usize)?;
        let unit = scene.truth.unit(segment.unit)?;
        let is_program = pause.stack.first()?.source == Source::Program;
        // It may be optimised away, but not where it is mentioned.
        let is_kept = *shown != Value::Unavailable && scene.truth.recording.units.mentions_this(unit.function);
        if !is_program || !is_kept || scene.truth.recording.units.is_in_class(unit.span.start) {
            return None;
        }
        let right = this::at(scene.truth, scene.at.segment, scene.at.tick)?;
        let right = scene.truth.shown(Some(&right));
        if is_fair(shown, &right) || *shown == Value::Uninitialized {
            return None;
        }
        let sentence = format!("shows `this = {shown}`; it is {right}");
        let shape = format!("{} for {}", super::kind(shown), super::kind(&right));
        Some(Flaw::new(sentence, shape).beside(1).showing(shown).instead_of(right))
    },
};
