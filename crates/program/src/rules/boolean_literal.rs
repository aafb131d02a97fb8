//! A boolean literal becomes an expression with its value: `true` becomes `(isNaN(v) || v == v)`,
//! `false` becomes `(!isNaN(v) && v != v)`.
//!
//! `isNaN` and `==` would call an object's own methods, and throw for symbols and BigInts: `v` is a
//! variable that surely holds none of them.

use rand::Rng;

use super::{Rule, choose};
use crate::edit::{Edited, Splice};
use crate::js::literals::LiteralValue;
use crate::js::syntax::Syntax;

pub(super) const RULE: Rule = Rule { name: "boolean-literal", apply };

fn apply(syntax: &Syntax, rng: &mut dyn Rng) -> Option<Edited> {
    let booleans: Vec<_> = syntax
        .literals
        .iter()
        .filter_map(|literal| match &literal.value {
            LiteralValue::Boolean(value, uses) if !uses.is_empty() => {
                Some((&literal.span, *value, uses))
            }
            _ => None,
        })
        .collect();
    let &(span, value, uses) = choose(&booleans, rng)?;
    let variable = syntax.variables.get(choose(uses, rng)?.variable)?;
    let v = &variable.name;
    let expression = if value {
        format!("(isNaN({v}) || {v} == {v})")
    } else {
        format!("(!isNaN({v}) && {v} != {v})")
    };
    let edited = Edited::new(&syntax.program, vec![Splice::replacement(span.clone(), expression)]);
    Some(match &variable.owner {
        Some(owner) => edited.with_added(v, owner), // it may be captured now
        None => edited,
    })
}
