//! A breakpoint set while the program is paused acts as one set before its start.

use parallax_model::Observation;
use rand::seq::IndexedRandom;

use super::{FollowUp, Planned, Relation, breakpoints, same, start};

/// The relation.
pub const RELATION: Relation = Relation {
    name: "while-paused",
    summary: "A breakpoint set at the first pause behaves like one set before the start",
    needs: &[],
    manual: "\
The follow-up run omits one breakpoint of the initial run, and sets it when the program pauses for the
first time, provided that this pause is at another line. The breakpoint must be set at the same location,
and every pause must be the same. Engines compile functions when they are first called, so the debugger
works on other code than before the start.

For example, `break 3; start; break 9; resume` must pause at line 9, as `break 3; break 9; start;
resume` does.",
    prepare: |initial, _, rng| {
        let start = start(initial)?;
        let Some(Observation::Paused(first)) = initial.shown.get(start) else { return None };
        let candidates = breakpoints(initial)?;
        let candidates: Vec<_> =
            candidates.iter().filter(|one| one.place.line != first.location().line).collect();
        let chosen = candidates.choose(rng)?;
        let mut steps = same(initial);
        let late = steps.remove(chosen.at);
        // What was before the start has moved up by one, so this is just after it.
        steps.insert(start, late);
        FollowUp::on(initial, Planned::new(steps))
    },
};
