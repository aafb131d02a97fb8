//! Code that was never executed is not missed.

use parallax_program::rules::RemoveDeadCode;

use super::{Relation, rewritten};
use parallax_debug::backend::Ability;

/// The relation.
pub const RELATION: Relation = Relation {
    name: "remove-dead-code",
    summary: "Removing code that is never executed changes nothing",
    needs: &[Ability::Output],
    manual: "\
The follow-up run uses the program without the statements of a function that is never called, or of a
block that is never entered; the braces stay. What is never executed is known from the debugger's
coverage, if it has one, and otherwise from a run of an instrumented program. Breakpoints and pauses move
with the lines; runs with a breakpoint in the removed code are not used. Everything else must be the same.
Code is removed only if it declares no variable of the surrounding code, and is not the only code that
uses or captures a variable of the surrounding code.

For example, after `if (x < 0) { sign = -1; }` has become `if (x < 0) {  }`, and x is never negative, every
pause must show the same.",
    prepare: |initial, survey, rng| {
        rewritten::follow_up(initial, &RemoveDeadCode { dead: &survey.dead }, rng)
    },
};
