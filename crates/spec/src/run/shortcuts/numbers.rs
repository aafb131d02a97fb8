//! Conversions, comparisons and operators, of values that need no steps of the program.

use super::{Entry, Path};
use crate::run::machine::Machine;
use crate::run::stop::Stop;
use crate::run::text::Text;
use crate::run::value::Value;

/// What operators on Numbers run.
const OPERATORS: &[&str] = &[
    "sec-applystringornumericbinaryoperator",
    "sec-toprimitive",
    "sec-tostring",
    "sec-tonumeric",
    "sec-tonumber",
    "sec-sametype",
    "sec-numeric-types-number-add",
    "sec-numeric-types-number-subtract",
    "sec-numeric-types-number-unaryMinus",
    "sec-numeric-types-number-multiply",
    "sec-numeric-types-number-divide",
    "sec-numeric-types-number-remainder",
    "sec-numeric-types-number-bitwiseAND",
    "sec-numeric-types-number-bitwiseOR",
    "sec-numeric-types-number-bitwiseXOR",
    "sec-numberbitwiseop",
    "sec-numeric-types-number-leftShift",
    "sec-numeric-types-number-signedRightShift",
    "sec-numeric-types-number-unsignedRightShift",
    "sec-toint32",
];

pub(super) const ALL: &[Entry] = &[
    Entry { clauses: &[&["sec-tonumber"]], known: &[0xaa07_3c19_f473_10c0], shortcut: to_number },
    Entry {
        clauses: &[&["sec-tonumeric", "sec-toprimitive", "sec-tonumber"]],
        known: &[0x6522_3ef5_c0ca_266a],
        shortcut: to_numeric,
    },
    Entry {
        clauses: &[&["sec-toprimitive"]],
        known: &[0xc5f4_3b8f_4a6a_0eef],
        shortcut: to_primitive,
    },
    Entry {
        clauses: &[&["sec-topropertykey", "sec-toprimitive", "sec-tostring"]],
        known: &[0x4a66_0d91_3b4a_87df],
        shortcut: to_property_key,
    },
    Entry { clauses: &[&["sec-tostring"]], known: &[0x5f6e_412b_c3a6_7e39], shortcut: to_string },
    Entry { clauses: &[&["sec-toboolean"]], known: &[0x051e_d169_2bb6_8591], shortcut: to_boolean },
    Entry { clauses: &[&["sec-toobject"]], known: &[0x2e2a_37dc_68be_348f], shortcut: to_object },
    Entry {
        clauses: &[&[
            "sec-islessthan",
            "sec-toprimitive",
            "sec-tonumeric",
            "sec-tonumber",
            "sec-sametype",
            "sec-numeric-types-number-lessThan",
        ]],
        known: &[0x09de_c96e_ba36_5ca8],
        shortcut: is_less_than,
    },
    Entry {
        clauses: &[&[
            "sec-isstrictlyequal",
            "sec-sametype",
            "sec-numeric-types-number-equal",
            "sec-samevaluenonnumber",
        ]],
        known: &[0x34bd_263d_f696_177c],
        shortcut: is_strictly_equal,
    },
    Entry {
        clauses: &[&["sec-numeric-types-number-add"]],
        known: &[0xba5b_2873_ba1c_64f2],
        shortcut: add,
    },
    Entry {
        clauses: &[&["sec-toint32", "sec-tonumber"]],
        known: &[0x13c7_3cb6_948e_3d20],
        shortcut: to_int32,
    },
    Entry {
        clauses: &[&["sec-touint32", "sec-tonumber"]],
        known: &[0xe01a_a21a_0c84_df34],
        shortcut: to_uint32,
    },
    Entry { clauses: &[OPERATORS], known: &[0xf407_027a_7641_4625], shortcut: operator },
];

