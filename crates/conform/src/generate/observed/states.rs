//! Programs of several steps on one object: what an observer does while a built-in function works on it, and
//! what was done to it before.

use super::seed;
use crate::generate::realm::{Function, Realm};
use crate::generate::seeds::Seed;

/// Objects on which functions work, and what may become of them in between.
struct Scene {
    /// Words in the paths of the objects that hold the functions.
    holders: &'static [&'static str],
    /// Statements that make the object, which is called `t`.
    objects: &'static [&'static str],
    /// What happens to it.
    effects: &'static [&'static str],
}

const SCENES: &[Scene] = &[
    Scene {
        holders: &["Array.prototype"],
        objects: &[
            "var t = [ 1 , 2 , 3 ] ;",
            "var t = [ 1 , , 3 ] ;",
            "var t = $p ( \"t\" , [ 1 , 2 , 3 ] ) ;",
            "var t = { length : 3 , 0 : 1 , 2 : 3 } ;",
        ],
        effects: &[
            "t . length = 1",
            "t . length = 0",
            "Array . prototype . push . call ( t , 9 )",
            "Array . prototype . shift . call ( t )",
            "Array . prototype . reverse . call ( t )",
            "delete t [ 1 ]",
            "t [ 1 ] = 7",
            "t [ 5 ] = 7",
            "Object . freeze ( t )",
            "Object . preventExtensions ( t )",
            "Object . defineProperty ( t , 1 , { get ( ) { $log ( \"got\" ) ; return 5 ; } , configurable : true } )",
            "Object . defineProperty ( t , 1 , { value : 5 , writable : false , configurable : false } )",
            "Object . defineProperty ( t , \"length\" , { writable : false } )",
            "Object . setPrototypeOf ( t , $p ( \"u\" , { 1 : 8 } ) )",
            "t . constructor = $p ( \"c\" , { [ Symbol . species ] : function ( ) { return Object . freeze ( [ ] ) ; } } )",
            "t . constructor = $p ( \"c\" , { [ Symbol . species ] : $p ( \"s\" , function ( ) { return $p ( \"r\" , { } ) ; } ) } )",
        ],
    },
    Scene {
        holders: &["Object.getPrototypeOf(…Array)"],
        objects: &[
            "var b = new ArrayBuffer ( 8 , { maxByteLength : 16 } ) , t = new Uint8Array ( b ) ; t [ 1 ] = 3 ;",
            "var b = new ArrayBuffer ( 8 , { maxByteLength : 16 } ) , t = new Int8Array ( b , 2 , 4 ) ; t [ 1 ] = 3 ;",
            "var b = new ArrayBuffer ( 16 , { maxByteLength : 32 } ) , t = new Float32Array ( b , 4 ) ; t [ 0 ] = - 0 ;",
            "var b = new ArrayBuffer ( 16 , { maxByteLength : 32 } ) , t = new BigInt64Array ( b ) ;",
        ],
        effects: &[
            "b . resize ( 4 )",
            "b . resize ( 1 )",
            "b . resize ( 0 )",
            "b . resize ( 7 )",
            "b . resize ( 16 )",
            "b . transfer ( )",
            "b . resize ( 1 ) , b . resize ( 12 )",
            "t [ 0 ] = 7",
            "Object . preventExtensions ( t )",
            "t . constructor = $p ( \"c\" , { [ Symbol . species ] : function ( ) { b . resize ( 4 ) ; return new Uint8Array ( b ) ; } } )",
            "t . constructor = $p ( \"c\" , { [ Symbol . species ] : function ( ) { b . transfer ( ) ; return new Uint8Array ( 2 ) ; } } )",
            "t . constructor = $p ( \"c\" , { [ Symbol . species ] : function ( ) { return new Uint16Array ( b ) ; } } )",
            "t . constructor = $p ( \"c\" , { [ Symbol . species ] : function ( ) { return new Uint8Array ( 1 ) ; } } )",
            "t . constructor = $p ( \"c\" , { [ Symbol . species ] : function ( ) { return new BigInt64Array ( 9 ) ; } } )",
        ],
    },
    Scene {
        holders: &["ArrayBuffer.prototype"],
        objects: &[
            "var b = new ArrayBuffer ( 8 , { maxByteLength : 16 } ) , t = b ;",
            "var b = new ArrayBuffer ( 8 ) , t = b ;",
        ],
        effects: &[
            "b . resize ( 4 )",
            "b . resize ( 16 )",
            "b . transfer ( )",
            "b . transferToFixedLength ( 3 )",
            "b . constructor = $p ( \"c\" , { [ Symbol . species ] : function ( ) { b . resize ( 2 ) ; return new ArrayBuffer ( 9 ) ; } } )",
            "b . constructor = $p ( \"c\" , { [ Symbol . species ] : function ( ) { return b ; } } )",
            "b . constructor = $p ( \"c\" , { [ Symbol . species ] : function ( ) { return new ArrayBuffer ( 1 ) ; } } )",
            "b . constructor = $p ( \"c\" , { [ Symbol . species ] : function ( ) { return new SharedArrayBuffer ( 9 ) ; } } )",
        ],
    },
    Scene {
        holders: &["DataView.prototype", "Atomics"],
        objects: &[
            "var b = new ArrayBuffer ( 16 , { maxByteLength : 32 } ) , t = new DataView ( b , 1 ) , a = new Int32Array ( b ) ;",
            "var b = new ArrayBuffer ( 16 , { maxByteLength : 32 } ) , t = new DataView ( b , 4 , 8 ) , a = new BigInt64Array ( b ) ;",
        ],
        effects: &["b . resize ( 4 )", "b . resize ( 1 )", "b . resize ( 12 )", "b . transfer ( )"],
    },
    Scene {
        holders: &["Map.prototype", "Set.prototype"],
        objects: &[
            "var t = new Map ( [ [ 1 , 2 ] , [ 3 , 4 ] , [ 5 , 6 ] ] ) ;",
            "var t = new Set ( [ 1 , 3 , 5 ] ) ;",
        ],
        effects: &[
            "t . clear ( )",
            "t . delete ( 1 )",
            "t . delete ( 3 )",
            "t . set ? t . set ( 9 , 9 ) : t . add ( 9 )",
            "t . delete ( 1 ) , t . set ? t . set ( 1 , 9 ) : t . add ( 1 )",
            "t . clear ( ) , t . set ? t . set ( 7 , 9 ) : t . add ( 7 )",
        ],
    },
    Scene {
        holders: &["RegExp.prototype", "String.prototype"],
        objects: &[
            "var t = /a(b)?/g ; t . lastIndex = 1 ;",
            "var t = /(?<a>a)|b/dy ;",
            "var t = /(?:)/gu ;",
            "var t = /\\u{1f600}|^a/giv ;",
        ],
        effects: &[
            "t . lastIndex = 2",
            "t . lastIndex = $v ( \"l\" , 1 )",
            "t . exec = $f ( \"e\" , ( ) => null )",
            "t . exec = $f ( \"e\" , function ( s ) { delete t . exec ; return $p ( \"r\" , { index : $v ( \"ri\" , 1 ) , length : $v ( \"rl\" , 2 ) , 0 : $v ( \"r0\" , \"b\" ) , 1 : $v ( \"r1\" , \"c\" ) , groups : $o ( \"rg\" , { a : $v ( \"ga\" , \"x\" ) } ) } ) ; } )",
            "t . compile ( \"b\" , \"g\" )",
            "Object . defineProperty ( t , \"lastIndex\" , { writable : false , value : 0 } )",
            "Object . defineProperty ( t , \"flags\" , { get ( ) { $log ( \"flags\" ) ; return \"gy\" ; } } )",
            "Object . defineProperty ( t , \"global\" , { get ( ) { $log ( \"global\" ) ; return false ; } } )",
            "Object . defineProperty ( t , \"unicode\" , { get ( ) { $log ( \"unicode\" ) ; return true ; } } )",
            "t . constructor = $p ( \"c\" , { [ Symbol . species ] : $p ( \"s\" , function ( r , f ) { return new RegExp ( r , f ) ; } ) } )",
            "Object . setPrototypeOf ( t , $p ( \"P\" , RegExp . prototype ) )",
            "Object . freeze ( t )",
        ],
    },
    Scene {
        holders: &["Promise", "Promise.prototype"],
        objects: &[
            "var t = Promise . resolve ( 1 ) ;",
            "var t = Promise . reject ( 1 ) ;",
            "var t = $p ( \"t\" , Promise ) ;",
            "var t = class extends Promise { static resolve ( v ) { $log ( \"resolve\" ) ; return super . resolve ( v ) ; } then ( a , b ) { $log ( \"then\" ) ; return super . then ( a , b ) ; } } ;",
        ],
        effects: &[
            "t . then = $f ( \"then\" )",
            "t . constructor = $p ( \"c\" , { [ Symbol . species ] : $p ( \"s\" , Promise ) } )",
            "t . constructor = function ( e ) { e ( $f ( \"1\" ) , $f ( \"2\" ) ) ; }",
            "t . resolve = $f ( \"resolve\" , ( ) => $t ( \"r\" , 1 ) )",
            "t . resolve = undefined",
            "t . prototype = null",
        ],
    },
    Scene {
        holders: &["Iterator.prototype", "Object.getPrototypeOf(( … ))"],
        objects: &[
            "var a = [ 1 , 2 , 3 ] , t = a . values ( ) ;",
            "var a = [ 1 , 2 , 3 ] , t = a . entries ( ) . map ( $f ( \"m\" , x => x ) ) ;",
            "var a = new Map ( [ [ 1 , 2 ] , [ 3 , 4 ] ] ) , t = a . keys ( ) ;",
            "var a = [ ] , t = ( function * ( ) { try { yield 1 ; a = t ; yield 2 ; } finally { $log ( \"f\" ) ; } } ) ( ) ;",
            "var a = [ 1 , 2 , 3 ] , t = $p ( \"t\" , { __proto__ : Iterator . prototype , next ( ) { return { value : a . pop ( ) , done : a . length === 0 } ; } , return ( ) { $log ( \"r\" ) ; return { } ; } } ) ;",
            "var a = [ 1 , 2 , 3 ] , t = Iterator . concat ( a , [ 4 ] ) ;",
            "var a = [ 1 , 2 , 3 ] , t = Iterator . from ( { next : $f ( \"n\" , ( ) => $o ( \"R\" , { value : a . shift ( ) , done : a . length === 0 } ) ) , return : $f ( \"x\" , ( ) => ( { } ) ) } ) ;",
            "var a = [ 1 , 2 ] , t = [ 1 , 2 ] . values ( ) . flatMap ( $f ( \"m\" , x => $i ( \"i\" , a ) ) ) ;",
        ],
        effects: &[
            "a . length = 0",
            "a . push && a . push ( 9 )",
            "a . clear && a . clear ( )",
            "t . next ( )",
            "t . return && t . return ( 7 )",
            "t . throw && t . throw ( 7 )",
            "t . next = $f ( \"n\" , ( ) => ( { done : false , value : 8 } ) )",
            "t . return = $f ( \"r\" , ( ) => 1 )",
            "Object . getPrototypeOf ( [ ] . values ( ) ) . next = $f ( \"pn\" , ( ) => ( { done : true } ) )",
        ],
    },
    Scene {
        holders: &["Object", "Reflect", "JSON", "Object.prototype", "Function.prototype"],
        objects: &[
            "var t = { a : 1 , b : { c : 2 } , d : [ 3 ] } ;",
            "var t = $p ( \"t\" , { a : 1 , b : 2 } ) ;",
            "var t = $o ( \"t\" , { a : 1 , b : 2 } ) ;",
            "var t = $p ( \"t\" , [ 1 , 2 ] ) ;",
            "var t = $p ( \"t\" , Object . freeze ( { a : 1 } ) ) ;",
            "var t = $p ( \"t\" , function f ( a ) { } ) ;",
            "var t = { get a ( ) { $log ( \"a\" ) ; delete t . b ; t . z = 1 ; return 1 ; } , b : 2 , c : 3 } ;",
            "var t = ( function ( x ) { return arguments ; } ) ( 1 , 2 ) ;",
            "var t = new Proxy ( { } , $p ( \"H\" , { } ) ) ;",
        ],
        effects: &[
            "delete t . b",
            "t . z = 1",
            "t . toJSON = $f ( \"j\" , x => x )",
            "Object . freeze ( t )",
            "Object . preventExtensions ( t )",
            "Object . defineProperty ( t , \"a\" , { enumerable : false } )",
            "Object . defineProperty ( t , \"a\" , { get ( ) { $log ( \"got\" ) ; return 5 ; } } )",
            "Object . setPrototypeOf ( t , $p ( \"u\" , { e : 1 } ) )",
            "t [ Symbol . toStringTag ] = $v ( \"tag\" , \"x\" )",
        ],
    },
];

