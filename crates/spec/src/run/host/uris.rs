//! Sentences about URIs, `escape` and `unescape` in editions before ES2021.

use std::ops::Range;

use super::super::behaviour::Behaviour::{self, Of0, Of1, Of2, Of3};
use super::super::machine::Machine;
use super::super::stop::Stop;
use super::super::value::Value;
use super::sentences::{Effect, give};
use crate::phrases::UriSentence;

const RESERVED: &str = ";/?:@&=+$,";
const UNESCAPED: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()";

impl UriSentence {
    pub(super) fn behaviour(self) -> Behaviour<Effect> {
        match self {
            Self::ReservedSet => Of0(|_| give([Value::text(&format!("{RESERVED}#"))])),
            Self::UnescapedComponentSet => Of0(|_| give([Value::text(UNESCAPED)])),
            Self::UnescapedSet => Of0(|_| give([Value::text(&format!("{RESERVED}{UNESCAPED}#"))])),
            Self::EscapeFollows => Of2(|machine, text, at| {
                let fits = digits_at(machine, text, at, 1..3)?.is_some();
                throw_uri_error_unless(machine, fits)
            }),
            Self::ByteOfEscape => Of2(|machine, text, at| {
                let byte = digits_at(machine, text, at, 1..3)?.unwrap_or_default();
                give([machine.count(byte as usize)])
            }),
            Self::EscapedPart => Of3(|machine, text, start, end| {
                let text = machine.units(text)?;
                let at = |place: &Value| place.as_index().unwrap_or_default();
                let part = text.get(at(start)..at(end) + 1).unwrap_or_default();
                give([Value::Text(part.into())])
            }),
            Self::LeadingOnes => Of1(|machine, byte| {
                let byte = byte.as_index().unwrap_or_default() as u8;
                give([machine.count(byte.leading_ones() as usize)])
            }),
            Self::Octets => Of1(|machine, size| {
                let zeros = vec![machine.count(0); size.as_index().unwrap_or_default().min(8)];
                give([machine.heap.list(zeros)])
            }),
            Self::ByteContinues => Of1(|machine, byte| {
                let continues = byte.as_index().unwrap_or_default() & 0xc0 == 0x80;
                throw_uri_error_unless(machine, continues)
            }),
            Self::DecodedOctets => Of1(|machine, octets| match machine.code_point(octets) {
                Some(symbol) => give([machine.count(symbol as usize)]),
                None => machine.wrong("this is not UTF-8"),
            }),
            Self::StringOfCodePoint => {
                Of1(|machine, symbol| give([Value::Text(machine.units(symbol)?)]))
            }
            Self::UnitOfFourDigits => Of2(|machine, text, at| {
                let unit = digits_at(machine, text, at, 2..6)?.unwrap_or_default();
                give([Value::Text([unit as u16].into())])
            }),
            Self::UnitOfTwoDigits => Of2(|machine, text, at| {
                let unit = digits_at(machine, text, at, 1..3)?.unwrap_or_default();
                give([Value::Text([unit as u16].into())])
            }),
        }
    }
}

/// The number that hexadecimal digits write which stand so far after an index of a string.
fn digits_at(
    machine: &Machine<'_>,
    text: &Value,
    at: &Value,
    after: Range<usize>,
) -> Result<Option<u32>, Stop> {
    let (text, at) = (machine.units(text)?, at.as_index().unwrap_or_default());
    let Some(digits) = text.get(at + after.start..at + after.end) else { return Ok(None) };
    let values = digits.iter().map(|unit| char::from_u32(u32::from(*unit))?.to_digit(16));
    let values: Option<Vec<u32>> = values.collect();
    Ok(values.map(|it| it.iter().fold(0, |sum, digit| sum * 16 + digit)))
}

fn throw_uri_error_unless(machine: &mut Machine<'_>, well: bool) -> Result<Effect, Stop> {
    match (well, machine.program.names.find("URIError")) {
        (true, _) => give([]),
        (false, Some(error)) => machine.new_error(error).map(Effect::Return),
        (false, None) => machine.unsupported("a URIError"),
    }
}

impl Machine<'_> {
    /// Whether the code units at these indices of a string, which comes last, are hexadecimal digits.
    pub(in crate::run) fn are_hexadecimal(&self, arguments: &[Value]) -> Result<bool, Stop> {
        let Some((text, indices)) = arguments.split_last() else { return Ok(false) };
        let text = self.units(text)?;
        let is_digit = |index: &Value| {
            let unit = index.as_index().and_then(|at| text.get(at)).copied();
            unit.and_then(|it| char::from_u32(u32::from(it)))
                .is_some_and(|it| it.is_ascii_hexdigit())
        };
        Ok(indices.iter().all(is_digit))
    }
}
