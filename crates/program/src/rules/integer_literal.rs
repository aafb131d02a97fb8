//! An integer literal becomes an expression with its value: `12` becomes `(11+1)`, `(13-1)`,
//! `(12/1)` or `(12*1)`.

use rand::{Rng, RngExt};

use super::{Rule, choose};
use crate::edit::{Edited, Splice};
use crate::js::literals::LiteralValue;
use crate::js::syntax::Syntax;

pub(super) const RULE: Rule = Rule { name: "integer-literal", apply };

fn apply(syntax: &Syntax, rng: &mut dyn Rng) -> Option<Edited> {
    let integers: Vec<_> = syntax
        .literals
        .iter()
        .filter_map(|literal| match literal.value {
            LiteralValue::Integer(value) => Some((&literal.span, i64::from(value))),
            LiteralValue::Boolean(..) => None,
        })
        .collect();
    let &(span, value) = choose(&integers, rng)?;
    let expression = match rng.random_range(0..4) {
        0 => format!("({}+1)", value - 1),
        1 => format!("({}-1)", value + 1),
        2 => format!("({value}/1)"),
        _ => format!("({value}*1)"),
    };
    Some(Edited::new(&syntax.program, vec![Splice::replacement(span.clone(), expression)]))
}
