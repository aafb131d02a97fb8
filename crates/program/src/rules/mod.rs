//! Rewriting rules that keep a script's meaning: what it prints, and what a debugger shows of it.
//!
//! Only places move. Where a rule's preconditions cannot be decided, there is no site. Those that
//! depend on the program alone are checked when it is parsed, in `js`; a rule lists what is left.
//! Metamorphic relations and isolation use the same rules.

mod add_parameter;
mod boolean_literal;
mod insert_dead_code;
mod insert_no_op;
mod integer_literal;
mod remove_dead_code;
mod statement;

#[cfg(test)]
mod tests;

pub use add_parameter::AddParameter;
pub use boolean_literal::BooleanLiteral;
pub use insert_dead_code::InsertDeadCode;
pub use insert_no_op::InsertNoOp;
pub use integer_literal::IntegerLiteral;
pub use remove_dead_code::RemoveDeadCode;

use crate::edit::{Edit, Splice};
use crate::js::syntax::Syntax;
use crate::js::variables::Variable;
use crate::rewrite::Rule;

/// Every rule that has to know nothing but the program, in alphabetical order of their names.
pub const ALL: &[&dyn Rule<Syntax>] =
    &[&AddParameter, &BooleanLiteral, &InsertDeadCode, &InsertNoOp, &IntegerLiteral];

/// An edit whose text uses a variable, which debuggers may show only now: it may be captured by a
/// closure now, or used at all.
fn using(variable: &Variable, splice: Splice) -> Edit {
    let edit = Edit::from(splice);
    match &variable.owner {
        Some(owner) => edit.adding(&variable.name, owner),
        None => edit,
    }
}
