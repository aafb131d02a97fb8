//! Every built-in function with an observer in each position: arguments, receiver, `newTarget`.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::seed;
use crate::generate::realm::{Function, Realm};
use crate::generate::seeds::Seed;

/// What an argument may be. `@` is the name of the observer.
const ARGUMENTS: &[&str] = &[
    "$v ( \"@\" , 1 )",
    "$v ( \"@\" , \"a\" )",
    "$h ( \"@\" , 2 )",
    "$h ( \"@\" , 1n )",
    "$f ( \"@\" , x => x )",
    "$p ( \"@\" , function ( x ) { return x ; } )",
    "$i ( \"@\" , [ 1 , 2 ] )",
    "$i ( \"@\" , [ [ 0 , 1 ] , [ \"a\" , 3 ] ] )",
    "$p ( \"@\" , [ 1 , 2 ] )",
    "$p ( \"@\" , { length : 2 , 0 : 1 , 1 : \"a\" } )",
    "$o ( \"@\" , { length : $v ( \"@L\" , 2 ) , 0 : $v ( \"@0\" , 1 ) , 1 : 2 } )",
    "$p ( \"@\" , { a : 1 , get b ( ) { $log ( \"@ b\" ) ; return 2 ; } } )",
    "$o ( \"@\" , { maxByteLength : $v ( \"@M\" , 16 ) , cause : 1 , mode : \"longest\" , alphabet : \"base64url\" , lastChunkHandling : \"strict\" , omitPadding : true } )",
    "$o ( \"@\" , { size : $v ( \"@S\" , 2 ) , has : $f ( \"@H\" , x => x === 1 ) , keys : $f ( \"@K\" , ( ) => $i ( \"@I\" , [ 1 , 5 ] ) [ Symbol . iterator ] ( ) ) } )",
    "$o ( \"@\" , { enumerable : true , configurable : 0 , value : 1 , writable : \"\" } )",
    "$o ( \"@\" , { get : $f ( \"@G\" ) , set : undefined } )",
    "$o ( \"@\" , { a : $o ( \"@A\" , { value : 1 } ) , b : $o ( \"@B\" , { get : 1 } ) } )",
    "$p ( \"@\" , /a/g )",
    "$o ( \"@\" , { flags : \"g\" , source : \"a\" , [ \"constructor\" ] : RegExp } )",
    "{ [ Symbol . match ] : $f ( \"@m\" ) , [ Symbol . matchAll ] : $f ( \"@a\" ) , [ Symbol . replace ] : $f ( \"@r\" ) , [ Symbol . search ] : $f ( \"@s\" ) , [ Symbol . split ] : $f ( \"@t\" ) , get flags ( ) { $log ( \"@ flags\" ) ; return \"g\" ; } }",
    "$t ( \"@\" , 1 )",
    "$i ( \"@\" , [ $t ( \"@1\" , 1 ) , Promise . reject ( 2 ) ] )",
    "$p ( \"@\" , Promise . resolve ( 1 ) )",
    "$p ( \"@\" , class { } )",
    "$o ( \"@\" , { next : $f ( \"@n\" , ( ) => $o ( \"@R\" , { done : true , value : 1 } ) ) , return : $f ( \"@r\" ) } )",
    "$p ( \"@\" , { next ( ) { $log ( \"@ next\" ) ; return { value : 1 } ; } , return ( ) { $log ( \"@ return\" ) ; return { } ; } } )",
    "$i ( \"@\" , [ 1 , 2 ] , \"next\" )",
    "$i ( \"@\" , [ 1 , 2 ] , \"done\" )",
    "$i ( \"@\" , [ 1 , 2 ] , \"return\" )",
    "$f ( \"@\" , ( ) => { throw \"@\" ; } )",
    "$x ( \"@\" )",
    "$h ( \"@\" , 1 , ( ) => { throw \"@\" ; } )",
    "$i ( \"@\" , [ $i ( \"@1\" , [ 1 , 2 ] ) , $i ( \"@2\" , [ 3 ] ) ] )",
    "$o ( \"@\" , { a : $i ( \"@1\" , [ 1 , 2 ] ) , b : $i ( \"@2\" , [ 3 ] ) } )",
];

