//! Numbers written in digits, and code points in bytes.

use num_bigint::BigInt;
use num_traits::FromPrimitive;

use super::super::behaviour::Behaviour::{self, Of1, Of2};
use super::super::host;
use super::super::machine::Machine;
use super::super::stop::Stop;
use super::super::value::Value;
use crate::phrases::DigitsValue;

impl DigitsValue {
    pub(in crate::run) fn behaviour(self) -> Behaviour<Value> {
        match self {
            Self::Radix => Of2(|machine, x, radix| {
                let radix = radix.as_index().unwrap_or(10) as u32;
                Ok(Value::text(&machine.integer(x)?.to_str_radix(radix)))
            }),
            Self::Decimal => Of1(|machine, x| machine.written(x, |it| it.to_string())),
            Self::TwoDecimals => Of1(|machine, x| machine.written(x, |it| format!("{it:02}"))),
            Self::UpperHexadecimal => Of1(|machine, x| machine.written(x, |it| format!("{it:X}"))),
            Self::LowerHexadecimal => Of1(|machine, x| machine.written(x, |it| format!("{it:x}"))),
            Self::TwoHexadecimals => Of1(|machine, x| machine.written(x, |it| format!("{it:02X}"))),
            Self::FourHexadecimals => {
                Of1(|machine, x| machine.written(x, |it| format!("{it:04X}")))
            }
            Self::FourLowerHexadecimals => {
                Of1(|machine, x| machine.written(x, |it| format!("{it:04x}")))
            }
            Self::Utf8 => Of1(|machine, text| {
                let text = String::from_utf16_lossy(&machine.units(text)?);
                let bytes = text.bytes().map(|byte| machine.count(byte as usize)).collect();
                Ok(machine.heap.list(bytes))
            }),
            Self::FromUtf8 => Of1(|machine, bytes| match machine.code_point(bytes) {
                Some(symbol) => Ok(Value::text(symbol.encode_utf8(&mut [0; 4]))),
                None => machine.wrong("these bytes are not UTF-8"),
            }),
        }
    }
}

impl Machine<'_> {
    fn written(&self, x: &Value, write: fn(&BigInt) -> String) -> Result<Value, Stop> {
        Ok(Value::text(&write(&self.integer(x)?)))
    }

    fn integer(&self, value: &Value) -> Result<BigInt, Stop> {
        let integer = match value {
            Value::BigInt(integer) | Value::Integer(integer) => Some((**integer).clone()),
            other => other.as_double().and_then(BigInt::from_f64),
        };
        integer.map_or_else(|| self.wrong("this is no integer"), Ok)
    }

    /// The one code point that a list of bytes encodes.
    pub(in crate::run) fn code_point(&self, bytes: &Value) -> Option<char> {
        let list = self.heap.as_list(bytes)?;
        let bytes: Option<Vec<u8>> =
            list.iter().map(|it| u8::try_from(it.as_index()?).ok()).collect();
        host::from_utf8(&bytes?)
    }
}
