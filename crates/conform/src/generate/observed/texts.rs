//! Texts given to `eval` and `Function`: what they evaluate to, and which of them are no programs.

use super::seed;
use crate::generate::inject::text;
use crate::generate::seeds::Seed;

/// Statements, and expressions, most of which break a rule of the syntax somewhere.
const STATEMENTS: &str = include_str!("statements.txt");
const EXPRESSIONS: &str = include_str!("expressions.txt");

/// Where they stand: `S` is a statement, `E` an expression.
const CONTEXTS: &str = include_str!("contexts.txt");

/// How a text is given to who reads it without running it.
const READERS: &[(&str, &str)] = &[
    ("script", "$syn ( text => ( 0 , eval ) ( text ) , T )"),
    ("function", "$syn ( text => Function ( text ) , T )"),
    ("generator", "$syn ( text => ( function * ( ) { } ) . constructor ( text ) , T )"),
    ("async", "$syn ( text => ( async function ( ) { } ) . constructor ( text ) , T )"),
    ("parameters", "$syn ( text => Function ( text , \"\" ) , T )"),
    ("eval in a function", "( function ( ) { $syn ( text => eval ( text ) , T ) ; } ) ( )"),
    (
        "strict eval",
        "( function ( ) { \"use strict\" ; $syn ( text => eval ( text ) , T ) ; } ) ( )",
    ),
    ("eval in a method", "( { m ( ) { $syn ( text => eval ( text ) , T ) ; } } ) . m ( )"),
    ("eval in a field", "new class { #p ; f = $syn ( text => eval ( text ) , T ) ; }"),
    (
        "eval in parameters",
        "( function ( x , y = $syn ( text => eval ( text ) , T ) ) { let z ; } ) ( )",
    ),
    (
        "eval in a constructor",
        "new class extends Object { constructor ( ) { super ( ) ; $syn ( text => eval ( text ) , T ) ; } }",
    ),
    (
        "eval in a block",
        "{ let x ; const c = 1 ; function e ( ) { } $syn ( text => eval ( text ) , T ) ; }",
    ),
];

/// Statements whose completion values are looked at.
const VALUED: &[&str] = &[
    "2 ;",
    ";",
    "{ }",
    "{ 2 ; }",
    "var v = 2 ;",
    "let l = 2 ;",
    "function f ( ) { }",
    "class C { }",
    "if ( true ) { }",
    "if ( false ) 2 ;",
    "if ( true ) 2 ; else 3 ;",
    "do { 2 ; break ; } while ( 0 ) ;",
    "do { break ; } while ( 0 ) ;",
    "do { 2 ; continue ; } while ( false ) ;",
    "while ( false ) ;",
    "while ( true ) { 2 ; break ; }",
    "for ( var i = 0 ; i < 2 ; i ++ ) i ;",
    "for ( ; ; ) { break ; }",
    "for ( let j = 0 ; j < 3 ; j ++ ) { if ( j === 1 ) continue ; if ( j === 2 ) break ; j ; }",
    "for ( var k in { a : 1 } ) k ;",
    "for ( var k of [ 3 , 4 ] ) { if ( k === 4 ) break ; k ; }",
    "for ( var k of [ ] ) ;",
    "switch ( 1 ) { }",
    "switch ( 1 ) { case 1 : 2 ; }",
    "switch ( 1 ) { case 1 : 2 ; break ; default : 3 ; }",
    "switch ( 1 ) { case 1 : break ; }",
    "switch ( 1 ) { case 0 : default : { } }",
    "try { 2 ; } finally { 3 ; }",
    "try { } finally { 3 ; }",
    "try { throw 2 ; } catch ( e ) { e ; }",
    "try { throw 2 ; } catch { } finally { 4 ; }",
    "l : { 2 ; break l ; }",
    "l : { break l ; }",
    "l : for ( ; ; ) { 2 ; break l ; }",
    "with ( { } ) 2 ;",
    "with ( { } ) ;",
    "debugger ;",
    "eval ( \"2 ; var w ;\" ) ;",
];