/// Plain values, those at the edges of what functions tell apart.
const PLAIN: &[&str] = &[
    "undefined",
    "null",
    "true",
    "0",
    "-0",
    "-1",
    "1",
    "2",
    "1.5",
    "-1.5",
    "NaN",
    "Infinity",
    "-Infinity",
    "255.5",
    "4294967295",
    "4294967296",
    "9007199254740991",
    "9007199254740992",
    "1e308",
    "5e-324",
    "\"\"",
    "\"a\"",
    "\"ab\"",
    "\"1\"",
    "\"-0\"",
    "\"length\"",
    "\"\\ud800\"",
    "\"\\u0130\\u00df\\ufb01\"",
    "\" \\ufeff1\\n\"",
    "\"$1$&$<a>$$\"",
    "1n",
    "-1n",
    "18446744073709551616n",
    "Symbol ( \"s\" )",
    "Symbol . iterator",
    "[ ]",
    "[ 0 , 1 ]",
    "[ , 1 ]",
    "{ }",
    "function ( ) { }",
    "class { }",
    "/a/g",
    "/(?<a>.)/uy",
    "new Proxy ( { } , { } )",
    "new ArrayBuffer ( 8 , { maxByteLength : 16 } )",
    "new SharedArrayBuffer ( 8 )",
    "new Uint8Array ( 4 )",
    "new Float64Array ( [ NaN , - 0 ] )",
    "new BigInt64Array ( 2 )",
    "new Set ( [ 1 ] )",
    "new Map ( [ [ 1 , 2 ] ] )",
    "new Date ( NaN )",
    "Object . preventExtensions ( [ 1 ] )",
    "Object . freeze ( { a : 1 } )",
    "Object ( 1n )",
    "Object ( Symbol . iterator )",
    "( function ( ) { return arguments ; } ) ( 1 , 2 )",
    "Promise . resolve ( 1 )",
    "( function * ( ) { yield 1 ; } ) ( )",
];

/// Receivers that any function may have.
const RECEIVERS: &[&str] = &[
    "$p ( \"t\" , { length : 3 , 0 : 1 , 2 : 3 } )",
    "$o ( \"t\" , { length : $v ( \"tL\" , 2 ) , 0 : $v ( \"t0\" , 1 ) , 1 : $v ( \"t1\" , 0 ) } )",
    "$v ( \"t\" , \"abcab\" )",
    "$h ( \"t\" , 10 )",
    "$x ( \"t\" )",
    "$p ( \"t\" , function ( ) { return 1 ; } )",
    "$f ( \"t\" , x => x )",
    "undefined",
    "$p ( \"t\" , { next : $f ( \"tN\" , ( ) => $o ( \"tR\" , { done : false , value : 1 } ) ) , return : $f ( \"tX\" , ( ) => ( { } ) ) } )",
    "$p ( \"t\" , { then : $f ( \"tT\" ) } )",
    "$o ( \"t\" , { flags : $v ( \"tF\" , \"g\" ) , lastIndex : $v ( \"tL\" , 1 ) , exec : $f ( \"tE\" , ( ) => null ) , global : true , unicode : true , source : \"a\" , constructor : $p ( \"tC\" , function ( ) { return /b/g ; } ) } )",
    "$o ( \"t\" , { name : $v ( \"tN\" , \"n\" ) , message : $v ( \"tM\" , \"m\" ) } )",
    "$o ( \"t\" , { toString : $f ( \"tS\" , ( ) => \"s\" ) , join : $f ( \"tJ\" , ( ) => \"j\" ) , toISOString : $f ( \"tI\" , ( ) => \"i\" ) , valueOf : $f ( \"tV\" , ( ) => 1 ) } )",
];

/// What arguments are where the receiver itself observes.
const FEW: &[&str] = &[
    "$v ( \"@\" , 1 )",
    "$h ( \"@\" , \"b\" )",
    "$f ( \"@\" , x => x )",
    "$i ( \"@\" , [ 1 , 2 ] )",
    "$p ( \"@\" , [ 1 , 2 ] )",
    "$x ( \"@\" )",
    "undefined",
    "1",
    "\"ab\"",
];

/// So many objects that inherit from a prototype are its functions called on.
const INSTANCES: usize = 3;

/// Ends of names of functions that give iterators, and words in names of those that give promises.
const ITERATORS: &[&str] = &[
    "values",
    "keys",
    "entries",
    "matchAll",
    "iterator]",
    "from",
    "concat",
    "map",
    "filter",
    "take",
    "drop",
    "flatMap",
    "zip",
    "zipKeyed",
];
const PROMISES: &[&str] = &["Promise", "Async", "async"];

/// How many pairs of arguments are tried for each receiver of a function.
const PAIRS: usize = 60;

/// All of them, the enumeration of single observers before that of pairs.
pub fn synthesise(realm: &Realm, rng: &mut ChaCha8Rng) -> Vec<Seed> {
    let mut seeds = Vec::new();
    for function in &realm.functions {
        let arity = function.length.clamp(1, 4);
        let uniform = |argument: &str, count: usize| -> Vec<String> {
            (0..count).map(|at| at_place(argument, at)).collect()
        };
        let receivers = receivers(realm, function);
        for (receiver, is_plain) in &receivers {
            let all: Vec<&str> = match is_plain {
                true => ARGUMENTS.iter().chain(PLAIN).copied().collect(),
                false => FEW.to_vec(),
            };
            for argument in all {
                seeds.extend(calls(function, receiver, &uniform(argument, arity)));
            }
            for count in (0..arity).chain([arity + 1, arity + 2]) {
                seeds.extend(calls(function, receiver, &uniform(FEW[0], count)));
            }
        }
        for (receiver, _) in receivers.iter().filter(|(_, is_plain)| *is_plain) {
            for _ in 0..PAIRS {
                let arguments: Vec<String> = (0..=arity).map(|at| at_place(any(rng), at)).collect();
                let count = rng.random_range(arity..=arity + 1).max(2).min(arguments.len());
                seeds.extend(calls(function, receiver, &arguments[..count]));
            }
        }
    }
    seeds.extend(properties(realm));
    seeds
}