/// How the function is given what has the effect, with `E` for it; `t` is the object.
const CALLS: &[&str] = &[
    "( $f ( \"f\" , function ( x , y ) { E ; return y ; } ) )",
    "( $f ( \"f\" , function ( ) { E ; return true ; } ) , 1 )",
    "( $v ( \"v\" , 1 , function ( ) { E ; } ) )",
    "( $v ( \"v\" , 1 , function ( ) { E ; } ) , 2 , 3 )",
    "( 1 , $v ( \"v\" , 2 , function ( ) { E ; } ) )",
    "( 0 , $v ( \"v\" , 1 , function ( ) { E ; } ) , $v ( \"w\" , 2 ) )",
    "( 1 , 2 , $v ( \"v\" , 3 , function ( ) { E ; } ) )",
    "( $h ( \"v\" , \"ab\" , function ( ) { E ; } ) )",
    "( $h ( \"v\" , \"ab\" , function ( ) { E ; } ) , $f ( \"f\" , x => x ) )",
    "( \"aabab\" , $v ( \"v\" , \"$1\" , function ( ) { E ; } ) )",
    "( $v ( \"v\" , 1n , function ( ) { E ; } ) , $v ( \"w\" , 1n ) )",
    "( $p ( \"l\" , { get length ( ) { E ; return 2 ; } , 0 : 1 } ) )",
    "( $i ( \"i\" , { get 0 ( ) { E ; return 1 ; } , length : 2 , 1 : 5 } ) )",
    "( { size : 3 , has : $f ( \"h\" , function ( x ) { E ; return x === 3 ; } ) , keys : $f ( \"k\" , function ( ) { E ; return [ 3 , 1 , 7 ] . values ( ) ; } ) } )",
    "( { get a ( ) { E ; return 1 ; } , b : $v ( \"v\" , 2 ) } )",
];

