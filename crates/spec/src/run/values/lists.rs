//! Lists and their elements.

use super::super::behaviour::Behaviour::{self, Of1, Of2, Of3};
use super::super::heap::Cell;
use super::super::machine::Machine;
use super::super::names;
use super::super::stop::Stop;
use super::super::value::Value;
use crate::phrases::ListValue;

impl ListValue {
    // Long: an arm for each phrase, so that the compiler finds one without a behaviour.
    pub(in crate::run) fn behaviour(self) -> Behaviour<Value> {
        match self {
            Self::FirstElement | Self::SoleElement => Of1(|machine, list| machine.nth(list, 0)),
            Self::SecondElement => Of1(|machine, list| machine.nth(list, 1)),
            Self::ElementWith => Of3(|machine, list, field, wanted| {
                let Value::FieldName(field) = field else {
                    return machine.wrong("this is no field");
                };
                let has = |it: &&Value| {
                    machine.heap.field(it, *field).is_some_and(|it| machine.is_same(it, wanted))
                };
                match machine.list(list)?.iter().find(has) {
                    Some(found) => Ok(found.clone()),
                    None => machine.missing("the List has no such element"),
                }
            }),
            Self::FirstElements => Of2(|machine, count, list| {
                let count = count.as_index().unwrap_or_default();
                let first = machine.list(list)?.iter().take(count).cloned().collect();
                Ok(machine.heap.list(first))
            }),
            Self::SortedTexts => Of1(|machine, list| {
                let units = |machine: &Machine<'_>, it: &Value| {
                    machine.units(it).map(|it| it.to_vec()).ok()
                };
                let sorted = machine.sorted_by(list, units)?;
                Ok(machine.heap.list(sorted))
            }),
            Self::SortedByField => Of2(|machine, list, field| {
                let Value::FieldName(field) = field else {
                    return machine.wrong("this is no field");
                };
                let number =
                    |machine: &Machine<'_>, it: &Value| machine.heap.field(it, *field)?.as_double();
                let sorted = machine.sorted_by(list, number)?;
                Ok(machine.heap.list(sorted))
            }),
            Self::LastElement => Of1(|machine, list| {
                let count = machine.element_count(list)?;
                machine.nth(list, count.wrapping_sub(1))
            }),
            Self::RemovedFirst => Of1(|machine, list| match machine.list_mut(list)? {
                elements if elements.is_empty() => machine.missing("the List is empty"),
                elements => Ok(elements.remove(0)),
            }),
            Self::Count => Of1(|machine, list| {
                let count = machine.element_count(list)?;
                Ok(machine.count(count))
            }),
            Self::CopyOfList => Of1(|machine, a| machine.copy(a)),
            Self::UnitsOfString => Of1(|machine, text| {
                let elements = machine.elements_of(text)?;
                Ok(machine.heap.list(elements))
            }),
            Self::WithAppended => Of2(|machine, list, last| {
                let mut elements = machine.elements_of(list)?;
                elements.push(last.clone());
                Ok(machine.heap.list(elements))
            }),
            Self::WithAllAppended => Of2(|machine, list, more| {
                let all = [machine.list(list)?, machine.list(more)?].concat();
                Ok(machine.heap.list(all))
            }),
            Self::Appended => Of2(|machine, list, more| {
                let more = machine.list(more)?.to_vec();
                machine.list_mut(list)?.extend(more);
                Ok(list.clone())
            }),
            Self::Followed => Of2(|machine, first, more| {
                let all = [std::slice::from_ref(first), machine.list(more)?].concat();
                Ok(machine.heap.list(all))
            }),
            Self::FollowedBy => Of2(|machine, list, last| {
                let all = [machine.list(list)?, std::slice::from_ref(last)].concat();
                Ok(machine.heap.list(all))
            }),
            Self::TwoFollowed => Of3(|machine, first, second, more| {
                let two = [first.clone(), second.clone()];
                let all = [&two, machine.list(more)?].concat();
                Ok(machine.heap.list(all))
            }),
            Self::ListConcatenation => Of1(|machine, lists| {
                let mut all = Vec::new();
                for list in machine.list(lists)? {
                    all.extend_from_slice(machine.list(list)?);
                }
                Ok(machine.heap.list(all))
            }),
            Self::IntegersUp => {
                Of2(|machine, low, high| machine.integers_between(low, high, false))
            }
            Self::IntegersDown => {
                Of2(|machine, low, high| machine.integers_between(low, high, true))
            }
            Self::BytesAt => Of3(|machine, block, from, to| {
                machine.bytes_between(block, from.as_index(), to.as_index())
            }),
            Self::ByteSequence => Of3(|machine, block, from, count| {
                let from = from.as_index().unwrap_or_default();
                let to = from + count.as_index().unwrap_or_default();
                machine.bytes_between(block, Some(from), Some(to))
            }),
        }
    }
}

