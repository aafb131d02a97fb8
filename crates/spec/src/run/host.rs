//! What is written by hand: what the text leaves to the host, or says in prose only.
//!
//! To add a function, add its name to [`HAND_WRITTEN`] with the reason, and a line to
//! `host_operation`, `host_numeric` or `host_syntax`.

use num_bigint::BigInt;
use num_traits::Num;

use super::machine::{Flow, Machine, Stop};
use super::names::Name;
use super::value::{Part, Piece, Value};

/// Everything written by hand, and why.
pub const HAND_WRITTEN: &[(&str, &str)] = &[
    ("abs, floor, truncate, min, max, 𝔽, ℝ, ℤ", "mathematics, defined in prose"),
    ("Type", "defined in prose"),
    ("Number::remainder, Number::exponentiate, Number::toString", "their steps need exact reals"),
    ("Number::add … in editions before ES2021", "defined in prose"),
    ("StringToNumber, StringToBigInt", "their steps parse with a grammar of their own"),
    (
        "MV, SV, TV, TRV, StringValue, NumericValue of tokens",
        "defined in prose, on lexical grammar",
    ),
    ("ParseScript, ParseModule, ParseText", "parsing, and early errors by prose"),
    ("EnumerateObjectProperties", "described in prose; what %ForInIteratorPrototype% does"),
    ("HostEnqueuePromiseJob", "the host's queue"),
    ("CreateIntrinsics, SetDefaultGlobalBindings", "intrinsics are described in prose and tables"),
    ("IsStrict", "defined in prose"),
    ("IsInTailPosition", "asks for what contains a node; a tail call has no effect to be seen"),
];

impl Machine<'_> {
    /// Mathematical functions and what the host does.
    pub(super) fn host_operation(
        &mut self,
        name: Name,
        arguments: &[Value],
    ) -> Result<Option<Flow>, Stop> {
        let text = self.program.names.text(name);
        let first = arguments.first().cloned().unwrap_or(Value::Undefined);
        let doubles = || arguments.iter().filter_map(Value::as_double);
        let like = |number: f64| match first {
            Value::Number(_) => Value::Number(number),
            _ => Value::Mathematical(number),
        };
        let value = match text {
            "𝔽" => match first.as_double() {
                Some(number) => Value::Number(number + 0.0),
                None => return self.abort("this is no mathematical value"),
            },
            "ℝ" => self.mathematical_value(&first)?,
            "ℤ" => self.big(&first)?,
            "abs" => like(doubles().next().unwrap_or(f64::NAN).abs()),
            "floor" => match &first {
                Value::Integer(_) => first.clone(),
                _ => like(doubles().next().unwrap_or(f64::NAN).floor()),
            },
            "truncate" => match &first {
                Value::Integer(_) => first.clone(),
                _ => like(doubles().next().unwrap_or(f64::NAN).trunc() + 0.0),
            },
            "min" => like(doubles().fold(f64::INFINITY, f64::min)),
            "max" => like(doubles().fold(f64::NEG_INFINITY, f64::max)),
            "ln" => like(doubles().next().unwrap_or(f64::NAN).ln()),
            "log10" => like(doubles().next().unwrap_or(f64::NAN).log10()),
            "log2" => like(doubles().next().unwrap_or(f64::NAN).log2()),
            "Type" => match self.program.names.find(self.type_name(&first)) {
                Some(kind) => Value::Enum(kind),
                None => return self.not_yet("this type"),
            },
            "EnumerateObjectProperties" => {
                return match self.program.names.find("CreateForInIterator") {
                    Some(name) => self.operation(name, vec![first]).map(Some),
                    None => self.not_yet("the properties of an object"),
                };
            }
            "StringToNumber" => Value::Number(string_to_number(&self.string(&first)?)),
            "StringToBigInt" => string_to_big(&self.string(&first)?),
            "HostEnqueuePromiseJob" => {
                let realm = arguments.get(1).cloned().unwrap_or(Value::Null);
                self.jobs.push_back((first, realm));
                Value::Undefined
            }
            "AgentSignifier"
            | "HostEnsureCanCompileStrings"
            | "CreateIntrinsics"
            | "SetDefaultGlobalBindings" => Value::Undefined,
            "print" => {
                let said: Vec<String> = arguments.iter().map(|it| self.describe(it)).collect();
                self.output.push(said.join(" "));
                Value::Undefined
            }
            "(evaluate a script)" => return self.evaluate_text(&first).map(Some),
            "(collect garbage)" => Value::Undefined,
            "IsStrict" => Value::Boolean(self.is_strict(&first)),
            "IsInTailPosition" => Value::Boolean(false),
            _ => return Ok(None),
        };
        Ok(Some(Flow::Value(value)))
    }

    fn string(&self, value: &Value) -> Result<String, Stop> {
        Ok(String::from_utf16_lossy(&self.units(value)?))
    }

    fn type_name(&self, value: &Value) -> &'static str {
        match value {
            Value::Undefined | Value::Absent => "Undefined",
            Value::Null => "Null",
            Value::Boolean(_) => "Boolean",
            Value::Text(_) => "String",
            Value::Symbol(_) => "Symbol",
            Value::Number(_) => "Number",
            Value::BigInt(_) => "BigInt",
            _ if self.heap.is_object(value) => "Object",
            _ => "Reference",
        }
    }

    pub(super) fn host_numeric(
        &self,
        kind: &str,
        method: &str,
        arguments: &[Value],
    ) -> Result<Option<Value>, Stop> {
        let x = arguments.first().and_then(Value::as_double);
        let y = arguments.get(1).and_then(Value::as_double);
        Ok(match (kind, method, x, y) {
            ("Number", "unit", ..) => Some(Value::Number(1.0)),
            ("BigInt", "unit", ..) => Some(Value::BigInt(BigInt::from(1).into())),
            ("Number", "remainder", Some(x), Some(y)) => Some(Value::Number(x % y)),
            ("Number", "exponentiate", Some(x), Some(y)) => {
                let undefined = y.is_nan() || (x.abs() == 1.0 && y.is_infinite());
                Some(Value::Number(if undefined { f64::NAN } else { x.powf(y) }))
            }
            ("Number", "toString", Some(x), radix) if radix.is_none_or(|it| it == 10.0) => {
                Some(Value::text(ryu_js::Buffer::new().format(x)))
            }
            // Prose in editions before ES2021, steps in later ones; the same in both.
            ("Number", "add", Some(x), Some(y)) if self.program.plain_numbers => {
                Some(Value::Number(x + y))
            }
            ("Number", "subtract", Some(x), Some(y)) if self.program.plain_numbers => {
                Some(Value::Number(x - y))
            }
            ("Number", "multiply", Some(x), Some(y)) if self.program.plain_numbers => {
                Some(Value::Number(x * y))
            }
            ("Number", "divide", Some(x), Some(y)) if self.program.plain_numbers => {
                Some(Value::Number(x / y))
            }
            _ => None,
        })
    }

    /// What tokens mean.
    pub(super) fn host_syntax(&self, name: Name, piece: Piece) -> Result<Option<Value>, Stop> {
        let Part::Token(_) = piece.part else { return Ok(None) };
        let (text, token) = (self.piece_text(piece), self.piece_name(piece));
        let operation = self.program.names.text(name);
        Ok(match (operation, token) {
            ("StringValue" | "IdentifierCodePoints", "IdentifierName" | "PrivateIdentifier") => {
                Some(Value::text(&unescaped(text)))
            }
            ("SV" | "StringValue", "StringLiteral") => {
                let inside = text.get(1..text.len().saturating_sub(1)).unwrap_or_default();
                Some(Value::Text(string_value(inside)))
            }
            ("MV" | "NumericValue", "NumericLiteral") => Some(numeric_literal(text)),
            ("TV" | "TRV", _) => {
                let inside = text
                    .trim_start_matches(['`', '}'])
                    .trim_end_matches('`')
                    .trim_end_matches("${");
                Some(match operation {
                    "TV" => Value::Text(string_value(inside)),
                    _ => Value::text(inside),
                })
            }
            ("StringValue" | "PropName", _) => Some(Value::text(&unescaped(text))),
            ("Contains" | "ContainsArguments", _) => Some(Value::Boolean(false)),
            _ => None,
        })
    }

    /// Code is strict in modules, classes, and where a directive says so.
    pub(super) fn is_strict(&self, subject: &Value) -> bool {
        let Value::Piece(piece) = subject else { return false };
        let (Some(tree), Some(strict)) = (self.tree(*piece), self.strict.get(piece.tree as usize))
        else {
            return false;
        };
        let span = match piece.part {
            Part::Node(node) => tree.span(node),
            Part::Token(token) => tree.token_span(token),
        };
        strict.iter().any(|range| range.start <= span.start && span.end <= range.end)
    }

    pub(super) fn uses_strict(&self, subject: &Value) -> bool {
        matches!(subject, Value::Piece(piece) if begins_strictly(self.piece_text(*piece)))
    }
}

