//! A statement that does nothing is inserted: `x = x;`.
//!
//! `x` is a variable that is visible there, can be assigned to, and is surely initialised; which one
//! is the site's choice. Not at the end of a loop's body: V8 makes no code of it, and can pause at the
//! loop's head instead.

use super::statement;
use crate::js::syntax::Syntax;
use crate::rewrite::{Rule, Sites};

/// The rule.
#[derive(Debug)]
pub struct InsertNoOp;

impl Rule<Syntax> for InsertNoOp {
    fn name(&self) -> &str {
        "insert-no-op"
    }

    fn sites<'c>(&'c self, syntax: &'c Syntax) -> Sites<'c> {
        let slots = statement::slots(syntax, |gap, r#use, variable| {
            !gap.ends_loop && r#use.initialised && variable.is_assignable && variable.is_steady
        });
        Sites::with_choices(
            slots,
            |slot| [slot.variables.len()],
            |slot, [variable]| {
                let variable = slot.variables[variable];
                slot.insert(variable, &[&format!("{0} = {0};", variable.name)])
            },
        )
    }
}