const NUMBER_OF_NUMBER: Path = Path(60);
const NUMERIC_OF_NUMBER: Path = Path(61);
const PRIMITIVE: Path = Path(62);
const KEY_OF_STRING: Path = Path(63);
const KEY_OF_SYMBOL: Path = Path(64);
const KEY_OF_NUMBER: Path = Path(65);
const STRING_OF_STRING: Path = Path(66);
const STRING_OF_NUMBER: Path = Path(67);
const BOOLEAN_OF_BOOLEAN: Path = Path(68);
const FALSE_OF_OTHER: Path = Path(69);
const TRUE_OF_OTHER: Path = Path(70);
const OBJECT_OF_OBJECT: Path = Path(71);
/// The first of six: which operand is first, and how the Numbers are ordered.
const LESS_THAN: u16 = 72;
const EQUAL_NUMBERS: Path = Path(80);
const UNEQUAL_NUMBERS: Path = Path(81);
const EQUAL_STRINGS: Path = Path(82);
const UNEQUAL_STRINGS: Path = Path(83);
const EQUAL_OBJECTS: Path = Path(84);
const UNEQUAL_OBJECTS: Path = Path(85);
const EQUAL_NOTHING: Path = Path(86);
const EQUAL_BOOLEANS: Path = Path(87);
const UNEQUAL_BOOLEANS: Path = Path(88);
const EQUAL_NULLS: Path = Path(89);
/// The first of as many as there are pairs of types.
const OTHER_TYPES: u16 = 90;
const ADD: Path = Path(160);
/// The first of three: zero, in the upper half, in the lower half.
const INT32: u16 = 161;
/// The first of two: zero, and others.
const UINT32: u16 = 164;
const JOIN: Path = Path(166);
/// The first of one for each operator.
const OPERATOR: u16 = 170;

/// The operators, as they are written.
const SIGNS: [&str; 11] = ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", ">>>"];

type Done = Result<Option<Value>, Stop>;

impl Machine<'_> {
    /// A value, where its path was run before.
    fn pure(&mut self, path: Path, value: Value) -> Done {
        Ok(self.was_run(path).then_some(value))
    }
}

/// The digits of an index.
pub(super) fn digits(number: f64) -> Option<Value> {
    let is_index = number.is_sign_positive() && number.fract() == 0.0 && number < 9e15;
    if !is_index {
        return None;
    }
    let mut left = number as u64;
    let mut digits = [0u16; 16];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = u16::from(b'0') + (left % 10) as u16;
        left /= 10;
        if left == 0 {
            return Some(Value::Text(Text::from(&digits[at..])));
        }
    }
}

fn to_number(machine: &mut Machine<'_>, base: usize) -> Done {
    match *machine.argument(base, 0) {
        Value::Number(number) => machine.pure(NUMBER_OF_NUMBER, Value::Number(number)),
        _ => Ok(None),
    }
}

fn to_numeric(machine: &mut Machine<'_>, base: usize) -> Done {
    match *machine.argument(base, 0) {
        Value::Number(number) => machine.pure(NUMERIC_OF_NUMBER, Value::Number(number)),
        _ => Ok(None),
    }
}

fn is_primitive(value: &Value) -> bool {
    matches!(
        value,
        Value::Undefined
            | Value::Null
            | Value::Boolean(_)
            | Value::Number(_)
            | Value::BigInt(_)
            | Value::Text(_)
            | Value::Symbol(_)
    )
}

fn to_primitive(machine: &mut Machine<'_>, base: usize) -> Done {
    match machine.argument(base, 0).clone() {
        value if is_primitive(&value) => machine.pure(PRIMITIVE, value),
        _ => Ok(None),
    }
}

fn to_property_key(machine: &mut Machine<'_>, base: usize) -> Done {
    match machine.argument(base, 0).clone() {
        Value::Text(text) => machine.pure(KEY_OF_STRING, Value::Text(text)),
        Value::Symbol(symbol) => machine.pure(KEY_OF_SYMBOL, Value::Symbol(symbol)),
        Value::Number(number) => match digits(number) {
            Some(digits) => machine.pure(KEY_OF_NUMBER, digits),
            None => Ok(None),
        },
        _ => Ok(None),
    }
}

fn to_string(machine: &mut Machine<'_>, base: usize) -> Done {
    match machine.argument(base, 0).clone() {
        Value::Text(text) => machine.pure(STRING_OF_STRING, Value::Text(text)),
        Value::Number(number) => match digits(number) {
            Some(digits) => machine.pure(STRING_OF_NUMBER, digits),
            None => Ok(None),
        },
        _ => Ok(None),
    }
}

