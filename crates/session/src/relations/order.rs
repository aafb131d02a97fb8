//! The order in which breakpoints are set does not matter.

use rand::seq::SliceRandom;

use super::{FollowUp, Planned, Relation, breakpoints, same};

/// The relation.
pub const RELATION: Relation = Relation {
    name: "order",
    summary: "The order in which breakpoints are set has no effect",
    needs: &[],
    manual: "\
The follow-up run sets the breakpoints of the initial run in another order. Each must be set at the same
location as before, and every pause must be the same. Runs in which two requests have the same line or
location are not used, because which of the two a debugger refuses is not specified.

For example, `break 9; break 3; start` must pause first where `break 3; break 9; start` does.",
    prepare: |initial, _, rng| {
        let places: Vec<usize> = breakpoints(initial)?.iter().map(|one| one.at).collect();
        if places.len() < 2 {
            return None;
        }
        let mut shuffled = places.clone();
        shuffled.shuffle(rng);
        if shuffled == places {
            shuffled.rotate_left(1);
        }
        let mut steps = same(initial);
        let originals = steps.clone();
        for (to, from) in places.iter().zip(&shuffled) {
            steps[*to] = originals[*from].clone();
        }
        FollowUp::on(initial, Planned::new(steps))
    },
};
