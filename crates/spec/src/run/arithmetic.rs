//! Arithmetic on mathematical values, Numbers and BigInts.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::{FromPrimitive, Signed, ToPrimitive, Zero};

use super::machine::Machine;
use super::stop::Stop;
use super::value::Value;
use crate::ir::{Comparison, Operator};

/// Powers of integers larger than this many bits are refused.
const MAX_BITS: u64 = 1 << 20;

impl Machine<'_> {
    pub(super) fn arithmetic(
        &self,
        operator: Operator,
        a: &Value,
        b: &Value,
    ) -> Result<Value, Stop> {
        if let (Value::BigInt(x), Value::BigInt(y)) = (a, b) {
            return self.integers(operator, x, y).map(|it| Value::BigInt(Arc::new(it)));
        }
        if let Some((a, b)) = as_big_ints(a, b) {
            return self.arithmetic(operator, &a, &b);
        }
        let exact = matches!(a, Value::Integer(_)) || matches!(b, Value::Integer(_));
        if exact
            && let (Some(x), Some(y)) = (integer(a), integer(b))
            && (operator != Operator::Divide || (!y.is_zero() && (&x % &y).is_zero()))
        {
            return self.integers(operator, &x, &y).map(mathematical);
        }
        if exact
            && operator == Operator::Divide
            && let (Some(x), Some(y)) = (integer(a), integer(b))
            && !y.is_zero()
        {
            return Ok(inexact_quotient(&x, &y));
        }
        let (Some(x), Some(y)) = (number(a), number(b)) else {
            return self.operands("no arithmetic with", a, b);
        };
        let result = of_doubles(operator, x, y);
        if matches!(a, Value::Number(_)) || matches!(b, Value::Number(_)) {
            return Ok(Value::Number(result));
        }
        // A double holds integers only so far; past that they are kept exactly.
        if result.abs() >= 9_007_199_254_740_992.0
            && result.is_finite()
            && let (Some(x), Some(y)) = (integer(a), integer(b))
            && operator != Operator::Divide
        {
            return self.integers(operator, &x, &y).map(mathematical);
        }
        // A product or quotient too small for a double keeps its sign, which `𝔽` needs; zero has none.
        let vanished = matches!(operator, Operator::Multiply | Operator::Divide)
            && x != 0.0
            && y != 0.0
            && y.is_finite();
        Ok(Value::Mathematical(if vanished { result } else { result + 0.0 }))
    }

    fn integers(&self, operator: Operator, x: &BigInt, y: &BigInt) -> Result<BigInt, Stop> {
        Ok(match operator {
            Operator::Add => x + y,
            Operator::Subtract => x - y,
            Operator::Multiply => x * y,
            Operator::Divide | Operator::Modulo if y.is_zero() => {
                return self.missing("division by zero");
            }
            Operator::Divide => x / y,
            Operator::Modulo => {
                let rest = x % y;
                if !rest.is_zero() && (rest.is_negative() != y.is_negative()) {
                    rest + y
                } else {
                    rest
                }
            }
            Operator::Power => match y.to_u32() {
                Some(power) if x.bits() * u64::from(power) <= MAX_BITS => x.pow(power),
                _ => return self.missing("a power that is too large"),
            },
        })
    }

    /// The greatest integer not above a quotient, exactly.
    pub(super) fn floor_division(&self, a: &Value, b: &Value) -> Result<Value, Stop> {
        let big = |value: &Value| match value {
            Value::Integer(integer) => Some((**integer).clone()),
            Value::Mathematical(it) if it.fract() == 0.0 => BigInt::from_f64(*it),
            _ => None,
        };
        if let (Some(x), Some(y)) = (big(a), big(b))
            && !y.is_zero()
        {
            let quotient = &x / &y;
            let below = !(&x % &y).is_zero() && (x.is_negative() != y.is_negative());
            return Ok(mathematical(if below { quotient - 1 } else { quotient }));
        }
        match self.arithmetic(Operator::Divide, a, b)? {
            Value::Number(number) => Ok(Value::Number(number.floor())),
            other => Ok(Value::Mathematical(other.as_double().unwrap_or(f64::NAN).floor())),
        }
    }

    /// The remainder, or the quotient, of a division that rounds towards zero.
    pub(super) fn division(&self, a: &Value, b: &Value, quotient: bool) -> Result<Value, Stop> {
        if let (Value::BigInt(x), Value::BigInt(y)) = (a, b) {
            if y.is_zero() {
                return self.missing("division by zero");
            }
            let (x, y) = (&**x, &**y);
            return Ok(Value::BigInt(Arc::new(if quotient { x / y } else { x % y })));
        }
        match (a.as_double(), b.as_double()) {
            (Some(x), Some(y)) => {
                Ok(Value::Mathematical(if quotient { (x / y).trunc() } else { x % y } + 0.0))
            }
            _ => self.wrong("this is no division of numbers"),
        }
    }

    /// How numbers of any kind are ordered, exactly; none with `NaN`.
    pub(super) fn ordering(&self, a: &Value, b: &Value) -> Option<std::cmp::Ordering> {
        let big = |value: &Value| match value {
            Value::BigInt(integer) | Value::Integer(integer) => Some((**integer).clone()),
            Value::Mathematical(it) | Value::Number(it) if it.fract() == 0.0 => {
                BigInt::from_f64(*it)
            }
            _ => None,
        };
        let large = |value: &Value| matches!(value, Value::BigInt(_) | Value::Integer(_));
        if (large(a) || large(b))
            && let (Some(x), Some(y)) = (big(a), big(b))
        {
            return Some(x.cmp(&y));
        }
        number(a)?.partial_cmp(&number(b)?)
    }

    pub(super) fn compare(
        &self,
        comparison: Comparison,
        a: &Value,
        b: &Value,
    ) -> Result<Value, Stop> {
        let numeric = number(a).is_some() && number(b).is_some();
        let ordering = match comparison {
            // Editions without typed values write `=` for sameness, too.
            Comparison::Equal if !numeric => return Ok(Value::Boolean(a.same(b))),
            Comparison::Unequal if !numeric => return Ok(Value::Boolean(!a.same(b))),
            _ if !numeric => {
                return self.operands("cannot compare", a, b);
            }
            _ => self.ordering(a, b),
        };
        Ok(Value::Boolean(match (comparison, ordering) {
            (Comparison::Unequal, None) => true,
            (_, None) => false,
            (Comparison::Equal, Some(it)) => it.is_eq(),
            (Comparison::Unequal, Some(it)) => it.is_ne(),
            (Comparison::Less, Some(it)) => it.is_lt(),
            (Comparison::LessOrEqual, Some(it)) => it.is_le(),
            (Comparison::Greater, Some(it)) => it.is_gt(),
            (Comparison::GreaterOrEqual, Some(it)) => it.is_ge(),
        }))
    }
}