/// And for functions that take the object as their first argument.
const ON: &[&str] = &[
    "( t , $f ( \"f\" , function ( k , v ) { E ; return v ; } ) )",
    "( t , $h ( \"v\" , \"a\" , function ( ) { E ; } ) , $p ( \"w\" , { value : 5 } ) )",
    "( t , $h ( \"v\" , \"z\" , function ( ) { E ; } ) , 1 , t )",
    "( t , $o ( \"w\" , { get a ( ) { E ; return { value : 1 } ; } , b : { value : 2 } } ) )",
    "( { } , t , { get a ( ) { E ; return 1 ; } } , t )",
    "( JSON . stringify ( t ) , $f ( \"f\" , function ( k , v ) { E ; return v ; } ) )",
    "( a , $v ( \"v\" , 1 , function ( ) { E ; } ) , 2 , 3 )",
    "( a , 1 , $v ( \"v\" , 2 , function ( ) { E ; } ) , 3 )",
    "( a , 1 , $v ( \"v\" , 2n , function ( ) { E ; } ) , 3n )",
    "( a , 1 , 2 , $v ( \"v\" , 3 , function ( ) { E ; } ) )",
];

/// All of them.
pub fn synthesise(realm: &Realm) -> Vec<Seed> {
    let mut seeds = Vec::new();
    for scene in SCENES {
        for function in realm.functions.iter().filter(|it| belongs(it, scene)) {
            let takes_object = ["Object", "Reflect", "JSON", "Atomics"];
            let on = function.holder.as_deref().is_some_and(|it| takes_object.contains(&it));
            let calls = if on { ON } else { CALLS };
            for object in scene.objects {
                for effect in scene.effects {
                    for call in calls {
                        seeds.push(during(function, object, effect, call, on));
                    }
                    seeds.extend(before(function, object, effect, on));
                }
            }
        }
    }
    seeds
}

