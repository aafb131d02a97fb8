//! Variable mutation: qualifiers and modifiers of their types come, go and are replaced; a variable
//! is replaced by another that is in scope and fits.

use parallax_program::c::{Declaration, Syntax};
use parallax_program::edit::Splice;

use super::Rule;

const QUALIFIERS: [&str; 2] = ["volatile", "const"];
const MODIFIERS: [&str; 4] = ["long", "short", "signed", "unsigned"];

pub(super) fn rules() -> Vec<Rule> {
    let mut rules = vec![
        Rule::new("insert restrict", |syntax| {
            each(syntax, |declaration| {
                declaration.stars.iter().map(|&at| Splice::insertion(at, "restrict ")).collect()
            })
        }),
        removal("restrict"),
        Rule::new("variable", |syntax| {
            let uses = syntax.uses.iter().flat_map(|used| {
                used.others.iter().map(|other| Splice::replacement(used.span.clone(), other))
            });
            uses.collect()
        }),
    ];
    for word in QUALIFIERS {
        rules.extend([insertion(word, |_| true), removal(word)]);
    }
    for word in MODIFIERS {
        rules.extend([insertion(word, |declaration| declaration.arithmetic), removal(word)]);
        rules.extend(MODIFIERS.into_iter().filter(|&by| by != word).map(|by| {
            Rule::new(format!("{word} -> {by}"), move |syntax| replacements(syntax, word, by))
        }));
    }
    rules
}

fn each(syntax: &Syntax, of: impl Fn(&Declaration) -> Vec<Splice>) -> Vec<Splice> {
    syntax.declarations.iter().flat_map(of).collect()
}

fn insertion(
    word: &'static str,
    fits: impl Fn(&Declaration) -> bool + Send + Sync + 'static,
) -> Rule {
    Rule::new(format!("insert {word}"), move |syntax| {
        each(syntax, |declaration| {
            let there = declaration.words.iter().any(|(known, _)| known == word);
            let splice = Splice::insertion(declaration.start, format!("{word} "));
            if there || !fits(declaration) { Vec::new() } else { vec![splice] }
        })
    })
}

fn removal(word: &'static str) -> Rule {
    Rule::new(format!("remove {word}"), move |syntax| replacements(syntax, word, ""))
}

fn replacements(syntax: &Syntax, word: &str, by: &str) -> Vec<Splice> {
    each(syntax, |declaration| {
        let words = declaration.words.iter().filter(|(known, _)| known == word);
        words.map(|(_, span)| Splice::replacement(span.clone(), by)).collect()
    })
}
