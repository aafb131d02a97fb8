//! What tokens mean: the values of names and literals, which the text defines by prose on its lexical
//! grammar.

use num_bigint::BigInt;
use num_traits::Num;

use super::super::arithmetic::mathematical;
use super::super::machine::Machine;
use super::super::names::Name;
use super::super::stop::Stop;
use super::super::text::Text;
use super::super::value::{Part, Piece, Value};

impl Machine<'_> {
    /// The MV of a string that was found to be a literal.
    pub(in crate::run) fn mathematical_value_of_text(&self, text: &Value) -> Result<Value, Stop> {
        Ok(Value::Number(string_to_number(&self.string(text)?)))
    }

    /// What tokens mean.
    pub(in crate::run) fn host_syntax(
        &self,
        name: Name,
        piece: Piece,
    ) -> Result<Option<Value>, Stop> {
        let (text, token) = (self.piece_string(piece), self.piece_name(piece));
        let text = &*text;
        let operation = self.program.names.text(name);
        let Part::Token(_) = piece.part else {
            return Ok(match operation {
                "MV" => mathematical_value(token, text),
                // The text puts it into parentheses, as remarks are.
                "CapturingGroupNumber" if token == "DecimalEscape" => {
                    mathematical_value("DecimalDigits", text)
                }
                // A shortcut: no name in it is private.
                "AllPrivateIdentifiersValid" if !text.contains('#') => Some(Value::Boolean(true)),
                "StringNumericValue" => Some(Value::Number(string_to_number(text))),
                _ => None,
            });
        };
        Ok(match (operation, token) {
            ("StringValue" | "IdentifierCodePoints", "IdentifierName" | "PrivateIdentifier") => {
                Some(Value::text(&unescaped(text)))
            }
            ("SV" | "StringValue", "StringLiteral") => {
                let inside = text.get(1..text.len().saturating_sub(1)).unwrap_or_default();
                Some(Value::Text(string_value(inside)))
            }
            ("MV", _) if mathematical_value(token, text).is_some() => {
                mathematical_value(token, text)
            }
            ("MV" | "NumericValue", "NumericLiteral") => Some(numeric_literal(text)),
            ("BodyText" | "FlagText", _) => {
                let (body, flags) =
                    text.get(1..).and_then(|it| it.rsplit_once('/')).unwrap_or_default();
                Some(Value::text(if operation == "BodyText" { body } else { flags }))
            }
            ("TV" | "TRV", _) => {
                let inside = text.strip_prefix(['`', '}']).unwrap_or(text);
                let end = inside.strip_suffix('`').or_else(|| inside.strip_suffix("${"));
                // Line ends are the same in every file.
                let inside = end.unwrap_or(inside).replace("\r\n", "\n").replace('\r', "\n");
                Some(match operation {
                    "TV" if has_no_escape_sequence(&inside) => Value::Undefined,
                    "TV" => Value::Text(string_value(&inside)),
                    _ => Value::text(&inside),
                })
            }
            ("StringValue" | "PropName", _) => Some(Value::text(&unescaped(text))),
            ("Contains" | "ContainsArguments", _) => Some(Value::Boolean(false)),
            _ => None,
        })
    }
}

/// The MV of digits.
fn mathematical_value(symbol: &str, digits: &str) -> Option<Value> {
    let radix = match symbol {
        "DecimalDigits" | "DecimalDigit" | "NonZeroDigit" => 10,
        "HexDigits" | "HexDigit" | "Hex4Digits" | "CodePoint" | "NotCodePoint" => 16,
        "HexEscapeSequence" => 16,
        "LegacyOctalEscapeSequence" | "OctalDigit" | "FourToSeven" | "ZeroToThree" => 8,
        _ => return None,
    };
    let digits =
        if symbol == "HexEscapeSequence" { digits.trim_start_matches('x') } else { digits };
    let digits: String = digits.chars().filter(|it| *it != '_').collect();
    BigInt::from_str_radix(&digits, radix).ok().map(mathematical)
}

/// Whether a template has a NotEscapeSequence, such as `\u` without digits: it has no cooked value.
fn has_no_escape_sequence(text: &str) -> bool {
    let mut rest = text;
    while let Some((_, escape)) = rest.split_once('\\') {
        let is_hex = |count: usize| {
            let digits = escape.get(1..=count).unwrap_or_default();
            digits.len() == count && digits.bytes().all(|it| it.is_ascii_hexdigit())
        };
        let is_code_point = |digits: &str| {
            u32::from_str_radix(digits, 16).is_ok_and(|it| it <= 0x10_FFFF)
                && !digits.starts_with('+')
        };
        let mut letters = escape.chars();
        let is_escape = match (letters.next(), letters.next()) {
            (Some('0'), next) => !next.is_some_and(|it| it.is_ascii_digit()),
            (Some('1'..='9'), _) => false,
            (Some('x'), _) => is_hex(2),
            (Some('u'), Some('{')) => {
                escape[2..].split_once('}').is_some_and(|(digits, _)| is_code_point(digits))
            }
            (Some('u'), _) => is_hex(4),
            _ => true,
        };
        if !is_escape {
            return true;
        }
        rest = escape.chars().next().map_or("", |it| &escape[it.len_utf8()..]);
    }
    false
}

