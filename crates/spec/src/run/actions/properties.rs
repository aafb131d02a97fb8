//! Actions on the properties and internal methods of objects.

use super::super::behaviour::Behaviour::{self, Of2, Of3, Of5};
use super::super::heap::Property;
use super::super::machine::Machine;
use super::super::names::{self, Name};
use super::super::stop::Stop;
use super::super::value::Value;
use super::super::values::value_key;
use crate::phrases::PropertyAction;

impl PropertyAction {
    pub(in crate::run) fn behaviour(self) -> Behaviour<()> {
        match self {
            Self::RemoveProperty => Of2(|machine, key, object| {
                if let Some(own) = value_key(key)
                    && let Some(part) = machine.heap.as_object_mut(object)
                {
                    part.remove(&own);
                    machine.note_property(object, key);
                }
                Ok(())
            }),
            Self::CreateData => Of3(|machine, key, object, descriptor| {
                let property = machine.data_property(descriptor);
                machine.put(object, key, property);
                Ok(())
            }),
            Self::CreateAccessor => Of3(|machine, key, object, descriptor| {
                let property = machine.accessor_property(descriptor);
                machine.put(object, key, property);
                Ok(())
            }),
            Self::ReplaceByData => {
                Of5(|machine, key, object, configurable, enumerable, descriptor| {
                    let property = machine.data_property(descriptor);
                    machine.replace_property(object, key, [configurable, enumerable], property)
                })
            }
            Self::ReplaceByAccessor => {
                Of5(|machine, key, object, configurable, enumerable, descriptor| {
                    let property = machine.accessor_property(descriptor);
                    machine.replace_property(object, key, [configurable, enumerable], property)
                })
            }
            Self::ConvertToData => Of2(|machine, key, object| machine.convert(object, key, None)),
            Self::ConvertToAccessor => {
                Of2(|machine, key, object| machine.convert(object, key, Some(Value::Undefined)))
            }
            Self::SetAttributes => Of3(|machine, a, b, c| machine.set_attributes(a, b, c)),
            Self::SetMethods => Of2(|machine, object, clause| {
                let methods = machine.methods_in(clause);
                machine.set_methods(object, methods.into_iter());
                Ok(())
            }),
            Self::SetMethodsExcept => Of3(|machine, a, b, c| machine.set_methods_except(a, b, c)),
            Self::SetMethodNamed => Of3(|machine, object, method, clause| {
                let methods = machine.methods_in(clause).into_iter();
                let named = methods.filter(|(name, _)| Value::FieldName(*name).same(method));
                machine.set_methods(object, named);
                Ok(())
            }),
            // The clause has one property, said to people.
            Self::CreateProperties => Of2(|machine, object, clause| {
                let namespaces = machine.program.names.find("sec-module-namespace-objects");
                if !matches!(clause, Value::FieldName(id) if Some(*id) == namespaces) {
                    return machine.unsupported("the properties of another clause");
                }
                machine.put_symbol(object, "toStringTag", Value::text("Module"))
            }),
        }
    }
}