/// Any argument, more often one that observes.
fn any(rng: &mut ChaCha8Rng) -> &'static str {
    let from = if rng.random_bool(0.7) { ARGUMENTS } else { PLAIN };
    from[rng.random_range(0..from.len())]
}

/// The argument at a place, with a name of its own.
fn at_place(argument: &str, at: usize) -> String {
    argument.replace('@', &char::from(b'a' + at as u8).to_string())
}

/// What a function is called with as `this`, and whether that is what it works on; an empty text where it
/// needs none.
fn receivers(realm: &Realm, function: &Function) -> Vec<(String, bool)> {
    let Some(holder) = &function.holder else { return vec![(String::new(), true)] };
    let instances = realm.instances.get(holder).map_or(&[][..], Vec::as_slice);
    if instances.is_empty() {
        // A function of a namespace or a constructor: which may matter as the constructor of results.
        let observed = format!("$p ( \"t\" , {holder} )");
        let others = [observed.as_str(), "$p ( \"t\" , class { } )", "$x ( \"t\" )"];
        let others = others.map(|it| (it.to_owned(), false));
        return std::iter::once((holder.clone(), true)).chain(others).collect();
    }
    let plain = instances.iter().take(INSTANCES);
    let mut all: Vec<(String, bool)> = plain.map(|it| (it.clone(), true)).collect();
    for instance in instances.iter().take(INSTANCES) {
        let made = format!("function ( ...a ) {{ return {instance} ; }}");
        for observed in [
            format!("$p ( \"t\" , Object ( {instance} ) )"),
            format!("$s ( \"c\" , Object ( {instance} ) , {made} )"),
            format!("$s ( \"c\" , Object ( {instance} ) , class {{ }} )"),
        ] {
            all.push((observed, false));
        }
    }
    all.extend(RECEIVERS.iter().map(|it| ((*it).to_owned(), false)));
    all
}

/// Programs that call a function, and look at what it gives.
fn calls(function: &Function, receiver: &str, arguments: &[String]) -> Vec<Seed> {
    let path = &function.path;
    let given = arguments.join(" , ");
    let with_this = match (receiver, arguments) {
        ("", []) => format!("{path} ( )"),
        ("", _) => format!("{path} ( {given} )"),
        (_, []) => format!("{path} . call ( t )"),
        _ => format!("{path} . call ( t , {given} )"),
    };
    let receiver = match receiver {
        "" => String::new(),
        receiver => format!("var t = {receiver} ; "),
    };
    let after = after(path);
    let program = format!("{receiver}var x = $try ( ( ) => {with_this} ) ;{after}");
    let mut seeds = vec![seed(path, program)];
    if function.constructor && !receiver.contains("$p ( \"t\"") {
        let target = "$p ( \"N\" , function ( ) { } )";
        let program = format!(
            "var x = $try ( ( ) => Reflect . construct ( {path} , [ {given} ] , {target} ) ) ;"
        );
        seeds.push(seed(path, program));
        let program = format!("var x = $try ( ( ) => new ( {path} ) ( {given} ) ) ;");
        seeds.push(seed(path, program));
    }
    seeds
}

/// What is done with the result of a function.
fn after(path: &str) -> &'static str {
    if PROMISES.iter().any(|it| path.contains(it)) {
        " if ( x instanceof Promise ) $w ( x , \"x\" ) ;"
    } else if ITERATORS.iter().any(|it| path.ends_with(it)) {
        " if ( x && typeof x . next === \"function\" ) $gen ( x , \"nnr\" ) ;"
    } else {
        ""
    }
}

/// Every property of every built-in object: its attributes, and the name and length of functions.
fn properties(realm: &Realm) -> Vec<Seed> {
    let mut seeds = Vec::new();
    for (path, keys) in &realm.properties {
        for keys in keys.chunks(6) {
            let shown = keys.iter().map(|key| format!("$log ( $d ( o , {key} ) ) ;"));
            let shown: Vec<String> = shown.collect();
            seeds.push(seed(
                &format!("properties of {path}"),
                format!("var o = {path} ; {}", shown.join(" ")),
            ));
        }
    }
    seeds
}
