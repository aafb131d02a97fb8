//! Numbers of all kinds.

use std::rc::Rc;

use num_bigint::BigInt;
use num_traits::FromPrimitive;

use super::super::arithmetic::mathematical;
use super::super::machine::Machine;
use super::super::stop::Stop;
use super::super::value::Value;
use crate::phrases::ValueOf;

impl Machine<'_> {
    pub(super) fn number_value(
        &mut self,
        value: ValueOf,
        arguments: &[Value],
    ) -> Result<Option<Value>, Stop> {
        let first = arguments.first().cloned().unwrap_or(Value::Undefined);
        let number = first.as_double();
        let second = arguments.get(1).and_then(Value::as_double);
        let real = |it: f64| Ok(Some(Value::Mathematical(it)));
        let integral = |it: f64| Ok(Some(Value::Number(it)));
        let bits = |it: f64| it.rem_euclid(4_294_967_296.0) as u32;
        Ok(Some(match (value, number) {
            (ValueOf::Pi, _) => Value::Mathematical(std::f64::consts::PI),
            (ValueOf::Cosine, Some(x)) => return real(x.cos()),
            (ValueOf::Sine, Some(x)) => return real(x.sin()),
            (ValueOf::Tangent, Some(x)) => return real(x.tan()),
            (ValueOf::SquareRoot, Some(x)) => return real(x.sqrt()),
            (ValueOf::CubeRoot, Some(x)) => return real(x.cbrt()),
            (ValueOf::Exponential, Some(x)) => return real(x.exp()),
            (ValueOf::HyperbolicCosine, Some(x)) => return real(x.cosh()),
            (ValueOf::HyperbolicSine, Some(x)) => return real(x.sinh()),
            (ValueOf::HyperbolicTangent, Some(x)) => return real(x.tanh()),
            (ValueOf::InverseCosine, Some(x)) => return real(x.acos()),
            (ValueOf::InverseSine, Some(x)) => return real(x.asin()),
            (ValueOf::InverseTangent, Some(x)) => return real(x.atan()),
            (ValueOf::InverseHyperbolicCosine, Some(x)) => return real(x.acosh()),
            (ValueOf::InverseHyperbolicSine, Some(x)) => return real(x.asinh()),
            (ValueOf::InverseHyperbolicTangent, Some(x)) => return real(x.atanh()),
            (ValueOf::FloorNumber, Some(x)) => return integral(x.floor()),
            (ValueOf::CeilingNumber, Some(x)) => return integral(x.ceil()),
            (ValueOf::TruncatedNumber, Some(x)) => return integral(x.trunc()),
            (ValueOf::RoundedNumber, Some(x)) => return integral((x + 0.5).floor()),
            (ValueOf::Negation, Some(x)) => return integral(-x),
            (ValueOf::LeadingZeros, Some(x)) => self.count(bits(x).leading_zeros() as usize),
            (ValueOf::BitString, Some(x)) => Value::Mathematical(f64::from(bits(x) as i32)),
            (ValueOf::NumberOfBits, Some(x)) => Value::Number(f64::from(bits(x) as i32)),
            (ValueOf::BitwiseNot, Some(x)) => self.like(&first, f64::from(!(bits(x) as i32))),
            (ValueOf::BitwiseAnd, Some(x)) => {
                self.like(&first, f64::from((bits(x) & bits(second.unwrap_or_default())) as i32))
            }
            (ValueOf::BitwiseOr, Some(x)) => {
                self.like(&first, f64::from((bits(x) | bits(second.unwrap_or_default())) as i32))
            }
            (ValueOf::BitwiseXor, Some(x)) => {
                self.like(&first, f64::from((bits(x) ^ bits(second.unwrap_or_default())) as i32))
            }
            (ValueOf::ShiftLeft, Some(x)) => Value::Number(f64::from(
                (bits(x) as i32).wrapping_shl(second.unwrap_or_default() as u32),
            )),
            (ValueOf::ShiftRight, Some(x)) => Value::Number(f64::from(
                (bits(x) as i32).wrapping_shr(second.unwrap_or_default() as u32),
            )),
            (ValueOf::ShiftRightZero, Some(x)) => {
                Value::Number(f64::from(bits(x).wrapping_shr(second.unwrap_or_default() as u32)))
            }
            (ValueOf::LowFiveBits, Some(x)) => self.like(&first, f64::from(bits(x) & 31)),
            (ValueOf::Larger, Some(x)) => self.like(&first, x.max(second.unwrap_or(x))),
            (ValueOf::Smaller, Some(x)) => self.like(&first, x.min(second.unwrap_or(x))),
            (ValueOf::Clamped, Some(x)) => {
                let third = arguments.get(2).and_then(Value::as_double).unwrap_or(x);
                self.like(&first, x.max(second.unwrap_or(x)).min(third))
            }
            (ValueOf::Remainder, _) | (ValueOf::Quotient, _) => {
                let (Some(a), Some(b)) = (arguments.first(), arguments.get(1)) else {
                    return self.missing("a division of nothing");
                };
                self.division(a, b, value == ValueOf::Quotient)?
            }
            (ValueOf::RaisedTo, Some(x)) => return real(x.powf(second.unwrap_or(f64::NAN))),
            (ValueOf::SumOfSquares, _) => {
                let list = self.heap.as_list(&first).unwrap_or_default();
                let squares = list.iter().filter_map(Value::as_double).map(|it| it * it);
                Value::Mathematical(squares.sum())
            }
            (ValueOf::LeadingOnes, Some(x)) => self.count((x as u8).leading_ones() as usize),
            (ValueOf::MathematicalValue, _) => self.mathematical_value(&first)?,
            (ValueOf::NumberFor, Some(x)) => Value::Number(x),
            (ValueOf::BigIntFor, _) => self.big(&first)?,
            (ValueOf::CurrentTime, _) => Value::Number(0.0),
            _ => return Ok(None),
        }))
    }

    /// A number of the same kind as another.
    pub(super) fn like(&self, model: &Value, number: f64) -> Value {
        match model {
            Value::Number(_) => Value::Number(number),
            _ => Value::Mathematical(number),
        }
    }

    pub(in crate::run) fn mathematical_value(&self, value: &Value) -> Result<Value, Stop> {
        Ok(match value {
            Value::Number(number) if self.program.plain_numbers => Value::Number(*number),
            Value::Number(number) => match BigInt::from_f64(*number) {
                Some(integer) if number.fract() == 0.0 => mathematical(integer),
                _ => Value::Mathematical(*number),
            },
            Value::BigInt(integer) => mathematical((**integer).clone()),
            Value::Mathematical(_) | Value::Integer(_) => value.clone(),
            _ => return self.wrong_type(value, "has no mathematical value"),
        })
    }

    pub(in crate::run) fn big(&self, value: &Value) -> Result<Value, Stop> {
        let integer = match value {
            Value::Integer(integer) | Value::BigInt(integer) => (**integer).clone(),
            other => match other.as_double().and_then(BigInt::from_f64) {
                Some(integer) => integer,
                None => return self.wrong("this is no integer"),
            },
        };
        Ok(Value::BigInt(Rc::new(integer)))
    }
}
