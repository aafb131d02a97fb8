//! An integer literal becomes a calculation that gives it.
//!
//! `12` becomes `(11+1)`, `(13-1)`, `(12/1)` or `(12*1)`, as the site chooses.

use std::ops::Range;

use crate::edit::{Edit, Splice};
use crate::js::literals::LiteralValue;
use crate::js::syntax::Syntax;
use crate::rewrite::{Rule, Sites};

/// The rule.
#[derive(Debug)]
pub struct IntegerLiteral;

/// How many calculations there are.
const FORMS: usize = 4;

impl Rule<Syntax> for IntegerLiteral {
    fn name(&self) -> &str {
        "integer-literal"
    }

    fn sites<'c>(&'c self, syntax: &'c Syntax) -> Sites<'c> {
        let integers = syntax.literals.iter().filter_map(|literal| match literal.value {
            LiteralValue::Integer(value) => {
                Some((literal.span.clone(), (&literal.span, i64::from(value))))
            }
            LiteralValue::Boolean(..) => None,
        });
        Sites::with_choices(
            integers,
            |_| [FORMS],
            |&(span, value), [form]| calculation(span, value, form),
        )
    }
}

fn calculation(span: &Range<usize>, value: i64, form: usize) -> Edit {
    let expression = match form {
        0 => format!("({}+1)", value - 1),
        1 => format!("({}-1)", value + 1),
        2 => format!("({value}/1)"),
        _ => format!("({value}*1)"),
    };
    Splice::replacement(span.clone(), expression).into()
}
