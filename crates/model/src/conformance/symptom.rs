//! What is wrong where an engine does something else than the text says.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{CheckFailure, CheckKind, Ending, ThrownValue};

/// What is wrong, without words of the engine's own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Symptom {
    /// The program ends normally.
    Ends {
        /// How it ends by the text.
        expected: Ending,
    },
    /// The program throws.
    Throws {
        /// What.
        thrown: ThrownValue,
        /// How it ends by the text.
        expected: Ending,
    },
    /// The program is not taken for a script.
    Refuses {
        /// How it ends by the text.
        expected: Ending,
    },
    /// The program ends normally, and a check fails.
    FailsCheck {
        /// The check, and what it says.
        failure: CheckFailure,
    },
    /// The engine ends, or says nothing sensible.
    Crashes,
    /// The engine does not answer in time.
    TimesOut,
    /// The engine takes more memory than it may.
    RunsOutOfMemory,
}

/// A symptom without what differs from test to test: failures with one key probably have one cause.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SymptomKey {
    /// A symptom in which nothing differs, or only texts, which are left out of it.
    Plain(Symptom),
    /// A check of one property fails, whatever its subject.
    Property(CheckKind),
    /// A check of an object's keys fails, whatever the object.
    Keys(KeyDifference),
}

/// How the keys of an object differ from those that it has by the text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KeyDifference {
    /// It has more.
    Extra(Vec<String>),
    /// Some are missing.
    Missing(Vec<String>),
    /// All are there, and this is the first that is not in its place.
    Misplaced(String),
    /// They look the same.
    None,
}

impl Symptom {
    /// The symptom without what differs from test to test.
    pub fn key(&self) -> SymptomKey {
        let plain = match self {
            Symptom::FailsCheck { failure } => match failure {
                CheckFailure::Property { kind, .. } => return SymptomKey::Property(*kind),
                CheckFailure::Keys { expected, observed, .. } => {
                    return SymptomKey::Keys(KeyDifference::between(expected, observed));
                }
                CheckFailure::NotReached => self.clone(),
                CheckFailure::Log { expected, observed } => {
                    let [expected, observed] = [expected, observed].map(|it| without_details(it));
                    Symptom::FailsCheck { failure: CheckFailure::Log { expected, observed } }
                }
                CheckFailure::Other { message } => {
                    let failure = CheckFailure::Other { message: without_details(message) };
                    Symptom::FailsCheck { failure }
                }
            },
            Symptom::Ends { expected } => Symptom::Ends { expected: general_ending(expected) },
            Symptom::Throws { thrown, expected } => Symptom::Throws {
                thrown: general_value(thrown),
                expected: general_ending(expected),
            },
            Symptom::Refuses { expected } => {
                Symptom::Refuses { expected: general_ending(expected) }
            }
            other => other.clone(),
        };
        SymptomKey::Plain(plain)
    }
}

impl KeyDifference {
    fn between(expected: &[String], observed: &[String]) -> Self {
        let less = |one: &[String], other: &[String]| -> Vec<String> {
            one.iter().filter(|key| !other.contains(key)).cloned().collect()
        };
        let (extra, missing) = (less(observed, expected), less(expected, observed));
        let moved = expected.iter().zip(observed).find(|(expected, observed)| expected != observed);
        match moved {
            _ if !extra.is_empty() => KeyDifference::Extra(extra),
            _ if !missing.is_empty() => KeyDifference::Missing(missing),
            Some((key, _)) => KeyDifference::Misplaced(key.clone()),
            None => KeyDifference::None,
        }
    }
}

fn general_ending(ending: &Ending) -> Ending {
    match ending {
        Ending::Throws(thrown) => Ending::Throws(general_value(thrown)),
        other => other.clone(),
    }
}

fn general_value(thrown: &ThrownValue) -> ThrownValue {
    match thrown {
        ThrownValue::Primitive(shown) => ThrownValue::Primitive(without_details(shown)),
        other => other.clone(),
    }
}

/// A text that a program made, without its numbers and what it quotes.
fn without_details(text: &str) -> String {
    let mut out = String::new();
    let mut quoted: Option<char> = None;
    for character in text.chars().take(300) {
        match quoted {
            Some(end) => {
                if character == end {
                    quoted = None;
                    out.push(character);
                }
            }
            None if matches!(character, '"' | '`') => {
                quoted = Some(character);
                out.push(character);
                out.push('…');
            }
            None if character.is_ascii_digit() => {
                if !out.ends_with('#') {
                    out.push('#');
                }
            }
            None => out.push(character),
        }
    }
    out
}

impl fmt::Display for Symptom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Symptom::Ends { expected } => {
                write!(f, "ends normally; by the text it {expected}")
            }
            Symptom::Throws { thrown, expected } => {
                write!(f, "throws {thrown}; by the text it {expected}")
            }
            Symptom::Refuses { expected } => {
                write!(f, "is no script; by the text it {expected}")
            }
            Symptom::FailsCheck { failure } => failure.fmt(f),
            Symptom::Crashes => f.write_str("crashes"),
            Symptom::TimesOut => f.write_str("does not end in time"),
            Symptom::RunsOutOfMemory => f.write_str("takes too much memory"),
        }
    }
}

impl fmt::Display for SymptomKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SymptomKey::Plain(symptom) => symptom.fmt(f),
            SymptomKey::Property(kind) => f.write_str(&kind.message("…")),
            SymptomKey::Keys(difference) => write!(f, "keys of …: {difference}"),
        }
    }
}

impl fmt::Display for KeyDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KeyDifference::Extra(keys) => write!(f, "also {}", keys.join(",")),
            KeyDifference::Missing(keys) => write!(f, "without {}", keys.join(",")),
            KeyDifference::Misplaced(key) => write!(f, "{key} not in its place"),
            KeyDifference::None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(message: &str) -> SymptomKey {
        Symptom::FailsCheck { failure: CheckFailure::parse(message) }.key()
    }

    #[test]
    fn details_are_left_out_of_keys() {
        let shown = |message: &str| key(message).to_string();
        assert_eq!(shown("x is 12, not \"a b\" or `7`"), "x is #, not \"…\" or `…`");
        assert_eq!(shown("open \"quote"), "open \"…");
        assert_eq!(shown("value of a.b"), "value of …");
        assert_eq!(shown("attributes of a[\" of \"]"), "attributes of …");
        assert_eq!(shown("whether Reflect.b is a constructor"), "whether … is a constructor");
    }

    #[test]
    fn keys_of_objects_differ_by_which_are_wrong() {
        let keys = |of: &str, expected: &str, observed: &str| {
            key(&format!("keys of {of}, by the text {expected}: {observed}")).to_string()
        };
        let expected = "length,name,prototype";
        let misplaced = "keys of …: length not in its place";
        assert_eq!(keys("a", expected, "prototype,length,name"), misplaced);
        assert_eq!(keys("b.c", "length,name,x", "x,length,name"), misplaced);
        assert_eq!(keys("a", "length", "length,name"), "keys of …: also name");
        assert_eq!(keys("a", expected, "length,prototype"), "keys of …: without name");
    }

    #[test]
    fn errors_are_told_apart_and_primitives_are_not() {
        let throws = |what: &str| Symptom::Throws {
            thrown: ThrownValue::parse(what),
            expected: Ending::Normal,
        };
        assert_eq!(throws("TypeError").key(), SymptomKey::Plain(throws("TypeError")));
        assert_ne!(throws("TypeError").key(), throws("RangeError").key());
        assert_eq!(throws("12").key(), throws("345").key());
        assert_eq!(throws("12").to_string(), "throws 12; by the text it ends normally");
    }
}
