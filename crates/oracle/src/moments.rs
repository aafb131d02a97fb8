//! The moments of a recording that a pause may be at.

use parallax_model::{Pause, Source};
use parallax_spec::recording::NONE;

use crate::ends;
use crate::laws::Moment;
use crate::truth::Truth;

/// So many segments are tried for one pause. A pause that was not missed is among the first.
pub(crate) const TRIED: usize = 400;

/// The segments that a pause may be in, from one on: those that evaluate the statement that it shows.
pub(crate) fn segments(truth: &Truth, pause: &Pause, from: u32) -> Vec<u32> {
    let Some(top) = pause.stack.first() else { return Vec::new() };
    if top.source == Source::Eval {
        let all = truth.recording.segments.iter().enumerate().skip(from as usize);
        let made = all.filter(|(_, it)| it.stack != NONE && it.unit == NONE);
        return made.map(|(number, _)| number as u32).take(TRIED).collect();
    }
    let mut statements = truth.statements_at(top.location);
    if let Some(left) = truth.return_before(top.location) {
        // The statement itself is meant, or the end of its function, not what is around it.
        let end = ends::function(truth, top.location);
        statements.retain(|it| Some(*it) == end);
        statements.push(left);
    }
    let mut found: Vec<u32> = statements
        .into_iter()
        .flat_map(|it| truth.segments_of(it, from).iter().take(TRIED))
        .copied()
        .collect();
    found.sort_unstable();
    if let Some(function) = ends::function(truth, top.location) {
        ends::keep_ends(truth, function, &mut found);
    }
    if ends::is_of_script(truth, top.location) {
        ends::keep_end_of_script(truth, &mut found);
    }
    found
}

/// The first moment of a segment that is not before another moment.
pub(crate) fn first(truth: &Truth, segment: u32, from: Moment) -> Moment {
    let tick = truth.recording.segments[segment as usize].tick;
    Moment { segment, tick: if segment == from.segment { tick.max(from.tick) } else { tick } }
}
