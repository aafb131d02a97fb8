//! An expression becomes one that throws, or that throws once something is done with its value: what
//! comes after is skipped by a text that is right, and not by one that forgets about exceptions.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

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

pub(super) fn mutate(situation: &Situation<'_>, rng: &mut ChaCha8Rng) -> Option<String> {
    let thrower = THROWERS[rng.random_range(0..THROWERS.len())];
    let node = situation.expression(rng)?;
    Some(situation.with_expression(node, thrower))
}
