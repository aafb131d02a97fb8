//! The built-in function synthesizer: calls of every function that an edition defines.

use super::realm::{Function, Realm};

/// Arguments that all take: the paper's first, and one for each kind of value.
const ARGUMENTS: &[&str] = &[
    "0",
    "1",
    "-1",
    "\"a\"",
    "true",
    "undefined",
    "0n",
    "Symbol . iterator",
    "{ }",
    "[ 0 , 1 ]",
    "function ( ) { return 0 ; }",
    "new Proxy ( [ 0 ] , { } )",
    "new Set ( [ 0 ] )",
    "new ArrayBuffer ( 8 )",
    "new Uint8Array ( 4 )",
    "/a/g",
];

/// Programs that call every function of a realm: with a fitting `this` and with `null`, with fewer
/// and with more arguments than it takes, and with `new`.
pub fn synthesise(realm: &Realm) -> Vec<String> {
    let mut programs = Vec::new();
    for function in &realm.functions {
        let objects = objects(realm, function);
        for (nth, argument) in ARGUMENTS.iter().enumerate() {
            let counts =
                if nth == 0 { 0..=function.length + 1 } else { 1..=function.length.max(1) };
            for count in counts {
                let arguments = vec![*argument; count];
                for object in &objects {
                    let with_this = [&[object.as_str()], &arguments[..]].concat();
                    programs.push(call(&format!("{} . call", function.path), &with_this));
                }
                if function.constructor {
                    programs.push(call(&function.path, &arguments));
                    programs.push(call(&format!("new {}", constructor(function)), &arguments));
                }
            }
        }
    }
    programs.sort_by(|one, other| (one.len(), one).cmp(&(other.len(), other)));
    programs.dedup();
    programs
}

/// A program that keeps what a call gives.
fn call(function: &str, arguments: &[&str]) -> String {
    match arguments {
        [] => format!("var x = {function} ( ) ;"),
        _ => format!("var x = {function} ( {} ) ;", arguments.join(" , ")),
    }
}

/// An expression that `new` can stand before.
fn constructor(function: &Function) -> String {
    match function.path.contains('(') {
        true => format!("( {} )", function.path),
        false => function.path.clone(),
    }
}

/// Objects to call a function with: none, what holds it, and what inherits from that.
fn objects(realm: &Realm, function: &Function) -> Vec<String> {
    let mut objects = vec!["null".to_owned()];
    if let Some(holder) = &function.holder {
        objects.push(holder.clone());
        objects.extend(realm.instances.get(holder).into_iter().flatten().cloned());
    }
    objects
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(path: &str, holder: &str, length: usize, constructor: bool) -> Function {
        Function { path: path.into(), holder: Some(holder.into()), length, constructor }
    }

    #[test]
    fn a_method_is_called_as_in_the_paper() {
        let index_of = function("Array.prototype.indexOf", "Array.prototype", 1, false);
        let instances = [("Array.prototype".to_owned(), vec!["new Array ( )".to_owned()])];
        let instances = instances.into_iter().collect();
        let realm = Realm { functions: vec![index_of], instances, ..Realm::default() };
        let programs = synthesise(&realm);
        for arguments in ["new Array ( ) , 0", "new Array ( ) , 0 , 0", "null , 0", "null , 0 , 0"]
        {
            let expected = format!("var x = Array.prototype.indexOf . call ( {arguments} ) ;");
            assert!(programs.contains(&expected), "{expected}");
        }
    }

    #[test]
    fn a_constructor_is_called_with_and_without_new() {
        let array = Function { holder: None, ..function("Array", "", 1, true) };
        let programs = synthesise(&Realm { functions: vec![array], ..Realm::default() });
        for call in ["Array ( )", "Array ( 0 , 0 )", "new Array ( )", "new Array ( 0 )"] {
            let expected = format!("var x = {call} ;");
            assert!(programs.contains(&expected), "{expected}");
        }
    }
}
