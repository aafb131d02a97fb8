//! Actions on the bindings of Environment Records.

use super::super::behaviour::Behaviour::{self, Of1, Of2, Of3, Of4};
use super::super::heap::Binding;
use super::super::machine::Machine;
use super::super::stop::Stop;
use super::super::text::Text;
use super::super::value::Value;
use crate::phrases::BindingAction;

impl BindingAction {
    pub(in crate::run) fn behaviour(self) -> Behaviour<()> {
        match self {
            Self::CreateMutable => Of3(|machine, environment, name, deletable| {
                let deletable = matches!(deletable, Value::Boolean(true));
                let name = machine.binding_name(name)?;
                let binding = Binding { name, value: None, mutable: true, strict: true, deletable };
                machine.add_binding(environment, binding)
            }),
            Self::CreateImmutable => Of3(|machine, environment, name, strict| {
                let strict = matches!(strict, Value::Boolean(true));
                let name = machine.binding_name(name)?;
                let (mutable, deletable) = (false, false);
                let binding = Binding { name, value: None, mutable, strict, deletable };
                machine.add_binding(environment, binding)
            }),
            Self::CreateIndirect => Of4(|machine, environment, name, module, target| {
                let value = Some(machine.import_binding(module, target));
                let name = machine.binding_name(name)?;
                let (mutable, strict, deletable) = (false, true, false);
                let alias = name.clone();
                let binding = Binding { name, value, mutable, strict, deletable };
                machine.add_binding(environment, binding)?;
                machine.note_alias(environment, &alias, module, target);
                Ok(())
            }),
            Self::SetBinding => Of3(|machine, name, environment, value| {
                machine.set_binding(environment, name, value)
            }),
            Self::ChangeBinding => Of1(|machine, a| machine.change_binding(a)),
            Self::RemoveBinding => Of2(|machine, name, environment| {
                let name = machine.binding_name(name)?;
                if let Some(record) = machine.heap.as_record_mut(environment) {
                    record.bindings.retain(|own| own.name != name);
                }
                machine.note_deletion(environment, &name);
                Ok(())
            }),
        }
    }
}

impl Machine<'_> {
    fn binding_name(&self, name: &Value) -> Result<Text, Stop> {
        match name {
            Value::Text(name) => Ok(name.clone()),
            _ => self.wrong("this is no name"),
        }
    }

    fn add_binding(&mut self, environment: &Value, binding: Binding) -> Result<(), Stop> {
        self.note_binding(environment, &binding);
        if let Some(record) = self.heap.as_record_mut(environment) {
            record.bindings.push(binding);
        }
        Ok(())
    }

    fn set_binding(
        &mut self,
        environment: &Value,
        name: &Value,
        value: &Value,
    ) -> Result<(), Stop> {
        let name = self.binding_name(name)?;
        let record = self.heap.as_record_mut(environment);
        let binding = record.and_then(|it| it.bindings.iter_mut().find(|own| own.name == name));
        if let Some(binding) = binding {
            binding.value = Some(value.clone());
        }
        self.note_write(environment, &name, value);
        Ok(())
    }

    /// "its" is the binding that the steps before asked about: the method's receiver and first
    /// parameter.
    fn change_binding(&mut self, value: &Value) -> Result<(), Stop> {
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let parameter = self.program.codes[frame.code].parameters.first();
        let name = parameter.map(|(slot, _)| self.slot(*slot).clone());
        let environment = self.receiver();
        match name {
            Some(name) => self.set_binding(&environment, &name, value),
            None => Ok(()),
        }
    }
}
