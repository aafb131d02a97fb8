//! Parts of productions, and the operations on syntax that are defined for them.

use std::collections::{HashMap, HashSet};

use crate::algorithm::{Head, Step};
use crate::edition::Edition;
use crate::grammar::{Grammar, Symbol, parse_notation};

/// What there is to say about nodes.
pub(super) struct Nodes<'a> {
    grammar: &'a Grammar,
    defined: HashMap<String, HashSet<String>>,
}

impl<'a> Nodes<'a> {
    /// Gathers the nonterminals for which each operation on syntax is defined, itself or by a chain of productions
    /// with one part besides terminals.
    pub fn of(grammar: &'a Grammar, edition: &Edition) -> Self {
        let mut defined: HashMap<String, HashSet<String>> = HashMap::new();
        for (algorithm, _) in &edition.algorithms {
            if let Head::SyntaxDirected { name, productions } = &algorithm.head {
                let names = parse_notation(productions).into_iter().map(|it| it.name);
                let all = defined.entry(name.clone()).or_default();
                all.extend(names);
                // Steps without a production are for every node.
                if productions.trim().is_empty() {
                    all.insert(String::new());
                }
            }
        }
        for names in defined.values_mut() {
            spread(grammar, names);
        }
        Nodes { grammar, defined }
    }

    /// Whether an operation on syntax is defined for a nonterminal; so is one that the text describes otherwise.
    pub fn is_defined(&self, operation: &str, nonterminal: &str) -> bool {
        let Some(names) = self.defined.get(operation) else { return true };
        names.contains("")
            || names.contains(nonterminal)
            || self.grammar.index(nonterminal).is_none()
    }

    /// The names of the parts of productions; none where it is not known which they are.
    /// Steps may speak of other productions: `If |Statement| is <emu-grammar>…`.
    pub fn parts(&self, productions: &str, steps: &[&Step]) -> Option<Vec<String>> {
        let mut names = Vec::new();
        let inside = steps.iter().flat_map(|it| it.text.split("<emu-grammar>").skip(1));
        let inside = inside.filter_map(|it| it.split("</emu-grammar>").next());
        for production in inside.chain([productions]).flat_map(parse_notation) {
            names.push(production.name);
            for symbol in production.alternatives.iter().flat_map(|it| &it.symbols) {
                add(symbol, &mut names);
            }
        }
        // `If |ExportDeclaration| is `export` |VariableStatement|, …`
        let inline = steps.iter().flat_map(|it| it.text.split("` |").skip(1));
        names.extend(inline.filter_map(|it| it.split('|').next()).map(str::to_owned));
        (!names.is_empty()).then_some(names)
    }
}

fn add(symbol: &Symbol, names: &mut Vec<String>) {
    match symbol {
        Symbol::Nonterminal(it) => names.push(it.name.clone()),
        Symbol::Optional(inner) | Symbol::ButNot(inner, _) => add(inner, names),
        _ => {}
    }
}

/// A production with one part has what is defined for that.
fn spread(grammar: &Grammar, names: &mut HashSet<String>) {
    loop {
        let more: Vec<String> = grammar
            .productions()
            .iter()
            .filter(|it| !names.contains(&it.name))
            .filter(|it| it.alternatives.iter().any(|one| is_chain(&one.symbols, names)))
            .map(|it| it.name.clone())
            .collect();
        if more.is_empty() {
            return;
        }
        names.extend(more);
    }
}

fn is_chain(symbols: &[Symbol], names: &HashSet<String>) -> bool {
    let is_word = |it: &&Symbol| !matches!(it, Symbol::Terminal(_)) && it.is_visible();
    let parts: Vec<&Symbol> = symbols.iter().filter(is_word).collect();
    match parts[..] {
        [Symbol::Nonterminal(only)] => names.contains(&only.name),
        _ => false,
    }
}
