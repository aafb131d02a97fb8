//! A boolean literal becomes a comparison of a variable with itself that has its value.
//!
//! `true` becomes `(isNaN(v) || v == v)`, `false` becomes `(!isNaN(v) && v != v)`. `isNaN` and `==`
//! would call an object's own methods, and throw for symbols and BigInts: `v` is a variable that
//! surely holds none of them. Which variable that is, is the site's choice.

use std::ops::Range;

use crate::edit::{Edit, Splice};
use crate::js::literals::LiteralValue;
use crate::js::scopes::Use;
use crate::js::syntax::Syntax;
use crate::js::variables::Variable;
use crate::rewrite::{Rule, Sites};

/// The rule.
#[derive(Debug)]
pub struct BooleanLiteral;

/// A literal: where it is, its value, and the variables that can be compared there.
type Boolean<'s> = (&'s Range<usize>, bool, &'s [Use]);

impl Rule<Syntax> for BooleanLiteral {
    fn name(&self) -> &str {
        "boolean-literal"
    }

    fn sites<'c>(&'c self, syntax: &'c Syntax) -> Sites<'c> {
        let booleans = syntax.literals.iter().filter_map(|literal| match &literal.value {
            LiteralValue::Boolean(value, uses) if !uses.is_empty() => {
                Some((literal.span.clone(), (&literal.span, *value, &uses[..])))
            }
            _ => None,
        });
        Sites::with_choices(
            booleans,
            |(_, _, uses): &Boolean| [uses.len()],
            |(span, value, uses), [chosen]| {
                comparison(span, *value, &syntax.variables[uses[chosen].variable])
            },
        )
    }
}

fn comparison(span: &Range<usize>, value: bool, variable: &Variable) -> Edit {
    let v = &variable.name;
    let expression = match value {
        true => format!("(isNaN({v}) || {v} == {v})"),
        false => format!("(!isNaN({v}) && {v} != {v})"),
    };
    super::using(variable, Splice::replacement(span.clone(), expression))
}
