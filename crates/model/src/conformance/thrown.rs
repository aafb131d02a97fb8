//! What a program throws, as far as engines and the text can agree on it.

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// The language's errors, in the order of the prelude of engines, which tells them apart.
pub const ERRORS: [&str; 9] = [
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
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
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

/// By hand, since the name of an error is one of ours and not borrowed from what is read.
impl<'de> Deserialize<'de> for ThrownValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "kebab-case")]
        enum Stored {
            Error(String),
            Object,
            Primitive(String),
        }
        match Stored::deserialize(deserializer)? {
            Stored::Error(name) => {
                let known = ERRORS.into_iter().find(|known| *known == name);
                known.map(ThrownValue::Error).ok_or_else(|| {
                    D::Error::custom(format!("`{name}` is not an error of the language"))
                })
            }
            Stored::Object => Ok(ThrownValue::Object),
            Stored::Primitive(shown) => Ok(ThrownValue::Primitive(shown)),
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
    fn what_is_stored_is_read_as_the_same() {
        for name in ["TypeError", "object", "12"] {
            let value = ThrownValue::parse(name);
            let stored = serde_json::to_string(&value).unwrap();
            assert_eq!(serde_json::from_str::<ThrownValue>(&stored).unwrap(), value);
        }
        assert!(serde_json::from_str::<ThrownValue>(r#"{"error":"MyError"}"#).is_err());
    }
}
