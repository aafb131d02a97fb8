//! Objects, their properties, Records and References.

use super::super::behaviour::Behaviour::{self, Of0, Of1, Of2, Of3, Of4};
use super::super::machine::Machine;
use super::super::names::{self, Name};
use super::super::stop::Stop;
use super::super::value::Value;
use super::value_key;
use crate::phrases::ObjectValue;

impl ObjectValue {
    // Long: an arm for each phrase, so that the compiler finds one without a behaviour.
    pub(in crate::run) fn behaviour(self) -> Behaviour<Value> {
        match self {
            Self::NewObject => Of0(|machine| Ok(machine.new_object(extensible(Vec::new())))),
            Self::ObjectWithSlotsOf => Of1(|machine, names| {
                let slots = extensible(machine.slots_named(names));
                Ok(machine.heap.object(names::OBJECT, slots))
            }),
            Self::NewBuiltIn => Of2(|machine, a, b| machine.new_built_in(a, b)),
            Self::ErrorObject => Of1(|machine, error| {
                let Value::Enum(error) = error else { return machine.wrong("this is no error") };
                match machine.new_error(*error)? {
                    Value::Abrupt(abrupt) => Ok(abrupt.value.clone()),
                    value => Ok(value),
                }
            }),
            Self::NewPropertyDescriptor => {
                Of0(|machine| Ok(machine.heap.record(names::PROPERTY_DESCRIPTOR, Vec::new())))
            }
            // The steps that execute a module do not say that it is in no class.
            Self::NewContext => Of0(|machine| {
                let fields = vec![(names::PRIVATE_ENVIRONMENT, Value::Null)];
                Ok(machine.heap.record(names::CONTEXT, fields))
            }),
            Self::NewPrivateName => Of1(|machine, name| Ok(machine.new_private_name(name.clone()))),
            Self::NewNamelessPrivateName => {
                Of0(|machine| Ok(machine.new_private_name(Value::Undefined)))
            }
            Self::NewSymbol => Of1(|machine, description| {
                machine.symbols.push(description.clone());
                Ok(Value::Symbol((machine.symbols.len() - 1) as u32))
            }),
            Self::IntrinsicNamed => Of1(|machine, name| {
                let name = machine.intrinsic_name(name)?;
                machine.intrinsic(name)
            }),
            Self::IntrinsicOfRealm => Of2(|machine, realm, name| {
                let name = machine.intrinsic_name(name)?;
                machine.intrinsic_of(realm, name)
            }),
            Self::OwnProperty => Of2(|machine, a, b| machine.own_property(a, b)),
            Self::BoundValue => {
                Of2(|machine, name, environment| machine.bound_value(name, environment))
            }
            Self::PrivateNameIn => Of3(|machine, a, b, c| machine.private_name(a, b, c)),
            Self::NewReference => Of3(|machine, base, name, strict| {
                Ok(machine.new_reference(base, name, None, strict))
            }),
            Self::NewSuperReference => Of4(|machine, base, name, this, strict| {
                Ok(machine.new_reference(base, name, Some(this), strict))
            }),
            Self::ReferenceBase => Of1(|machine, it| machine.component(it, names::REFERENCE_BASE)),
            Self::ReferenceName => Of1(|machine, it| machine.component(it, names::REFERENCE_NAME)),
            Self::ReferenceStrict => {
                Of1(|machine, it| machine.component(it, names::REFERENCE_STRICT))
            }
            Self::ReferenceThis => Of1(|machine, it| machine.component(it, names::REFERENCE_THIS)),
            Self::FlagOf => Of2(|machine, flag, record| match flag {
                Value::FieldName(flag) => {
                    let set = machine.heap.field(record, *flag).cloned();
                    Ok(set.unwrap_or(Value::Boolean(false)))
                }
                _ => machine.missing("there is no such flag"),
            }),
            // A flag that is not given is set.
            Self::FlagGiven => Of1(|_, flag| match flag {
                Value::Boolean(flag) => Ok(Value::Boolean(*flag)),
                _ => Ok(Value::Boolean(true)),
            }),
        }
    }
}