/// Whether a directive prologue has `"use strict"`.
pub(super) fn begins_strictly(text: &str) -> bool {
    let mut rest = text.trim_start();
    loop {
        let Some(quote) = rest.chars().next().filter(|it| matches!(it, '"' | '\'')) else {
            return false;
        };
        let Some((directive, after)) = rest[1..].split_once(quote) else { return false };
        let ends = after.trim_start().starts_with([';', '}', '\n', '"', '\''])
            || after.trim().is_empty()
            || after.starts_with('\n');
        if directive == "use strict" && (ends || after.contains('\n')) {
            return true;
        }
        rest = after.trim_start().trim_start_matches(';').trim_start();
    }
}

/// `\u0041` and `\u{41}` in names.
fn unescaped(text: &str) -> String {
    if !text.contains('\\') {
        return text.to_owned();
    }
    String::from_utf16_lossy(&string_value(text))
}

/// The value of a string literal's inside.
fn string_value(text: &str) -> super::value::Text {
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
            '0' => units.push(0),
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

fn string_to_number(text: &str) -> f64 {
    let text = text.trim_matches(|it: char| it.is_whitespace() || it == '\u{feff}');
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

fn string_to_big(text: &str) -> Value {
    let text = text.trim();
    if text.is_empty() {
        return Value::BigInt(BigInt::from(0).into());
    }
    match numeric_literal(&format!("{text}n")) {
        Value::BigInt(integer) => Value::BigInt(integer),
        _ => Value::Undefined,
    }
}

/// The cells of a table's rows, as text.
pub(super) fn table_rows(html: &str) -> Vec<Vec<String>> {
    let fragment = scraper::Html::parse_fragment(&format!(
        "<table>{}",
        html.replace("<table", "<table><tbody>")
    ));
    let rows = fragment.tree.root().descendants().filter_map(scraper::ElementRef::wrap);
    rows.filter(|element| element.value().name() == "tr")
        .map(|row| {
            let cells = row.child_elements().map(crate::document::text_of);
            cells.map(|cell| cell.trim_matches('`').to_owned()).collect()
        })
        .collect()
}
