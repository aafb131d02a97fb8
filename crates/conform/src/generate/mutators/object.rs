//! An expression becomes an object with properties that steps of the edition use.

use parallax_program::rewrite::{Rule, Sites};

use super::{Situation, filled, piece, piece_choices};

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

/// How many properties an object has at most.
const MAX_PROPERTIES: usize = 3;
/// The choices for a property: its form, its key, and three for the expression in it.
const OF_PROPERTY: usize = 5;
/// The choices for an object: its form, how many properties it has, and all that it can have; those
/// that it does not have are not used.
const OF_OBJECT: usize = 2 + MAX_PROPERTIES * OF_PROPERTY;

/// The rule.
pub(super) struct Object;

impl<'s> Rule<Situation<'s>> for Object {
    fn name(&self) -> &str {
        "object"
    }

    fn sites<'c>(&'c self, situation: &'c Situation<'s>) -> Sites<'c> {
        let counts = counts(situation);
        Sites::with_choices(
            situation.expressions(),
            move |_| counts,
            |&node, choices| situation.replace_expression(node, &object(situation, choices)),
        )
    }
}

fn counts(situation: &Situation<'_>) -> [usize; OF_OBJECT] {
    let [first, second, shorter] = piece_choices(situation.expression_pieces());
    let property = [PROPERTIES.len(), situation.words.keys.len(), first, second, shorter];
    let mut counts = [0; OF_OBJECT];
    counts[..2].copy_from_slice(&[OBJECTS.len(), MAX_PROPERTIES]);
    counts[2..].as_chunks_mut().0.fill(property);
    counts
}

fn object(situation: &Situation<'_>, [form, more, properties @ ..]: [usize; OF_OBJECT]) -> String {
    let values = situation.expression_pieces();
    let property = |&[form, key, first, second, shorter]: &[usize; OF_PROPERTY]| {
        let key = situation.words.keys[key].as_str();
        let value = piece(values, [first, second, shorter]);
        filled(PROPERTIES[form], &[("K", key), ("V", value)])
    };
    let properties = properties.as_chunks().0.iter().take(1 + more).map(property);
    let object = format!("{{ {} }}", properties.collect::<Vec<_>>().join(" , "));
    filled(OBJECTS[form], &[("O", &object)])
}
