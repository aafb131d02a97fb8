//! A parameter that nobody passes makes no difference but its own name.

use parallax_program::rules::AddParameter;

use super::{Relation, rewritten};

/// The relation.
pub const RELATION: Relation = Relation {
    name: "add-parameter",
    summary: "A parameter that nobody passes is shown as undefined and changes nothing else",
    needs: &[],
    manual: "\
The follow-up runs the program with one more parameter of a fresh name at the end of a function's
parameters. Inside the function the new parameter may be shown, and nothing else may change. Functions
whose number of parameters or whose text somebody could read, and those that use `arguments`, are left
alone.

For example, after `function f(a)` has become `function f(a, extra)`, a pause in f must show the same
value of a.",
    prepare: |initial, _, rng| rewritten::follow_up(initial, &AddParameter, rng),
};
