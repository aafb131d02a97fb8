//! Values: those of the language, and those that only the specification has.

use std::sync::Arc;

use num_bigint::BigInt;

use super::charset::CharSet;
use super::host::Pattern;
use super::names::Name;
use super::text::Text;
use crate::syntax::{NodeId, TokenId};

/// A cell of the heap: an object, a record or a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(pub u32);

/// A piece of a parse tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Which tree.
    pub tree: u32,
    /// Which part of it.
    pub part: Part,
}

/// A node or a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    Node(NodeId),
    Token(TokenId),
}

/// An abrupt completion.
#[derive(Clone, Debug)]
pub struct Abrupt {
    /// `throw`, `return`, `break` or `continue`.
    pub kind: Name,
    pub value: Value,
    pub target: Value,
}

/// An abstract closure.
#[derive(Clone, Debug)]
pub struct ClosureValue {
    /// Its code.
    pub code: usize,
    /// What it took along, in the order of the code's captures.
    pub captured: Vec<Value>,
    /// The parse node that the algorithm around it is about.
    pub node: Option<Piece>,
}

/// A value. A normal completion is the value in it; only abrupt completions are values of their own.
#[derive(Debug, Default)]
pub enum Value {
    /// What was not passed.
    Absent,
    #[default]
    Undefined,
    Null,
    Boolean(bool),
    Number(f64),
    BigInt(Arc<BigInt>),
    Text(Text),
    Symbol(u32),
    /// A mathematical value that a double can hold; infinities are the extended ones.
    Mathematical(f64),
    /// A mathematical integer of any size.
    Integer(Arc<BigInt>),
    Enum(Name),
    Cell(Id),
    Piece(Piece),
    GrammarSymbol(Name),
    FieldName(Name),
    Closure(Arc<ClosureValue>),
    /// A pattern of a regular expression, compiled by hand.
    Matcher(Arc<Pattern>),
    /// A CharSet of a pattern.
    CharSet(Arc<CharSet>),
    /// The steps of an algorithm.
    Algorithm(usize),
    Abrupt(Arc<Abrupt>),
}

impl Clone for Value {
    #[inline(always)]
    #[expect(unsafe_code, reason = "the machine mostly copies values that count no references")]
    fn clone(&self) -> Self {
        match self.is_plain() {
            // SAFETY: it owns nothing, so that its bytes can be copied as if it were `Copy`.
            true => unsafe { std::ptr::read(self) },
            false => self.clone_counted(),
        }
    }
}

impl Value {
    /// Whether it owns nothing: a copy is a copy of its bytes, and there is nothing to drop.
    #[inline(always)]
    fn is_plain(&self) -> bool {
        match self {
            Value::Text(text) => text.is_plain(),
            Value::BigInt(_)
            | Value::Integer(_)
            | Value::Closure(_)
            | Value::Matcher(_)
            | Value::CharSet(_)
            | Value::Abrupt(_) => false,
            Value::Absent
            | Value::Undefined
            | Value::Null
            | Value::Boolean(_)
            | Value::Number(_)
            | Value::Symbol(_)
            | Value::Mathematical(_)
            | Value::Enum(_)
            | Value::Cell(_)
            | Value::Piece(_)
            | Value::GrammarSymbol(_)
            | Value::FieldName(_)
            | Value::Algorithm(_) => true,
        }
    }

    #[cold]
    fn clone_counted(&self) -> Self {
        match self {
            Value::BigInt(integer) => Value::BigInt(integer.clone()),
            Value::Text(text) => Value::Text(text.clone()),
            Value::Integer(integer) => Value::Integer(integer.clone()),
            Value::Closure(closure) => Value::Closure(closure.clone()),
            Value::Matcher(pattern) => Value::Matcher(pattern.clone()),
            Value::CharSet(set) => Value::CharSet(set.clone()),
            Value::Abrupt(abrupt) => Value::Abrupt(abrupt.clone()),
            // Plain values, which are not copied here.
            _ => Value::Undefined,
        }
    }

    /// Drops it, and mostly finds at once that there is nothing to do.
    #[inline(always)]
    pub(super) fn discard(self) {
        match self.is_plain() {
            true => std::mem::forget(self),
            false => drop(self),
        }
    }

    /// Makes it a value that owns nothing.
    #[inline(always)]
    pub(super) fn release(&mut self) {
        if !self.is_plain() {
            *self = Value::Absent;
        }
    }

    /// A string.
    pub fn text(text: &str) -> Self {
        Value::Text(text.encode_utf16().collect())
    }

    /// Whether a number of either kind, as a double.
    pub fn as_double(&self) -> Option<f64> {
        match self {
            Value::Number(number) | Value::Mathematical(number) => Some(*number),
            Value::Integer(integer) => num_traits::ToPrimitive::to_f64(&**integer),
            _ => None,
        }
    }

    /// An index, where a number is one.
    pub fn as_index(&self) -> Option<usize> {
        let number = self.as_double()?;
        (number >= 0.0 && number.fract() == 0.0 && number < 9e15).then_some(number as usize)
    }

    /// Whether two values are the same: numbers by their bits, `NaN` as one value.
    pub fn same(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Absent | Value::Undefined, Value::Absent | Value::Undefined)
            | (Value::Null, Value::Null) => true,
            (Value::Boolean(a), Value::Boolean(b)) => a == b,
            (Value::Number(a), Value::Number(b)) => {
                a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
            }
            (Value::BigInt(a), Value::BigInt(b)) | (Value::Integer(a), Value::Integer(b)) => a == b,
            (Value::Text(a), Value::Text(b)) => a == b,
            (Value::Symbol(a), Value::Symbol(b)) => a == b,
            (Value::Enum(a), Value::Enum(b))
            | (Value::GrammarSymbol(a), Value::GrammarSymbol(b))
            | (Value::FieldName(a), Value::FieldName(b)) => a == b,
            (Value::Cell(a), Value::Cell(b)) => a == b,
            (Value::Piece(a), Value::Piece(b)) => a == b,
            (Value::Closure(a), Value::Closure(b)) => Arc::ptr_eq(a, b),
            (Value::Matcher(a), Value::Matcher(b)) => Arc::ptr_eq(a, b),
            (Value::CharSet(a), Value::CharSet(b)) => a == b,
            (Value::Algorithm(a), Value::Algorithm(b)) => a == b,
            (Value::Abrupt(a), Value::Abrupt(b)) => Arc::ptr_eq(a, b),
            _ => match (self.as_double(), other.as_double()) {
                (Some(a), Some(b)) => a == b,
                _ => false,
            },
        }
    }
}
