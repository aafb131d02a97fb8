//! CharSets of patterns, and the characters in values.

use std::sync::Arc;

use super::super::behaviour::Behaviour::{self, Of0, Of1, Of2};
use super::super::charset::{CharSet, LAST};
use super::super::machine::Machine;
use super::super::stop::Stop;
use super::super::value::{Part, Piece, Value};
use crate::phrases::{CharSetPredicate, CharSetValue};

impl CharSetValue {
    pub(in crate::run) fn behaviour(self) -> Behaviour<Value> {
        match self {
            Self::Union => Of1(|machine, sets| machine.fold_sets(sets, CharSet::union)),
            Self::Intersection => {
                Of1(|machine, sets| machine.fold_sets(sets, CharSet::intersection))
            }
            Self::Difference => Of2(|machine, all, less| {
                Ok(set(machine.char_set(all)?.difference(machine.char_set(less)?)))
            }),
            Self::CharSetOf => {
                Of1(|machine, it| Ok(set(CharSet::of_sequence(&machine.characters(it)?))))
            }
            Self::EmptyCharSet => Of0(|_| Ok(set(CharSet::default()))),
            Self::AllUnits => Of0(|_| Ok(set(CharSet::of([(0, 0xffff)])))),
            Self::AllCodePoints => Of0(|_| Ok(set(CharSet::of([(0, LAST)])))),
            Self::SingleCharacters => Of1(|machine, it| Ok(set(machine.char_set(it)?.singles()))),
            Self::CharacterInterval => Of2(|machine, from, to| {
                match (from.as_index().map(u32::try_from), to.as_index().map(u32::try_from)) {
                    (Some(Ok(from)), Some(Ok(to))) => Ok(set(CharSet::of([(from, to)]))),
                    _ => machine.wrong("these are no character values"),
                }
            }),
            Self::OnlySequence => Of1(|machine, it| match machine.char_set(it)?.only() {
                Some(only) => Ok(sequence(&only)),
                None => machine.wrong("this CharSet has not exactly one element"),
            }),
            Self::JoinedSequences => Of2(|machine, a, b| {
                Ok(sequence(&[machine.characters(a)?, machine.characters(b)?].concat()))
            }),
            Self::LastCharacter => {
                Of1(|machine, text| match machine.characters(text)?.last().copied() {
                    Some(last) => Ok(sequence(&[last])),
                    None => machine.missing("there is no code point"),
                })
            }
            Self::Strings => Of1(|machine, it| {
                let strings = machine.char_set(it)?.strings();
                let strings = strings.into_iter().filter(|it| !it.is_empty()).map(sequence);
                let strings = strings.collect();
                Ok(machine.heap.list(strings))
            }),
            Self::AllButLast => Of1(|machine, it| {
                let mut elements = match it {
                    Value::Text(_) => {
                        machine.characters(it)?.into_iter().map(|it| sequence(&[it])).collect()
                    }
                    _ => machine.list(it)?.to_vec(),
                };
                elements.pop();
                Ok(machine.heap.list(elements))
            }),
        }
    }
}

impl CharSetPredicate {
    pub(in crate::run) fn behaviour(self) -> Behaviour<bool> {
        match self {
            Self::OneCharacter => Of1(|machine, it| {
                Ok(machine.char_set(it)?.only().is_some_and(|only| only.len() == 1))
            }),
            Self::EachSingle => Of1(|machine, it| Ok(machine.char_set(it)?.is_plain())),
        }
    }
}

pub(in crate::run) fn set(set: CharSet) -> Value {
    Value::CharSet(Arc::new(set))
}

/// Characters as a string of them.
pub(in crate::run) fn sequence(characters: &[u32]) -> Value {
    let mut units: Vec<u16> = Vec::new();
    for character in characters {
        match char::from_u32(*character) {
            Some(symbol) => units.extend_from_slice(symbol.encode_utf16(&mut [0; 2])),
            // A surrogate that stands alone.
            None => units.push(*character as u16),
        }
    }
    Value::Text(units.into())
}

impl Machine<'_> {
    pub(in crate::run) fn char_set<'v>(&self, value: &'v Value) -> Result<&'v CharSet, Stop> {
        match value {
            Value::CharSet(set) => Ok(set),
            other => self.wrong_type(other, "is no CharSet"),
        }
    }

    fn fold_sets(
        &self,
        sets: &Value,
        join: impl Fn(&CharSet, &CharSet) -> CharSet,
    ) -> Result<Value, Stop> {
        let (first, rest) = match self.list(sets)? {
            [first, rest @ ..] => (self.char_set(first)?, rest),
            [] => return self.missing("there is no CharSet"),
        };
        let mut joined = first.clone();
        for other in rest {
            joined = join(&joined, self.char_set(other)?);
        }
        Ok(set(joined))
    }

    /// The characters of a string, of a part of a pattern, or of what is one character. In a string
    /// surrogates that belong together are one.
    pub(in crate::run) fn characters(&self, value: &Value) -> Result<Vec<u32>, Stop> {
        match value {
            Value::Piece(piece) => Ok(self.piece_characters(*piece)),
            Value::Text(text) => {
                let decoded = char::decode_utf16(text.iter().copied());
                let code = |it: Result<char, std::char::DecodeUtf16Error>| {
                    it.map_or_else(|lone| lone.unpaired_surrogate().into(), u32::from)
                };
                Ok(decoded.map(code).collect())
            }
            Value::Number(number) | Value::Mathematical(number) => Ok(vec![*number as u32]),
            _ => self.characters(&Value::Text(self.units(value)?)),
        }
    }

    /// What is one character.
    pub(in crate::run) fn character(&self, value: &Value) -> Result<u32, Stop> {
        match (value, &self.characters(value)?[..]) {
            (_, [only]) => Ok(*only),
            _ => self.wrong_type(value, "is not one character"),
        }
    }

    pub(in crate::run) fn piece_characters(&self, piece: Piece) -> Vec<u32> {
        let Some(tree) = self.tree(piece) else { return Vec::new() };
        tree.code_points(match piece.part {
            Part::Node(node) => tree.span(node),
            Part::Token(token) => tree.token_span(token),
        })
    }
}
