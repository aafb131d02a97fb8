//! What terminals look like in a synthesised text.

use super::nonrecursive::synthesise;
use crate::grammar::{Grammar, Kind};
use crate::syntax::charset::CharSet;
use crate::syntax::expand::{Goal, NoTokens, expand};
use crate::syntax::rules::Terminal;
use std::collections::HashMap;

/// Texts for terminals, shortest first, and what goes between them.
pub(crate) struct Texts {
    separator: &'static str,
    known: HashMap<Terminal, Vec<String>>,
}

/// Code points that stand for their classes: those that people would write, then one for each kind
/// outside ASCII.
const REPRESENTATIVES: &str =
    "a0 \u{e9}\u{301}\u{3000}\u{a0}\u{2028}\u{2029}\u{feff}\u{200c}\u{200d}\u{1f600}";

impl Texts {
    /// For a grammar over code points.
    pub(crate) fn of_characters() -> Self {
        let mut known = HashMap::new();
        for class in 0..128u8 {
            known.insert(Terminal::Class(class), vec![char::from(class).to_string()]);
        }
        known.insert(Terminal::End, vec![String::new()]);
        Texts { separator: "", known }
    }

    /// For the syntactic grammar with these terminals: literal text as it is, and of a token what
    /// its own lexical production gives.
    pub(crate) fn of_tokens(grammar: &Grammar, terminals: &[Terminal]) -> Self {
        let texts = |terminal: &Terminal| match terminal {
            Terminal::Literal(text) => vec![text.clone()],
            Terminal::Token(name) => samples(grammar, name, 0),
            Terminal::End => vec![String::new()],
            Terminal::Escaped(_) | Terminal::Class(_) => Vec::new(),
        };
        let known = terminals.iter().map(|terminal| (terminal.clone(), texts(terminal))).collect();
        Texts { separator: " ", known }
    }

    pub(crate) fn of(&self, terminal: &Terminal) -> &[String] {
        self.known.get(terminal).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn join(&self, parts: &[&str]) -> String {
        let parts: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
        parts.join(self.separator)
    }

    /// One code point of a set.
    pub(crate) fn representative(&self, set: CharSet) -> Option<String> {
        let mut common = REPRESENTATIVES
            .chars()
            .filter(|c| set.contains(crate::syntax::charset::class(u32::from(*c))));
        let ascii = || set.classes().find(|class| *class < 128).map(char::from);
        common.next().or_else(ascii).map(String::from)
    }
}

/// Texts of a token or a pattern, shortest first.
pub(super) fn samples(grammar: &Grammar, name: &str, arguments: u16) -> Vec<String> {
    let Some(production) = grammar.index(name) else { return Vec::new() };
    let rules = expand(grammar, &NoTokens, &[Goal { production, arguments }], Kind::Lexical);
    let start =
        rules.starts.first().and_then(|start| rules.rules[*start].right.first()?.as_nonterminal());
    let Some(start) = start else { return Vec::new() };
    let mut samples = synthesise(&rules, &Texts::of_characters(), start);
    let strange = |text: &String| text.chars().filter(|c| !c.is_ascii_alphanumeric()).count();
    samples.sort_by_key(|text| (text.len(), strange(text)));
    samples.dedup();
    samples
}
