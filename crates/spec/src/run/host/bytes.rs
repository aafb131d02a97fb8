//! Bytes: data blocks, and how numbers are stored in them.

use num_bigint::BigInt;

use super::super::machine::{Flow, Machine};
use super::super::names;
use super::super::stop::Stop;
use super::super::value::Value;

/// Blocks larger than this cannot be created here.
const MAX_BLOCK: usize = 1 << 24;

/// The types of elements: how many bytes they take.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Element {
    Signed(usize),
    Unsigned(usize),
    Clamped,
    Float(usize),
}

/// `~int8~`, or `Int8` as editions before ES2021 write it.
fn element(name: &str) -> Option<Element> {
    let name = name.to_lowercase();
    let (kind, bits) = name.split_at(name.find(|it: char| it.is_ascii_digit())?);
    if bits == "8clamped" || bits == "8c" {
        return Some(Element::Clamped);
    }
    let bytes = bits.trim_end_matches("clamped").parse::<usize>().ok()? / 8;
    Some(match kind {
        "int" | "bigint" => Element::Signed(bytes),
        "uint" | "biguint" => Element::Unsigned(bytes),
        "float" => Element::Float(bytes),
        _ => return None,
    })
}

impl Machine<'_> {
    fn element_type(&self, value: Option<&Value>) -> Result<(Element, bool), Stop> {
        let text = match value {
            Some(Value::Enum(name)) => self.program.names.text(*name).to_owned(),
            Some(Value::Text(text)) => String::from_utf16_lossy(text),
            _ => String::new(),
        };
        match element(&text) {
            Some(element) => Ok((element, text.to_lowercase().starts_with("big"))),
            None => self.wrong("this is no element type"),
        }
    }
}

/// `RawBytesToNumeric ( type, rawBytes, isLittleEndian )`
pub(super) fn to_numeric(machine: &mut Machine<'_>, arguments: &[Value]) -> Result<Flow, Stop> {
    let (element, big) = machine.element_type(arguments.first())?;
    let list = arguments.get(1).and_then(|it| machine.heap.as_list(it)).unwrap_or_default();
    let mut bytes: Vec<u8> =
        list.iter().map(|it| it.as_double().unwrap_or_default() as u8).collect();
    if matches!(arguments.get(2), Some(Value::Boolean(false))) {
        bytes.reverse();
    }
    let number = match element {
        Element::Float(_) => Value::Number(float(&bytes)),
        Element::Signed(_) => integer(&BigInt::from_signed_bytes_le(&bytes), big),
        Element::Unsigned(_) | Element::Clamped => {
            integer(&BigInt::from_bytes_le(num_bigint::Sign::Plus, &bytes), big)
        }
    };
    Ok(Flow::Value(number))
}

fn integer(integer: &BigInt, big: bool) -> Value {
    match big {
        true => Value::BigInt(integer.clone().into()),
        false => Value::Number(num_traits::ToPrimitive::to_f64(integer).unwrap_or(f64::NAN)),
    }
}

fn float(bytes: &[u8]) -> f64 {
    match *bytes {
        [a, b] => half_to_double(u16::from_le_bytes([a, b])),
        [a, b, c, d] => f64::from(f32::from_le_bytes([a, b, c, d])),
        [a, b, c, d, e, f, g, h] => f64::from_le_bytes([a, b, c, d, e, f, g, h]),
        _ => f64::NAN,
    }
}

/// `NumericToRawBytes ( type, value, isLittleEndian )`
pub(super) fn of_numeric(machine: &mut Machine<'_>, arguments: &[Value]) -> Result<Flow, Stop> {
    let (element, _) = machine.element_type(arguments.first())?;
    let value = arguments.get(1).cloned().unwrap_or(Value::Undefined);
    let mut bytes = match (element, &value) {
        (Element::Signed(size) | Element::Unsigned(size), Value::BigInt(big)) => modular(big, size),
        (element, value) => number_bytes(element, value.as_double().unwrap_or(f64::NAN)),
    };
    if matches!(arguments.get(2), Some(Value::Boolean(false))) {
        bytes.reverse();
    }
    let bytes = bytes.into_iter().map(|byte| machine.count(byte as usize)).collect();
    Ok(Flow::Value(machine.heap.list(bytes)))
}