/// Two BigInts where one of them is written as a Number: older editions write the integers that they
/// reckon with as plain digits.
fn as_big_ints(a: &Value, b: &Value) -> Option<(Value, Value)> {
    let plain = |value: &Value| match value {
        Value::Number(number) if number.fract() == 0.0 => {
            BigInt::from_f64(*number).map(|it| Value::BigInt(Arc::new(it)))
        }
        _ => None,
    };
    match (a, b) {
        (Value::BigInt(_), _) => plain(b).map(|b| (a.clone(), b)),
        (_, Value::BigInt(_)) => plain(a).map(|a| (a, b.clone())),
        _ => None,
    }
}

/// The integer that a value is, if it is one and not a Number.
fn integer(value: &Value) -> Option<BigInt> {
    match value {
        Value::Integer(integer) | Value::BigInt(integer) => Some((**integer).clone()),
        Value::Mathematical(number) if number.fract() == 0.0 => BigInt::from_f64(*number),
        _ => None,
    }
}

fn of_doubles(operator: Operator, x: f64, y: f64) -> f64 {
    match operator {
        Operator::Add => x + y,
        Operator::Subtract => x - y,
        Operator::Multiply => x * y,
        Operator::Divide => x / y,
        Operator::Modulo => {
            let rest = x % y;
            if rest != 0.0 && (rest < 0.0) != (y < 0.0) { rest + y } else { rest }
        }
        Operator::Power => x.powf(y),
    }
}

/// A quotient that is no integer. A double that is near may round to an integer, which a number that
/// is truncated next must not; a quotient too large for a fraction loses it.
fn inexact_quotient(x: &BigInt, y: &BigInt) -> Value {
    let whole = x / y;
    let near = x.to_f64().zip(y.to_f64()).map_or(f64::NAN, |(x, y)| x / y);
    match whole.to_f64() {
        Some(_) if whole.bits() > 52 => mathematical(whole),
        Some(it) if near.trunc() != it || near.fract() == 0.0 => {
            let sign = if x.is_negative() == y.is_negative() { 0.5 } else { -0.5 };
            Value::Mathematical(it + sign)
        }
        _ => Value::Mathematical(near),
    }
}

/// An integer as a mathematical value, as a double where that is exact.
pub(super) fn mathematical(integer: BigInt) -> Value {
    if integer.bits() <= 53
        && let Some(number) = integer.to_f64()
    {
        return Value::Mathematical(number);
    }
    Value::Integer(Arc::new(integer))
}

/// A number, or the number of the one code point that a string is.
pub(super) fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Text(text) => {
            let mut points = char::decode_utf16(text.iter().copied());
            match (points.next()?, points.next()) {
                (Ok(symbol), None) => Some(f64::from(u32::from(symbol))),
                (Err(unit), None) => Some(f64::from(unit.unpaired_surrogate())),
                _ => None,
            }
        }
        Value::BigInt(integer) => integer.to_f64(),
        value => value.as_double(),
    }
}
