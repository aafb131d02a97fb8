//! Functions of `Math`, which editions before ES2021 describe in prose.

use super::super::machine::{Flow, Machine};
use super::super::stop::Stop;
use super::super::value::Value;
use super::HostFunction;

macro_rules! of_number {
    ($($name:literal: $function:expr),* $(,)?) => {
        &[$((concat!($name, "OfNumber"), |machine, arguments| of_one(machine, arguments, $function)),)*]
    };
}

/// Functions of one Number.
pub(in crate::run) const OF_NUMBER: &[(&str, HostFunction)] = of_number! {
    "abs": f64::abs, "acos": f64::acos, "acosh": f64::acosh, "asin": f64::asin,
    "asinh": |x| if x == 0.0 { x } else { x.asinh() },
    "atan": f64::atan, "atanh": f64::atanh, "cbrt": f64::cbrt, "ceil": f64::ceil, "cos": f64::cos,
    "cosh": f64::cosh, "exp": f64::exp, "expm1": f64::exp_m1, "floor": f64::floor, "log": f64::ln,
    "log1p": f64::ln_1p, "log10": f64::log10, "log2": f64::log2, "round": round,
    "sign": |x| if x == 0.0 || x.is_nan() { x } else { x.signum() },
    "sin": f64::sin, "sinh": f64::sinh, "sqrt": f64::sqrt, "tan": f64::tan, "tanh": f64::tanh,
    "trunc": f64::trunc,
};

/// Functions of several Numbers.
pub(in crate::run) const OF_NUMBERS: &[(&str, HostFunction)] = &[
    ("atan2OfNumbers", |machine, arguments| super::of_two(machine, arguments, f64::atan2)),
    ("maxOfNumbers", |machine, arguments| {
        of_list(machine, arguments, f64::NEG_INFINITY, |a, b| match a.partial_cmp(&b) {
            None => f64::NAN,
            Some(std::cmp::Ordering::Equal) if a.is_sign_negative() => b,
            Some(std::cmp::Ordering::Less) => b,
            _ => a,
        })
    }),
    ("minOfNumbers", |machine, arguments| {
        of_list(machine, arguments, f64::INFINITY, |a, b| match a.partial_cmp(&b) {
            None => f64::NAN,
            Some(std::cmp::Ordering::Equal) if b.is_sign_negative() => b,
            Some(std::cmp::Ordering::Greater) => b,
            _ => a,
        })
    }),
    ("hypotOfNumbers", |machine, arguments| {
        of_list(machine, arguments, 0.0, |a, b| match a.is_infinite() || b.is_infinite() {
            true => f64::INFINITY,
            false => a.hypot(b),
        })
    }),
];

fn of_one(
    machine: &Machine<'_>,
    arguments: &[Value],
    function: impl Fn(f64) -> f64,
) -> Result<Flow, Stop> {
    match arguments.first().and_then(Value::as_double) {
        Some(number) => super::value(Value::Number(function(number))),
        None => machine.wrong("this is no Number"),
    }
}

fn of_list(
    machine: &Machine<'_>,
    arguments: &[Value],
    start: f64,
    function: impl Fn(f64, f64) -> f64,
) -> Result<Flow, Stop> {
    let numbers = arguments.first().and_then(|it| machine.heap.as_list(it)).unwrap_or_default();
    let numbers = numbers.iter().map(|it| it.as_double().unwrap_or(f64::NAN));
    super::value(Value::Number(numbers.fold(start, function)))
}

/// To the nearest integer; up, if two are as near.
fn round(x: f64) -> f64 {
    let below = x.floor();
    let nearest = if x - below >= 0.5 { below + 1.0 } else { below };
    nearest.copysign(if nearest == 0.0 { x } else { nearest })
}
