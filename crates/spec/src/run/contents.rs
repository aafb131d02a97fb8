//! Records what objects hold: properties, private members, the entries of maps and sets, `this`.

use super::heap::Key;
use super::machine::Machine;
use super::names::{self, Name};
use super::recorder::cell;
use super::value::{Id, Value};
use super::values::value_key;
use crate::recording::{MANY, MemberName, NONE};

/// The lists that hold the entries of maps and sets and the private members of objects.
const LISTS: [Name; 3] = [names::MAP_DATA, names::SET_DATA, names::PRIVATE_ELEMENTS];

impl Machine<'_> {
    /// A property was created, changed or deleted.
    pub(super) fn note_property(&mut self, object: &Value, key: &Value) {
        if self.recorder.is_none() || !self.is_plain(object) {
            return;
        }
        let Some(key) = value_key(key) else { return };
        let property = self.heap.as_object(object).and_then(|it| it.property(&key));
        let value = property.map(|it| it.set.is_none().then(|| it.first.clone()));
        let value = value.map(|it| it.map(|it| self.snapshot(&it)));
        let name = match &key {
            Key::Text(text) => MemberName::Text(String::from_utf16_lossy(text)),
            Key::Symbol(symbol) => MemberName::Symbol(self.symbol_description(*symbol)),
        };
        if let Some(recorder) = self.recorder.as_deref_mut() {
            recorder.note_member(cell(object), name, value);
        }
    }

    /// Whether the run made an object that has its properties in the usual way and cannot be called.
    pub(super) fn is_plain(&self, object: &Value) -> bool {
        let Value::Cell(id) = object else { return false };
        let array = self.program.array_method;
        self.heap.own_place(*id).is_some()
            && self
                .heap
                .as_object(object)
                .is_some_and(|it| it.methods.iter().all(|it| Some(*it) == array))
    }

    /// A field of a record was set.
    pub(super) fn note_field(&mut self, record: &Value, name: Name) {
        if self.recorder.is_none() {
            return;
        }
        if name == names::THIS_VALUE {
            let Some(value) = self.heap.field(record, name).cloned() else { return };
            let value = self.snapshot(&value);
            if let Some(recorder) = self.recorder.as_deref_mut() {
                recorder.note_this(cell(record), value);
            }
        } else if LISTS.contains(&name) {
            let Some(list) = self.heap.field(record, name).map(cell) else { return };
            if let Some(recorder) = self.recorder.as_deref_mut() {
                recorder.lists.insert(list, (cell(record), name));
            }
            // A new set may begin with what another one had.
            if self.heap.as_list(&Value::Cell(Id(list))).is_some_and(|it| !it.is_empty()) {
                self.note_list(&Value::Cell(Id(list)));
            }
        } else if name == names::VALUE || name == names::KEY {
            let entries = self.recorder.as_deref().map(|it| &it.entries);
            if let Some(list) = entries.and_then(|it| it.get(&cell(record))).copied() {
                let list = Value::Cell(Id(list));
                // The number of a record that is gone may be that of another one now.
                let elements = self.heap.as_list(&list).unwrap_or_default();
                if elements.iter().any(|it| it.same(record)) {
                    self.note_list(&list);
                }
            }
        }
    }

    /// A list has changed, which may be that of a map, a set or private members.
    pub(super) fn note_list(&mut self, list: &Value) {
        let number = cell(list);
        let Some(recorder) = self.recorder.as_deref() else { return };
        let Some((object, name)) = recorder.lists.get(&number).copied() else { return };
        // The number of a list that is gone may be that of another one now.
        let owner = Value::Cell(Id(object));
        if self.heap.field(&owner, name).map_or(NONE, cell) != number {
            return;
        }
        let elements = self.heap.as_list(list).unwrap_or_default();
        let elements = (elements.len() <= MANY).then(|| elements.to_vec());
        let held = elements.as_ref().map(|all| {
            let held = all.iter().filter_map(|it| self.entry(it, name));
            held.collect::<Vec<_>>()
        });
        let held = held.map(|held| {
            let held = held.into_iter().map(|(name, key, value)| {
                let name = name.unwrap_or_else(|| match &key {
                    Some(key) => MemberName::Key(self.snapshot(key)),
                    None => MemberName::Element,
                });
                (name, value.map(|it| self.snapshot(&it)))
            });
            held.collect::<Vec<_>>()
        });
        if let Some(recorder) = self.recorder.as_deref_mut() {
            let records = elements.into_iter().flatten().filter(|_| name != names::SET_DATA);
            for record in records {
                recorder.entries.insert(cell(&record), number);
            }
            recorder.note_content(object, name == names::PRIVATE_ELEMENTS, held);
        }
    }

    /// An element of such a list: its name or its key, and its value. None for what was deleted.
    fn entry(
        &self,
        element: &Value,
        list: Name,
    ) -> Option<(Option<MemberName>, Option<Value>, Option<Value>)> {
        let is_empty = |it: &Value| matches!(it, Value::Enum(name) if *name == names::EMPTY);
        let field = |name| self.heap.field(element, name).cloned();
        match list {
            names::SET_DATA => (!is_empty(element)).then(|| (None, None, Some(element.clone()))),
            names::MAP_DATA => {
                let key = field(names::KEY).filter(|it| !is_empty(it))?;
                Some((None, Some(key), field(names::VALUE)))
            }
            _ => {
                let name = field(names::KEY)?;
                let name = match self.heap.field(&name, names::DESCRIPTION) {
                    Some(Value::Text(text)) => String::from_utf16_lossy(text),
                    _ => return None,
                };
                let is_accessor = field(names::GET).is_some() || field(names::SET).is_some();
                let value = field(names::VALUE).filter(|_| !is_accessor);
                Some((Some(MemberName::Private(name)), None, value))
            }
        }
    }
}
