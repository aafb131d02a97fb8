//! Digits of Numbers, where the text asks for the best among all integers.

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};

/// `Number::toString`.
pub(super) fn in_radix(number: f64, radix: u32) -> String {
    if radix == 10 || !number.is_finite() || !(2..=36).contains(&radix) {
        return ryu_js::Buffer::new().format(number).to_owned();
    }
    let (sign, size) = if number < 0.0 { ("-", -number) } else { ("", number) };
    let mut text = format!("{sign}{}", whole(size, radix).to_str_radix(radix));
    if size.fract() != 0.0 {
        text.push('.');
        text.push_str(&fraction(size, radix));
    }
    text
}

/// The whole part of a number. Where doubles are further apart than integers, the one with the fewest
/// digits before its zeros that is still nearest to this number.
fn whole(size: f64, radix: u32) -> BigInt {
    let big = |number: f64| {
        <BigInt as num_traits::FromPrimitive>::from_f64(number.trunc()).unwrap_or_default()
    };
    let exact = big(size);
    let gap = big(f64::from_bits(size.to_bits() + 1)) - &exact;
    if size < 9_007_199_254_740_992.0 {
        return exact;
    }
    let digits = exact.to_str_radix(radix).len() as u32;
    for zeros in (1..digits).rev() {
        let unit = BigInt::from(radix).pow(zeros);
        let rounded: BigInt = (&exact * 2 + &unit) / (&unit * 2) * &unit;
        if (&rounded - &exact).abs() * 2 < gap {
            return rounded;
        }
    }
    exact
}

/// The fewest digits that tell a number from its neighbours.
fn fraction(size: f64, radix: u32) -> String {
    let mut rest = size.fract();
    // Half the distance to the next number: what is nearer than that is the same number.
    let mut error = ((f64::from_bits(size.to_bits() + 1) - size) / 2.0).max(f64::MIN_POSITIVE);
    let mut digits: Vec<u32> = Vec::new();
    loop {
        rest *= f64::from(radix);
        error *= f64::from(radix);
        let digit = rest.trunc();
        rest -= digit;
        digits.push(digit as u32);
        let is_odd = digits.last().is_some_and(|it| it % 2 == 1);
        if (rest > 0.5 || (rest == 0.5 && is_odd)) && rest + error > 1.0 {
            carry(&mut digits, radix);
            break;
        }
        if rest < error || digits.len() > 1100 {
            break;
        }
    }
    digits.iter().filter_map(|digit| char::from_digit(*digit, radix)).collect()
}

fn carry(digits: &mut Vec<u32>, radix: u32) {
    while let Some(last) = digits.pop() {
        if last + 1 < radix {
            digits.push(last + 1);
            return;
        }
    }
    digits.push(0);
}

/// A double as a fraction of integers.
fn exactly(number: f64) -> (BigInt, BigInt) {
    let bits = number.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i32;
    let fraction = bits & ((1 << 52) - 1);
    let (mantissa, power) =
        if exponent == 0 { (fraction, -1074) } else { (fraction | (1 << 52), exponent - 1075) };
    let mantissa = BigInt::from(mantissa);
    match power {
        0.. => (mantissa << power as usize, BigInt::from(1)),
        _ => (mantissa, BigInt::from(1) << (-power) as usize),
    }
}

/// The integer nearest to `number` × 10^`places`, the larger of two.
pub(super) fn nearest(number: f64, places: i64) -> BigInt {
    let (mut above, mut below) = exactly(number.abs());
    let scale = BigInt::from(10).pow(places.unsigned_abs() as u32);
    if places >= 0 {
        above *= scale;
    } else {
        below *= scale;
    }
    let double: BigInt = above * 2 + &below;
    let rounded: BigInt = double / (below * 2);
    if number < 0.0 { -rounded } else { rounded }
}

/// The exponent e and the integer n of `count` digits for which n × 10^(e - count + 1) is nearest.
pub(super) fn to_precision(number: f64, count: i64) -> (i64, BigInt) {
    let estimate = number.abs().log10().floor().to_i64().unwrap_or_default();
    let ten = BigInt::from(10);
    let (low, high) = (ten.pow((count - 1).max(0) as u32), ten.pow(count.max(1) as u32));
    for exponent in [estimate - 1, estimate, estimate + 1, estimate + 2] {
        let digits = nearest(number, count - 1 - exponent);
        if digits >= low && digits < high {
            return (exponent, digits);
        }
    }
    (0, BigInt::zero())
}

/// The fewest digits that give a number back: exponent, integer, and how many digits follow the
/// first.
pub(super) fn shortest(number: f64) -> (i64, BigInt, i64) {
    let shown = format!("{:e}", number.abs());
    let (mantissa, exponent) = shown.split_once('e').unwrap_or((&shown, "0"));
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let integer: BigInt = digits.parse().unwrap_or_default();
    (exponent.parse().unwrap_or_default(), integer.abs(), digits.len() as i64 - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_written_in_any_radix() {
        for (number, radix, text) in [
            (255.0, 16, "ff"),
            (-255.0, 2, "-11111111"),
            (0.5, 2, "0.1"),
            (0.1, 2, "0.0001100110011001100110011001100110011001100110011001101"),
            (3.75, 4, "3.3"),
            (1e21, 36, "5v1j4f4ds7a000"),
            (0.1, 3, "0.0022002200220022002200220022002201"),
            (0.000001, 10, "0.000001"),
        ] {
            assert_eq!(in_radix(number, radix), text, "{number} {radix}");
        }
    }

    #[test]
    fn digits_are_the_nearest_and_ties_go_up() {
        assert_eq!(nearest(1.005, 2), BigInt::from(100));
        assert_eq!(nearest(2.5, 0), BigInt::from(3));
        assert_eq!(nearest(1e21, -20), BigInt::from(10));
        assert_eq!(to_precision(123.456, 4), (2, BigInt::from(1235)));
        assert_eq!(to_precision(999.99, 3), (3, BigInt::from(100)));
        assert_eq!(shortest(123.456), (2, BigInt::from(123_456), 5));
        assert_eq!(shortest(1e-7), (-7, BigInt::from(1), 0));
    }
}