fn to_boolean(machine: &mut Machine<'_>, base: usize) -> Done {
    let (path, truth) = match machine.argument(base, 0) {
        Value::Boolean(truth) => (BOOLEAN_OF_BOOLEAN, *truth),
        Value::Undefined | Value::Null => (FALSE_OF_OTHER, false),
        Value::Number(number) if *number == 0.0 || number.is_nan() => (FALSE_OF_OTHER, false),
        Value::Text(text) if text.is_empty() => (FALSE_OF_OTHER, false),
        Value::Number(_) | Value::Text(_) => (TRUE_OF_OTHER, true),
        _ => return Ok(None),
    };
    machine.pure(path, Value::Boolean(truth))
}

fn to_object(machine: &mut Machine<'_>, base: usize) -> Done {
    match machine.argument(base, 0).clone() {
        object if machine.heap.is_object(&object) => machine.pure(OBJECT_OF_OBJECT, object),
        _ => Ok(None),
    }
}

fn two_numbers(machine: &Machine<'_>, base: usize) -> Option<(f64, f64)> {
    match (machine.argument(base, 0), machine.argument(base, 1)) {
        (Value::Number(x), Value::Number(y)) => Some((*x, *y)),
        _ => None,
    }
}

/// Finite Numbers that are ordered, or the same and not zeros of different signs.
fn is_less_than(machine: &mut Machine<'_>, base: usize) -> Done {
    let Some((x, y)) = two_numbers(machine, base) else { return Ok(None) };
    let Value::Boolean(left_first) = *machine.argument(base, 2) else { return Ok(None) };
    let is_odd = !x.is_finite() || !y.is_finite() || x == y && x.to_bits() != y.to_bits();
    if is_odd {
        return Ok(None);
    }
    let order = if x < y { 0 } else { 1 + u16::from(x > y) };
    let path = Path(LESS_THAN + 3 * u16::from(left_first) + order);
    machine.pure(path, Value::Boolean(x < y))
}

fn is_strictly_equal(machine: &mut Machine<'_>, base: usize) -> Done {
    let (x, y) = (machine.argument(base, 0), machine.argument(base, 1));
    let (paths, equal) = match (x, y) {
        (Value::Number(x), Value::Number(y)) => {
            let is_odd = x.is_nan() || y.is_nan() || x == y && x.to_bits() != y.to_bits();
            if is_odd {
                return Ok(None);
            }
            ([UNEQUAL_NUMBERS, EQUAL_NUMBERS], x == y)
        }
        (Value::Text(x), Value::Text(y)) => ([UNEQUAL_STRINGS, EQUAL_STRINGS], x == y),
        (Value::Boolean(x), Value::Boolean(y)) => ([UNEQUAL_BOOLEANS, EQUAL_BOOLEANS], x == y),
        (Value::Cell(a), Value::Cell(b)) if [x, y].iter().all(|it| machine.heap.is_object(it)) => {
            ([UNEQUAL_OBJECTS, EQUAL_OBJECTS], a == b)
        }
        (Value::Undefined, Value::Undefined) | (Value::Null, Value::Null) => {
            let path = if matches!(x, Value::Null) { EQUAL_NULLS } else { EQUAL_NOTHING };
            return machine.pure(path, Value::Boolean(true));
        }
        _ => match (kind(machine, x), kind(machine, y)) {
            (Some(a), Some(b)) if a != b => {
                return machine.pure(Path(OTHER_TYPES + 8 * a + b), Value::Boolean(false));
            }
            _ => return Ok(None),
        },
    };
    machine.pure(paths[usize::from(equal)], Value::Boolean(equal))
}

fn kind(machine: &Machine<'_>, value: &Value) -> Option<u16> {
    Some(match value {
        Value::Undefined => 0,
        Value::Null => 1,
        Value::Boolean(_) => 2,
        Value::Number(_) => 3,
        Value::Text(_) => 4,
        Value::Symbol(_) => 5,
        object if machine.heap.is_object(object) => 6,
        _ => return None,
    })
}

/// Whether a sum is that of the last step.
fn is_plain_sum(x: f64, y: f64) -> bool {
    let zeros = x == 0.0 && y == 0.0 && x.is_sign_negative() && y.is_sign_negative();
    x.is_finite() && y.is_finite() && !zeros
}

