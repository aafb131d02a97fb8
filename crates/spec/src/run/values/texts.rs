//! Strings, code units and code points.

use super::super::behaviour::Behaviour::{self, Of0, Of1, Of2, Of3, OfAny};
use super::super::host::is_white;
use super::super::machine::Machine;
use super::super::stop::Stop;
use super::super::text::Text;
use super::super::value::Value;
use crate::phrases::TextValue;

/// Longer strings are not made.
const MAX_LENGTH: usize = 1 << 28;

impl TextValue {
    // Long: an arm for each phrase, so that the compiler finds one without a behaviour.
    pub(in crate::run) fn behaviour(self) -> Behaviour<Value> {
        match self {
            Self::EmptyCodePoints => Of0(|_| Ok(Value::text(""))),
            Self::AsciiWord => Of0(|_| {
                let letters = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(['_']);
                Ok(Value::text(&letters.collect::<String>()))
            }),
            Self::CodeUnit
            | Self::CodePoint
            | Self::StringOfUnits
            | Self::StringOfUnit
            | Self::SourceText
            | Self::MatchedCodePoint
            | Self::CodePointsOfUnits
            | Self::Utf16Of => Of1(|machine, value| machine.units(value).map(Value::Text)),
            Self::StringConcatenation => Of1(|machine, parts| {
                machine.joined(machine.heap.as_list(parts).unwrap_or_default(), &[])
            }),
            Self::UnitsInOrder => OfAny(|machine, parts| machine.joined(parts, &[])),
            Self::Joined => Of2(|machine, parts, separator| {
                let separator = machine.units(separator)?;
                machine.joined(machine.heap.as_list(parts).unwrap_or_default(), &separator)
            }),
            Self::Length => Of1(|machine, text| match machine.heap.as_list(text) {
                Some(list) => Ok(machine.count(list.len())),
                None => Ok(machine.count(machine.units(text)?.len())),
            }),
            Self::Substring => Of3(|machine, text, from, to| {
                let text = machine.units(text)?;
                machine.substring(&text, from.as_index(), to.as_index())
            }),
            Self::SubstringFrom => Of2(|machine, text, from| {
                let text = machine.units(text)?;
                machine.substring(&text, from.as_index(), Some(text.len()))
            }),
            Self::ConsecutiveUnits => Of3(|machine, count, text, from| {
                let (text, from) = (machine.units(text)?, from.as_index());
                let to = from.zip(count.as_index()).map(|(from, count)| from + count);
                machine.substring(&text, from, to)
            }),
            Self::FirstUnits => Of2(|machine, count, text| {
                let (text, count) = machine.units_and_count(text, count)?;
                Ok(Value::Text(text[..count].into()))
            }),
            Self::LastUnits => Of2(|machine, count, text| {
                let (text, count) = machine.units_and_count(text, count)?;
                Ok(Value::Text(text[text.len() - count..].into()))
            }),
            Self::FirstTwoUnits => Of1(|machine, text| {
                Ok(Value::Text(machine.units(text)?.iter().take(2).copied().collect()))
            }),
            Self::CodeUnitAt => Of2(|machine, at, text| machine.unit_at(text, at)),
            Self::UnitAt => Of2(|machine, text, at| machine.element(text, at)),
            Self::NumericValueOf => Of1(|machine, a| machine.numeric_value(a)),
            Self::Filler => Of2(|machine, a, b| machine.filler(a, b)),
            Self::RepeatedString => Of2(|machine, a, b| machine.repeated(a, b)),
            Self::TrimmedStart => Of1(|machine, text| machine.trimmed(text, true, false)),
            Self::TrimmedEnd => Of1(|machine, text| machine.trimmed(text, false, true)),
            Self::Trimmed => Of1(|machine, text| machine.trimmed(text, true, true)),
            Self::OperatorText => Of1(|machine, assignment| {
                let text = String::from_utf16_lossy(&machine.units(assignment)?);
                Ok(Value::text(text.strip_suffix('=').unwrap_or(&text)))
            }),
        }
    }
}

impl Machine<'_> {
    fn joined(&self, parts: &[Value], separator: &[u16]) -> Result<Value, Stop> {
        let mut all: Vec<u16> = Vec::new();
        for (place, part) in parts.iter().enumerate() {
            if place > 0 {
                all.extend_from_slice(separator);
            }
            all.extend_from_slice(&self.units(part)?);
        }
        Ok(Value::Text(all.into()))
    }

    fn substring(
        &self,
        text: &[u16],
        from: Option<usize>,
        to: Option<usize>,
    ) -> Result<Value, Stop> {
        match from.zip(to).and_then(|(from, to)| text.get(from..to)) {
            Some(slice) => Ok(Value::Text(slice.into())),
            None => self.missing("the substring is not inside the string"),
        }
    }

    /// The code units of a string, and a number of them that there are.
    fn units_and_count(&self, text: &Value, count: &Value) -> Result<(Text, usize), Stop> {
        let text = self.units(text)?;
        match count.as_index().filter(|count| *count <= text.len()) {
            Some(count) => Ok((text, count)),
            None => self.missing("the string is not that long"),
        }
    }

    fn unit_at(&self, text: &Value, at: &Value) -> Result<Value, Stop> {
        let text = self.units(text)?;
        match at.as_index().and_then(|at| text.get(at)) {
            Some(unit) => Ok(Value::Text([*unit].into())),
            None => self.missing("the string has no such code unit"),
        }
    }

    fn numeric_value(&mut self, text: &Value) -> Result<Value, Stop> {
        let text = self.units(text)?;
        let number = match char::decode_utf16(text.iter().copied()).next() {
            Some(Ok(symbol)) => u32::from(symbol),
            _ => u32::from(text.first().copied().unwrap_or_default()),
        };
        Ok(self.count(number as usize))
    }

    fn filler(&mut self, text: &Value, length: &Value) -> Result<Value, Stop> {
        let text = self.units(text)?;
        match length.as_index() {
            Some(length) if length <= MAX_LENGTH => {
                Ok(Value::Text(text.iter().copied().cycle().take(length).collect()))
            }
            _ => Err(Stop::Memory),
        }
    }

    fn repeated(&mut self, times: &Value, text: &Value) -> Result<Value, Stop> {
        let text = self.units(text)?;
        match times.as_index() {
            Some(times) if times.saturating_mul(text.len()) <= MAX_LENGTH => {
                Ok(Value::Text(text.repeat(times).into()))
            }
            _ => Err(Stop::Memory),
        }
    }

    fn trimmed(&self, text: &Value, at_start: bool, at_end: bool) -> Result<Value, Stop> {
        let text = self.units(text)?;
        let white = |unit: &u16| char::from_u32(u32::from(*unit)).is_some_and(is_white);
        let start = text.iter().position(|unit| !white(unit)).unwrap_or(text.len());
        let end = text.iter().rposition(|unit| !white(unit)).map_or(start, |at| at + 1);
        let start = if at_start { start } else { 0 };
        let end = if at_end { end } else { text.len() };
        Ok(Value::Text(text[start..end].into()))
    }
}
