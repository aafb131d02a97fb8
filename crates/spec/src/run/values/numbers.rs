//! Numbers, BigInts and mathematical values.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::FromPrimitive;

use super::super::arithmetic::mathematical;
use super::super::behaviour::Behaviour::{self, Of0, Of1, Of2, Of3};
use super::super::machine::Machine;
use super::super::stop::Stop;
use super::super::value::Value;
use crate::ir::Operator;
use crate::phrases::NumberValue;

/// Integers up to here are exact as doubles.
const MAX_SAFE: f64 = 9_007_199_254_740_991.0;

impl NumberValue {
    pub(in crate::run) fn behaviour(self) -> Behaviour<Value> {
        match self {
            Self::Clamped => Of3(|machine, x, low, high| {
                let clamped = machine.double(x)?.max(machine.double(low)?);
                Ok(machine.like(x, clamped.min(machine.double(high)?)))
            }),
            Self::Larger => Of2(|machine, x, y| {
                let larger = machine.double(x)?.max(machine.double(y)?);
                Ok(machine.like(x, larger))
            }),
            Self::Smaller => Of2(|machine, x, y| {
                let smaller = machine.double(x)?.min(machine.double(y)?);
                Ok(machine.like(x, smaller))
            }),
            Self::MathematicalValue => Of1(|machine, x| machine.mathematical_value(x)),
            Self::NumberFor => Of1(|machine, x| machine.double(x).map(Value::Number)),
            Self::SumFor => {
                Of2(|machine, x, y| Ok(Value::Number(machine.double(x)? + machine.double(y)?)))
            }
            Self::BigIntFor => Of1(|machine, x| machine.big(x)),
            Self::CurrentTime => Of0(|machine| Ok(Value::Number(machine.now()))),
            Self::Remainder => Of2(|machine, x, y| machine.division(x, y, false)),
            Self::Quotient => Of2(|machine, x, y| machine.division(x, y, true)),
            Self::FloorNumber => Of1(|machine, x| machine.number(x, f64::floor)),
            Self::CeilingNumber => Of1(|machine, x| machine.number(x, f64::ceil)),
            Self::RoundedNumber => Of1(|machine, x| machine.number(x, |x| (x + 0.5).floor())),
            Self::TruncatedNumber => Of1(|machine, x| machine.number(x, f64::trunc)),
            Self::Negation => Of1(|machine, x| machine.number(x, |x| -x)),
            Self::Power => Of2(|machine, base, exponent| {
                let power = machine.arithmetic(Operator::Power, base, exponent)?;
                if matches!(base, Value::BigInt(_)) { machine.big(&power) } else { Ok(power) }
            }),
        }
    }
}

impl Machine<'_> {
    fn number(&self, x: &Value, function: fn(f64) -> f64) -> Result<Value, Stop> {
        Ok(Value::Number(function(self.double(x)?)))
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
            Value::Number(number) if number.abs() <= MAX_SAFE => Value::Mathematical(number + 0.0),
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
        Ok(Value::BigInt(Arc::new(integer)))
    }
}
