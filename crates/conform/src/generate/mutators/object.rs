//! An expression becomes an object with properties that steps of the edition use.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::Situation;

/// What a property can be, with `K` for its key and `V` for an expression.
const PROPERTIES: &[&str] = &[
    "K : V",
    "K : V",
    "K : function ( ) { return V ; }",
    "K ( ) { return V ; }",
    "K ( x ) { return this ; }",
    "K ( ) { throw V ; }",
    "get K ( ) { return V ; }",
    "get K ( ) { throw V ; }",
    "set K ( v ) { }",
    "async K ( ) { return V ; }",
    "* K ( ) { yield V ; }",
];

/// How an object is given, with `O` for it.
const OBJECTS: &[&str] = &[
    "O",
    "O",
    "O",
    "O",
    "Object.freeze ( O )",
    "Object.preventExtensions ( O )",
    "new Proxy ( O , { } )",
    "new Proxy ( { } , O )",
    "new Proxy ( function ( ) { } , O )",
    "Object.assign ( function ( ) { } , O )",
    "Object.create ( O )",
];

pub(super) fn mutate(situation: &Situation<'_>, rng: &mut ChaCha8Rng) -> Option<String> {
    let keys = &situation.words.keys;
    if keys.is_empty() {
        return None;
    }
    let mut properties = Vec::new();
    for _ in 0..rng.random_range(1..=3) {
        let form = PROPERTIES[rng.random_range(0..PROPERTIES.len())];
        let key = &keys[rng.random_range(0..keys.len())];
        let value = situation.any_expression(rng)?;
        properties.push(form.replace('K', key).replace('V', value));
    }
    let object = format!("{{ {} }}", properties.join(" , "));
    let object =
        OBJECTS[rng.random_range(0..OBJECTS.len())].replacen(" O", &format!(" {object}"), 1);
    let object = if object == "O" { format!("{{ {} }}", properties.join(" , ")) } else { object };
    let node = situation.expression(rng)?;
    Some(situation.with_expression(node, &object))
}
