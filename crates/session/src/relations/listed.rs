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
    summary: "A breakpoint can be set exactly at each listed location, and where steps stop",
    needs: &[Ability::Listing],
    manual: "\
The follow-up run sets breakpoints, one after another, at some of the locations that the debugger lists
as possible breakpoints, and at the locations where steps of the initial run stopped, and removes each
again. Each must be set exactly at the requested location. The program is not started.

For example, if the debugger lists line 3, column 10, or a step stopped there, then the answer to
`break 3:10` must be 3:10.",
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
