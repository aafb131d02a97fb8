//! What a program throws, as far as engines and the text can agree on it.

use std::fmt;

/// The language's errors, in the order of `prelude.js`, which tells them apart in engines.
const ERRORS: [&str; 9] = [
    "Error",
    "EvalError",
    "RangeError",
    "ReferenceError",
    "SyntaxError",
    "TypeError",
    "URIError",
    "AggregateError",
    "SuppressedError",
];

/// How every other object is shown.
const OBJECT: &str = "object";

/// What a program throws.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ThrownValue {
    /// An error of the language: the name of its constructor.
    Error(&'static str),
    /// Any other object.
    Object,
    /// A primitive, as `String` shows it.
    Primitive(String),
}

impl ThrownValue {
    /// Reads what `Display` writes. A string that is spelled like an error is taken for it; engines and
    /// tests show both in the same way.
    pub fn parse(text: &str) -> Self {
        match ERRORS.into_iter().find(|name| *name == text) {
            Some(name) => ThrownValue::Error(name),
            None if text == OBJECT => ThrownValue::Object,
            None => ThrownValue::Primitive(text.to_owned()),
        }
    }
}

impl fmt::Display for ThrownValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ThrownValue::Error(name) => f.write_str(name),
            ThrownValue::Object => f.write_str(OBJECT),
            ThrownValue::Primitive(shown) => f.write_str(shown),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_is_read_as_the_same() {
        for value in [
            ThrownValue::Error("TypeError"),
            ThrownValue::Object,
            ThrownValue::Primitive("12".to_owned()),
        ] {
            assert_eq!(ThrownValue::parse(&value.to_string()), value);
        }
    }

    #[test]
    fn every_error_is_known_to_the_prelude() {
        assert!(ERRORS.iter().all(|name| crate::PRELUDE.contains(&format!("\"{name}\""))));
    }
}