/// What may be around them.
const AROUND: &[&str] = &[
    "1 ; S",
    "S",
    "{ 5 ; S }",
    "{ S 6 ; }",
    "if ( true ) { 5 ; S }",
    "do { 5 ; S } while ( false ) ;",
    "do { 5 ; S break ; } while ( 0 ) ;",
    "do { 5 ; S continue ; } while ( false ) ;",
    "do { 5 ; { S break ; } } while ( 0 ) ;",
    "l : { 5 ; S break l ; }",
    "9 ; m : { S break m ; }",
    "switch ( 1 ) { case 1 : 5 ; S }",
    "switch ( 1 ) { case 1 : 5 ; S break ; }",
    "9 ; switch ( 1 ) { case 1 : S case 2 : }",
    "try { 5 ; S } finally { 6 ; }",
    "9 ; try { S } catch { }",
    "try { 5 ; } finally { S }",
    "try { throw 0 ; } catch ( e ) { 5 ; S }",
    "for ( var q of [ 1 , 2 ] ) { q ; S }",
    "9 ; for ( var q in { a : 1 } ) { S continue ; }",
    "with ( { } ) { 5 ; S }",
    "9 ; o : do { 5 ; try { S continue o ; } finally { 8 ; } } while ( false ) ;",
    "9 ; do { try { 5 ; S } finally { 7 ; break ; } } while ( 0 ) ;",
    "9 ; do { try { 5 ; S break ; } finally { 7 ; } } while ( 0 ) ;",
    "9 ; while ( true ) { S break ; }",
];

/// All of them.
pub fn synthesise() -> Vec<Seed> {
    let mut seeds = completions();
    for (hole, snippets) in [("S", STATEMENTS), ("E", EXPRESSIONS)] {
        for snippet in snippets.lines().filter(|line| !line.is_empty()) {
            let fits = |context: &&str| context.split(' ').any(|word| word == hole);
            for context in contexts(snippet).filter(fits) {
                seeds.push(read(READERS[0], context, snippet, &filled(context, hole, snippet)));
            }
            for reader in &READERS[1..] {
                seeds.push(read(*reader, hole, snippet, &lines(snippet)));
            }
        }
    }
    seeds
}

/// Words that mean something else in other contexts, or may be declared around.
const WORDS: &[&str] = &[
    "await",
    "yield",
    "super",
    "target",
    "arguments",
    "return",
    "break",
    "continue",
    "let",
    "static",
    "eval",
    "#p",
    "this",
    "async",
    "x",
    "c",
    "e",
    "function",
    "class",
    "import",
    "delete",
    "var",
];

/// The contexts for a snippet: a few if it means the same in most.
fn contexts(snippet: &str) -> impl Iterator<Item = &'static str> {
    let parts = || snippet.split(|c: char| !c.is_ascii_alphanumeric() && c != '#' && c != '\\');
    let is_pattern = snippet.starts_with('/') || snippet.starts_with('"');
    let depends = !is_pattern && parts().any(|part| WORDS.contains(&part) || part.contains("\\u"));
    CONTEXTS.lines().enumerate().filter(move |(at, _)| depends || at % 6 == 0).map(|(_, it)| it)
}

/// Statements within statements, evaluated directly and indirectly.
fn completions() -> Vec<Seed> {
    let mut seeds = Vec::new();
    for statement in VALUED {
        for around in AROUND {
            let given = text(&units(&filled(around, "S", statement)));
            let program = format!("var x = $try ( ( ) => ( 0 , eval ) ( {given} ) ) ;");
            seeds.push(seed(&format!("value of {statement} in {around}"), program));
        }
        let given = text(&units(&format!("1 ; {statement}")));
        for (place, call) in [
            ("function", "( function ( ) { return $try ( ( ) => eval ( T ) ) ; } ) ( )"),
            (
                "strict",
                "( function ( ) { \"use strict\" ; return $try ( ( ) => eval ( T ) ) ; } ) ( )",
            ),
        ] {
            let program = format!("var x = {} ;", call.replace(" T ", &format!(" {given} ")));
            seeds.push(seed(&format!("value of {statement} in a {place}"), program));
        }
    }
    seeds
}

/// A program that has a text read, and looks at whether it is accepted.
fn read((goal, reader): (&str, &str), context: &str, snippet: &str, given: &str) -> Seed {
    // What is accepted ends at once, so nothing of it runs.
    let given = match (goal, given.strip_prefix("\"use strict\" ;")) {
        ("script", Some(rest)) => format!("\"use strict\" ; throw \"reached\" ; {rest}"),
        ("script", None) if !given.starts_with(['#', '<', '-']) => {
            format!("throw \"reached\" ; {given}")
        }
        (it, _) if it.contains("eval") => format!("throw \"reached\" ;\n{given}"),
        _ => given.to_owned(),
    };
    let given = text(&units(&given));
    let program = format!("{} ;", reader.replace(" T )", &format!(" {given} )")));
    seed(&format!("{goal}: {snippet} in {context}"), program)
}

/// A context with a snippet in its hole.
fn filled(context: &str, hole: &str, snippet: &str) -> String {
    let words: Vec<&str> =
        context.split(' ').map(|word| if word == hole { snippet } else { word }).collect();
    lines(&words.join(" "))
}

/// With line breaks where they are asked for.
fn lines(text: &str) -> String {
    text.replace(" \\n ", "\n")
}

fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}
