//! Variable mutation: words of declared types change; a variable becomes another that fits.
//!
//! Qualifiers and modifiers of types are inserted, removed and replaced. The other variable is in scope,
//! and has a type that can stand for the first.

use parallax_program::edit::Splice;
use parallax_program::parts::{Declaration, Parts};

use super::{Mutation, of_parts};

const QUALIFIERS: [&str; 2] = ["volatile", "const"];
const MODIFIERS: [&str; 4] = ["long", "short", "signed", "unsigned"];

pub(super) fn rules() -> Vec<Mutation> {
    let mut rules = vec![
        of_parts("insert restrict", |parts| {
            each(parts, |declaration| {
                declaration.stars.iter().map(|&at| Splice::insertion(at, "restrict ")).collect()
            })
        }),
        removal("restrict"),
        replacement(),
    ];
    for word in QUALIFIERS {
        rules.extend([insertion(word, |_| true), removal(word)]);
    }
    for word in MODIFIERS {
        rules.extend([insertion(word, |declaration| declaration.arithmetic), removal(word)]);
        rules.extend(MODIFIERS.into_iter().filter(|&by| by != word).map(|by| {
            of_parts(format!("{word} -> {by}"), move |parts| replacements(parts, word, by))
        }));
    }
    rules
}

/// A variable becomes another.
pub(super) fn replacement() -> Mutation {
    of_parts("variable", |parts| {
        let uses = parts.uses.iter().flat_map(|used| {
            used.others.iter().map(|other| Splice::replacement(used.span.clone(), other))
        });
        uses.collect()
    })
}

fn each(parts: &Parts, of: impl Fn(&Declaration) -> Vec<Splice>) -> Vec<Splice> {
    parts.declarations.iter().flat_map(of).collect()
}

fn insertion(
    word: &'static str,
    fits: impl Fn(&Declaration) -> bool + Send + Sync + 'static,
) -> Mutation {
    of_parts(format!("insert {word}"), move |parts| {
        each(parts, |declaration| {
            let there = declaration.words.iter().any(|(known, _)| known == word);
            let splice = Splice::insertion(declaration.start, format!("{word} "));
            if there || !fits(declaration) { Vec::new() } else { vec![splice] }
        })
    })
}

fn removal(word: &'static str) -> Mutation {
    of_parts(format!("remove {word}"), move |parts| replacements(parts, word, ""))
}

fn replacements(parts: &Parts, word: &str, by: &str) -> Vec<Splice> {
    each(parts, |declaration| {
        let words = declaration.words.iter().filter(|(known, _)| known == word);
        words.map(|(_, span)| Splice::replacement(span.clone(), by)).collect()
    })
}
