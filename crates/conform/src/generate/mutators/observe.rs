//! An expression becomes one whose evaluation, or the use of whose value, is an event in a log.

use parallax_program::rewrite::{Rule, Sites};

use super::{Situation, filled};

/// What takes the place of an expression, with `V` for it.
const OBSERVERS: &[&str] = &[
    "$e ( \"m\" , V )",
    "$p ( \"m\" , Object ( V ) )",
    "$v ( \"m\" , V )",
    "$h ( \"m\" , V )",
    "$f ( \"m\" , ( ) => V )",
    "$i ( \"m\" , [ V ] )",
    "$i ( \"m\" , [ V ] , \"return\" )",
    "$j ( \"m\" , [ V ] )",
    "$t ( \"m\" , V )",
    "$o ( \"m\" , { length : 1 , 0 : V } )",
    "$x ( \"m\" )",
    "$try ( ( ) => V )",
];

/// The rule.
pub(super) struct Observe;

impl<'s> Rule<Situation<'s>> for Observe {
    fn name(&self) -> &str {
        "observe"
    }

    fn sites<'c>(&'c self, situation: &'c Situation<'s>) -> Sites<'c> {
        Sites::with_choices(
            situation.expressions(),
            |_| [OBSERVERS.len()],
            |&node, [observer]| {
                let value = situation.tree.text(node);
                situation.replace_expression(node, &filled(OBSERVERS[observer], &[("V", value)]))
            },
        )
    }
}
