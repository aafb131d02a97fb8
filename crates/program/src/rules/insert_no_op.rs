//! A statement that does nothing is inserted: `x = x;`, where `x` is a variable that is visible
//! there, can be assigned to, and is surely initialised.

use rand::Rng;

use super::{Rule, statement};
use crate::edit::Edited;
use crate::js::syntax::Syntax;

pub(super) const RULE: Rule = Rule { name: "insert-no-op", apply };

fn apply(syntax: &Syntax, rng: &mut dyn Rng) -> Option<Edited> {
    let (gap, variable) = statement::choose(syntax, rng, |r#use, variable| {
        r#use.initialised && variable.is_assignable && variable.is_steady
    })?;
    let assignment = format!("{0} = {0};", variable.name);
    Some(statement::insert(syntax, gap, variable, &[&assignment]))
}
