//! What is listed as breakable can be set, and steps stop where breakpoints can be set.

use parallax_model::{Action, Location, Observation, Run, Source};
use rand::seq::{IndexedRandom, SliceRandom};

use super::{Expected, FollowUp, Planned, Relation, steps};
use parallax_debug::backend::Ability;

/// How many places of each kind are tried.
const MAX_PLACES: usize = 5;

/// The relation.
pub const RELATION: Relation = Relation {
    name: "listed",
    summary: "Listed places can be broken at exactly, and so can places where steps stop",
    needs: &[Ability::Listing],
    manual: "\
The follow-up sets breakpoints, one after the other, at some of the places that the debugger lists as
breakable, and at the places where steps of the initial run have stopped, and removes each again. Each
must get exactly the place that was asked for. The program is not started.

For example, if the debugger lists line 3, column 10, then `break 3:10` must be answered with 3:10; and if
a step stopped there, too.",
    prepare: |initial, survey, rng| {
        if survey.places.is_empty() {
            return None;
        }
        let mut places = stops(initial);
        places.shuffle(rng);
        places.truncate(MAX_PLACES);
        places.extend(survey.places.sample(rng, MAX_PLACES));
        let tried = places.into_iter().flat_map(|place| {
            let set = Expected::Same(Observation::BreakpointSet(Some(place)));
            [(Action::BreakAt(place), set), (Action::Unbreak(place.line), Expected::RemovedIfSet)]
        });
        FollowUp::on(initial, Planned::new(tried))
    },
};

/// Where the steps of a run have stopped in the program.
fn stops(run: &Run) -> Vec<Location> {
    let mut places = Vec::new();
    for (_, shown) in steps(run).filter(|(action, _)| action.is_step()) {
        let top = shown.pause().and_then(|pause| pause.stack.first());
        if let Some(frame) = top.filter(|frame| frame.source == Source::Program)
            && !places.contains(&frame.location)
        {
            places.push(frame.location);
        }
    }
    places
}
