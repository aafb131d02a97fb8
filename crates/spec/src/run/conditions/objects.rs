//! Conditions about Records, objects and bindings.

use super::super::behaviour::Behaviour::{self, Of1, Of2, Of3, OfAny};
use super::super::heap::Binding;
use super::super::machine::Machine;
use super::super::names::{self, Name};
use super::super::program::slot_name;
use super::super::value::Value;
use super::super::values::value_key;
use crate::phrases::{BindingPredicate, ObjectPredicate};

impl ObjectPredicate {
    pub(in crate::run) fn behaviour(self) -> Behaviour<bool> {
        match self {
            Self::HasField | Self::HasSlot | Self::HasVariableSlot => {
                Of2(|machine, record, name| Ok(machine.has_field(record, name)))
            }
            Self::HasSlots => Of2(|machine, record, names| {
                let mut names = machine.heap.as_list(names).unwrap_or_default().iter();
                Ok(names.all(|name| machine.has_field(record, name)))
            }),
            Self::HasEitherSlot => Of3(|machine, record, one, other| {
                Ok(machine.has_field(record, one) || machine.has_field(record, other))
            }),
            Self::HasSlotsOf => OfAny(|machine, arguments| match arguments.split_first() {
                Some((object, words)) => Ok(machine.has_slots_of(object, words)),
                None => machine.missing("there is no object"),
            }),
            Self::HasFields => Of1(|machine, record| {
                Ok(machine.heap.as_record(record).is_some_and(|it| !it.fields.is_empty()))
            }),
            Self::HasMethod => Of2(|machine, object, name| {
                let names = &machine.program.names;
                let text = name_in(name).map(|it| format!("[[{}]]", names.text(it)));
                let method = text.and_then(|it| names.find(&it));
                Ok(method.is_some_and(|method| machine.has_method(object, method)))
            }),
            Self::HasOwnProperty => Of2(|machine, object, key| {
                let object = machine.heap.as_object(object).zip(value_key(key));
                Ok(object.is_some_and(|(it, key)| it.property(&key).is_some()))
            }),
            Self::HasThisComponent => Of1(|machine, reference| {
                Ok(machine.heap.field(reference, names::REFERENCE_THIS).is_some())
            }),
            Self::HasComponent => {
                Of1(|machine, context| Ok(machine.heap.field(context, names::GENERATOR).is_some()))
            }
            Self::IsObjectWithSlot => Of2(|machine, object, slot| {
                Ok(machine.heap.is_object(object) && machine.has_field(object, slot))
            }),
            Self::IsCallable => Of1(|machine, object| Ok(machine.has_method(object, names::CALL))),
            Self::BothAttributes => Of1(|machine, descriptor| {
                let is_set = |name: Name| machine.heap.field(descriptor, name);
                let both = [names::WRITABLE, names::ENUMERABLE].map(is_set);
                Ok(both.iter().all(|it| matches!(it, Some(Value::Boolean(true)))))
            }),
        }
    }
}

impl BindingPredicate {
    pub(in crate::run) fn behaviour(self) -> Behaviour<bool> {
        match self {
            Self::HasBinding => {
                Of2(|machine, environment, name| Ok(machine.binding(environment, name).is_some()))
            }
            // The bindings of object environments are properties, which are always initialized.
            Self::UninitializedBinding => Of2(|machine, environment, name| {
                Ok(machine.binding(environment, name).is_none_or(|it| it.value.is_none()))
            }),
            Self::Uninitialized => Of2(|machine, name, environment| {
                Ok(machine.binding(environment, name).is_some_and(|it| it.value.is_none()))
            }),
            Self::StrictBinding => Of2(|machine, name, environment| {
                Ok(machine.binding(environment, name).is_some_and(|it| it.strict))
            }),
            Self::MutableBinding => Of2(|machine, name, environment| {
                Ok(machine.binding(environment, name).is_some_and(|it| it.mutable))
            }),
            Self::UndeletableBinding => Of2(|machine, name, environment| {
                Ok(machine.binding(environment, name).is_some_and(|it| !it.deletable))
            }),
            Self::IndirectBinding => Of1(|machine, name| Ok(machine.imported(name).is_some())),
        }
    }
}

/// The name that a word or the name of a field is.
fn name_in(value: &Value) -> Option<Name> {
    match value {
        Value::FieldName(name) | Value::Enum(name) => Some(*name),
        _ => None,
    }
}

impl Machine<'_> {
    pub(in crate::run) fn has_method(&self, value: &Value, name: Name) -> bool {
        let object = self.heap.as_object(value);
        object.is_some_and(|it| it.methods.iter().any(|(own, _)| *own == name))
    }

    fn has_field(&self, record: &Value, name: &Value) -> bool {
        name_in(name).is_some_and(|name| self.heap.field(record, name).is_some())
    }

    /// The slots of a kind of object are in a table whose id has the kind's words.
    fn has_slots_of(&self, subject: &Value, words: &[Value]) -> bool {
        let words: Vec<String> = words
            .iter()
            .filter_map(|word| match word {
                Value::Enum(name) => Some(self.program.names.text(*name).to_lowercase()),
                _ => None,
            })
            .filter(|word| word != "a" && word != "an")
            .collect();
        let wanted = words.join("-");
        let named = |fits: &dyn Fn(&str) -> bool| {
            self.program.tables.iter().find(|(id, _)| fits(self.program.names.text(**id)))
        };
        let exactly = format!("slots-of-{wanted}s");
        let table =
            named(&|id| id.ends_with(&exactly)).or_else(|| named(&|id| id.contains(&wanted)));
        let cells = table.into_iter().flat_map(|(_, rows)| rows).filter_map(|row| row.first());
        let slots = cells.filter_map(|cell| slot_name(cell));
        self.heap.is_object(subject)
            && slots
                .filter_map(|slot| self.program.names.find(slot))
                .all(|slot| self.heap.field(subject, slot).is_some())
    }

    fn binding(&self, environment: &Value, name: &Value) -> Option<&Binding> {
        let Value::Text(name) = name else { return None };
        self.heap.as_record(environment)?.bindings.iter().find(|binding| binding.name == *name)
    }
}
