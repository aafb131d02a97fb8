//! Numbers as bits.

use super::super::behaviour::Behaviour::{self, Of1, Of2, Of3};
use super::super::machine::Machine;
use super::super::stop::Stop;
use super::super::value::Value;
use crate::phrases::BitsValue;

impl BitsValue {
    pub(in crate::run) fn behaviour(self) -> Behaviour<Value> {
        match self {
            Self::LeadingZeros => {
                Of1(|machine, x| Ok(machine.count(machine.bits(x)?.leading_zeros() as usize)))
            }
            Self::LeadingOnes => Of1(|machine, byte| {
                let byte = machine.double(byte)? as u8;
                Ok(machine.count(byte.leading_ones() as usize))
            }),
            Self::BitString => {
                Of1(|machine, x| Ok(Value::Mathematical(f64::from(machine.bits(x)? as i32))))
            }
            Self::NumberOfBits => {
                Of1(|machine, x| Ok(Value::Number(f64::from(machine.bits(x)? as i32))))
            }
            Self::BitwiseNot => {
                Of1(|machine, x| Ok(machine.like(x, f64::from(!(machine.bits(x)? as i32)))))
            }
            Self::BitwiseAnd => Of2(|machine, x, y| machine.of_bits(x, y, |x, y| x & y)),
            Self::BitwiseOr => Of2(|machine, x, y| machine.of_bits(x, y, |x, y| x | y)),
            Self::BitwiseXor => Of2(|machine, x, y| machine.of_bits(x, y, |x, y| x ^ y)),
            Self::BitwiseBy => Of3(|machine, a, b, c| machine.bitwise(a, b, c)),
            Self::ShiftLeft => Of2(|machine, x, count| {
                let shifted = (machine.bits(x)? as i32).wrapping_shl(machine.double(count)? as u32);
                Ok(Value::Number(f64::from(shifted)))
            }),
            Self::ShiftRight => Of2(|machine, x, count| {
                let shifted = (machine.bits(x)? as i32).wrapping_shr(machine.double(count)? as u32);
                Ok(Value::Number(f64::from(shifted)))
            }),
            Self::ShiftRightZero => Of2(|machine, x, count| {
                let shifted = machine.bits(x)?.wrapping_shr(machine.double(count)? as u32);
                Ok(Value::Number(f64::from(shifted)))
            }),
            Self::LowFiveBits => {
                Of1(|machine, x| Ok(machine.like(x, f64::from(machine.bits(x)? & 31))))
            }
        }
    }
}

impl Machine<'_> {
    fn bits(&self, x: &Value) -> Result<u32, Stop> {
        Ok(self.double(x)?.rem_euclid(4_294_967_296.0) as u32)
    }

    fn of_bits(&self, x: &Value, y: &Value, function: fn(u32, u32) -> u32) -> Result<Value, Stop> {
        let result = function(self.bits(x)?, self.bits(y)?) as i32;
        Ok(self.like(x, f64::from(result)))
    }

    /// Editions before ES2021 name the operator.
    fn bitwise(&mut self, operator: &Value, x: &Value, y: &Value) -> Result<Value, Stop> {
        let (Some(x), Some(y)) = (x.as_double(), y.as_double()) else {
            return self.wrong("these are no Numbers");
        };
        let (x, y) = (x as i64 as i32, y as i64 as i32);
        Ok(Value::Number(f64::from(
            match String::from_utf16_lossy(&self.units(operator)?).as_str() {
                "&" => x & y,
                "^" => x ^ y,
                "|" => x | y,
                _ => return self.wrong("this is no bitwise operator"),
            },
        )))
    }
}
