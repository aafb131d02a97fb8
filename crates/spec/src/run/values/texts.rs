//! Strings, code units and code points.

use super::super::machine::Machine;
use super::super::stop::Stop;
use super::super::value::Value;
use crate::phrases::ValueOf;

impl Machine<'_> {
    pub(super) fn text_value(
        &mut self,
        value: ValueOf,
        arguments: &[Value],
    ) -> Result<Option<Value>, Stop> {
        let first = arguments.first().cloned().unwrap_or(Value::Undefined);
        let at = |place: usize| arguments.get(place).and_then(Value::as_index);
        Ok(Some(match value {
            ValueOf::StringConcatenation => {
                let mut all: Vec<u16> = Vec::new();
                for part in self.heap.as_list(&first).unwrap_or_default().to_vec() {
                    all.extend_from_slice(&self.units(&part)?);
                }
                Value::Text(all.into())
            }
            ValueOf::Length => match self.heap.as_list(&first) {
                Some(list) => self.count(list.len()),
                None => self.count(self.units(&first)?.len()),
            },
            ValueOf::Substring | ValueOf::SubstringFrom => {
                let text = self.units(&first)?;
                let end = if value == ValueOf::Substring { at(2) } else { Some(text.len()) };
                let slice = at(1).zip(end).and_then(|(from, to)| text.get(from..to));
                match slice {
                    Some(slice) => Value::Text(slice.into()),
                    None => return self.missing("the substring is not inside the string"),
                }
            }
            ValueOf::CodeUnitAt => {
                let text = self.units(arguments.get(1).unwrap_or(&Value::Undefined))?;
                match at(0).and_then(|at| text.get(at)) {
                    Some(unit) => Value::Text([*unit].into()),
                    None => return self.missing("the string has no such code unit"),
                }
            }
            ValueOf::NumericValueOf => {
                let text = self.units(&first)?;
                let number = char::decode_utf16(text.iter().copied()).next();
                let number = match number {
                    Some(Ok(symbol)) => u32::from(symbol),
                    _ => u32::from(text.first().copied().unwrap_or_default()),
                };
                self.count(number as usize)
            }
            ValueOf::CodeUnit
            | ValueOf::CodePoint
            | ValueOf::StringOfUnit
            | ValueOf::StringOfUnits => Value::Text(self.units(&first)?),
            ValueOf::FirstTwoUnits => {
                Value::Text(self.units(&first)?.iter().take(2).copied().collect())
            }
            ValueOf::FirstUnits | ValueOf::LastUnits => {
                let text = self.units(arguments.get(1).unwrap_or(&Value::Undefined))?;
                let Some(count) = at(0).filter(|count| *count <= text.len()) else {
                    return self.missing("the string is not that long");
                };
                Value::Text(match value {
                    ValueOf::FirstUnits => text[..count].into(),
                    _ => text[text.len() - count..].into(),
                })
            }
            ValueOf::Filler => {
                let text = self.units(&first)?;
                match at(1) {
                    Some(length) if length <= 1 << 28 => {
                        Value::Text(text.iter().copied().cycle().take(length).collect())
                    }
                    _ => return Err(Stop::Memory),
                }
            }
            ValueOf::ConsecutiveUnits => {
                let text = self.units(arguments.get(1).unwrap_or(&Value::Undefined))?;
                let slice = at(2).zip(at(0)).and_then(|(from, count)| text.get(from..from + count));
                match slice {
                    Some(slice) => Value::Text(slice.into()),
                    None => return self.missing("the substring is not inside the string"),
                }
            }
            ValueOf::EmptyCodePoints => Value::text(""),
            ValueOf::SourceText | ValueOf::MatchedCodePoint => Value::Text(self.units(&first)?),
            ValueOf::RepeatedString => {
                let text = self.units(arguments.get(1).unwrap_or(&Value::Undefined))?;
                match at(0) {
                    Some(times) if times.saturating_mul(text.len()) <= 1 << 28 => {
                        Value::Text(text.repeat(times).into())
                    }
                    _ => return Err(Stop::Memory),
                }
            }
            ValueOf::TrimmedStart | ValueOf::TrimmedEnd | ValueOf::Trimmed => {
                let text = self.units(&first)?;
                let white = |unit: &u16| {
                    char::from_u32(u32::from(*unit))
                        .is_some_and(|it| it.is_whitespace() || it == '\u{feff}')
                };
                let start = text.iter().position(|unit| !white(unit)).unwrap_or(text.len());
                let end = text.iter().rposition(|unit| !white(unit)).map_or(start, |at| at + 1);
                let start = if value == ValueOf::TrimmedEnd { 0 } else { start };
                let end = if value == ValueOf::TrimmedStart { text.len() } else { end };
                Value::Text(text[start..end].into())
            }
            ValueOf::Joined => {
                let separator = self.units(arguments.get(1).unwrap_or(&Value::Undefined))?;
                let mut all: Vec<u16> = Vec::new();
                for (place, part) in
                    self.heap.as_list(&first).unwrap_or_default().to_vec().iter().enumerate()
                {
                    if place > 0 {
                        all.extend_from_slice(&separator);
                    }
                    all.extend_from_slice(&self.units(part)?);
                }
                Value::Text(all.into())
            }
            _ => return Ok(None),
        }))
    }
}
