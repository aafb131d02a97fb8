//! Nonterminals of annex B which have the rules of others. The annex says so in words.

use super::nodes::symbol_name;
use super::program::Program;
use crate::grammar::{Alternative, Grammar, Symbol};

/// A nonterminal, and the one whose rules it has. A term with either of the first two has the rules of one
/// with an atom.
const SUBSTITUTES: &[(&str, &str)] = &[
    ("ExtendedAtom", "Atom"),
    ("QuantifiableAssertion", "Atom"),
    ("QuantifiableAssertion", "Assertion"),
    ("Term", "Term"),
];

/// What may stand where a nonterminal is spoken of.
pub(super) fn of(name: &str) -> impl Iterator<Item = &'static str> {
    SUBSTITUTES.iter().filter(move |(_, old)| *old == name).map(|(new, _)| *new)
}

/// Gives the substitutes the rules of what they stand for.
pub(super) fn link(program: &mut Program) {
    let mut added = Vec::new();
    let grammar = program.parser.grammar();
    for (new, old) in SUBSTITUTES {
        for (place, like) in alike(grammar, new, old) {
            let rules = program.syntax.iter();
            let rules = rules.filter(|((_, production, at), _)| (*production, *at) == like);
            let rules = rules.map(|((name, ..), rules)| ((*name, place.0, place.1), rules.clone()));
            added.extend(rules);
        }
    }
    for (place, rules) in added {
        program.syntax.entry(place).or_insert(rules);
    }
    atoms_that_assert(program);
}

/// `CompileAtom` of an assertion with a quantifier is what it compiles to: the text does not say so, and
/// asks for it.
fn atoms_that_assert(program: &mut Program) {
    let find = |name: &str| program.names.find(name);
    let (Some(atom), Some(assertion)) = (find("CompileAtom"), find("CompileAssertion")) else {
        return;
    };
    let Some(production) = program.parser.grammar().index("QuantifiableAssertion") else { return };
    let rules = program.syntax.iter();
    let of_it = rules.filter(|((name, at, _), _)| *name == assertion && *at == production);
    let added: Vec<_> = of_it.map(|((.., at), rules)| (*at, rules.clone())).collect();
    for (at, rules) in added {
        program.syntax.entry((atom, production, at)).or_insert(rules);
    }
}

type Place = (usize, usize);

/// The alternatives of one nonterminal that are like alternatives of another.
fn alike(grammar: &Grammar, new: &str, old: &str) -> Vec<(Place, Place)> {
    let (Some(new), Some(old)) = (grammar.index(new), grammar.index(old)) else {
        return Vec::new();
    };
    let alternatives = |at: usize| &grammar.productions()[at].alternatives;
    let found = alternatives(new).iter().enumerate().filter_map(|(at, alternative)| {
        let place = (new, at);
        let mut others = alternatives(old).iter().enumerate().map(|(at, it)| ((old, at), it));
        let is_like = |(other, it): &(Place, &Alternative)| {
            *other != place && shape(it) == shape(alternative)
        };
        others.find(is_like).map(|(like, _)| (place, like))
    });
    found.collect()
}

/// What an alternative consists of, without parameters, and substitutes named by what they stand for.
fn shape(alternative: &Alternative) -> Vec<String> {
    let symbols = alternative.symbols.iter().filter(|it| it.is_visible());
    let name = |symbol: &Symbol| match symbol_name(symbol) {
        Some("ExtendedAtom" | "QuantifiableAssertion") => "Atom".to_owned(),
        Some(name) if matches!(symbol, Symbol::Optional(_)) => format!("{name}?"),
        Some(name) => name.to_owned(),
        None => symbol.to_string(),
    };
    symbols.map(name).collect()
}
