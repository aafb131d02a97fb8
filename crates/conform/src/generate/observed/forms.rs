//! Forms of the syntax with an observer in each place that takes a value.

use std::collections::BTreeSet;

use parallax_spec::syntax::{NodeId, Parser};
use rand_chacha::ChaCha8Rng;

use super::holes::{Fillings, filled};
use super::seed;
use crate::generate::seeds::Seed;

/// One on each line. What stands before a colon says in which kind of function it is: a generator, an
/// asynchronous function, an asynchronous generator.
const FORMS: &str = include_str!("forms.txt");

/// At most so many programs are made of a form.
const MOST: usize = 160;

const FILLINGS: Fillings = &[
    (
        "OBJ",
        &[
            "$e ( \"@\" , $p ( \"@\" , { a : 1 , b : 2 } ) )",
            "$e ( \"@\" , null )",
            "$e ( \"@\" , undefined )",
            "$e ( \"@\" , $x ( \"@\" ) )",
            "$e ( \"@\" , $p ( \"@\" , function ( ) { } ) )",
            "$e ( \"@\" , 1 )",
            "$e ( \"@\" , \"ab\" )",
            "$p ( \"@\" , Object . freeze ( { a : 1 } ) )",
            "$p ( \"@\" , [ 1 , 2 ] )",
            "$p ( \"@\" , $o ( \"@\" , { a : 1 , b : undefined } ) )",
            "$p ( \"@\" , { __proto__ : $p ( \"@P\" , { a : 1 } ) } )",
            "missing",
            "( ( ) => { $log ( \"@\" ) ; throw \"@\" ; } ) ( )",
        ],
    ),
    (
        "KEY",
        &[
            "$e ( \"@\" , \"a\" )",
            "$e ( \"@\" , $v ( \"@\" , \"a\" ) )",
            "$e ( \"@\" , $h ( \"@\" , \"b\" ) )",
            "$e ( \"@\" , $x ( \"@\" ) )",
            "$e ( \"@\" , Symbol . iterator )",
            "$h ( \"@\" , \"c\" , ( ) => { throw \"@\" ; } )",
            "( ( ) => { $log ( \"@\" ) ; throw \"@\" ; } ) ( )",
        ],
    ),
    (
        "VAL",
        &[
            "$e ( \"@\" , 1 )",
            "$e ( \"@\" , $v ( \"@\" , 2 ) )",
            "$e ( \"@\" , $h ( \"@\" , \"b\" ) )",
            "$e ( \"@\" , $v ( \"@\" , 1n ) )",
            "$e ( \"@\" , undefined )",
            "$e ( \"@\" , $x ( \"@\" ) )",
            "$e ( \"@\" , null )",
            "$e ( \"@\" , Symbol . iterator )",
            "$e ( \"@\" , \"a\" )",
            "missing",
            "( ( ) => { $log ( \"@\" ) ; throw \"@\" ; } ) ( )",
        ],
    ),
    (
        "ITR",
        &[
            "$i ( \"@\" , [ 1 , 2 , 3 ] )",
            "$i ( \"@\" , [ ] )",
            "$i ( \"@\" , [ undefined ] )",
            "$i ( \"@\" , [ [ 1 , 2 ] , [ 3 ] ] )",
            "$i ( \"@\" , [ 1 , 2 ] , \"next\" )",
            "$i ( \"@\" , [ 1 , 2 ] , \"result\" )",
            "$i ( \"@\" , [ 1 , 2 ] , \"done\" )",
            "$i ( \"@\" , [ 1 , 2 ] , \"return\" )",
            "$i ( \"@\" , [ 1 , 2 ] , \"close\" )",
            "$i ( \"@\" , [ 1 , 2 ] , \"none\" )",
            "$e ( \"@\" , null )",
            "$e ( \"@\" , \"ab\" )",
            "$p ( \"@\" , [ 1 , 2 ] )",
            "[ $t ( \"@\" , 1 ) , $t ( \"@2\" , 2 , \"bad\" ) ]",
            "$x ( \"@\" )",
        ],
    ),
    (
        "AIT",
        &[
            "$j ( \"@\" , [ 1 , 2 ] )",
            "$j ( \"@\" , [ ] )",
            "$j ( \"@\" , [ [ 1 , 2 ] , [ 3 ] ] )",
            "$j ( \"@\" , [ 1 , 2 ] , \"next\" )",
            "$j ( \"@\" , [ 1 , 2 ] , \"result\" )",
            "$j ( \"@\" , [ 1 , 2 ] , \"done\" )",
            "$j ( \"@\" , [ 1 , 2 ] , \"return\" )",
            "$j ( \"@\" , [ 1 , 2 ] , \"close\" )",
            "$j ( \"@\" , [ 1 , 2 ] , \"none\" )",
            "$i ( \"@\" , [ 1 , 2 ] )",
            "$i ( \"@\" , [ $t ( \"@1\" , 1 ) , $t ( \"@2\" , 2 , \"bad\" ) ] )",
            "$i ( \"@\" , [ Promise . reject ( 1 ) ] )",
            "[ Promise . resolve ( 1 ) , Promise . reject ( 2 ) ]",
            "$j ( \"@\" , [ $t ( \"@1\" , 1 ) , Promise . reject ( 2 ) ] )",
            "( async function * ( ) { try { yield 1 ; yield 2 ; } finally { $log ( \"@ f\" ) ; } } ) ( )",
            "$x ( \"@\" )",
        ],
    ),
    (
        "FUN",
        &[
            "$p ( \"@\" , function ( x ) { return x ; } )",
            "$e ( \"@\" , $f ( \"@\" , x => x ) )",
            "$e ( \"@\" , undefined )",
            "$e ( \"@\" , 1 )",
            "$e ( \"@\" , null )",
            "$p ( \"@\" , class { a = 1 ; constructor ( ) { $log ( \"@ c\" ) ; } } )",
            "$p ( \"@\" , ( ) => 1 )",
            "$f ( \"@\" , ( ) => { throw \"@\" ; } )",
            "$f ( \"@\" , ( ) => $t ( \"@T\" , 1 ) )",
            "$f ( \"@\" , ( ) => ( $i ( \"@I\" , [ 1 ] ) [ Symbol . iterator ] ( ) ) )",
            "$x ( \"@\" )",
            "missing",
        ],
    ),
    (
        "THN",
        &[
            "$t ( \"@\" , 1 )",
            "$t ( \"@\" , 1 , \"bad\" )",
            "$t ( \"@\" , 1 , \"get\" )",
            "Promise . resolve ( 1 )",
            "Promise . reject ( 1 )",
            "$p ( \"@\" , Promise . resolve ( 1 ) )",
            "$e ( \"@\" , 1 )",
            "$t ( \"@\" , $t ( \"@2\" , 1 ) )",
            "Object . assign ( Promise . resolve ( 1 ) , { then : $f ( \"@\" ) } )",
            "Object . assign ( Promise . resolve ( 1 ) , { constructor : $p ( \"@\" , Promise ) } )",
            "( ( ) => { $log ( \"@\" ) ; throw \"@\" ; } ) ( )",
        ],
    ),
];

