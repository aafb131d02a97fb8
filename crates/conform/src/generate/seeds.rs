//! The seed synthesizer: programs from the syntax and from the built-in functions of an edition.

use std::collections::BTreeSet;

use parallax_spec::syntax::{NodeId, Parser};
use parallax_spec::synthesise::{Seeds, of_code_points};

use super::builtins;
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
pub struct Seed {
    /// The program.
    pub program: String,
    /// Which synthesizer made it.
    pub origin: &'static str,
}

/// All seeds.
pub struct Synthesised {
    /// The programs.
    pub seeds: Vec<Seed>,
    /// How many alternatives of the syntactic grammar those of the first synthesizer use.
    pub covered: usize,
    /// How many a script can use.
    pub reachable: usize,
}

/// Synthesises seeds.
pub fn synthesise(parser: &Parser, realm: &Realm) -> Synthesised {
    let syntax = Seeds::of(parser, "Script", |_, _| true);
    let mut seeds = Vec::new();
    let mut add = |program: String, origin| seeds.push(Seed { program, origin });
    for program in &syntax.programs {
        add(program.clone(), "syntax");
        for named in NAMED {
            add(format!("{named}\n{program}"), "syntax");
        }
        add(format!("\"use strict\";\nvar a ;\n{program}"), "syntax");
    }
    for program in run(parser, &syntax.programs) {
        add(program, "syntax");
    }
    for program in builtins::synthesise(realm) {
        add(program, "built-in");
    }
    for program in patterns(parser) {
        add(program, "pattern");
    }
    Synthesised { seeds, covered: syntax.covered.len(), reachable: syntax.reachable.len() }
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
    let mut programs = Vec::new();
    for statement in &statements {
        for (before, after) in RUNNING {
            for named in NAMED {
                programs.push(format!("{named}\n{before} {statement} {after}"));
            }
        }
    }
    programs
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
