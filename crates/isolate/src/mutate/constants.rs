//! Constant mutation: one more, one less, nothing, the opposite.

use parallax_program::c::{Constant, Syntax};
use parallax_program::edit::Splice;

use super::Rule;

pub(super) fn rules() -> Vec<Rule> {
    let rule = |name: &str, change: fn(&Constant) -> String| {
        Rule::new(format!("constant {name}"), move |syntax: &Syntax| {
            let changed =
                |constant: &Constant| Splice::replacement(constant.span.clone(), change(constant));
            syntax.constants.iter().map(changed).collect()
        })
    };
    vec![
        rule("+ 1", |constant| format!("({}{} + 1)", constant.digits, constant.suffix)),
        rule("- 1", |constant| format!("({}{} - 1)", constant.digits, constant.suffix)),
        rule("* 0", |constant| format!("0{}", constant.suffix)),
        rule("* -1", |constant| format!("(-{}{})", constant.digits, constant.suffix)),
    ]
}