fn add(machine: &mut Machine<'_>, base: usize) -> Done {
    match two_numbers(machine, base) {
        Some((x, y)) if is_plain_sum(x, y) => machine.pure(ADD, Value::Number(x + y)),
        _ => Ok(None),
    }
}

/// An integer that is no longer than a double is exact, modulo 2³².
fn bits(number: f64) -> Option<u32> {
    let is_integer = number.fract() == 0.0 && number.abs() <= 9_007_199_254_740_992.0;
    is_integer.then_some(number as i64 as u32)
}

fn int32_path(number: f64, bits: u32) -> Path {
    Path(INT32 + if number == 0.0 { 0 } else { 1 + u16::from(bits >> 31 == 1) })
}

fn uint32_path(number: f64) -> Path {
    Path(UINT32 + u16::from(number != 0.0))
}

fn to_int32(machine: &mut Machine<'_>, base: usize) -> Done {
    let Value::Number(number) = *machine.argument(base, 0) else { return Ok(None) };
    match bits(number) {
        Some(bits) => machine.pure(int32_path(number, bits), Value::Number(f64::from(bits as i32))),
        None => Ok(None),
    }
}

fn to_uint32(machine: &mut Machine<'_>, base: usize) -> Done {
    let Value::Number(number) = *machine.argument(base, 0) else { return Ok(None) };
    match bits(number) {
        Some(bits) => machine.pure(uint32_path(number), Value::Number(f64::from(bits))),
        None => Ok(None),
    }
}

/// `ApplyStringOrNumericBinaryOperator`, of two Numbers or two Strings.
fn operator(machine: &mut Machine<'_>, base: usize) -> Done {
    let (left, right) = (machine.argument(base, 0), machine.argument(base, 2));
    let Ok(sign) = machine.units(machine.argument(base, 1)) else { return Ok(None) };
    let is_it =
        |it: &&str| it.len() == sign.len() && it.bytes().map(u16::from).eq(sign.iter().copied());
    let Some(at) = SIGNS.iter().position(is_it) else { return Ok(None) };
    match (left, right) {
        (Value::Number(x), Value::Number(y)) => {
            let (x, y) = (*x, *y);
            let Some(value) = machine.of_numbers(SIGNS[at], x, y) else { return Ok(None) };
            machine.pure(Path(OPERATOR + at as u16), Value::Number(value))
        }
        (Value::Text(x), Value::Text(y)) if at == 0 => {
            let joined = Value::Text([&x[..], &y[..]].concat().into());
            machine.pure(JOIN, joined)
        }
        _ => Ok(None),
    }
}

impl Machine<'_> {
    /// What an operator gives, if only its last step says so. The conversions to 32 bits have
    /// paths of their own.
    fn of_numbers(&self, sign: &str, x: f64, y: f64) -> Option<f64> {
        let finite = x.is_finite() && y.is_finite();
        let is_zero = |it: f64| it == 0.0 && it.is_sign_negative();
        match sign {
            "+" => is_plain_sum(x, y).then_some(x + y),
            "-" => is_plain_sum(x, -y).then_some(x - y),
            // By the last step a product with +0 is +0, whatever the sign of the other one.
            "*" if x == 0.0 || y == 0.0 => (finite && !is_zero(x) && !is_zero(y)).then_some(0.0),
            "*" => finite.then_some(x * y),
            "/" => (finite && x != 0.0 && y != 0.0).then_some(x / y),
            "%" => (finite && y != 0.0).then_some(x % y),
            _ => self.of_32_bits(sign, x, y),
        }
    }

    fn of_32_bits(&self, sign: &str, x: f64, y: f64) -> Option<f64> {
        let (a, b) = (bits(x)?, bits(y)?);
        let by_count = sign.len() > 1;
        let first = if sign == ">>>" { uint32_path(x) } else { int32_path(x, a) };
        let second = if by_count { uint32_path(y) } else { int32_path(y, b) };
        if !self.paths.has(first) || !self.paths.has(second) {
            return None;
        }
        Some(match sign {
            "&" => f64::from((a & b) as i32),
            "|" => f64::from((a | b) as i32),
            "^" => f64::from((a ^ b) as i32),
            "<<" => f64::from((a as i32).wrapping_shl(b)),
            ">>" => f64::from((a as i32).wrapping_shr(b)),
            _ => f64::from(a.wrapping_shr(b)),
        })
    }
}
