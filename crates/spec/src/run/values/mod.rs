//! What values in fixed words are, by what they are values of; and what every value can do.

mod bits;
mod calls;
mod charsets;
mod contexts;
mod digits;
mod lists;
mod nodes;
mod numbers;
mod objects;
mod reals;
mod tables;
mod texts;

pub(super) use charsets::{sequence, set};

use std::sync::Arc;

use num_traits::ToPrimitive;

use super::heap::Key;
use super::machine::Machine;
use super::names::{self, Name};
use super::stop::{PartKind, Stop};
use super::text::Text;
use super::value::{Abrupt, Part, Piece, Value};
use crate::ir::Order;

impl Machine<'_> {
    /// A value for messages.
    pub(super) fn show(&self, value: &Value) -> String {
        match value {
            Value::Text(text) => format!("{:?}", String::from_utf16_lossy(text)),
            Value::Enum(name) | Value::GrammarSymbol(name) | Value::FieldName(name) => {
                format!("~{}~", self.program.names.text(*name))
            }
            Value::Cell(_) => match self.heap.as_record(value) {
                Some(record) if record.object.is_some() => "an object".to_owned(),
                Some(record) => format!("a {}", self.program.names.text(record.kind)),
                None => "a List".to_owned(),
            },
            Value::Piece(piece) => {
                format!("the {} `{}`", self.piece_name(*piece), self.piece_string(*piece))
            }
            Value::Abrupt(abrupt) => {
                format!("a {} completion", self.program.names.text(abrupt.kind))
            }
            Value::Closure(_) => "a closure".to_owned(),
            other => format!("{other:?}"),
        }
    }

    #[inline]
    pub(super) fn field(&self, record: &Value, name: Name) -> Result<Value, Stop> {
        match self.heap.field(record, name) {
            Some(value) => Ok(value.clone()),
            None => self.other_field(record, name),
        }
    }

    /// A field of what is no record, or lacks it.
    pub(super) fn other_field(&self, record: &Value, name: Name) -> Result<Value, Stop> {
        if let Value::Abrupt(abrupt) = record {
            match name {
                names::VALUE => return Ok(abrupt.value.clone()),
                names::TYPE => return Ok(Value::Enum(abrupt.kind)),
                names::TARGET => return Ok(abrupt.target.clone()),
                _ => {}
            }
        }
        match (record, name) {
            // A normal completion is the value in it.
            (_, names::VALUE) => Ok(record.clone()),
            (_, names::TYPE) => Ok(Value::Enum(names::NORMAL)),
            (_, names::TARGET) => Ok(Value::Enum(names::EMPTY)),
            (Value::Symbol(symbol), names::DESCRIPTION) => {
                Ok(self.symbols.get(*symbol as usize).cloned().unwrap_or(Value::Undefined))
            }
            // The text gives a block where a buffer is meant, to store the length of one that grows.
            (block, names::ARRAY_BUFFER_DATA) if self.is_shared_block(block) => Ok(block.clone()),
            // An object that lacks a slot shows nothing there; the candidate of ES2020 depends on it.
            _ if self.heap.is_object(record) => Ok(Value::Absent),
            _ => {
                let text = self.program.names.text(name);
                self.lacks(self.show(record), PartKind::Field, text)
            }
        }
    }

    pub(super) fn element(&self, list: &Value, index: &Value) -> Result<Value, Stop> {
        let at = index.as_index();
        let found = match list {
            Value::Text(text) => {
                at.and_then(|at| text.get(at)).map(|unit| Value::Text([*unit].into()))
            }
            _ => at.and_then(|at| self.heap.element(list, at)),
        };
        match found {
            Some(found) => Ok(found),
            None => self.lacks(self.show(list), PartKind::Element, &self.show(index)),
        }
    }

    /// A record; a completion record is an abrupt completion, or the value in it.
    pub(super) fn record(&mut self, kind: Name, fields: Vec<(Name, Value)>) -> Value {
        if kind != names::COMPLETION && kind != names::OLD_COMPLETION {
            return self.heap.record(kind, fields);
        }
        let field = |name: Name| {
            fields.iter().find(|(own, _)| *own == name).map(|(_, value)| value.clone())
        };
        let value = field(names::VALUE).unwrap_or(Value::Undefined);
        match field(names::TYPE) {
            Some(Value::Enum(kind)) if kind != names::NORMAL => {
                let target = field(names::TARGET).unwrap_or(Value::Enum(names::EMPTY));
                Value::Abrupt(Arc::new(Abrupt { kind, value, target }))
            }
            _ => value,
        }
    }

    /// The same value; a code point is its number, and one code unit is a string of it.
    #[inline(always)]
    pub(super) fn is_same(&self, a: &Value, b: &Value) -> bool {
        match b {
            Value::Boolean(b) => matches!(a, Value::Boolean(a) if a == b),
            Value::Undefined => matches!(a, Value::Undefined | Value::Absent),
            Value::Null => matches!(a, Value::Null),
            Value::Enum(b) => matches!(a, Value::Enum(a) if a == b),
            _ => self.is_same_value(a, b),
        }
    }

    fn is_same_value(&self, a: &Value, b: &Value) -> bool {
        if a.same(b) {
            return true;
        }
        match (a, b) {
            // Older editions write BigInts as plain digits.
            (Value::BigInt(integer), Value::Number(number))
            | (Value::Number(number), Value::BigInt(integer))
                if self.program.plain_numbers =>
            {
                integer.to_f64() == Some(*number)
            }
            (Value::Piece(piece), Value::Text(text)) | (Value::Text(text), Value::Piece(piece)) => {
                self.piece_units(*piece) == *text
            }
            (Value::Piece(piece), Value::GrammarSymbol(name))
            | (Value::GrammarSymbol(name), Value::Piece(piece)) => {
                self.piece_name(*piece) == self.program.names.text(*name)
            }
            _ => false,
        }
    }

    /// What a loop goes over, from the stack.
    pub(super) fn elements(&mut self, order: Order) -> Result<Vec<Value>, Stop> {
        let last = self.pop();
        let mut found: Vec<Value> = match &last {
            Value::Cell(_) => self.heap.as_list(&last).map(<[_]>::to_vec).unwrap_or_default(),
            Value::Text(text) => text.iter().map(|unit| Value::Text([*unit].into())).collect(),
            // Integers: the lower bound is below on the stack.
            _ => {
                let low = self.pop().as_double();
                let (Some(low), Some(high)) = (low, last.as_double()) else {
                    return self.wrong("this has no elements");
                };
                let count = (high - low + 1.0).clamp(0.0, 1e8) as usize;
                let plain = self.program.plain_numbers;
                let number = |at: usize| low + at as f64;
                (0..count)
                    .map(|at| {
                        if plain {
                            Value::Number(number(at))
                        } else {
                            Value::Mathematical(number(at))
                        }
                    })
                    .collect()
            }
        };
        if matches!(order, Order::Backward | Order::Descending) {
            found.reverse();
        }
        Ok(found)
    }

    /// The keys of an object's own properties; in an order by number, only array indices have one.
    pub(super) fn own_keys(&self, object: &Value, order: Order) -> Result<Vec<Value>, Stop> {
        let Some(object) = self.heap.as_object(object) else {
            return self.wrong("this is no object");
        };
        let mut keys: Vec<Value> =
            object.properties.iter().map(|(key, _)| key_value(key)).collect();
        if matches!(order, Order::Ascending | Order::Descending) {
            keys.retain(|key| array_index(key).is_some());
            keys.sort_by_key(array_index);
        }
        if matches!(order, Order::Backward | Order::Descending) {
            keys.reverse();
        }
        Ok(keys)
    }

    pub(super) fn all_children(&self, piece: Piece) -> Vec<Value> {
        match (self.tree(piece), piece.part) {
            (Some(tree), Part::Node(node)) => tree
                .children(node)
                .map(|child| self.child_value(piece, child))
                .filter(|child| !matches!(child, Value::Absent))
                .collect(),
            _ => Vec::new(),
        }
    }

    pub(super) fn intrinsic(&self, name: Name) -> Result<Value, Stop> {
        if let (false, Some(Some(known))) = (self.has_realms, self.intrinsics.get(name.0 as usize))
        {
            return Ok(known.clone());
        }
        self.intrinsic_of(self.current_realm(), name)
    }

    /// An intrinsic object of a realm.
    pub(super) fn intrinsic_of(&self, realm: &Value, name: Name) -> Result<Value, Stop> {
        let intrinsics = self.heap.field(realm, names::INTRINSICS);
        match intrinsics.and_then(|it| self.heap.field(it, name)) {
            Some(value) => Ok(value.clone()),
            None => self.unsupported(format!("the intrinsic {}", self.program.names.text(name))),
        }
    }

    pub(super) fn units(&self, value: &Value) -> Result<Text, Stop> {
        match value {
            Value::Text(text) => Ok(text.clone()),
            Value::Piece(piece) => Ok(self.piece_units(*piece)),
            Value::Mathematical(number) | Value::Number(number) => {
                let symbol = char::from_u32(*number as u32);
                Ok(match symbol {
                    Some(symbol) => symbol.encode_utf16(&mut [0; 2]).to_vec().into(),
                    None => [*number as u16].into(),
                })
            }
            Value::Cell(_) => {
                let mut all = Vec::new();
                for element in self.heap.as_list(value).unwrap_or_default().to_vec() {
                    all.extend_from_slice(&self.units(&element)?);
                }
                Ok(all.into())
            }
            other => self.wrong_type(other, "is not a string"),
        }
    }

    /// A number of the kind that the edition counts with.
    pub(super) fn count(&self, number: usize) -> Value {
        match self.program.plain_numbers {
            true => Value::Number(number as f64),
            false => Value::Mathematical(number as f64),
        }
    }
}

pub(super) fn key_value(key: &Key) -> Value {
    match key {
        Key::Text(text) => Value::Text(text.clone()),
        Key::Symbol(symbol) => Value::Symbol(*symbol),
    }
}

pub(super) fn value_key(value: &Value) -> Option<Key> {
    match value {
        Value::Text(text) => Some(Key::Text(text.clone())),
        Value::Symbol(symbol) => Some(Key::Symbol(*symbol)),
        _ => None,
    }
}

/// The number that a key is, if it is an array index.
pub(super) fn array_index(key: &Value) -> Option<u64> {
    let Value::Text(text) = key else { return None };
    index_of(text)
}

/// The same of a string.
pub(super) fn index_of(text: &[u16]) -> Option<u64> {
    if text.is_empty() || text.len() > 10 || (text.len() > 1 && text[0] == u16::from(b'0')) {
        return None;
    }
    let digit = |unit: &u16| unit.checked_sub(u16::from(b'0')).filter(|it| *it < 10);
    let number =
        text.iter().try_fold(0u64, |sum, unit| Some(sum * 10 + u64::from(digit(unit)?)))?;
    (number < u64::from(u32::MAX)).then_some(number)
}
