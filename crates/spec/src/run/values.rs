//! What values in fixed words are.

use std::rc::Rc;

use num_bigint::BigInt;
use num_traits::{FromPrimitive, ToPrimitive};

use super::arithmetic::mathematical;
use super::heap::Key;
use super::machine::{Flow, Machine, Stop};
use super::names::{self, Name};
use super::value::{Abrupt, Part, Piece, Text, Value};
use crate::ir::Order;
use crate::phrases::ValueOf;

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
                format!("the {} `{}`", self.piece_name(*piece), self.piece_text(*piece))
            }
            Value::Abrupt(abrupt) => {
                format!("a {} completion", self.program.names.text(abrupt.kind))
            }
            Value::Closure(_) => "a closure".to_owned(),
            other => format!("{other:?}"),
        }
    }

    pub(super) fn field(&self, record: &Value, name: Name) -> Result<Value, Stop> {
        if let Value::Abrupt(abrupt) = record {
            match name {
                names::VALUE => return Ok(abrupt.value.clone()),
                names::TYPE => return Ok(Value::Enum(abrupt.kind)),
                names::TARGET => return Ok(abrupt.target.clone()),
                _ => {}
            }
        }
        if let Some(value) = self.heap.field(record, name) {
            return Ok(value.clone());
        }
        match (record, name) {
            // A normal completion is the value in it.
            (_, names::VALUE) => Ok(record.clone()),
            (_, names::TYPE) => Ok(Value::Enum(names::NORMAL)),
            (_, names::TARGET) => Ok(Value::Enum(names::EMPTY)),
            (Value::Symbol(symbol), names::DESCRIPTION) => {
                Ok(self.symbols.get(*symbol as usize).cloned().unwrap_or(Value::Undefined))
            }
            // An object that lacks a slot shows nothing there; the candidate of ES2020 depends on it.
            _ if self.heap.is_object(record) => Ok(Value::Absent),
            _ => {
                let text = self.program.names.text(name);
                self.abort(&format!("{} has no field {text}", self.show(record)))
            }
        }
    }

    pub(super) fn element(&self, list: &Value, index: &Value) -> Result<Value, Stop> {
        let at = index.as_index();
        let found = match list {
            Value::Text(text) => {
                at.and_then(|at| text.get(at)).map(|unit| Value::Text([*unit].into()))
            }
            _ => self.heap.as_list(list).zip(at).and_then(|(it, at)| it.get(at)).cloned(),
        };
        match found {
            Some(found) => Ok(found),
            None => self.abort(&format!("{} has no element {}", self.show(list), self.show(index))),
        }
    }

    /// A record; a completion record is an abrupt completion, or the value in it.
    pub(super) fn record(&mut self, kind: Name, fields: Vec<(Name, Value)>) -> Value {
        if kind != names::COMPLETION && self.program.names.text(kind) != "Completion" {
            return self.heap.record(kind, fields);
        }
        let field = |name: Name| {
            fields.iter().find(|(own, _)| *own == name).map(|(_, value)| value.clone())
        };
        let value = field(names::VALUE).unwrap_or(Value::Undefined);
        match field(names::TYPE) {
            Some(Value::Enum(kind)) if kind != names::NORMAL => {
                let target = field(names::TARGET).unwrap_or(Value::Enum(names::EMPTY));
                Value::Abrupt(Rc::new(Abrupt { kind, value, target }))
            }
            _ => value,
        }
    }

    /// The same value; a code point is its number, and one code unit is a string of it.
    pub(super) fn is_same(&self, a: &Value, b: &Value) -> bool {
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
                self.piece_text(*piece).encode_utf16().eq(text.iter().copied())
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
        let Some(frame) = self.frames.last_mut() else { return self.abort("no frame") };
        let last = frame.stack.pop().unwrap_or(Value::Undefined);
        let mut found: Vec<Value> = match &last {
            Value::Cell(_) => self.heap.as_list(&last).map(<[_]>::to_vec).unwrap_or_default(),
            Value::Text(text) => text.iter().map(|unit| Value::Text([*unit].into())).collect(),
            // Integers: the lower bound is below on the stack.
            _ => {
                let low = frame.stack.pop().and_then(|it| it.as_double());
                let (Some(low), Some(high)) = (low, last.as_double()) else {
                    return self.abort("this has no elements");
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
            return self.abort("this is no object");
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
        let intrinsics = self.heap.field(&self.realm, names::INTRINSICS);
        match intrinsics.and_then(|it| self.heap.field(it, name)) {
            Some(value) => Ok(value.clone()),
            None => self.not_yet(&format!("the intrinsic {}", self.program.names.text(name))),
        }
    }

    pub(super) fn units(&self, value: &Value) -> Result<Text, Stop> {
        match value {
            Value::Text(text) => Ok(text.clone()),
            Value::Piece(piece) => Ok(self.piece_text(*piece).encode_utf16().collect()),
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
            other => self.abort(&format!("{} is not a string", self.show(other))),
        }
    }

    /// A number of the kind that the edition counts with.
    pub(super) fn count(&self, number: usize) -> Value {
        match self.program.plain_numbers {
            true => Value::Number(number as f64),
            false => Value::Mathematical(number as f64),
        }
    }

    pub(super) fn value_of(&mut self, value: ValueOf, arguments: Vec<Value>) -> Result<Flow, Stop> {
        if let Some(found) = self.context_value(value, &arguments)? {
            return Ok(found);
        }
        if let Some(found) = self.list_value(value, &arguments)? {
            return Ok(Flow::Value(found));
        }
        if let Some(found) = self.text_value(value, &arguments)? {
            return Ok(Flow::Value(found));
        }
        if let Some(found) = self.number_value(value, &arguments)? {
            return Ok(Flow::Value(found));
        }
        if let Some(found) = self.encoded_value(value, &arguments)? {
            return Ok(Flow::Value(found));
        }
        if let Some(found) = self.candidate_value(value, &arguments)? {
            return Ok(found);
        }
        self.object_value(value, arguments)
    }

    fn context_value(&mut self, value: ValueOf, arguments: &[Value]) -> Result<Option<Flow>, Stop> {
        if !is_contextual(value) {
            return Ok(None);
        }
        let call = self.frames.last().and_then(|frame| frame.call.clone());
        let running = self.contexts.last().cloned().unwrap_or(Value::Undefined);
        let found = match (value, call) {
            (ValueOf::ThisValue, Some(call)) => call.this.clone(),
            (ValueOf::NewTarget, Some(call)) => call.new_target.clone(),
            (ValueOf::ActiveFunction, Some(call)) => call.function.clone(),
            (ValueOf::ArgumentCount, Some(call)) => self.count(call.arguments.len()),
            (ValueOf::ArgumentsList, Some(call)) => self.heap.list(call.arguments.clone()),
            (ValueOf::ArgumentsAfterFirst, Some(call)) => self.arguments_from(&call, 1),
            (ValueOf::ArgumentsAfterSecond, Some(call)) => self.arguments_from(&call, 2),
            (ValueOf::ActiveFunction, None) => self.field(&running, names::FUNCTION)?,
            (ValueOf::RunningContext | ValueOf::TopContext, _) => running,
            (ValueOf::CurrentRealm, _) => self.realm.clone(),
            (ValueOf::GlobalObject, _) => self.field(&self.realm.clone(), names::GLOBAL_OBJECT)?,
            (ValueOf::Receiver, _) => {
                self.frames.last().map_or(Value::Undefined, |frame| frame.receiver.clone())
            }
            (ValueOf::RegistryList, _) => self.registry.clone(),
            (ValueOf::SurroundingAgent, _) => self.agent.clone(),
            (ValueOf::BuiltInResult, _) => return self.built_in_result(arguments).map(Some),
            (ValueOf::BuiltInConstructed, _) => return self.built_in_constructed(arguments),
            _ => return Ok(None),
        };
        Ok(Some(Flow::Value(found)))
    }

    fn arguments_from(&mut self, call: &super::machine::Call, first: usize) -> Value {
        self.heap.list(call.arguments.iter().skip(first).cloned().collect())
    }

    /// Newer editions name the function twice, then the `this` value, arguments and new target.
    fn built_in_result(&mut self, arguments: &[Value]) -> Result<Flow, Stop> {
        let function = arguments.first().cloned().unwrap_or(Value::Undefined);
        let lists = arguments.iter().filter(|it| self.heap.as_list(it).is_some());
        let list = lists
            .into_iter()
            .next()
            .and_then(|it| self.heap.as_list(it))
            .unwrap_or_default()
            .to_vec();
        let this = arguments.get(2).cloned().unwrap_or(Value::Undefined);
        let new_target = match arguments.last() {
            Some(last) if self.heap.as_list(last).is_none() => last.clone(),
            _ => Value::Undefined,
        };
        self.call_built_in(function, this, list, new_target)
    }

    /// Older editions say of a constructor that its `this` value is not there yet.
    fn built_in_constructed(&mut self, arguments: &[Value]) -> Result<Option<Flow>, Stop> {
        let [function, _, list, new_target] = arguments else { return Ok(None) };
        let list = self.heap.as_list(list).unwrap_or_default().to_vec();
        let target = new_target.clone();
        self.call_built_in(function.clone(), Value::Undefined, list, target).map(Some)
    }

    fn list_value(&mut self, value: ValueOf, arguments: &[Value]) -> Result<Option<Value>, Stop> {
        let list = |it: &Self, at: usize| -> Result<Vec<Value>, Stop> {
            match arguments.get(at) {
                Some(Value::Text(text)) => {
                    Ok(text.iter().map(|unit| Value::Text([*unit].into())).collect())
                }
                Some(value) => match it.heap.as_list(value) {
                    Some(list) => Ok(list.to_vec()),
                    None => it.abort(&format!("{} is not a List", it.show(value))),
                },
                None => it.abort("a value is missing"),
            }
        };
        let one = |it: &Self, element: Option<Value>| match element {
            Some(element) => Ok(Some(element)),
            None => it.abort("the List is empty"),
        };
        Ok(Some(match value {
            ValueOf::FirstElement => return one(self, list(self, 0)?.first().cloned()),
            ValueOf::SecondElement => return one(self, list(self, 0)?.get(1).cloned()),
            ValueOf::LastElement => return one(self, list(self, 0)?.last().cloned()),
            ValueOf::SoleElement => return one(self, list(self, 0)?.first().cloned()),
            ValueOf::Count => {
                let count = match arguments.first() {
                    Some(Value::Piece(piece)) => self.piece_text(*piece).chars().count(),
                    _ => list(self, 0)?.len(),
                };
                self.count(count)
            }
            ValueOf::CopyOfList if self.heap.as_record(&arguments[0]).is_some() => {
                let record = self.heap.as_record(&arguments[0]);
                let (kind, fields) =
                    record.map_or((names::OBJECT, Vec::new()), |it| (it.kind, it.fields.clone()));
                self.heap.record(kind, fields)
            }
            ValueOf::CopyOfList => {
                let elements = list(self, 0)?;
                self.heap.list(elements)
            }
            ValueOf::WithAppended => {
                let mut elements = list(self, 0)?;
                elements.extend(arguments.get(1).cloned());
                self.heap.list(elements)
            }
            ValueOf::ListConcatenation => {
                let mut all = Vec::new();
                let parts = if arguments.len() == 1 { list(self, 0)? } else { arguments.to_vec() };
                for part in parts {
                    match self.heap.as_list(&part) {
                        Some(elements) => all.extend_from_slice(elements),
                        None => return self.abort(&format!("{} is not a List", self.show(&part))),
                    }
                }
                self.heap.list(all)
            }
            ValueOf::UnitsOfString => {
                let elements = list(self, 0)?;
                self.heap.list(elements)
            }
            _ => return Ok(None),
        }))
    }

    fn text_value(&mut self, value: ValueOf, arguments: &[Value]) -> Result<Option<Value>, Stop> {
        let first = arguments.first().cloned().unwrap_or(Value::Undefined);
        let at = |place: usize| arguments.get(place).and_then(Value::as_index);
        Ok(Some(match value {
            ValueOf::StringConcatenation => {
                let mut all: Vec<u16> = Vec::new();
                for part in self.heap.as_list(&first).unwrap_or_default().to_vec() {
                    all.extend_from_slice(&self.units(&part)?);
                }
                Value::Text(all.into())
            }
            ValueOf::Length => match self.heap.as_list(&first) {
                Some(list) => self.count(list.len()),
                None => self.count(self.units(&first)?.len()),
            },
            ValueOf::Substring | ValueOf::SubstringFrom => {
                let text = self.units(&first)?;
                let end = if value == ValueOf::Substring { at(2) } else { Some(text.len()) };
                let slice = at(1).zip(end).and_then(|(from, to)| text.get(from..to));
                match slice {
                    Some(slice) => Value::Text(slice.into()),
                    None => return self.abort("the substring is not inside the string"),
                }
            }
            ValueOf::CodeUnitAt => {
                let text = self.units(arguments.get(1).unwrap_or(&Value::Undefined))?;
                match at(0).and_then(|at| text.get(at)) {
                    Some(unit) => Value::Text([*unit].into()),
                    None => return self.abort("the string has no such code unit"),
                }
            }
            ValueOf::NumericValueOf => {
                let text = self.units(&first)?;
                let number = char::decode_utf16(text.iter().copied()).next();
                let number = match number {
                    Some(Ok(symbol)) => u32::from(symbol),
                    _ => u32::from(text.first().copied().unwrap_or_default()),
                };
                self.count(number as usize)
            }
            ValueOf::CodeUnit
            | ValueOf::CodePoint
            | ValueOf::StringOfUnit
            | ValueOf::StringOfUnits => Value::Text(self.units(&first)?),
            ValueOf::FirstTwoUnits => {
                Value::Text(self.units(&first)?.iter().take(2).copied().collect())
            }
            ValueOf::FirstUnits | ValueOf::LastUnits => {
                let text = self.units(arguments.get(1).unwrap_or(&Value::Undefined))?;
                let Some(count) = at(0).filter(|count| *count <= text.len()) else {
                    return self.abort("the string is not that long");
                };
                Value::Text(match value {
                    ValueOf::FirstUnits => text[..count].into(),
                    _ => text[text.len() - count..].into(),
                })
            }
            ValueOf::Filler => {
                let text = self.units(&first)?;
                match at(1) {
                    Some(length) if length <= 1 << 28 => {
                        Value::Text(text.iter().copied().cycle().take(length).collect())
                    }
                    _ => return Err(Stop::Memory),
                }
            }
            ValueOf::ConsecutiveUnits => {
                let text = self.units(arguments.get(1).unwrap_or(&Value::Undefined))?;
                let slice = at(2).zip(at(0)).and_then(|(from, count)| text.get(from..from + count));
                match slice {
                    Some(slice) => Value::Text(slice.into()),
                    None => return self.abort("the substring is not inside the string"),
                }
            }
            ValueOf::EmptyCodePoints => Value::text(""),
            ValueOf::SourceText | ValueOf::MatchedCodePoint => Value::Text(self.units(&first)?),
            ValueOf::RepeatedString => {
                let text = self.units(arguments.get(1).unwrap_or(&Value::Undefined))?;
                match at(0) {
                    Some(times) if times.saturating_mul(text.len()) <= 1 << 28 => {
                        Value::Text(text.repeat(times).into())
                    }
                    _ => return Err(Stop::Memory),
                }
            }
            ValueOf::TrimmedStart | ValueOf::TrimmedEnd | ValueOf::Trimmed => {
                let text = self.units(&first)?;
                let white = |unit: &u16| {
                    char::from_u32(u32::from(*unit))
                        .is_some_and(|it| it.is_whitespace() || it == '\u{feff}')
                };
                let start = text.iter().position(|unit| !white(unit)).unwrap_or(text.len());
                let end = text.iter().rposition(|unit| !white(unit)).map_or(start, |at| at + 1);
                let start = if value == ValueOf::TrimmedEnd { 0 } else { start };
                let end = if value == ValueOf::TrimmedStart { text.len() } else { end };
                Value::Text(text[start..end].into())
            }
            ValueOf::Joined => {
                let separator = self.units(arguments.get(1).unwrap_or(&Value::Undefined))?;
                let mut all: Vec<u16> = Vec::new();
                for (place, part) in
                    self.heap.as_list(&first).unwrap_or_default().to_vec().iter().enumerate()
                {
                    if place > 0 {
                        all.extend_from_slice(&separator);
                    }
                    all.extend_from_slice(&self.units(part)?);
                }
                Value::Text(all.into())
            }
            _ => return Ok(None),
        }))
    }

    fn number_value(&mut self, value: ValueOf, arguments: &[Value]) -> Result<Option<Value>, Stop> {
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
                    return self.abort("a division of nothing");
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
    fn like(&self, model: &Value, number: f64) -> Value {
        match model {
            Value::Number(_) => Value::Number(number),
            _ => Value::Mathematical(number),
        }
    }

    pub(super) fn mathematical_value(&self, value: &Value) -> Result<Value, Stop> {
        Ok(match value {
            Value::Number(number) if self.program.plain_numbers => Value::Number(*number),
            Value::Number(number) => match BigInt::from_f64(*number) {
                Some(integer) if number.fract() == 0.0 => mathematical(integer),
                _ => Value::Mathematical(*number),
            },
            Value::BigInt(integer) => mathematical((**integer).clone()),
            Value::Mathematical(_) | Value::Integer(_) => value.clone(),
            _ => return self.abort(&format!("{} has no mathematical value", self.show(value))),
        })
    }

    pub(super) fn big(&self, value: &Value) -> Result<Value, Stop> {
        let integer = match value {
            Value::Integer(integer) | Value::BigInt(integer) => (**integer).clone(),
            other => match other.as_double().and_then(BigInt::from_f64) {
                Some(integer) => integer,
                None => return self.abort("this is no integer"),
            },
        };
        Ok(Value::BigInt(Rc::new(integer)))
    }

    fn object_value(&mut self, value: ValueOf, arguments: Vec<Value>) -> Result<Flow, Stop> {
        let first = arguments.first().cloned().unwrap_or(Value::Undefined);
        let ordinary = |slots: Vec<(Name, Value)>| {
            let mut fields = slots;
            fields.retain(|(name, _)| *name != names::EXTENSIBLE);
            fields.push((names::EXTENSIBLE, Value::Boolean(true)));
            fields
        };
        let found = match value {
            ValueOf::NewObject => self.new_object(ordinary(Vec::new())),
            ValueOf::ObjectWithSlotsOf => {
                let slots = self.slots_named(&first);
                self.heap.object(names::OBJECT, ordinary(slots))
            }
            ValueOf::NewBuiltIn => self.new_built_in(&arguments)?,
            ValueOf::ErrorObject => {
                let Value::Enum(error) = first else { return self.abort("this is no error") };
                match self.new_error(error)? {
                    Value::Abrupt(abrupt) => abrupt.value.clone(),
                    value => value,
                }
            }
            ValueOf::NewWrapper => return self.new_wrapper(&arguments),
            ValueOf::TableName => {
                let Value::FieldName(table) = first else {
                    return self.abort("there is no such table");
                };
                let number = arguments.get(1).and_then(Value::as_index).unwrap_or_default();
                let rows = self.program.tables.get(&table).map_or(&[][..], Vec::as_slice);
                // The row of names comes first.
                match rows.get(number + 1).and_then(|row| row.get(1)) {
                    Some(name) => Value::text(name.trim_matches(['*', '"'])),
                    None => return self.abort("the table has no such row"),
                }
            }
            ValueOf::LookedUp => {
                let Some(Value::FieldName(table)) = arguments.last() else {
                    return self.abort("there is no such table");
                };
                return self.operation(*table, vec![first]);
            }
            ValueOf::ChildNodes => {
                let children = match first {
                    Value::Piece(piece) => self.all_children(piece),
                    _ => Vec::new(),
                };
                self.heap.list(children)
            }
            ValueOf::NewPropertyDescriptor => {
                self.heap.record(names::PROPERTY_DESCRIPTOR, Vec::new())
            }
            ValueOf::NewContext => self.heap.record(names::CONTEXT, Vec::new()),
            ValueOf::NewSymbol => {
                self.symbols.push(first);
                Value::Symbol((self.symbols.len() - 1) as u32)
            }
            ValueOf::NewPrivateName => {
                let kind = self.program.names.find("Private Name").unwrap_or(names::COMPLETION);
                self.heap.record(kind, vec![(names::DESCRIPTION, first)])
            }
            ValueOf::OwnProperty => self.own_property(&first, arguments.get(1))?,
            ValueOf::BoundValue => self.bound_value(&first, arguments.get(1))?,
            ValueOf::Covered => self.covered_node(&arguments)?,
            ValueOf::DerivedNode => {
                let (Value::GrammarSymbol(name), Some(node)) =
                    (first, self.frames.last().and_then(|frame| frame.node))
                else {
                    return self.abort("there is no parse node here");
                };
                self.child(node, name, 0)?
            }
            ValueOf::ChildOf => {
                let (Value::GrammarSymbol(name), Some(Value::Piece(piece))) =
                    (first, arguments.last())
                else {
                    return self.abort("there is no parse node here");
                };
                self.child_through(*piece, name)?
            }
            ValueOf::IntrinsicNamed => {
                let text = self.units(arguments.last().unwrap_or(&Value::Undefined))?;
                let text = String::from_utf16_lossy(&text);
                match self.program.names.find(&text) {
                    Some(name) => self.intrinsic(name)?,
                    None => return self.not_yet(&format!("the intrinsic {text}")),
                }
            }
            ValueOf::TableOperation => return self.table_operation(&arguments).map(Flow::Value),
            ValueOf::ParseInstance => {
                let Value::FieldName(production) = first else {
                    return self.abort("no production");
                };
                let goal = self
                    .program
                    .names
                    .text(production)
                    .split(':')
                    .next()
                    .unwrap_or_default()
                    .trim();
                self.parse_inside(goal, "")?
            }
            ValueOf::ParsedCode => {
                let (Value::Text(text), Some(Value::GrammarSymbol(goal))) =
                    (&first, arguments.get(1))
                else {
                    return self.not_yet("parsing this");
                };
                let (text, goal) = (String::from_utf16_lossy(text), self.program.names.text(*goal));
                self.parse_inside(goal, &text)?
            }
            ValueOf::BuiltInSlots => {
                let slots =
                    vec![Value::FieldName(names::PROTOTYPE), Value::FieldName(names::EXTENSIBLE)];
                self.heap.list(slots)
            }
            ValueOf::Power => {
                let (Some(a), Some(b)) = (arguments.first(), arguments.get(1)) else {
                    return self.abort("a power of nothing");
                };
                let power = self.arithmetic(crate::ir::Operator::Power, a, b)?;
                if matches!(a, Value::BigInt(_)) { self.big(&power)? } else { power }
            }
            ValueOf::EscapeListed => match self.escape_row(&first).and_then(|row| row.last()) {
                Some(escape) => Value::text(escape.trim_matches('`')),
                None => return self.abort("the table has no such row"),
            },
            ValueOf::SlotsListed => {
                let table = match first {
                    Value::FieldName(id) => self.program.tables.get(&id),
                    _ => None,
                };
                let names = table.into_iter().flatten().filter_map(|row| row.first());
                let slots = names
                    .filter_map(|cell| super::program::slot_name(cell))
                    .filter_map(|slot| self.program.names.find(slot))
                    .map(Value::FieldName)
                    .collect::<Vec<_>>();
                let more = arguments.get(1).and_then(|it| self.heap.as_list(it));
                let slots = [slots, more.unwrap_or_default().to_vec()].concat();
                self.heap.list(slots)
            }
            ValueOf::AlgorithmIn => {
                let code = match first {
                    Value::FieldName(clause) => self.program.by_clause.get(&clause),
                    // "an ArgGetter function as specified below"
                    Value::Enum(kind) => {
                        let title = format!("{} Functions", self.program.names.text(kind));
                        let title = self.program.names.find(&title);
                        title.and_then(|title| self.program.operations.get(&title))
                    }
                    _ => None,
                };
                match code {
                    Some(code) => Value::Algorithm(*code),
                    None => return self.not_yet("the algorithm of another clause"),
                }
            }
            ValueOf::RequiredParameters => {
                let code = match first {
                    Value::FieldName(clause) => self.program.by_clause.get(&clause),
                    _ => None,
                };
                let parameters = code.map(|code| &self.program.codes[*code].parameters);
                let required = parameters.into_iter().flatten();
                self.count(
                    required.filter(|(_, mode)| *mode == crate::algorithm::Mode::Required).count(),
                )
            }
            ValueOf::PrivateNameIn => {
                let [names, Value::FieldName(field), wanted] = arguments.as_slice() else {
                    return self.abort("there is no such name");
                };
                let names = self.heap.as_list(names).unwrap_or_default();
                let found = names
                    .iter()
                    .find(|name| self.heap.field(name, *field).is_some_and(|it| it.same(wanted)));
                match found {
                    Some(name) => name.clone(),
                    None => return self.abort("there is no such name"),
                }
            }
            ValueOf::SecondContext => match self.contexts.iter().rev().nth(1) {
                Some(context) => context.clone(),
                None => return self.abort("there is only one execution context"),
            },
            ValueOf::Hint => first,
            ValueOf::EvaluatedNode => match self.frames.iter().rev().find_map(|frame| frame.node) {
                Some(node) => Value::Piece(node),
                None => return self.abort("nothing is being evaluated"),
            },
            ValueOf::ItemsIn => {
                let (Value::GrammarSymbol(name), Some(list)) = (first, arguments.get(1)) else {
                    return self.abort("there is no such list");
                };
                let items = match list {
                    Value::Piece(list) => self.items(*list, name),
                    _ => Vec::new(),
                };
                self.heap.list(items)
            }
            other => return self.not_yet(&format!("{other:?}")),
        };
        Ok(Flow::Value(found))
    }

    /// Fields for internal slots that are listed by name.
    pub(super) fn slots_named(&self, list: &Value) -> Vec<(Name, Value)> {
        let names = self.heap.as_list(list).unwrap_or_default().iter();
        names
            .filter_map(|name| match name {
                Value::FieldName(name) => Some((*name, Value::Undefined)),
                _ => None,
            })
            .collect()
    }

    fn new_wrapper(&mut self, arguments: &[Value]) -> Result<Flow, Stop> {
        let [Value::Enum(kind), Value::FieldName(slot), value] = arguments else {
            return self.not_yet("this object");
        };
        let prototype = format!("%{}.prototype%", self.program.names.text(*kind));
        let prototype = match self.program.names.find(&prototype) {
            Some(name) => self.intrinsic(name)?,
            None => return self.not_yet(&prototype),
        };
        // Strings have indices, too.
        if let Some(create) = self.program.names.find("StringCreate")
            && matches!(value, Value::Text(_))
        {
            return self.operation(create, vec![value.clone(), prototype]);
        }
        let fields = vec![
            (names::PROTOTYPE, prototype),
            (names::EXTENSIBLE, Value::Boolean(true)),
            (*slot, value.clone()),
        ];
        Ok(Flow::Value(self.new_object(fields)))
    }

    fn own_property(&mut self, object: &Value, key: Option<&Value>) -> Result<Value, Stop> {
        let key = key.and_then(value_key);
        let property =
            self.heap.as_object(object).zip(key).and_then(|(it, key)| it.property(&key)).cloned();
        let Some(property) = property else { return self.abort("there is no such property") };
        let mut fields = match property.set {
            Some(set) => vec![(names::GET, property.first), (names::SET, set)],
            None => vec![
                (names::VALUE, property.first),
                (names::WRITABLE, Value::Boolean(property.writable)),
            ],
        };
        fields.push((names::ENUMERABLE, Value::Boolean(property.enumerable)));
        fields.push((names::CONFIGURABLE, Value::Boolean(property.configurable)));
        Ok(self.heap.record(names::PROPERTY_DESCRIPTOR, fields))
    }

    fn bound_value(&self, name: &Value, environment: Option<&Value>) -> Result<Value, Stop> {
        let Value::Text(name) = name else { return self.abort("this is no name") };
        let record = environment.and_then(|it| self.heap.as_record(it));
        let binding =
            record.and_then(|it| it.bindings.iter().find(|binding| binding.name == *name));
        match binding.and_then(|binding| binding.value.clone()) {
            Some(value) => Ok(value),
            None => self.abort("the binding has no value"),
        }
    }

    fn covered_node(&self, arguments: &[Value]) -> Result<Value, Stop> {
        let piece = match arguments {
            [_, Value::Piece(piece)] => Some(*piece),
            _ => self.frames.last().and_then(|frame| frame.node),
        };
        let mut piece = piece;
        while let Some(Piece { tree, part: Part::Node(node) }) = piece {
            if let Some(covered) = self.trees.get(tree as usize).and_then(|it| it.covered(node)) {
                return Ok(Value::Piece(Piece { tree, part: Part::Node(covered) }));
            }
            // What covers may be wrapped in nodes with one child.
            piece = match self.all_children(Piece { tree, part: Part::Node(node) }).as_slice() {
                [Value::Piece(only)] => Some(*only),
                _ => None,
            };
        }
        self.abort("this covers nothing")
    }

    /// A child with a name, looked for through nodes with one child.
    fn child_through(&self, piece: Piece, name: Name) -> Result<Value, Stop> {
        let mut piece = piece;
        loop {
            if let Ok(found) = self.child(piece, name, 0) {
                return Ok(found);
            }
            match self.all_children(piece).as_slice() {
                [Value::Piece(only)] => piece = *only,
                _ => return self.child(piece, name, 0),
            }
        }
    }

    /// The row for a code point in the tables of escape sequences.
    pub(super) fn escape_row(&self, value: &Value) -> Option<&Vec<String>> {
        let text = self.units(value).ok()?;
        let wanted = format!("U+{:04X}", text.first()?);
        let rows = self.program.tables.values().filter(|rows| {
            rows.first().is_some_and(|row| row.iter().any(|cell| cell.contains("Escape Sequence")))
        });
        rows.flatten().find(|row| row.first() == Some(&wanted))
    }

    /// A table in a step: the row whose first cells are the values, and its last cell.
    fn table_operation(&self, arguments: &[Value]) -> Result<Value, Stop> {
        let Some((Value::FieldName(figure), wanted)) = arguments.split_last() else {
            return self.abort("a table is missing");
        };
        let rows = super::host::table_rows(self.program.names.text(*figure));
        let wanted: Vec<String> = wanted
            .iter()
            .map(|value| match value {
                Value::Enum(name) => self.program.names.text(*name).to_owned(),
                value => {
                    self.units(value).map(|it| String::from_utf16_lossy(&it)).unwrap_or_default()
                }
            })
            .collect();
        let row = rows.iter().find(|row| {
            row.len() > wanted.len() && row.iter().zip(&wanted).all(|(cell, wanted)| cell == wanted)
        });
        let Some(cell) = row.and_then(|row| row.last()) else {
            return self.abort("the table has no such row");
        };
        match self.program.names.find(cell).filter(|_| cell.chars().any(char::is_alphabetic)) {
            Some(name) => Ok(Value::Enum(name)),
            None => Ok(Value::text(cell)),
        }
    }
}

/// Values that depend on what is running.
fn is_contextual(value: ValueOf) -> bool {
    matches!(
        value,
        ValueOf::ThisValue
            | ValueOf::NewTarget
            | ValueOf::ActiveFunction
            | ValueOf::ArgumentCount
            | ValueOf::ArgumentsList
            | ValueOf::ArgumentsAfterFirst
            | ValueOf::ArgumentsAfterSecond
            | ValueOf::RunningContext
            | ValueOf::TopContext
            | ValueOf::CurrentRealm
            | ValueOf::GlobalObject
            | ValueOf::Receiver
            | ValueOf::RegistryList
            | ValueOf::SurroundingAgent
            | ValueOf::BuiltInResult
            | ValueOf::BuiltInConstructed
    )
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
    if text.is_empty() || text.len() > 10 || (text.len() > 1 && text[0] == u16::from(b'0')) {
        return None;
    }
    let digit = |unit: &u16| char::from_u32(u32::from(*unit)).and_then(|it| it.to_digit(10));
    let number =
        text.iter().try_fold(0u64, |sum, unit| Some(sum * 10 + u64::from(digit(unit)?)))?;
    (number < u64::from(u32::MAX)).then_some(number).filter(|it| it.to_f64().is_some())
}
