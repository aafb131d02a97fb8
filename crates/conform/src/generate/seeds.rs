//! The seed synthesizer: programs from the syntax and from the built-in functions of an edition.

use std::collections::BTreeSet;

use parallax_spec::syntax::{NodeId, Parser};
use parallax_spec::synthesise::{Seeds, of_code_points};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::builtins;
use super::observed;
use super::realm::Realm;

/// What the name in synthesised programs, which all have the same, may stand for.
const NAMED: &[&str] = &[
    "var a = 0 ;",
    "var a = \"a\" ;",
    "var a = { a : 0 } ;",
    "var a = [ 0 , 1 ] ;",
    "var a = function ( ) { return a ; } ;",
    "var a = 1n ;",
    "class a { a ; static a ; }",
];

/// Places whose code is run, and what comes before and after it.
const RUNNING: &[(&str, &str)] = &[
    ("var x = ( function ( ) {", "} ) ( 0 , 1 ) ;"),
    ("var x = [ ... ( function * ( ) {", "} ) ( ) ] ;"),
    ("var x = ( function * ( ) { try {", "} finally { } } ) ( ) ; x . next ( ) ; x . return ( ) ;"),
    ("( async function ( ) {", "} ) ( ) ;"),
    ("var x = ( async function * ( ) {", "} ) ( ) ; x . next ( ) ; x . next ( ) ;"),
    ("new class b extends Object { #a = 0 ; constructor ( ) {", "} } ( ) ;"),
    ("( class { static #a = 0 ; static b ( ) {", "} } ) . b ( ) ;"),
    ("for ( var b of [ 0 , 1 ] ) {", "}"),
];

/// What patterns are matched with.
const SUBJECTS: &[&str] = &["", "a", "aa\\nA0_ -", "\\u{1F600}\\u017F"];

/// The flags of patterns, and the parameters of their grammar.
const MODES: &[(&str, &[&str])] = &[
    ("", &[]),
    ("i", &["NamedCaptureGroups"]),
    ("u", &["UnicodeMode", "NamedCaptureGroups"]),
    ("iv", &["UnicodeMode", "UnicodeSetsMode", "NamedCaptureGroups"]),
    ("dgmsy", &["NamedCaptureGroups"]),
];

/// A program and where it comes from.
#[derive(Clone, Debug)]
pub struct Seed {
    /// The program.
    pub program: String,
    /// Which synthesizer made it.
    pub origin: String,
}

/// Of so many built-in seeds one gives pieces for mutation: most differ in little.
const SAMPLE_STEP: usize = 8;

/// All seeds.
pub struct Synthesised {
    /// The programs.
    pub seeds: Vec<Seed>,
    /// Programs that give pieces for mutation.
    pub material: Vec<String>,
    /// How many alternatives of the syntactic grammar those of the first synthesizer use.
    pub covered: usize,
    /// How many a script can use.
    pub reachable: usize,
}

/// Synthesises seeds: first those as they are, then those that are mixed from others.
pub fn synthesise(parser: &Parser, realm: &Realm, rng: &mut ChaCha8Rng) -> Synthesised {
    let syntax = Seeds::of(parser, "Script", |_, _| true);
    let seed =
        |origin: &'static str| move |program: String| Seed { program, origin: origin.to_owned() };
    let built_ins = builtins::synthesise(realm);
    let mut mixed: Vec<Seed> = Vec::new();
    for program in &syntax.programs {
        mixed.extend(NAMED.iter().map(|named| format!("{named}\n{program}")).map(seed("syntax")));
        mixed.push(seed("syntax")(format!("\"use strict\";\nvar a ;\n{program}")));
    }
    mixed.extend(run(parser, &syntax.programs).into_iter().map(seed("syntax")));
    mixed.extend(single_expressions(parser, &syntax.programs).into_iter().map(seed("syntax")));
    mixed.extend(built_ins.iter().cloned().map(seed("built-in")));
    mixed.extend(patterns(parser).into_iter().map(seed("pattern")));
    mixed.extend(observed::synthesise(parser, realm, &syntax.programs, rng));
    // A run that ends early has seen some of everything.
    mixed.shuffle(rng);
    let sampled = built_ins.iter().step_by(SAMPLE_STEP).cloned();
    let named = NAMED.iter().map(|it| (*it).to_owned());
    let material = syntax.programs.iter().cloned().chain(named).chain(sampled).collect();
    let plain = syntax.programs.iter().cloned().map(seed("syntax"));
    Synthesised {
        seeds: plain.chain(mixed).collect(),
        material,
        covered: syntax.covered.len(),
        reachable: syntax.reachable.len(),
    }
}

/// Every statement of synthesised programs where it is run: most of them are in functions that nobody
/// calls, or loop forever.
fn run(parser: &Parser, programs: &[String]) -> Vec<String> {
    let mut statements = BTreeSet::new();
    for tree in programs.iter().filter_map(|program| parser.script(program).ok()) {
        let is_statement = |node: &NodeId| tree.name(*node) == "StatementListItem";
        let nodes = tree.descendants(tree.root()).filter(is_statement);
        let texts: Vec<String> = nodes.map(|node| tree.text(node).to_owned()).collect();
        statements.extend(texts.iter().map(|text| text.replace(") ;", ") break ;")));
        statements.extend(texts);
    }
    let places = statements.iter().flat_map(|it| RUNNING.iter().map(move |place| (it, place)));
    // Each with another meaning of the name.
    let named = NAMED.iter().cycle();
    places
        .zip(named)
        .map(|((statement, (before, after)), named)| {
            format!("{named}\n{before} {statement} {after}")
        })
        .collect()
}

/// Every expression of synthesised programs by itself, with each meaning of the name: most of them are
/// parts of others that are not evaluated.
fn single_expressions(parser: &Parser, programs: &[String]) -> Vec<String> {
    let mut expressions = BTreeSet::new();
    for tree in programs.iter().filter_map(|program| parser.script(program).ok()) {
        let is_expression = |node: &NodeId| tree.name(*node).ends_with("Expression");
        let nodes = tree.descendants(tree.root()).filter(is_expression);
        expressions.extend(nodes.map(|node| tree.text(node).to_owned()));
    }
    let statement = |text: &String| format!("( {text} ) ;");
    let statements = expressions.iter().map(statement).filter(|it| parser.script(it).is_ok());
    statements
        .flat_map(|statement| NAMED.iter().map(move |named| format!("{named}\n{statement}")))
        .collect()
}

fn patterns(parser: &Parser) -> Vec<String> {
    let mut programs = Vec::new();
    for (flags, parameters) in MODES {
        for pattern in of_code_points(parser, "Pattern", parameters) {
            let fine = !pattern.is_empty()
                && !pattern.starts_with('*')
                && !pattern.contains(['/', '\n', '\u{2028}', '\u{2029}']);
            for subject in SUBJECTS.iter().filter(|_| fine) {
                programs.push(format!("var x = /{pattern}/{flags} . exec ( \"{subject}\" ) ;"));
            }
        }
    }
    programs
}
