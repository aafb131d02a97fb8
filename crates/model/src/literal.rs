//! Values that a program could spell: what a variable can be set to.

use crate::{Text, Value};

impl Value {
    /// The value as an expression without a semicolon; none for objects, symbols, what is no value, and strings
    /// that are not kept in full or that may hold a spelled-out code unit.
    pub fn literal(&self) -> Option<String> {
        match self {
            Value::Undefined | Value::Null | Value::Boolean(_) => Some(self.to_string()),
            Value::Number(digits) => Some(digits.clone()),
            Value::BigInt(digits) => Some(format!("{digits}n")),
            Value::String(Text::Full(text)) if !text.contains('\\') => Some(quoted(text)),
            _ => None,
        }
    }

    /// The value that an expression of [`literal`](Value::literal) spells.
    pub fn of_literal(text: &str) -> Option<Value> {
        match text {
            "undefined" => return Some(Value::Undefined),
            "null" => return Some(Value::Null),
            "true" | "false" => return Some(Value::Boolean(text == "true")),
            "NaN" | "Infinity" | "-Infinity" => return Some(Value::Number(text.to_owned())),
            _ => {}
        }
        if let Some(inner) = text.strip_prefix('"').and_then(|it| it.strip_suffix('"')) {
            return unquoted(inner).map(|it| Value::string(&it));
        }
        let digits = text.strip_prefix('-').unwrap_or(text);
        if let Some(integer) = digits.strip_suffix('n') {
            let is_integer = !integer.is_empty() && integer.chars().all(|it| it.is_ascii_digit());
            return is_integer.then(|| Value::BigInt(text.trim_end_matches('n').to_owned()));
        }
        let is_number = digits.starts_with(|it: char| it.is_ascii_digit() || it == '.');
        text.parse().ok().filter(|_| is_number).map(Value::number)
    }
}

/// A string in quotes. Nothing in it ends an action of a list.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | ';' | '\u{2028}' | '\u{2029}' | '\0'..=' ' | '\u{7f}' => {
                quoted.push_str(&format!("\\u{:04x}", u32::from(character)));
            }
            other => quoted.push(other),
        }
    }
    quoted + "\""
}

fn unquoted(inner: &str) -> Option<String> {
    let mut parts = inner.split("\\u");
    let mut text = parts.next()?.to_owned();
    for part in parts {
        let code = u32::from_str_radix(part.get(..4)?, 16).ok()?;
        text.push(char::from_u32(code)?);
        text.push_str(&part[4..]);
    }
    (!text.contains('\\') && !inner.contains('"')).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_spelled_reads_back() {
        let values = [
            Value::Undefined,
            Value::Null,
            Value::Boolean(false),
            Value::number(-0.0),
            Value::number(f64::NAN),
            Value::number(f64::NEG_INFINITY),
            Value::number(1e21),
            Value::number(0.1),
            Value::BigInt("-12345678901234567890".into()),
            Value::string(""),
            Value::string("a; \"b\"\n\u{e4} \u{1d4b3}"),
        ];
        for value in values {
            let literal = value.literal().unwrap();
            assert!(!literal.contains(';') && literal.trim() == literal, "{literal}");
            assert_eq!(Value::of_literal(&literal), Some(value), "{literal}");
        }
    }

    #[test]
    fn what_a_program_cannot_spell_is_none() {
        let none = [Value::Function, Value::Uninitialized, Value::string("\\ud800")];
        assert!(none.iter().all(|it| it.literal().is_none()));
        for rubbish in ["", "x", "1 + 1", "\"a", "\"a\"b\"", "n", "-n", "0x1", "inf", "\"\\q\""] {
            assert_eq!(Value::of_literal(rubbish), None, "{rubbish}");
        }
    }
}
