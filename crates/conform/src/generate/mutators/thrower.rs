//! An expression becomes one that throws, or that throws once something is done with its value.
//!
//! What comes after is skipped by a text that is right, and not by one that forgets about exceptions.

use parallax_program::rewrite::{Rule, Sites};

use super::Situation;

const THROWERS: &[&str] = &[
    // When it is evaluated, also as a function that gets its name from where it stands.
    "null . a",
    "class extends 0 { }",
    // When it becomes a primitive value, a key, a number or a string.
    "{ [Symbol.toPrimitive] : 0 }",
    "{ toString : 0 , valueOf : 0 }",
    "Symbol ( )",
    // When it is iterated over.
    "{ [Symbol.iterator] : 0 }",
    // When anything is asked of it.
    "new Proxy ( { } , { get : 0 , has : 0 , ownKeys : 0 , getPrototypeOf : 0 } )",
    // When it is called.
    "function ( ) { throw 0 ; }",
];

/// The rule.
pub(super) struct Thrower;

impl<'s> Rule<Situation<'s>> for Thrower {
    fn name(&self) -> &str {
        "thrower"
    }

    fn sites<'c>(&'c self, situation: &'c Situation<'s>) -> Sites<'c> {
        Sites::with_choices(
            situation.expressions(),
            |_| [THROWERS.len()],
            |&node, [thrower]| situation.replace_expression(node, THROWERS[thrower]),
        )
    }
}
