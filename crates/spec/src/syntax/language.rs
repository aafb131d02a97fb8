//! Symbols that match finitely many texts: single code points, words, short sequences.
//!
//! A broken grammar may refer to itself in ways that would take for ever to follow; so much is
//! followed and no more, and then the answer is that the texts are not known.

use super::charset::CharSet;
use super::prose;
use super::rules::Expected;
use crate::grammar::{Grammar, Kind, Symbol};
use std::collections::HashSet;

/// How deep productions may refer to each other.
const DEPTH: usize = 64;
/// How many symbols are looked at for one answer.
const FUEL: usize = 20_000;

/// The code points that a symbol matches, if it matches exactly one at a time.
pub(crate) fn single_code_points(grammar: &Grammar, symbol: &Symbol) -> Option<CharSet> {
    Follow::new(grammar).code_points(symbol, DEPTH)
}

/// The words that a symbol matches, if they are literal.
pub(crate) fn words(grammar: &Grammar, symbol: &Symbol) -> Option<Vec<String>> {
    Follow::new(grammar).words(symbol, DEPTH)
}

/// The sequences of code points that a sequence of symbols matches.
pub(crate) fn sequences(grammar: &Grammar, symbols: &[Symbol]) -> Option<Vec<Vec<Expected>>> {
    Follow::new(grammar).sequences(symbols, DEPTH)
}

/// The words that exceptions of the syntactic grammar exclude: reserved words.
pub(crate) fn excluded_words(grammar: &Grammar) -> HashSet<String> {
    let syntactic = grammar.productions().iter().filter(|p| p.kind == Kind::Syntactic);
    let symbols = syntactic.flat_map(|p| &p.alternatives).flat_map(|a| &a.symbols);
    let exceptions = symbols.filter_map(|symbol| match symbol {
        Symbol::ButNot(_, except) => Some(except),
        _ => None,
    });
    exceptions.flatten().filter_map(|symbol| words(grammar, symbol)).flatten().collect()
}

struct Follow<'g> {
    grammar: &'g Grammar,
    fuel: usize,
}

impl<'g> Follow<'g> {
    fn new(grammar: &'g Grammar) -> Self {
        Follow { grammar, fuel: FUEL }
    }

    /// One level deeper, while there is fuel.
    fn deeper(&mut self, depth: usize) -> Option<usize> {
        self.fuel = self.fuel.checked_sub(1)?;
        depth.checked_sub(1)
    }

    fn code_points(&mut self, symbol: &Symbol, depth: usize) -> Option<CharSet> {
        let depth = self.deeper(depth)?;
        match symbol {
            Symbol::Terminal(text) => {
                let mut chars = text.chars();
                let first = chars.next()?;
                chars.next().is_none().then(|| CharSet::of(u32::from(first)))
            }
            Symbol::CodePoint(name) => prose::code_point(name),
            Symbol::Described(words) => prose::described(words),
            Symbol::Nonterminal(nonterminal) => {
                let production = self.grammar.production(&nonterminal.name)?;
                let mut all = CharSet::EMPTY;
                for alternative in &production.alternatives {
                    let [only] = alternative.symbols.as_slice() else { return None };
                    all = all | self.code_points(only, depth)?;
                }
                Some(all)
            }
            Symbol::ButNot(base, except) => {
                let base = self.code_points(base, depth)?;
                except.iter().try_fold(base, |all, one| Some(all - self.code_points(one, depth)?))
            }
            _ => None,
        }
    }

    fn words(&mut self, symbol: &Symbol, depth: usize) -> Option<Vec<String>> {
        let depth = self.deeper(depth)?;
        match symbol {
            Symbol::Terminal(text) => Some(vec![text.clone()]),
            Symbol::Nonterminal(nonterminal) => {
                let production = self.grammar.production(&nonterminal.name)?;
                let mut all = Vec::new();
                for alternative in &production.alternatives {
                    let [only] = alternative.symbols.as_slice() else { return None };
                    all.extend(self.words(only, depth)?);
                }
                Some(all)
            }
            _ => None,
        }
    }

    fn sequences(&mut self, symbols: &[Symbol], depth: usize) -> Option<Vec<Vec<Expected>>> {
        let mut all = vec![Vec::new()];
        for symbol in symbols {
            let options = self.options(symbol, depth)?;
            self.fuel = self.fuel.checked_sub(all.len() * options.len())?;
            let extended = |before: &Vec<Expected>| {
                options.iter().map(|after| [before.as_slice(), after].concat()).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(extended).collect();
        }
        Some(all)
    }

    fn options(&mut self, symbol: &Symbol, depth: usize) -> Option<Vec<Vec<Expected>>> {
        let depth = self.deeper(depth)?;
        if let Some(set) = self.code_points(symbol, depth) {
            return Some(vec![vec![Expected::Char(set)]]);
        }
        match symbol {
            Symbol::Terminal(text) => {
                let each = text.chars().map(|c| Expected::Char(CharSet::of(u32::from(c))));
                Some(vec![each.collect()])
            }
            Symbol::Nonterminal(nonterminal) => {
                let production = self.grammar.production(&nonterminal.name)?;
                let mut options = Vec::new();
                for alternative in &production.alternatives {
                    options.extend(self.sequences(&alternative.symbols, depth)?);
                }
                Some(options)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::parse_notation;

    fn grammar(text: &str) -> (Grammar, Symbol) {
        let productions = parse_notation(text);
        let symbol = parse_notation("Z :: A")[0].alternatives[0].symbols[0].clone();
        (Grammar::new(productions), symbol)
    }

    #[test]
    fn sets_words_and_sequences_are_found() {
        let (digits, symbol) = grammar("A ::\n  B but not `1`\nB :: one of\n  `0` `1`");
        assert_eq!(single_code_points(&digits, &symbol), Some(CharSet::of(u32::from('0'))));
        let (reserved, symbol) = grammar("A ::\n  `if`\n  B\nB :: one of\n  `do` `in`");
        assert_eq!(words(&reserved, &symbol).unwrap(), ["if", "do", "in"]);
        assert_eq!(sequences(&reserved, &[symbol]).unwrap().len(), 3);
    }

    #[test]
    fn what_never_ends_is_not_known() {
        for text in ["A ::\n  A\n  A", "A ::\n  B\n  B\nB ::\n  A\n  A", "A :: A A"] {
            let (grammar, symbol) = grammar(text);
            assert_eq!(single_code_points(&grammar, &symbol), None);
            assert_eq!(words(&grammar, &symbol), None);
            assert_eq!(sequences(&grammar, &[symbol]), None);
        }
    }
}
