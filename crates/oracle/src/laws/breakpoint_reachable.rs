//! A breakpoint is set where the program can get to.

use parallax_model::Rank;

use super::{About, Flaw, Law, Scene};
use crate::ends;

/// The law.
pub const LAW: Law = Law {
    name: "breakpoint-reachable",
    rank: Rank::Expectation,
    summary: "A breakpoint is set at a place that the program can reach",
    manual: "\
The end of a function is never reached where its last statement is `return` or `throw`. Some debuggers show
the end when such a function returns, and pause there. One that does not must move a breakpoint for this end
to the next code, as it does for any line without code. It is held to this when the function has returned
and it has not paused.

For example, a breakpoint for the line of the `}` after `return 1;` must be hit, or set elsewhere.",
    about: About::Passing,
    check: |scene| {
        let breakpoint = scene.breakpoints.iter().find(|it| {
            let function = ends::function(scene.truth, it.place);
            function.is_some_and(|it| !ends::can_be_reached(scene.truth, it) && was_left(scene, it))
        })?;
        let place = breakpoint.place;
        let sentence = format!(
            "has set a breakpoint at {place}, the end of a function that always leaves before, and does not pause"
        );
        Some(Flaw::new(sentence, "end behind a return").beside(1))
    },
};

/// Whether an invocation of a function ended between the pause before and this one.
fn was_left(scene: &Scene<'_>, function: u32) -> bool {
    let invocations = &scene.truth.recording.invocations;
    let mut own = invocations.iter().filter(|it| it.unit == function);
    own.any(|it| {
        let last = it.segments.last();
        last.is_some_and(|it| (scene.from.segment + 1..scene.at.segment).contains(it))
    })
}
