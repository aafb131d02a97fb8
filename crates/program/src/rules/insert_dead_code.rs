//! Code that never runs is inserted: an assignment to a variable that is visible there.
//!
//! It is `if (false) { x = 5; }`; the variable and its value are the site's choices. As the code never
//! runs, the variable need not be initialised yet.

use super::statement;
use crate::js::syntax::Syntax;
use crate::rewrite::{Rule, Sites};

/// The rule.
#[derive(Debug)]
pub struct InsertDeadCode;

const VALUES: [&str; 5] = ["5", "0", "true", "null", "\"dead\""];

impl Rule<Syntax> for InsertDeadCode {
    fn name(&self) -> &str {
        "insert-dead-code"
    }

    fn sites<'c>(&'c self, syntax: &'c Syntax) -> Sites<'c> {
        let slots = statement::slots(syntax, |_, _, variable| variable.is_assignable);
        Sites::with_choices(
            slots,
            |slot| [slot.variables.len(), VALUES.len()],
            |slot, [variable, value]| {
                let variable = slot.variables[variable];
                let assignment = format!("  {} = {};", variable.name, VALUES[value]);
                slot.insert(variable, &["if (false) {", &assignment, "}"])
            },
        )
    }
}