/// The slots of a new object that can get properties.
fn extensible(mut slots: Vec<(Name, Value)>) -> Vec<(Name, Value)> {
    slots.retain(|(name, _)| *name != names::EXTENSIBLE);
    slots.push((names::EXTENSIBLE, Value::Boolean(true)));
    slots
}

impl Machine<'_> {
    /// Fields for internal slots that are listed by name.
    pub(in crate::run) fn slots_named(&self, list: &Value) -> Vec<(Name, Value)> {
        let names = self.heap.as_list(list).unwrap_or_default().iter();
        names
            .filter_map(|name| match name {
                Value::FieldName(name) => Some((*name, Value::Undefined)),
                _ => None,
            })
            .collect()
    }

    fn new_private_name(&mut self, description: Value) -> Value {
        let kind = self.program.names.find("Private Name").unwrap_or(names::COMPLETION);
        self.heap.record(kind, vec![(names::DESCRIPTION, description)])
    }

    fn intrinsic_name(&self, name: &Value) -> Result<Name, Stop> {
        let text = String::from_utf16_lossy(&self.units(name)?);
        match self.program.names.find(&text) {
            Some(name) => Ok(name),
            None => self.unsupported(format!("the intrinsic {text}")),
        }
    }

    /// An own property as a Property Descriptor.
    fn own_property(&mut self, object: &Value, key: &Value) -> Result<Value, Stop> {
        let object = self.heap.as_object(object).zip(value_key(key));
        let property = object.and_then(|(it, key)| it.property(&key)).cloned();
        let Some(property) = property else { return self.missing("there is no such property") };
        let writable = Value::Boolean(property.writable);
        let [first, second] = match property.set {
            Some(set) => [(names::GET, property.first), (names::SET, set)],
            None => [(names::VALUE, property.first), (names::WRITABLE, writable)],
        };
        let enumerable = (names::ENUMERABLE, Value::Boolean(property.enumerable));
        let configurable = (names::CONFIGURABLE, Value::Boolean(property.configurable));
        let fields = vec![first, second, enumerable, configurable];
        Ok(self.heap.record(names::PROPERTY_DESCRIPTOR, fields))
    }

    fn bound_value(&self, name: &Value, environment: &Value) -> Result<Value, Stop> {
        let Value::Text(name) = name else { return self.wrong("this is no name") };
        let record = self.heap.as_record(environment);
        let binding =
            record.and_then(|it| it.bindings.iter().find(|binding| binding.name == *name));
        match binding.and_then(|binding| binding.value.clone()) {
            Some(value) => Ok(value),
            None => self.missing("the binding has no value"),
        }
    }

    fn private_name(
        &mut self,
        names: &Value,
        field: &Value,
        wanted: &Value,
    ) -> Result<Value, Stop> {
        let Value::FieldName(field) = field else {
            return self.missing("there is no such name");
        };
        let mut names = self.heap.as_list(names).unwrap_or_default().iter();
        let is_it = |name: &Value| self.heap.field(name, *field).is_some_and(|it| it.same(wanted));
        match names.find(|name| is_it(name)) {
            Some(name) => Ok(name.clone()),
            None => self.missing("there is no such name"),
        }
    }

    /// Whether a value is a Reference of an edition before ES2021.
    pub(in crate::run) fn is_reference(&self, value: &Value) -> bool {
        self.heap.as_record(value).is_some_and(|record| record.kind == names::REFERENCE)
    }

    fn component(&self, reference: &Value, part: Name) -> Result<Value, Stop> {
        match self.heap.field(reference, part) {
            Some(value) => Ok(value.clone()),
            None => self.wrong("this is no Reference, or one without that component"),
        }
    }

    /// A super reference has a `this`.
    fn new_reference(
        &mut self,
        base: &Value,
        name: &Value,
        this: Option<&Value>,
        strict: &Value,
    ) -> Value {
        let mut fields = vec![
            (names::REFERENCE_BASE, base.clone()),
            (names::REFERENCE_NAME, name.clone()),
            (names::REFERENCE_STRICT, strict.clone()),
        ];
        fields.extend(this.map(|this| (names::REFERENCE_THIS, this.clone())));
        self.heap.record(names::REFERENCE, fields)
    }
}
