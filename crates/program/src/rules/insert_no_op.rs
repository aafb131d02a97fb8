//! A statement that does nothing is inserted: `x = x;`, where `x` is a variable that is visible
//! there, can be assigned to, and is surely initialised.
//!
//! Not at the end of a loop's body: V8 makes no code of it, and can pause at the loop's head instead.

use rand::Rng;

use super::{Rule, statement};
use crate::edit::Edited;
use crate::js::syntax::Syntax;

pub(super) const RULE: Rule = Rule { name: "insert-no-op", apply };

fn apply(syntax: &Syntax, rng: &mut dyn Rng) -> Option<Edited> {
    let (gap, variable) = statement::choose(syntax, rng, |gap, r#use, variable| {
        !gap.ends_loop && r#use.initialised && variable.is_assignable && variable.is_steady
    })?;
    let assignment = format!("{0} = {0};", variable.name);
    Some(statement::insert(syntax, gap, variable, &[&assignment]))
}
