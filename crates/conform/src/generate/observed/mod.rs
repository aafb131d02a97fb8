//! Programs that see how their values are used: each use is an event in a log, whose order is checked.
//!
//! The functions that observe are in `observers.js`. A program calls them by names that begin with `$`;
//! its test has those that it needs after it, where function declarations are hoisted from.

pub mod builtins;
pub mod forms;
mod holes;
pub mod states;
pub mod texts;

use std::collections::BTreeSet;

use parallax_spec::run::{Budget, Specification, Start};
use parallax_spec::syntax::Parser;
use rand_chacha::ChaCha8Rng;

use super::realm::Realm;
use super::seeds::Seed;

const SOURCE: &str = include_str!("observers.js");

/// Shows events as they come, for who runs a program and makes no test of it.
const SHOW: &str = "$log = function (event) { print(event); };";

/// What the functions of observers begin with.
pub const SIGIL: char = '$';

/// The variable that has the log of a test: all events, each with [`SEPARATOR`] after it.
pub const LOG: (&str, &str) = ("$log", "all");

/// Stands after each event.
pub const SEPARATOR: &str = "; ";

/// How the origin of a program begins that observes something; what it observes follows.
pub const ORIGIN: &str = "observed ";

/// The functions, each with its name.
fn functions() -> impl Iterator<Item = (&'static str, &'static str)> {
    let starts = SOURCE.match_indices("function $").map(|(at, _)| at);
    let starts: Vec<usize> =
        starts.filter(|at| *at == 0 || SOURCE[..*at].ends_with('\n')).collect();
    let ends = starts.iter().skip(1).copied().chain([SOURCE.len()]).collect::<Vec<_>>();
    starts.into_iter().zip(ends).map(|(start, end)| {
        let text = SOURCE[start..end].trim_end();
        let name = text["function ".len()..].split('(').next().unwrap_or_default();
        (name, text)
    })
}

/// Whether a text calls a function of observers.
fn calls(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        !text[at + name.len()..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
    })
}

/// The functions that a text needs, in their order, as declarations.
pub fn needed(text: &str) -> String {
    if !text.contains(SIGIL) {
        return String::new();
    }
    let all: Vec<_> = functions().collect();
    let mut needed: BTreeSet<usize> = BTreeSet::new();
    let mut open = vec![text];
    while let Some(text) = open.pop() {
        for (at, (name, body)) in all.iter().enumerate() {
            if !needed.contains(&at) && calls(text, name) {
                needed.insert(at);
                open.push(body);
            }
        }
    }
    needed.into_iter().map(|at| format!("{}\n", all[at].1)).collect()
}

/// The functions that a text needs, where events are printed as they come.
pub fn printing(text: &str) -> String {
    match needed(text) {
        none if none.is_empty() => none,
        functions => format!("{functions}function $log(event) {{ print(event); }}\n"),
    }
}

/// A realm that has all functions, in which events are printed.
pub fn printing_realm(specification: &Specification) -> Option<Start> {
    let realm = realm(specification, specification.fresh())?;
    specification.after(&realm, SHOW, Budget::default()).ok()
}

/// A realm that has all functions: it takes long to read them for every program.
pub fn realm(specification: &Specification, start: &Start) -> Option<Start> {
    specification.after(start, SOURCE, Budget::default()).ok()
}

/// All programs that observe: the shorter enumerations first, then those of pairs.
pub fn synthesise(
    parser: &Parser,
    realm: &Realm,
    syntax: &[String],
    rng: &mut ChaCha8Rng,
) -> Vec<Seed> {
    let mut seeds = forms::synthesise(rng);
    seeds.extend(builtins::synthesise(realm, rng));
    seeds.extend(states::synthesise(realm));
    seeds.extend(forms::in_observed_scopes(parser, syntax));
    seeds.extend(texts::synthesise());
    seeds
}

/// A program that observes something.
fn seed(what: &str, program: String) -> Seed {
    Seed { program, origin: format!("{ORIGIN}{what}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_gets_the_functions_that_it_needs_and_no_others() {
        assert_eq!(needed("var a = 1 ;"), "");
        let needed = needed("$try ( ( ) => $e ( \"a\" , 1 ) ) ;");
        for name in ["$log", "$show", "$kind", "$try", "$e"] {
            assert!(needed.contains(&format!("function {name}(")), "{name}");
        }
        for name in ["$p", "$gen", "$differs"] {
            assert!(!needed.contains(&format!("function {name}(")), "{name}");
        }
        assert!(functions().count() > 15);
    }
}
