//! References to alternatives: what the grammar in an algorithm's head means.
//!
//! A reference repeats an alternative without arguments and guards, and usually without
//! restrictions. It may write an optional symbol with its `?` (either way), without it (present) or
//! leave it out (absent).

use super::{Alternative, Grammar, Symbol, bare_symbol, parse_notation};

/// One alternative that a reference means, and what it says of the alternative's optional symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The index of the production in [`Grammar::productions`].
    pub production: usize,
    /// The index of the alternative in it.
    pub alternative: usize,
    /// For each optional symbol: must it be present, absent, or is it all the same?
    pub optionals: Vec<Option<bool>>,
}

impl Grammar {
    /// The alternatives that a piece of grammar text refers to; none for what this grammar has not.
    pub fn resolve(&self, text: &str) -> Vec<Reference> {
        let mut found = Vec::new();
        for referring in parse_notation(text) {
            let Some(production) = self.index(&referring.name) else { continue };
            let defined = &self.productions()[production].alternatives;
            for alternative in &referring.alternatives {
                let matches = defined.iter().enumerate().filter_map(|(index, candidate)| {
                    let optionals = matching(&visible(alternative), &visible(candidate))?;
                    Some(Reference { production, alternative: index, optionals })
                });
                found.extend(matches);
            }
        }
        found
    }
}

/// The symbols that match text, without arguments.
fn visible(alternative: &Alternative) -> Vec<Symbol> {
    alternative.symbols.iter().filter(|symbol| symbol.is_visible()).map(bare_symbol).collect()
}

impl Symbol {
    /// Whether the symbol matches text, and has a place among a node's children; restrictions
    /// do not.
    pub fn is_visible(&self) -> bool {
        !matches!(self, Symbol::Lookahead { .. } | Symbol::NoLineTerminator | Symbol::OnlyIf(_))
    }
}

/// What a reference says of the optional symbols of an alternative, if it means that one.
fn matching(reference: &[Symbol], defined: &[Symbol]) -> Option<Vec<Option<bool>>> {
    let Some((symbol, rest)) = defined.split_first() else {
        return reference.is_empty().then(Vec::new);
    };
    let mentioned = reference.split_first();
    let Symbol::Optional(inner) = symbol else {
        let (first, others) = mentioned?;
        return if first == symbol { matching(others, rest) } else { None };
    };
    if let Some((first, others)) = mentioned {
        let said =
            if first == symbol { Some(None) } else { (*first == **inner).then_some(Some(true)) };
        let more = said.and_then(|said| Some((said, matching(others, rest)?)));
        if let Some((said, more)) = more {
            return Some([vec![said], more].concat());
        }
    }
    matching(reference, rest).map(|more| [vec![Some(false)], more].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(reference: &str) -> Vec<(usize, Vec<Option<bool>>)> {
        let grammar = Grammar::new(parse_notation(
            "Block[Yield] :\n  `{` List[?Yield]? `}`\n  [+Yield] `y` [no LineTerminator here] A? B?\n\
             Op : one of\n  `*` `/`",
        ));
        let found = grammar.resolve(reference);
        found.into_iter().map(|reference| (reference.alternative, reference.optionals)).collect()
    }

    #[test]
    fn an_optional_symbol_is_present_absent_or_either() {
        assert_eq!(resolve("Block : `{` `}`"), [(0, vec![Some(false)])]);
        assert_eq!(resolve("Block : `{` List `}`"), [(0, vec![Some(true)])]);
        assert_eq!(resolve("Block : `{` List? `}`"), [(0, vec![None])]);
        assert_eq!(resolve("Block : `y` B"), [(1, vec![Some(false), Some(true)])]);
    }

    #[test]
    fn one_of_refers_to_each() {
        assert_eq!(resolve("Op : one of `*` `/`"), [(0, vec![]), (1, vec![])]);
        assert_eq!(resolve("Op : `/`"), [(1, vec![])]);
    }

    #[test]
    fn what_the_grammar_has_not_is_not_found() {
        assert!(resolve("Block : `(` `)`").is_empty());
        assert!(resolve("Other : `x`").is_empty());
    }
}
