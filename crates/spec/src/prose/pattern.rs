//! Phrases in fixed words with holes: `the length of {e}`.
//!
//! | in a pattern | stands for |
//! | --- | --- |
//! | `a|an` | one of these words |
//! | `the?` | a word that may be missing |
//! | `{e}` `{es}` | an expression; several, with commas and a last `and` or `or` |
//! | `{c}` | a condition |
//! | `{v}` | a variable |
//! | `{f}` `{fs}` | the name of a field; several |
//! | `{n}` | a nonterminal, as a name |
//! | `{w}` | one word, as a name |
//! | `{x}` | a reference to another place in the text |
//! | `{g}` | a production |
//! | `{t}` | a figure or table |
//! | `{err}` | the name of an error |
//! | `{-e}` | an expression that is read and is no argument; so with every other hole |

use std::collections::HashMap;

use super::token::{Token, tokens};

/// What a hole takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hole {
    Expression,
    Expressions,
    Condition,
    Variable,
    Field,
    Fields,
    Nonterminal,
    Word,
    Reference,
    Production,
    Figure,
    Error,
}

/// A piece of a pattern.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// One of these words.
    Words(Vec<String>),
    /// This word, or nothing.
    Maybe(String),
    /// Exactly this.
    Exactly(Token),
    /// An argument.
    Hole(Hole),
    /// Something to be read that is no argument.
    Ignored(Hole),
}

/// Patterns and what they mean, found by their first words.
pub struct Phrases<T> {
    rules: Vec<(Vec<Piece>, T)>,
    by_start: HashMap<(String, String), Vec<usize>>,
    by_word: HashMap<String, Vec<usize>>,
    others: Vec<usize>,
}

impl<T: Copy> Phrases<T> {
    /// Reads patterns.
    pub fn new<'a>(patterns: impl IntoIterator<Item = (T, &'a str)>) -> Self {
        let mut phrases = Phrases {
            rules: Vec::new(),
            by_start: HashMap::new(),
            by_word: HashMap::new(),
            others: Vec::new(),
        };
        for (meaning, pattern) in patterns {
            phrases.add(meaning, read(pattern));
        }
        phrases
    }

    fn add(&mut self, meaning: T, pieces: Vec<Piece>) {
        let number = self.rules.len();
        match (pieces.first(), pieces.get(1)) {
            (Some(Piece::Words(first)), Some(Piece::Words(second))) => {
                for first in first {
                    for second in second {
                        let start = (first.to_lowercase(), second.to_lowercase());
                        self.by_start.entry(start).or_default().push(number);
                    }
                }
            }
            (Some(Piece::Words(first)), _) => {
                for first in first {
                    self.by_word.entry(first.to_lowercase()).or_default().push(number);
                }
            }
            _ => self.others.push(number),
        }
        self.rules.push((pieces, meaning));
    }

    /// The patterns that can match what begins with these two tokens.
    pub fn candidates(
        &self,
        first: Option<&Token>,
        second: Option<&Token>,
    ) -> impl Iterator<Item = (&[Piece], T)> {
        let word = |token: Option<&Token>| match token {
            Some(Token::Word(word)) => word.to_lowercase(),
            _ => String::new(),
        };
        let (first, second) = (word(first), word(second));
        let by_word = self.by_word.get(&first).into_iter().flatten();
        let by_start = self.by_start.get(&(first, second)).into_iter().flatten();
        by_start
            .chain(by_word)
            .chain(&self.others)
            .filter_map(|number| self.rules.get(*number))
            .map(|(pieces, meaning)| (pieces.as_slice(), *meaning))
    }
}

/// Reads one pattern.
fn read(pattern: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = pattern;
    while let Some((before, after)) = rest.split_once('{') {
        pieces.extend(literal(before));
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        let ignored = name.strip_prefix('-');
        match (hole(ignored.unwrap_or(name)), ignored) {
            (Some(hole), None) => pieces.push(Piece::Hole(hole)),
            (Some(hole), Some(_)) => pieces.push(Piece::Ignored(hole)),
            // Braces that are not a hole belong to the text.
            (None, _) => pieces.extend(literal(&format!("{{{name}}}"))),
        }
        rest = after;
    }
    pieces.extend(literal(rest));
    pieces
}

fn hole(name: &str) -> Option<Hole> {
    Some(match name {
        "e" => Hole::Expression,
        "es" => Hole::Expressions,
        "c" => Hole::Condition,
        "v" => Hole::Variable,
        "f" => Hole::Field,
        "fs" => Hole::Fields,
        "n" => Hole::Nonterminal,
        "w" => Hole::Word,
        "x" => Hole::Reference,
        "g" => Hole::Production,
        "t" => Hole::Figure,
        "err" => Hole::Error,
        _ => return None,
    })
}

fn literal(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for part in text.split_whitespace() {
        let word =
            |text: &str| text.chars().all(|symbol| symbol.is_alphanumeric() || symbol == '-');
        if let Some(maybe) = part.strip_suffix('?').filter(|part| !part.is_empty() && word(part)) {
            pieces.push(Piece::Maybe(maybe.to_owned()));
        } else if part.contains('|') && part.split('|').all(|part| !part.is_empty() && word(part)) {
            pieces.push(Piece::Words(part.split('|').map(str::to_owned).collect()));
        } else {
            pieces.extend(tokens(part).into_iter().map(|spaced| match spaced.token {
                Token::Word(word) => Piece::Words(vec![word]),
                token => Piece::Exactly(token),
            }));
        }
    }
    pieces
}

/// An example of what each argument of a pattern may be, for tests.
#[cfg(test)]
pub(crate) fn examples(pattern: &str, expression: &crate::ir::Expr) -> Vec<crate::ir::Expr> {
    use crate::ir::Expr;
    let name = || "x".to_owned();
    let example = |hole: Hole| match hole {
        Hole::Expression => expression.clone(),
        Hole::Expressions => Expr::List(vec![expression.clone()]),
        Hole::Condition => Expr::Boolean(true),
        Hole::Variable => Expr::Variable(name()),
        Hole::Field => Expr::FieldName(name()),
        Hole::Fields => Expr::List(vec![Expr::FieldName(name())]),
        Hole::Nonterminal => Expr::GrammarSymbol(name()),
        Hole::Word | Hole::Error => Expr::Word(name()),
        Hole::Reference => Expr::Reference(name()),
        Hole::Production => Expr::Production(name()),
        Hole::Figure => Expr::Figure(name()),
    };
    let pieces = read(pattern).into_iter();
    let arguments = pieces.filter_map(|piece| match piece {
        Piece::Hole(hole) => Some(example(hole)),
        _ => None,
    });
    arguments.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_words_and_holes() {
        let words =
            |words: &[&str]| Piece::Words(words.iter().map(|it| (*it).to_owned()).collect());
        let expected = [
            words(&["the"]),
            Piece::Maybe("own".to_owned()),
            words(&["size", "length"]),
            Piece::Hole(Hole::Expression),
            Piece::Exactly(Token::Possessive),
            Piece::Ignored(Hole::Variable),
            Piece::Exactly(Token::Mark(',')),
        ];
        assert_eq!(read("the own? size|length {e}'s {-v} ,"), expected);
    }
}
