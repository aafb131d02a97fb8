//! Sentences about strings.

use super::super::super::behaviour::Behaviour::{self, Of0, Of1, Of2, Of3, Of4};
use super::super::super::machine::Machine;
use super::super::super::stop::Stop;
use super::super::super::value::Value;
use super::super::{tokens, unicode};
use super::{Effect, give, give_back};
use crate::phrases::TextSentence;

impl TextSentence {
    // Long: an arm for each phrase, so that the compiler finds one without a behaviour.
    pub(super) fn behaviour(self) -> Behaviour<Effect> {
        match self {
            Self::DecimalPrefix => {
                Of1(|machine, text| match decimal_prefix(&machine.string(text)?) {
                    "" => give_back(Value::Number(f64::NAN)),
                    prefix => give([Value::text(prefix)]),
                })
            }
            Self::NoDecimalPrefix => {
                Of1(|machine, text| match decimal_prefix(&machine.string(text)?) {
                    "" => give_back(Value::Number(f64::NAN)),
                    _ => give([]),
                })
            }
            Self::LongestDecimalPrefix => {
                Of1(|machine, text| give([Value::text(decimal_prefix(&machine.string(text)?))]))
            }
            Self::CaseMapped => Of1(case_mapped),
            Self::Normalized => Of2(|machine, text, form| {
                let (text, form) = (machine.units(text)?, machine.string(form)?);
                give([Value::Text(unicode::normalized(&text, &form).into())])
            }),
            Self::NumberOfString => Of1(|machine, text| {
                give_back(Value::Number(tokens::string_to_number(&machine.string(text)?)))
            }),
            Self::CommonPrefix => Of2(|machine, a, b| {
                let (a, b) = (machine.units(a)?, machine.units(b)?);
                give([machine.count(a.iter().zip(b.iter()).take_while(|(a, b)| a == b).count())])
            }),
            Self::IsPrefix => Of2(|machine, prefix, text| {
                let (prefix, text) = (machine.units(prefix)?, machine.units(text)?);
                give_back(Value::Boolean(text.starts_with(&prefix)))
            }),
            Self::WithoutSign => Of1(|machine, text| {
                let text = machine.units(text)?;
                let signed = matches!(text.first(), Some(0x2b | 0x2d));
                give([Value::Text(text[usize::from(signed)..].into())])
            }),
            Self::WithoutTwoUnits => Of1(|machine, text| {
                let text = machine.units(text)?;
                give([Value::Text(text.get(2..).unwrap_or_default().into())])
            }),
            Self::Includes => Of3(|machine, text, part, start| {
                let found = position(machine, [text, part, start], false)?;
                give_back(Value::Boolean(found.is_some()))
            }),
            Self::FirstIndex => Of3(|machine, text, part, start| {
                give_back(index(position(machine, [text, part, start], false)?))
            }),
            Self::LastIndex => Of3(|machine, text, part, start| {
                give_back(index(position(machine, [text, part, start], true)?))
            }),
            Self::FirstOccurrence => Of2(|machine, text, part| {
                match position(machine, [text, part, &Value::Number(0.0)], false)? {
                    Some(at) => give([Value::Number(at as f64), part.clone()]),
                    None => give_back(text.clone()),
                }
            }),
            Self::Replaced => Of4(replaced),
            Self::Between => Of3(between),
            Self::HasPartAt => Of3(has_part_at),
            Self::Separator => Of0(|_| give([Value::text(",")])),
            Self::QuotesEscaped => Of1(quotes_escaped),
        }
    }
}

/// The text describes the upper case of strings by the algorithm for the lower case, too.
fn case_mapped(machine: &mut Machine<'_>, text: &Value) -> Result<Effect, Stop> {
    let text = machine.units(text)?;
    let upper = machine.initial_name().contains("Upper");
    let text = if upper { unicode::upper(&text) } else { unicode::lower(&text) };
    give([Value::Text(text.into())])
}

fn replaced(
    machine: &mut Machine<'_>,
    text: &Value,
    from: &Value,
    new: &Value,
    to: &Value,
) -> Result<Effect, Stop> {
    let (text, new) = (machine.units(text)?, machine.units(new)?);
    let at = |it: &Value| it.as_index().unwrap_or_default().min(text.len());
    let all = [&text[..at(from)], &new, &text[at(to)..]].concat();
    give([Value::Text(all.into())])
}

fn between(
    machine: &mut Machine<'_>,
    text: &Value,
    from: &Value,
    to: &Value,
) -> Result<Effect, Stop> {
    let text = machine.units(text)?;
    let at = |it: &Value| it.as_index().unwrap_or_default();
    match text.get(at(from)..at(to)) {
        Some(part) => give_back(Value::Text(part.into())),
        None => machine.missing("the substring is not inside the string"),
    }
}

fn has_part_at(
    machine: &mut Machine<'_>,
    text: &Value,
    from: &Value,
    part: &Value,
) -> Result<Effect, Stop> {
    let (text, part) = (machine.units(text)?, machine.units(part)?);
    let from = from.as_index().unwrap_or_default();
    match text.get(from..from + part.len()) == Some(&part[..]) {
        true => give([]),
        false => give_back(Value::Boolean(false)),
    }
}

fn quotes_escaped(machine: &mut Machine<'_>, text: &Value) -> Result<Effect, Stop> {
    let text = machine.units(text)?;
    let quoted = text.iter().flat_map(|unit| match unit {
        0x22 => "&quot;".encode_utf16().collect(),
        other => vec![*other],
    });
    give([Value::Text(quoted.collect())])
}

/// Where a string has another one, at or after an index, or at or before it.
fn position(
    machine: &Machine<'_>,
    [text, part, start]: [&Value; 3],
    last: bool,
) -> Result<Option<usize>, Stop> {
    let (text, part) = (machine.units(text)?, machine.units(part)?);
    let start = start.as_double().unwrap_or_default().clamp(0.0, text.len() as f64) as usize;
    let Some(most) = text.len().checked_sub(part.len()) else { return Ok(None) };
    let fits = |at: &usize| text[*at..].starts_with(&part);
    Ok(match last {
        true => (0..=start.min(most)).rev().find(fits),
        false => (start..=most).find(fits),
    })
}

fn index(found: Option<usize>) -> Value {
    Value::Number(found.map_or(-1.0, |at| at as f64))
}

/// The longest beginning that is a `StrDecimalLiteral`.
fn decimal_prefix(text: &str) -> &str {
    let bytes = text.as_bytes();
    let digits =
        |from: usize| from + bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let start = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    if text[start..].starts_with("Infinity") {
        return &text[..start + "Infinity".len()];
    }
    let whole = digits(start);
    let mut end = whole;
    if bytes.get(whole) == Some(&b'.') {
        end = digits(whole + 1);
        // A point needs a digit on one side.
        if end == whole + 1 && whole == start {
            return "";
        }
    }
    if end == start {
        return "";
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits((end + 1 + sign).min(bytes.len()));
        if exponent > end + 1 + sign {
            end = exponent;
        }
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decimal_literal_ends_where_it_must() {
        for (text, prefix) in [
            ("1.5e3x", "1.5e3"),
            ("-.5.5", "-.5"),
            ("5.", "5."),
            (".", ""),
            ("+", ""),
            ("1e", "1"),
            ("1e+", "1"),
            ("Infinityx", "Infinity"),
            ("", ""),
            ("é", ""),
        ] {
            assert_eq!(decimal_prefix(text), prefix, "{text}");
        }
    }
}
