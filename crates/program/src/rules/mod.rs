//! Rewriting rules that keep a program's meaning: what it prints, and what a debugger shows of it
//! but for moved places.
//!
//! Where a rule's preconditions cannot be decided, its place is not used. Those that depend on the
//! program alone are checked when it is parsed, in `js`; a rule chooses among what is left.

use rand::{Rng, RngExt};

use crate::edit::Edited;
pub use crate::js::syntax::Syntax;

mod add_parameter;
mod boolean_literal;
mod insert_dead_code;
mod insert_no_op;
mod integer_literal;
pub mod remove_dead_code;
mod statement;

#[cfg(test)]
mod tests;

/// A way to rewrite programs.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// How people call it.
    pub name: &'static str,
    /// Rewrites at a random place; none if the program has no place for it.
    pub apply: fn(&Syntax, &mut dyn Rng) -> Option<Edited>,
}

/// Every rule that needs nothing but the program, by name.
pub const ALL: &[Rule] = &[
    add_parameter::RULE,
    boolean_literal::RULE,
    insert_dead_code::RULE,
    insert_no_op::RULE,
    integer_literal::RULE,
];

/// One of several, each as likely.
fn choose<'l, T>(list: &'l [T], rng: &mut dyn Rng) -> Option<&'l T> {
    if list.is_empty() { None } else { list.get(rng.random_range(0..list.len())) }
}
