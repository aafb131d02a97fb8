//! A parameter that nobody passes makes no difference but its own name.

use parallax_program::rules::AddParameter;

use super::{Relation, rewritten};

/// The relation.
pub const RELATION: Relation = Relation {
    name: "add-parameter",
    summary: "A parameter that no caller passes is undefined and changes nothing else",
    needs: &[],
    manual: "\
The follow-up run uses the program with one more parameter, with a new name, at the end of a function's
parameter list. Inside the function the new parameter may be shown. Nothing else may change. The rule
does not apply to functions whose number of parameters or whose source text could be read, and to
functions that use `arguments`.

For example, after `function f(a)` has become `function f(a, extra)`, a pause in f must show the same
value of a.",
    prepare: |initial, _, rng| rewritten::follow_up(initial, &AddParameter, rng),
};