const DECLARATIONS: Fillings = &[
    (
        "PARAM",
        &[
            "p = eval ( \"var arguments\" )",
            "p = eval ( \"var arguments = 1\" )",
            "p = eval ( \"var arguments = 1\" ) , q = ( ) => arguments",
            "q = ( ) => arguments , p = eval ( \"var arguments = 1\" )",
            "p = eval ( \"var x = 1\" ) , q = x",
            "p = ( ) => x , q = eval ( \"var x = 1\" )",
            "p = eval ( \"function p ( ) { }\" )",
            "p = eval ( \"var p = 1\" )",
            "arguments",
            "arguments = 1",
            "p , ... arguments",
            "p = arguments",
            "p = this , q = new . target",
        ],
    ),
    (
        "BODY",
        &[
            "return typeof arguments ;",
            "return typeof arguments ; var arguments ;",
            "return typeof arguments ; function arguments ( ) { }",
            "let arguments ; return typeof arguments ;",
            "return typeof x + typeof p ;",
            "var x ; return typeof x + typeof p ;",
            "var p ; return typeof p ;",
            "return typeof q === \"function\" ? typeof q ( ) : typeof q ;",
            "return arguments . length ;",
        ],
    ),
    (
        "FDECL",
        &[
            "{ function f ( ) { } }",
            "{ f = 2 ; function f ( ) { } f = 3 ; }",
            "if ( 1 ) function f ( ) { }",
            "if ( 0 ) function f ( ) { }",
            "if ( 0 ) ; else function f ( ) { }",
            "switch ( 1 ) { case 1 : function f ( ) { } }",
            "switch ( 0 ) { case 1 : function f ( ) { } }",
            "l : { function f ( ) { } }",
            "{ l : function f ( ) { } }",
            "{ async function f ( ) { } }",
            "{ function * f ( ) { } }",
            "try { function f ( ) { } } finally { }",
            "{ { function f ( ) { } } let f ; }",
            "{ function f ( ) { } function f ( ) { return 1 ; } }",
            "{ function f ( ) { } { var f ; } }",
            "{ function f ( ) { return f ; } f = 1 ; }",
            "{ class f { } }",
            "while ( 1 ) { function f ( ) { } break ; }",
            "eval ( \"{ function f ( ) { } }\" ) ;",
            "eval ( \"function f ( ) { }\" ) ;",
            "eval ( \"'use strict' ; { function f ( ) { } }\" ) ;",
        ],
    ),
    (
        "OUTER",
        &[
            "let f = 1 ;",
            "var f = 1 ;",
            "const f = 1 ;",
            "class f { }",
            "function f ( ) { return 0 ; }",
            "{ let f ; }",
            "f : { }",
        ],
    ),
    ("TYPE", &["typeof f"]),
    (
        "DESC",
        &[
            "{ value : 1 , writable : true , enumerable : true , configurable : false }",
            "{ value : 1 , writable : true , enumerable : false , configurable : false }",
            "{ value : 1 , writable : false , enumerable : true , configurable : false }",
            "{ value : 1 , writable : false , enumerable : false , configurable : true }",
            "{ get ( ) { $log ( \"get\" ) ; return 1 ; } , configurable : false }",
            "{ get ( ) { return 1 ; } , set : $f ( \"set\" ) , configurable : true }",
        ],
    ),
    (
        "GLOBAL",
        &[
            "\"function q ( ) { }\"",
            "\"var q ;\"",
            "\"var q = 2 ;\"",
            "\"let q ;\"",
            "\"class q { }\"",
            "\"{ function q ( ) { } }\"",
            "\"if ( 1 ) function q ( ) { }\"",
            "\"function q ( ) { } var q ;\"",
            "\"'use strict' ; var q ;\"",
            "\"var q ; function undefined ( ) { }\"",
            "\"function q ( ) { } function NaN ( ) { }\"",
            "\"async function q ( ) { }\"",
            "\"var { q } = { q : 3 } ;\"",
            "\"for ( var q of [ 1 ] ) ;\"",
            "\"q = 5 ;\"",
        ],
    ),
];