impl Machine<'_> {
    /// A property for a well-known symbol that nobody can change.
    fn put_symbol(&mut self, object: &Value, symbol: &str, value: Value) -> Result<(), Stop> {
        let symbol = self.program.names.find(symbol).and_then(|it| self.well_known.get(&it));
        let Some(symbol) = symbol.copied() else { return self.unsupported("this symbol") };
        let (writable, enumerable, configurable) = (false, false, false);
        let property = Property { first: value, set: None, writable, enumerable, configurable };
        self.put(object, &Value::Symbol(symbol), property);
        Ok(())
    }

    fn descriptor_field(&self, descriptor: &Value, name: Name) -> Value {
        self.heap.field(descriptor, name).cloned().unwrap_or(Value::Undefined)
    }

    fn descriptor_flag(&self, descriptor: &Value, name: Name) -> bool {
        matches!(self.heap.field(descriptor, name), Some(Value::Boolean(true)))
    }

    pub(in crate::run) fn data_property(&self, descriptor: &Value) -> Property {
        Property {
            first: self.descriptor_field(descriptor, names::VALUE),
            set: None,
            writable: self.descriptor_flag(descriptor, names::WRITABLE),
            enumerable: self.descriptor_flag(descriptor, names::ENUMERABLE),
            configurable: self.descriptor_flag(descriptor, names::CONFIGURABLE),
        }
    }

    fn accessor_property(&self, descriptor: &Value) -> Property {
        Property {
            first: self.descriptor_field(descriptor, names::GET),
            set: Some(self.descriptor_field(descriptor, names::SET)),
            writable: false,
            enumerable: self.descriptor_flag(descriptor, names::ENUMERABLE),
            configurable: self.descriptor_flag(descriptor, names::CONFIGURABLE),
        }
    }

    fn replace_property(
        &mut self,
        object: &Value,
        key: &Value,
        flags: [&Value; 2],
        property: Property,
    ) -> Result<(), Stop> {
        let [configurable, enumerable] = flags.map(|it| matches!(it, Value::Boolean(true)));
        self.put(object, key, Property { enumerable, configurable, ..property });
        Ok(())
    }

    pub(in crate::run) fn put(&mut self, object: &Value, key: &Value, property: Property) {
        if let (Some(own), Some(part)) = (value_key(key), self.heap.as_object_mut(object)) {
            part.insert(own, property);
            self.note_property(object, key);
        }
    }

    /// Makes a property a data property, or an accessor property with this setter.
    fn convert(&mut self, object: &Value, key: &Value, set: Option<Value>) -> Result<(), Stop> {
        let own = value_key(key).zip(self.heap.as_object_mut(object));
        if let Some(property) = own.and_then(|(key, it)| it.property_mut(&key)) {
            property.first = Value::Undefined;
            property.set = set;
            property.writable = false;
            self.note_property(object, key);
        }
        Ok(())
    }

    fn set_attributes(
        &mut self,
        descriptor: &Value,
        key: &Value,
        object: &Value,
    ) -> Result<(), Stop> {
        let fields =
            self.heap.as_record(descriptor).map(|it| it.fields.clone()).unwrap_or_default();
        let own = value_key(key).zip(self.heap.as_object_mut(object));
        if let Some(property) = own.and_then(|(key, it)| it.property_mut(&key)) {
            for (name, value) in fields {
                set_attribute(property, name, value);
            }
            self.note_property(object, key);
        }
        Ok(())
    }

    /// The methods that a clause defines.
    fn methods_in(&self, clause: &Value) -> Vec<(Name, usize)> {
        match clause {
            Value::FieldName(clause) => {
                self.program.clauses.get(clause).cloned().unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    /// All methods in a clause, but for those that are listed.
    fn set_methods_except(
        &mut self,
        object: &Value,
        kept: &Value,
        clause: &Value,
    ) -> Result<(), Stop> {
        let names = &self.program.names;
        let kept = self.heap.as_list(kept).unwrap_or_default().iter();
        let kept: Vec<Name> = kept
            .filter_map(|name| match name {
                Value::FieldName(name) => names.find(&format!("[[{}]]", names.text(*name))),
                _ => None,
            })
            .collect();
        let methods = self.methods_in(clause).into_iter();
        self.set_methods(object, methods.filter(|(name, _)| !kept.contains(name)));
        Ok(())
    }

    /// The methods that a kind of object has besides, or instead of, the ordinary ones.
    pub(in crate::run) fn methods_of(&self, owner: &str) -> Vec<(Name, usize)> {
        let Some(owner) = self.program.names.find(owner) else { return Vec::new() };
        let methods = self.program.methods.iter().filter(|((of, _), _)| *of == owner);
        methods.map(|((_, name), code)| (*name, *code)).collect()
    }

    pub(in crate::run) fn set_methods(
        &mut self,
        object: &Value,
        methods: impl Iterator<Item = (Name, usize)>,
    ) {
        let Some(object) = self.heap.as_object_mut(object) else { return };
        for (name, code) in methods {
            object.methods.retain(|(own, _)| *own != name);
            object.methods.push((name, code));
        }
    }
}

fn set_attribute(property: &mut Property, name: Name, value: Value) {
    let truth = matches!(value, Value::Boolean(true));
    match name {
        names::VALUE | names::GET => property.first = value,
        names::SET => property.set = Some(value),
        names::WRITABLE => property.writable = truth,
        names::ENUMERABLE => property.enumerable = truth,
        names::CONFIGURABLE => property.configurable = truth,
        _ => {}
    }
}
