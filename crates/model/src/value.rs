//! Values as a debugger shows them: a type, and the value itself for primitives.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::fingerprint;

/// Strings of at least this many UTF-16 code units are kept as length and hash.
pub const LONG_STRING: usize = 10_000;

/// What a debugger shows for a variable.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "type", content = "value", rename_all = "lowercase")]
pub enum Value {
    /// `undefined`
    Undefined,
    /// `null`
    Null,
    /// `true` or `false`
    Boolean(bool),
    /// A number in JavaScript's own spelling, `-0` told from `0`.
    Number(String),
    /// A BigInt's decimal digits, without the `n`.
    BigInt(String),
    /// A string.
    String(Text),
    /// A symbol's description; empty when it has none.
    Symbol(String),
    /// An object that cannot be called, with the class name that the debugger shows.
    Object(String),
    /// A callable object.
    Function,
    /// A `let`, `const` or `class` before its initialisation.
    Uninitialized,
    /// The debugger names the variable but says that it has no value to show.
    Unavailable,
}

impl Value {
    /// A number, spelled as JavaScript spells it.
    pub fn number(number: f64) -> Self {
        if number == 0.0 && number.is_sign_negative() {
            return Value::Number("-0".into());
        }
        Value::Number(ryu_js::Buffer::new().format(number).to_owned())
    }

    /// A string, shortened to length and hash when it is huge.
    pub fn string(text: &str) -> Self {
        Value::String(Text::new(text))
    }

    /// The name of the type, as `typeof` would put it where it can.
    pub fn type_name(&self) -> &'static str {
        match self {
            Value::Undefined => "undefined",
            Value::Null => "null",
            Value::Boolean(_) => "boolean",
            Value::Number(_) => "number",
            Value::BigInt(_) => "bigint",
            Value::String(_) => "string",
            Value::Symbol(_) => "symbol",
            Value::Object(_) => "object",
            Value::Function => "function",
            Value::Uninitialized => "uninitialized",
            Value::Unavailable => "unavailable",
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Boolean(value) => write!(f, "{value}"),
            Value::Number(digits) => f.write_str(digits),
            Value::BigInt(digits) => write!(f, "{digits}n"),
            Value::String(text) => write!(f, "{text}"),
            Value::Symbol(description) => write!(f, "Symbol({description})"),
            Value::Object(class) if class.is_empty() => f.write_str("object"),
            Value::Object(class) => write!(f, "object {class}"),
            Value::Uninitialized => f.write_str("<uninitialized>"),
            Value::Unavailable => f.write_str("<unavailable>"),
            Value::Undefined | Value::Null | Value::Function => f.write_str(self.type_name()),
        }
    }
}

/// A string value: in full, or by length and hash when it is huge.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Text {
    /// The whole string.
    Full(String),
    /// Its length in UTF-16 code units and a hash over them.
    Hashed {
        /// Length in UTF-16 code units.
        length: usize,
        /// The fingerprint of the code units, high byte first.
        hash: u64,
    },
}

impl Text {
    /// Keeps a short string, hashes a long one.
    pub fn new(text: &str) -> Self {
        let length = text.encode_utf16().count();
        if length < LONG_STRING {
            return Text::Full(text.to_owned());
        }
        let hash = fingerprint(text.encode_utf16().flat_map(u16::to_be_bytes));
        Text::Hashed { length, hash }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Text::Full(text) => write!(f, "{text:?}"),
            Text::Hashed { length, hash } => write!(f, "<string of {length}, hash {hash:016x}>"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_what_equality_would_lose() {
        assert_eq!(Value::number(-0.0).to_string(), "-0");
        assert_eq!(Value::number(0.0).to_string(), "0");
        assert_eq!(Value::number(f64::NAN).to_string(), "NaN");
        assert_eq!(Value::number(f64::NEG_INFINITY).to_string(), "-Infinity");
        assert_eq!(Value::number(0.1 + 0.2).to_string(), "0.30000000000000004");
    }

    #[test]
    fn a_huge_string_is_told_from_another_of_the_same_length() {
        let one = "a".repeat(LONG_STRING);
        let other = format!("{}b", "a".repeat(LONG_STRING - 1));
        assert_ne!(Value::string(&one), Value::string(&other));
        assert!(
            matches!(Value::string(&one), Value::String(Text::Hashed { length, .. }) if length == LONG_STRING)
        );
        assert!(matches!(Value::string("𝒳"), Value::String(Text::Full(_))));
    }
}