/// The bodies of forms, each in functions of its kind.
pub fn synthesise(rng: &mut ChaCha8Rng) -> Vec<Seed> {
    let mut seeds = Vec::new();
    for line in FORMS.lines().filter(|line| !line.is_empty()) {
        let (kind, form) = match line.split_once(": ") {
            Some((kind @ ("a" | "g" | "y"), form)) => (kind, form),
            _ => ("", line),
        };
        let fillings: Vec<_> = [FILLINGS, DECLARATIONS].concat();
        for body in filled(form, &fillings, MOST, rng) {
            seeds.extend(surrounded(kind, &body).into_iter().map(|it| seed(form, it)));
        }
    }
    seeds
}

/// Programs that run the body of a function of a kind.
fn surrounded(kind: &str, body: &str) -> Vec<String> {
    let body_of = |head: &str| format!("( {head} ( ) {{ {body} }} )");
    match kind {
        "y" => ["nnnn", "nr", "nnr", "nt", "nnt", "r"]
            .map(|calls| format!("$gen ( {} ( ) , \"{calls}\" ) ;", body_of("function *")))
            .into(),
        "a" => vec![format!("var x = $w ( {} ( ) , \"x\" ) ;", body_of("async function"))],
        "g" => ["nnn", "nr", "nt", "r", "t", "nnrr"]
            .map(|calls| format!("$agen ( {} ( ) , \"{calls}\" ) ;", body_of("async function *")))
            .into(),
        _ => {
            let sloppy = format!("var x = $try ( function ( ) {{ {body} }} ) ;");
            if body.contains("with (") || body.starts_with('"') {
                return vec![sloppy];
            }
            let strict = format!("var x = $try ( function ( ) {{ \"use strict\" ; {body} }} ) ;");
            vec![sloppy, strict]
        }
    }
}

/// What the name in synthesised programs stands for in an observed scope.
const SCOPES: &[&str] = &[
    "{ a : 1 }",
    "{ a : $v ( \"v\" , 1 ) }",
    "{ a : $p ( \"v\" , { a : 0 } ) }",
    "{ a : $p ( \"v\" , [ 0 , 1 ] ) }",
    "{ a : $i ( \"v\" , [ 0 , 1 ] ) }",
    "{ a : $p ( \"v\" , function ( ) { return this ; } ) }",
    "{ a : $p ( \"v\" , class { } ) }",
    "{ a : $x ( \"v\" ) }",
    "{ }",
];

/// Every expression and statement of synthesised programs where all names are looked up in a scope that
/// is observed.
pub fn in_observed_scopes(parser: &Parser, programs: &[String]) -> Vec<Seed> {
    let mut bodies: BTreeSet<String> = BTreeSet::new();
    for tree in programs.iter().filter_map(|program| parser.script(program).ok()) {
        for node in tree.descendants(tree.root()) {
            let text = |node: NodeId| tree.text(node).to_owned();
            match tree.name(node) {
                "StatementListItem" => {
                    bodies.insert(text(node).replace(") ;", ") break ;"));
                    bodies.insert(text(node));
                }
                name if name.ends_with("Expression") => {
                    bodies.insert(format!("return ( {} ) ;", text(node)));
                }
                _ => {}
            }
        }
    }
    let mut seeds = Vec::new();
    for body in bodies {
        for directive in ["", "\"use strict\" ; "] {
            let program = |scope: &str| {
                format!(
                    "with ( $p ( \"s\" , {scope} ) ) $try ( function ( ) {{ {directive}{body} }} ) ;"
                )
            };
            if parser.script(&program(SCOPES[0])).is_ok() {
                let what = format!("scope of {body}");
                seeds.extend(SCOPES.iter().map(|scope| seed(&what, program(scope))));
            }
        }
    }
    seeds
}
