//! Code that was never executed is not missed.

use parallax_program::rules::RemoveDeadCode;

use super::{Relation, rewritten};
use parallax_debug::backend::Ability;

/// The relation.
pub const RELATION: Relation = Relation {
    name: "remove-dead-code",
    summary: "Code that is never executed is not missed",
    needs: &[Ability::Output],
    manual: "\
The follow-up runs the program without the statements of a function that is never called, or of a block
that is never entered; the braces stay. What never runs is known from the debugger's coverage where it
has one, and else from a run of the program with marks in it. Breakpoints and pauses move with the
lines; runs with a breakpoint in what is removed are left alone. Everything else must be the same. So
that it is, what is removed declares no variable of the code around it, and is not the only code that
uses or captures a variable from there.

For example, after `if (x < 0) { sign = -1; }` has become `if (x < 0) {  }`, and x is never negative, every
pause must show the same.",
    prepare: |initial, survey, rng| {
        rewritten::follow_up(initial, &RemoveDeadCode { dead: &survey.dead }, rng)
    },
};