/// Whether a function works on the object of a scene. Paths of objects without a name go through others.
fn belongs(function: &Function, scene: &Scene) -> bool {
    let Some(holder) = function.holder.as_deref() else { return false };
    scene.holders.iter().any(|it| match it.split_once('…') {
        Some((before, within)) => {
            let rest = holder.strip_prefix(before);
            rest.is_some_and(|rest| rest.contains(within) && !rest.starts_with('('))
        }
        None => *it == holder,
    })
}

/// Something happens to the object while the function works on it.
fn during(function: &Function, object: &str, effect: &str, call: &str, on: bool) -> Seed {
    let path = &function.path;
    let arguments = call.replace(" E ", &format!(" {effect} "));
    let call = match on {
        true => format!("{path} {arguments}"),
        false => format!("{path} . call {}", arguments.replacen('(', "( t ,", 1)),
    };
    let program = format!("{object} var x = $try ( ( ) => {call} ) ;{}", after(path));
    seed(&format!("{path} during"), program)
}

/// Something happened to the object before; with plain arguments, and those that observe.
fn before(function: &Function, object: &str, effect: &str, on: bool) -> Vec<Seed> {
    let path = &function.path;
    let given = [
        "",
        "1",
        "1 , 2 , 3",
        "\"a\" , \"b\"",
        "$f ( \"f\" , x => x )",
        "$v ( \"v\" , 1 ) , $v ( \"w\" , 2 )",
        "1n , 2n",
    ];
    let program = |arguments: &str| {
        let separator = if arguments.is_empty() { "" } else { " , " };
        let call = if on { "" } else { " . call" };
        format!(
            "{object} {effect} ; var x = $try ( ( ) => {path}{call} ( t{separator}{arguments} ) ) ;{}",
            after(path)
        )
    };
    given.iter().map(|it| seed(&format!("{path} after"), program(it))).collect()
}

/// What is done with the result of a function.
fn after(path: &str) -> &'static str {
    match path.starts_with("Promise") {
        true => " if ( x instanceof Promise ) $w ( x , \"x\" ) ;",
        false => " if ( x && typeof x . next === \"function\" ) $gen ( x , \"nnr\" ) ;",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_without_a_name_belong_to_a_scene() {
        let scenes_of = |holder: &str| {
            let holder = Some(holder.to_owned());
            let path = "f".to_owned();
            let function = Function { path, holder, length: 1, constructor: false };
            SCENES.iter().position(|scene| belongs(&function, scene))
        };
        assert_eq!(scenes_of("Array.prototype"), Some(0));
        assert_eq!(scenes_of("Object.getPrototypeOf(BigInt64Array).prototype"), Some(1));
        assert!(
            scenes_of("Object.getPrototypeOf(( [ 0 ] . values ( ) ))").is_some_and(|it| it > 5)
        );
        assert_eq!(scenes_of("Math"), None);
    }
}
