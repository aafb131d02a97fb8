//! Constant mutation: plus one, minus one, zero, negated.

use parallax_program::edit::Splice;
use parallax_program::parts::{Constant, Parts};

use super::{Mutation, of_parts};

pub(super) fn rules() -> Vec<Mutation> {
    let rule = |name: &str, change: fn(&Constant) -> String| {
        of_parts(format!("constant {name}"), move |parts: &Parts| {
            let changed =
                |constant: &Constant| Splice::replacement(constant.span.clone(), change(constant));
            parts.constants.iter().map(changed).collect()
        })
    };
    vec![
        rule("+ 1", |constant| changed_by(constant, '+')),
        rule("- 1", |constant| changed_by(constant, '-')),
        rule("* 0", |constant| format!("0{}", constant.suffix)),
        rule("* -1", |constant| format!("(-{}{})", constant.digits, constant.suffix)),
    ]
}

/// In JavaScript both operands of an operator are of one type.
fn changed_by(constant: &Constant, sign: char) -> String {
    let Constant { digits, suffix, .. } = constant;
    let one = if suffix == "n" { "1n" } else { "1" };
    format!("({digits}{suffix} {sign} {one})")
}