/// The lowest bytes of an integer, in two's complement.
fn modular(integer: &BigInt, size: usize) -> Vec<u8> {
    let modulus = BigInt::from(1) << (8 * size);
    let rest = ((integer % &modulus) + &modulus) % &modulus;
    let (_, mut bytes) = rest.to_bytes_le();
    bytes.resize(size, 0);
    bytes
}

fn number_bytes(element: Element, number: f64) -> Vec<u8> {
    match element {
        Element::Float(2) => double_to_half(number).to_le_bytes().to_vec(),
        Element::Float(4) => (number as f32).to_le_bytes().to_vec(),
        Element::Float(_) => number.to_le_bytes().to_vec(),
        Element::Clamped => {
            // Ties go to the even number, as ToUint8Clamp says.
            vec![if number.is_nan() { 0 } else { number.clamp(0.0, 255.0).round_ties_even() as u8 }]
        }
        Element::Signed(size) | Element::Unsigned(size) => {
            let whole = if number.is_finite() { number.trunc() } else { 0.0 };
            let integer = <BigInt as num_traits::FromPrimitive>::from_f64(whole);
            modular(&integer.unwrap_or_default(), size)
        }
    }
}

/// `CreateByteDataBlock ( size )`: a list of bytes.
pub(super) fn new_block(machine: &mut Machine<'_>, arguments: &[Value]) -> Result<Flow, Stop> {
    let size = arguments.first().and_then(Value::as_double).unwrap_or_default();
    if size > MAX_BLOCK as f64 {
        return machine.new_error(names::RANGE_ERROR).map(Flow::Value);
    }
    let zero = machine.count(0);
    Ok(Flow::Value(machine.heap.list(vec![zero; size as usize])))
}

/// IEEE 754 binary16 as a double.
fn half_to_double(bits: u16) -> f64 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let exponent = i32::from((bits >> 10) & 0x1f);
    let fraction = f64::from(bits & 0x3ff);
    sign * match exponent {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1.0 + fraction / 1024.0) * 2f64.powi(exponent - 15),
    }
}

/// The nearest binary16, ties to even.
pub(super) fn double_to_half(number: f64) -> u16 {
    let sign = if number.is_sign_negative() { 0x8000 } else { 0 };
    let size = number.abs();
    if number.is_nan() {
        return 0x7e00;
    }
    if size >= 65520.0 {
        return sign | 0x7c00;
    }
    if size < 2f64.powi(-14) {
        // Scaling by a power of two is exact, so this rounds once.
        return sign | (size * 2f64.powi(24)).round_ties_even() as u16;
    }
    let exponent = ((size.to_bits() >> 52) as i32) - 1023;
    let fraction = (size * 2f64.powi(10 - exponent)).round_ties_even() as u32;
    // A fraction that rounds up to the next power of two carries into the exponent by itself.
    sign | (((exponent + 15) as u32) << 10).wrapping_add(fraction - 1024) as u16
}

/// The nearest binary16 of a number, as a double.
pub(super) fn through_half(number: f64) -> f64 {
    half_to_double(double_to_half(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_round_to_the_nearest_even() {
        for (number, half) in [
            (0.0, 0x0000),
            (-0.0, 0x8000),
            (1.0, 0x3c00),
            (65504.0, 0x7bff),
            (65519.999, 0x7bff),
            (65520.0, 0x7c00),
            (2f64.powi(-24), 0x0001),
            (2f64.powi(-25), 0x0000),
            (2f64.powi(-25) * 1.0001, 0x0001),
            (1.0 + 2f64.powi(-11), 0x3c00),
            (1.0 + 3.0 * 2f64.powi(-11), 0x3c02),
            (f64::INFINITY, 0x7c00),
        ] {
            assert_eq!(double_to_half(number), half, "{number}");
        }
        for bits in 0..=u16::MAX {
            let number = half_to_double(bits);
            assert!(number.is_nan() || double_to_half(number) == bits, "{bits:#x}");
        }
    }
}
