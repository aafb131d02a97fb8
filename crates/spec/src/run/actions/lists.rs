//! Actions on Lists.

use super::super::behaviour::Behaviour::{self, Of1, Of2, Of3};
use super::super::machine::Machine;
use super::super::stop::Stop;
use super::super::value::Value;
use crate::phrases::ListAction;

impl ListAction {
    pub(in crate::run) fn behaviour(self) -> Behaviour<()> {
        match self {
            Self::Append => Of2(|machine, element, list| {
                if machine.happens(element)? {
                    return Ok(());
                }
                machine.list_mut(list)?.push(element.clone());
                machine.note_list(list);
                Ok(())
            }),
            Self::AppendAll => Of2(|machine, list, added| machine.append_all(list, added)),
            Self::AppendEach | Self::AppendPresent => {
                Of2(|machine, added, list| machine.append_all(list, added))
            }
            Self::AppendTwo => Of3(|machine, first, second, list| {
                machine.list_mut(list)?.extend([first.clone(), second.clone()]);
                Ok(())
            }),
            Self::AppendPair => Of3(|machine, first, second, list| {
                let pair = machine.heap.list(vec![first.clone(), second.clone()]);
                machine.list_mut(list)?.push(pair);
                Ok(())
            }),
            Self::Prepend => Of2(|machine, element, list| {
                machine.list_mut(list)?.insert(0, element.clone());
                Ok(())
            }),
            Self::Remove => Of2(|machine, element, list| {
                let list = machine.list_mut(list)?;
                if let Some(at) = list.iter().position(|it| it.same(element)) {
                    list.remove(at);
                }
                Ok(())
            }),
            Self::RemoveFirst => Of1(|machine, list| machine.remove_first(list, 1)),
            Self::RemoveFirstSome => Of2(|machine, count, list| {
                machine.remove_first(list, count.as_index().unwrap_or_default())
            }),
            Self::RemoveLast => Of1(|machine, list| {
                machine.list_mut(list)?.pop();
                Ok(())
            }),
            Self::SortByField => Of2(|machine, list, field| {
                let sorted =
                    machine.sorted_by(list, |machine, it| machine.text_of_field(it, field))?;
                *machine.list_mut(list)? = sorted;
                Ok(())
            }),
            Self::Reverse => Of1(|machine, list| {
                machine.list_mut(list)?.reverse();
                Ok(())
            }),
            Self::ReplaceElement => Of3(|machine, list, old, new| machine.replace(list, old, new)),
            Self::ReplaceIn => Of3(|machine, old, list, new| machine.replace(list, old, new)),
            Self::StoreBytesAt => Of3(|machine, a, b, c| machine.store_bytes(a, b, c)),
            Self::MoveElement => Of3(|machine, a, b, c| machine.move_element(a, b, c)),
        }
    }
}

impl Machine<'_> {
    fn append_all(&mut self, list: &Value, added: &Value) -> Result<(), Stop> {
        let elements = match added {
            Value::Text(text) => text.iter().map(|unit| Value::Text([*unit].into())).collect(),
            _ => self.heap.as_list(added).map(<[_]>::to_vec).unwrap_or_default(),
        };
        self.list_mut(list)?.extend(elements);
        Ok(())
    }

    /// The elements of a list, ordered by what is found for each.
    pub(in crate::run) fn sorted_by<K: PartialOrd>(
        &self,
        list: &Value,
        key: impl Fn(&Self, &Value) -> K,
    ) -> Result<Vec<Value>, Stop> {
        let keyed = self.list(list)?.iter().map(|it| (key(self, it), it.clone()));
        let mut keyed: Vec<(K, Value)> = keyed.collect();
        keyed.sort_by(|(a, _), (b, _)| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
        Ok(keyed.into_iter().map(|(_, it)| it).collect())
    }

    fn text_of_field(&self, record: &Value, field: &Value) -> Vec<u16> {
        let Value::FieldName(field) = field else { return Vec::new() };
        let text = self.heap.field(record, *field).and_then(|it| self.units(it).ok());
        text.map(|it| it.to_vec()).unwrap_or_default()
    }

    fn remove_first(&mut self, list: &Value, count: usize) -> Result<(), Stop> {
        let list = self.list_mut(list)?;
        list.drain(..count.min(list.len()));
        Ok(())
    }

    fn replace(&mut self, list: &Value, old: &Value, new: &Value) -> Result<(), Stop> {
        for element in self.list_mut(list)?.iter_mut().filter(|it| it.same(old)) {
            *element = new.clone();
        }
        self.note_list(list);
        Ok(())
    }

    fn store_bytes(&mut self, bytes: &Value, block: &Value, index: &Value) -> Result<(), Stop> {
        let bytes = self.heap.as_list(bytes).map(<[_]>::to_vec).unwrap_or_default();
        let from = index.as_index().unwrap_or_default();
        let block = self.list_mut(block)?;
        for (place, byte) in block.iter_mut().skip(from).zip(bytes) {
            *place = byte;
        }
        Ok(())
    }

    /// Moves an element to an earlier place.
    fn move_element(&mut self, list: &Value, from: &Value, to: &Value) -> Result<(), Stop> {
        let (from, to) = (from.as_index(), to.as_index());
        let list = self.list_mut(list)?;
        if let (Some(from), Some(to)) = (from, to)
            && to <= from
            && from < list.len()
        {
            list[to..=from].rotate_right(1);
        }
        Ok(())
    }
}
