//! Code that never runs is inserted: `if (false) { x = 5; }`, where `x` is a variable that is
//! visible there.
//!
//! As it never runs, the variable need not be initialised yet.

use rand::Rng;

use super::{Rule, choose, statement};
use crate::edit::Edited;
use crate::js::syntax::Syntax;

pub(super) const RULE: Rule = Rule { name: "insert-dead-code", apply };

const VALUES: [&str; 5] = ["5", "0", "true", "null", "\"dead\""];

fn apply(syntax: &Syntax, rng: &mut dyn Rng) -> Option<Edited> {
    let (gap, variable) = statement::choose(syntax, rng, |_, _, variable| variable.is_assignable)?;
    let value = choose(&VALUES, rng)?;
    let assignment = format!("  {} = {value};", variable.name);
    Some(statement::insert(syntax, gap, variable, &["if (false) {", &assignment, "}"]))
}