/// `\u0041` and `\u{41}` in names.
fn unescaped(text: &str) -> String {
    if !text.contains('\\') {
        return text.to_owned();
    }
    String::from_utf16_lossy(&string_value(text))
}

/// The value of a string literal's inside.
fn string_value(text: &str) -> Text {
    let mut units: Vec<u16> = Vec::new();
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        if sign != '\\' {
            units.extend_from_slice(sign.encode_utf16(&mut [0; 2]));
            continue;
        }
        let Some(escaped) = signs.next() else { break };
        match escaped {
            'n' => units.push(10),
            't' => units.push(9),
            'r' => units.push(13),
            'b' => units.push(8),
            'v' => units.push(11),
            'f' => units.push(12),
            '0'..='7' => {
                // Sloppy code has octal numbers up to 255; elsewhere there is only a zero.
                let mut number = escaped.to_digit(8).unwrap_or_default();
                for _ in 0..2 {
                    let more = signs.peek().and_then(|it| it.to_digit(8));
                    let Some(next) = more.map(|it| number * 8 + it).filter(|it| *it <= 255) else {
                        break;
                    };
                    number = next;
                    signs.next();
                }
                units.push(number as u16);
            }
            '\n' | '\u{2028}' | '\u{2029}' => {}
            '\r' => {
                signs.next_if_eq(&'\n');
            }
            'x' => {
                let digits: String = signs.by_ref().take(2).collect();
                units.push(u16::from_str_radix(&digits, 16).unwrap_or_default());
            }
            'u' => {
                let digits: String = match signs.next_if_eq(&'{') {
                    Some(_) => signs.by_ref().take_while(|it| *it != '}').collect(),
                    None => signs.by_ref().take(4).collect(),
                };
                let number = u32::from_str_radix(&digits, 16).unwrap_or_default();
                match char::from_u32(number) {
                    Some(symbol) => units.extend_from_slice(symbol.encode_utf16(&mut [0; 2])),
                    None => units.push(number as u16),
                }
            }
            other => units.extend_from_slice(other.encode_utf16(&mut [0; 2])),
        }
    }
    units.into()
}

fn numeric_literal(text: &str) -> Value {
    let digits: String = text.chars().filter(|it| *it != '_').collect();
    let radix = |prefix: &str| match prefix {
        "0x" | "0X" => Some(16),
        "0o" | "0O" => Some(8),
        "0b" | "0B" => Some(2),
        _ => None,
    };
    let big =
        digits.strip_suffix('n').filter(|_| !digits.starts_with("0x") || digits.ends_with('n'));
    let body = big.unwrap_or(&digits);
    let integer = match radix(body.get(..2).unwrap_or_default()) {
        Some(radix) => BigInt::from_str_radix(&body[2..], radix).ok(),
        None if big.is_none() && is_legacy_octal(body) => BigInt::from_str_radix(body, 8).ok(),
        None => BigInt::from_str_radix(body, 10).ok(),
    };
    match (big, integer) {
        (Some(_), Some(integer)) => Value::BigInt(integer.into()),
        (None, Some(integer)) => {
            Value::Number(num_traits::ToPrimitive::to_f64(&integer).unwrap_or(f64::NAN))
        }
        _ => Value::Number(body.parse().unwrap_or(f64::NAN)),
    }
}

/// White space and line terminators of the language.
pub(in crate::run) fn is_white(symbol: char) -> bool {
    symbol != '\u{85}' && (symbol.is_whitespace() || symbol == '\u{feff}')
}

/// Whether a literal of sloppy code is octal: it begins with a zero and has no other digits.
fn is_legacy_octal(digits: &str) -> bool {
    digits.len() > 1
        && digits.starts_with('0')
        && digits.bytes().all(|it| matches!(it, b'0'..=b'7'))
}

pub(super) fn string_to_number(text: &str) -> f64 {
    let text = text.trim_matches(is_white);
    match text {
        "" => 0.0,
        "Infinity" | "+Infinity" => f64::INFINITY,
        "-Infinity" => f64::NEG_INFINITY,
        _ if text.starts_with("0x")
            || text.starts_with("0o")
            || text.starts_with("0b")
            || text.starts_with("0X")
            || text.starts_with("0O")
            || text.starts_with("0B") =>
        {
            match numeric_literal(text) {
                Value::Number(number) if !text.ends_with('n') && !text.contains('_') => number,
                _ => f64::NAN,
            }
        }
        _ if text.chars().all(|it| it.is_ascii_digit() || "+-.eE".contains(it)) => {
            text.parse().unwrap_or(f64::NAN)
        }
        _ => f64::NAN,
    }
}

pub(super) fn string_to_big(text: &str) -> Value {
    let text = text.trim_matches(is_white);
    if text.is_empty() {
        return Value::BigInt(BigInt::from(0).into());
    }
    // Separators are for literals, and no sign comes after a prefix.
    let wrong = text.contains('_')
        || text.trim_start_matches('0').contains(['+', '-'].as_slice()) && text.starts_with('0');
    match numeric_literal(&format!("{text}n")) {
        Value::BigInt(integer) if !wrong => Value::BigInt(integer),
        _ => Value::Undefined,
    }
}
