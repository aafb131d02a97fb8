//! Sentences about numbers and their digits.

use num_bigint::BigInt;
use num_traits::{Num, ToPrimitive, Zero};

use super::super::super::arithmetic::mathematical;
use super::super::super::behaviour::Behaviour::{self, Of1, Of2};
use super::super::super::machine::Machine;
use super::super::super::stop::Stop;
use super::super::super::value::Value;
use super::super::{bytes, digits};
use super::{Effect, give, give_back};
use crate::phrases::NumberSentence;

impl NumberSentence {
    // Long: an arm for each phrase, so that the compiler finds one without a behaviour.
    pub(super) fn behaviour(self) -> Behaviour<Effect> {
        match self {
            Self::NearestInteger => Of2(|machine, x, f| {
                let (x, f) = two_doubles(machine, x, f)?;
                give([mathematical(digits::nearest(x, f as i64))])
            }),
            Self::DigitsAfterFirst => Of2(|machine, x, f| precision(machine, x, f, 1)),
            Self::SignificantDigits => Of2(|machine, x, p| precision(machine, x, p, 0)),
            Self::ShortestFraction | Self::ShortestDigits => Of1(shortest),
            Self::EndOfDigits => Of2(|machine, text, radix| {
                let end = end_of_digits(&machine.units(text)?, radix);
                give([machine.count(end)])
            }),
            Self::DigitsAtStart => Of2(|machine, text, radix| {
                let text = machine.units(text)?;
                let end = end_of_digits(&text, radix);
                give([Value::Text(text[..end].into())])
            }),
            Self::IntegerOfDigits => Of2(|machine, text, radix| {
                let text = machine.string(text)?;
                let integer = BigInt::from_str_radix(&text, radix_of(radix)).unwrap_or_default();
                give([mathematical(integer)])
            }),
            Self::StringInRadix => Of2(|_, x, radix| {
                let radix = radix_of(radix);
                give_back(Value::text(&match x {
                    Value::BigInt(integer) => integer.to_str_radix(radix),
                    number => digits::in_radix(number.as_double().unwrap_or(f64::NAN), radix),
                }))
            }),
            Self::BigIntOfBoolean => Of1(|_, truth| {
                let one = matches!(truth, Value::Boolean(true));
                give_back(Value::BigInt(BigInt::from(i32::from(one)).into()))
            }),
            Self::IsLess => Of2(|machine, x, y| {
                let less = machine.ordering(x, y) == Some(std::cmp::Ordering::Less);
                give_back(Value::Boolean(less))
            }),
            Self::Half => Of1(|_, x| {
                let number = x.as_double().unwrap_or(f64::NAN);
                give([Value::Number(bytes::through_half(number))])
            }),
            Self::Single | Self::OlderSingle => Of1(|_, x| {
                let number = x.as_double().unwrap_or(f64::NAN);
                give([Value::Number(f64::from(number as f32))])
            }),
            Self::DoubleOfHalf | Self::DoubleOfSingle | Self::OlderDouble => {
                Of1(|_, x| give([x.clone()]))
            }
            Self::Quotient => {
                Of2(|machine, x, y| give([of_integers(machine, x, y, |x, y| x / y)?]))
            }
            Self::TruncatedQuotient => Of1(|_, quotient| give_back(quotient.clone())),
            Self::Remainder => {
                Of2(|machine, x, y| give([of_integers(machine, x, y, |x, y| x % y)?]))
            }
            Self::ShiftedRight => Of2(|machine, x, y| {
                give_back(of_integers(machine, x, y, |x, y| {
                    let bits = u32::try_from(-y).unwrap_or(u32::MAX).min(1 << 24);
                    x >> bits
                })?)
            }),
        }
    }
}

fn two_doubles(machine: &Machine<'_>, a: &Value, b: &Value) -> Result<(f64, f64), Stop> {
    match (a.as_double(), b.as_double()) {
        (Some(a), Some(b)) => Ok((a, b)),
        _ => machine.wrong("these are no numbers"),
    }
}

/// `more` is how many digits there are besides those that are counted.
fn precision(
    machine: &mut Machine<'_>,
    x: &Value,
    count: &Value,
    more: i64,
) -> Result<Effect, Stop> {
    let (x, count) = two_doubles(machine, x, count)?;
    let (exponent, integer) = digits::to_precision(x, count as i64 + more);
    give([Value::Mathematical(exponent as f64), mathematical(integer)])
}

fn shortest(machine: &mut Machine<'_>, x: &Value) -> Result<Effect, Stop> {
    let (x, _) = two_doubles(machine, x, x)?;
    let (exponent, integer, more) = digits::shortest(x);
    let number = |it: i64| Value::Mathematical(it.to_f64().unwrap_or_default());
    give([number(exponent), mathematical(integer), number(more)])
}

fn radix_of(radix: &Value) -> u32 {
    radix.as_double().unwrap_or(10.0) as u32
}

/// The index of the first code unit that is no digit.
fn end_of_digits(text: &[u16], radix: &Value) -> usize {
    let radix = radix_of(radix);
    let digit = |unit: &u16| char::from_u32(u32::from(*unit))?.to_digit(radix);
    text.iter().position(|unit| digit(unit).is_none()).unwrap_or(text.len())
}

fn of_integers(
    machine: &Machine<'_>,
    x: &Value,
    y: &Value,
    function: fn(&BigInt, &BigInt) -> BigInt,
) -> Result<Value, Stop> {
    match (x, y) {
        (Value::BigInt(x), Value::BigInt(y)) if !y.is_zero() => {
            Ok(Value::BigInt(function(x, y).into()))
        }
        _ => machine.wrong("these are no BigInts"),
    }
}
