//! A pause is at a place that the execution has reached.

use parallax_model::{Rank, Source};

use super::{About, Flaw, Law, Scene};

/// The law.
pub const LAW: Law = Law {
    name: "place",
    rank: Rank::Fact,
    summary: "The place that is shown is one that the execution has reached, in that order",
    manual: "\
The statement in which a pause is shown is being evaluated at some moment after the pause before. Where in
the statement the pause is shown is the debugger's convention.

For example, a debugger must not show a pause in the branch of an `if` that was not taken.",
    about: About::Nowhere,
    check: |scene| {
        let top = scene.pause()?.stack.first()?;
        if top.source == Source::Eval {
            // Functions that `Function` has made are such code, too, and are not recorded.
            let text = &scene.truth.program.text;
            if ["eval", "Function"].iter().any(|it| text.contains(it)) {
                return None;
            }
            let sentence = "shows a pause in code that the program does not have".to_owned();
            let has_condition = scene.breakpoints.iter().any(|it| it.condition.is_some());
            let beside = if has_condition { " beside a condition" } else { "" };
            return Some(Flaw::new(sentence, format!("other code{beside}")));
        }
        let place = top.location;
        let is_there = scene.truth.offset(place).is_some();
        let statement = scene.truth.statement_at(place).filter(|_| is_there);
        let Some(statement) = statement else {
            let sentence = format!("shows a pause at {place}, which the program does not have");
            return Some(Flaw::new(sentence, "no such place"));
        };
        let name = scene.truth.unit(statement).map(crate::breakable::name).unwrap_or_default();
        let (words, shape) = match scene.truth.segments_of(statement, 0).is_empty() {
            true => ("is never executed", "never executed"),
            false => ("is not executed any more", "executed earlier only"),
        };
        let sentence = format!("shows a pause at {place}; that code {words}");
        Some(Flaw::new(sentence, format!("{name} {shape} after {}", scene.action.name())))
    },
};

/// Whether a pause is at a place that is not executed after the pause before.
pub(crate) fn never_there(scene: &Scene<'_>) -> Option<Flaw> {
    (LAW.check)(scene)
}
