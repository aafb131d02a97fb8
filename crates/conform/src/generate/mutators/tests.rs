//! What each mutator does at named sites of small programs.

use rand::SeedableRng;

use super::*;
use crate::synthetic;

/// A mutator, a program with `«»` around the bytes of a place, the choices there, and the program
/// after. The pieces are those of [`PIECES`]. The place is also what is aimed at.
type NamedSite = (&'static str, &'static str, &'static [usize], &'static str);

/// Its expressions are `c = 1 + ( d )`, `1 + ( d )` and `d`, its statement is the whole.
const PIECES: &str = "c = 1 + ( d ) ;";

const SITES: &[NamedSite] = &[
    // Where, which statement, which expression, which name.
    ("diverter", "«a = b ;»", &[1, 0, 0, 0, 0, 0], "a = b ;\na ( ) ;"),
    ("diverter", "{ «a ; b ;» }", &[4, 6, 2, 0, 0, 1], "{ a ; b ; return d ; }"),
    ("diverter", "a ;\n{ «b ;» }", &[0, 3, 1, 2, 1, 0], "a ;\n{ a = d ; b ; }"),
    ("expression", "a = «b» ;", &[1, 0, 0], "a = 1 + ( d ) ;"),
    ("expression", "a + «b» ;", &[0, 1, 1], "a + ( 1 + ( d ) ) ;"),
    ("expression", "a + «b» ;", &[0, 2, 1], "a + d ;"),
    ("nearest-part", "a = «b + 1» ;", &[0, 0, 0], "a = c = 1 + ( d ) ;"),
    ("nearest-whole", "a = «b + 1» ;", &[2, 0, 0], "a = d ;"),
    (
        "object",
        "a = «b» ;",
        &[4, 1, 0, 0, 2, 0, 0, 8, 1, 0, 0, 0, 0, 0, 0, 0, 0],
        "a = Object.freeze ( { [Symbol.iterator] : d , set length ( v ) { } } ) ;",
    ),
    (
        "object",
        "«b» ;",
        &[0, 0, 3, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        "( { length ( ) { return d ; } } ) ;",
    ),
    ("observe", "a = «b» + 1 ;", &[0], "a = ( $e ( \"m\" , b ) ) + 1 ;"),
    ("random", "a = «b + 1» ;", &[2, 0, 0], "a = d ;"),
    ("remove", "a = b ; «c ;»", &[], "a = b ;"),
    ("remove", "{ «a» ; }", &[], "{  ; }"),
    ("smaller", "«a = ( b = 1 )» ;", &[0], "( b = 1 ) ;"),
    ("smaller", "«a = ( b = 1 )» ;", &[1], "b = 1 ;"),
    ("smaller", "a = «b + 1» ;", &[0], "a = d ;"),
    ("statement", "«a ;»", &[0, 0, 0, 0], "c = 1 + ( d ) ;\na ;"),
    ("statement", "{ «a ;» }", &[1, 0, 0, 0], "{ a ; c = 1 + ( d ) ; }"),
    ("strictness", "«»a ;", &[], "\"use strict\";\na ;"),
    ("string", "a = «b» + 1 ;", &[1], "a = \"name\" + 1 ;"),
    ("thrower", "a = «b» ;", &[0], "a = null . a ;"),
    ("thrower", "«b» ;", &[7], "( function ( ) { throw 0 ; } ) ;"),
];

#[test]
fn a_named_site_determines_the_text() {
    let mut fragments = Fragments::default();
    fragments.add(&synthetic::tree(PIECES), &mut ChaCha8Rng::seed_from_u64(1));
    let strings = |all: [&str; 2]| all.map(str::to_owned).to_vec();
    let words = Words {
        literals: strings(["\"length\"", "\"name\""]),
        keys: strings(["[Symbol.iterator]", "length"]),
    };
    for (name, marked, choices, expected) in SITES {
        let span = marked.find('«').unwrap()..marked.find('»').unwrap() - '«'.len_utf8();
        let tree = synthetic::tree(&marked.replace(['«', '»'], ""));
        let place = Some(span.clone());
        let situation = Situation { tree: &tree, place, fragments: &fragments, words: &words };
        let rule = MUTATORS.iter().find(|it| it.rule.name() == *name).expect(name).rule;
        let sites = rule.sites(&situation);
        let place = sites.places().iter().position(|place| *place == span).expect(marked);
        let edit = sites.apply(&Site { place, choices: choices.to_vec() });
        let text = edit.expect(marked).text(tree.whole_text());
        assert_eq!(text, *expected, "{name}: {marked}");
    }
    let tested = |rule: &MutationRule| SITES.iter().any(|(name, ..)| *name == rule.name());
    assert!(MUTATORS.iter().all(|mutator| tested(mutator.rule)));
}

#[test]
fn without_material_there_is_no_site() {
    let tree = synthetic::tree("a ;");
    let (fragments, words) =
        (Fragments::default(), Words { literals: Vec::new(), keys: Vec::new() });
    let situation = Situation { tree: &tree, place: None, fragments: &fragments, words: &words };
    let name = |mutator: &Mutator| {
        mutator.rule.sites(&situation).iter().next().map(|_| mutator.rule.name())
    };
    let names: Vec<&str> = MUTATORS.iter().filter_map(name).collect();
    assert_eq!(names, ["observe", "remove", "strictness", "thrower"]);
}

#[test]
fn names_are_in_order_and_weights_add_up() {
    assert!(MUTATORS.is_sorted_by_key(|mutator| mutator.rule.name()));
    assert_eq!(MUTATORS.iter().map(|mutator| mutator.weight).sum::<u32>(), 300);
}