impl Machine<'_> {
    /// The elements of a List.
    pub(in crate::run) fn list(&self, list: &Value) -> Result<&[Value], Stop> {
        match self.heap.as_list(list) {
            Some(elements) => Ok(elements),
            None => self.wrong_type(list, "is not a List"),
        }
    }

    pub(in crate::run) fn list_mut(&mut self, list: &Value) -> Result<&mut Vec<Value>, Stop> {
        self.list(list)?;
        self.heap.as_list_mut(list).ok_or(Stop::Memory)
    }

    /// The elements of a List, or the code units of a string.
    fn elements_of(&self, list: &Value) -> Result<Vec<Value>, Stop> {
        match list {
            Value::Text(text) => Ok(text.iter().map(|unit| Value::Text([*unit].into())).collect()),
            _ => self.list(list).map(<[_]>::to_vec),
        }
    }

    /// How many elements, code units or, of a parse node, characters there are.
    fn element_count(&self, list: &Value) -> Result<usize, Stop> {
        match list {
            Value::Piece(piece) => Ok(self.piece_characters(*piece).len()),
            Value::Text(text) => Ok(text.len()),
            _ => self.list(list).map(<[_]>::len),
        }
    }

    fn nth(&self, list: &Value, at: usize) -> Result<Value, Stop> {
        let found = match list {
            Value::Text(text) => text.get(at).map(|unit| Value::Text([*unit].into())),
            _ => self.list(list)?.get(at).cloned(),
        };
        found.map_or_else(|| self.missing("the List is empty"), Ok)
    }

    /// A copy of a List or of a Record.
    fn copy(&mut self, value: &Value) -> Result<Value, Stop> {
        if let Some(record) = self.heap.as_record(value) {
            let (kind, fields) = (record.kind, record.fields.clone());
            let copy = self.heap.record(kind, fields);
            if kind == names::CONTEXT {
                self.note_copy(value, &copy);
            }
            return Ok(copy);
        }
        let elements = self.elements_of(value)?;
        Ok(match self.heap.get(value) {
            Some(Cell::ListFrom1(_)) => self.heap.list_from_1(elements),
            _ => self.heap.list(elements),
        })
    }

    /// The integers from one to another, which is not included.
    fn integers_between(
        &mut self,
        low: &Value,
        high: &Value,
        descending: bool,
    ) -> Result<Value, Stop> {
        let (Some(low), Some(high)) = (low.as_double(), high.as_double()) else {
            return self.missing("there is no such interval");
        };
        let start = if descending { high - 1.0 } else { low };
        Ok(self.heap.interval(start, high - low, descending))
    }

    fn bytes_between(
        &mut self,
        block: &Value,
        from: Option<usize>,
        to: Option<usize>,
    ) -> Result<Value, Stop> {
        let block = self.heap.as_list(block).zip(from.zip(to));
        match block.and_then(|(block, (from, to))| block.get(from..to)) {
            Some(bytes) => Ok(self.heap.list(bytes.to_vec())),
            None => self.missing("the block has no such bytes"),
        }
    }
}
