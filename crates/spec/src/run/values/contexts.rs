//! Values of execution contexts and of the calls of built-in functions.

use super::super::behaviour::Behaviour::{self, Of0, Of1};
use super::super::machine::{Call, Machine};
use super::super::names;
use super::super::stop::Stop;
use super::super::value::Value;
use crate::phrases::ContextValue;

impl ContextValue {
    pub(in crate::run) fn behaviour(self) -> Behaviour<Value> {
        match self {
            Self::ThisValue => Of0(|machine| Ok(machine.call("ThisValue")?.this.clone())),
            Self::NewTarget => Of0(|machine| Ok(machine.call("NewTarget")?.new_target.clone())),
            Self::ActiveFunction => Of0(|machine| match machine.current_call() {
                Some(call) => Ok(call.function.clone()),
                None => machine.field(&machine.running_context(), names::FUNCTION),
            }),
            Self::ArgumentCount => {
                Of0(|machine| Ok(machine.count(machine.call("ArgumentCount")?.arguments.len())))
            }
            Self::ArgumentsList => Of0(|machine| machine.arguments_from(0)),
            Self::ArgumentsAfterFirst => Of0(|machine| machine.arguments_from(1)),
            Self::ArgumentsAfterSecond => Of0(|machine| machine.arguments_from(2)),
            Self::RunningContext | Self::TopContext => Of0(|machine| Ok(machine.running_context())),
            Self::SecondContext => Of0(|machine| match machine.contexts.iter().rev().nth(1) {
                Some(context) => Ok(context.clone()),
                None => machine.missing("there is only one execution context"),
            }),
            Self::CurrentRealm => Of0(|machine| Ok(machine.current_realm().clone())),
            Self::GlobalObject => {
                Of0(|machine| machine.field(machine.current_realm(), names::GLOBAL_OBJECT))
            }
            Self::SurroundingAgent => Of0(|machine| Ok(machine.agent.clone())),
            Self::Receiver => Of0(|machine| Ok(machine.receiver())),
            Self::RegistryList => Of0(|machine| Ok(machine.registry.clone())),
            Self::EvaluatedNode => {
                Of0(|machine| match machine.frames.iter().rev().find_map(|frame| frame.node) {
                    Some(node) => Ok(Value::Piece(node)),
                    None => machine.missing("nothing is being evaluated"),
                })
            }
            Self::ChosenBytes => Of1(|machine, count| machine.chosen_bytes(count)),
        }
    }
}

impl Machine<'_> {
    fn current_call(&self) -> Option<&Call> {
        self.frames.last().and_then(|frame| frame.call.as_deref())
    }

    /// The call of the built-in function that is running, which something is asked of.
    fn call(&self, what: &str) -> Result<&Call, Stop> {
        self.current_call().map_or_else(|| self.unsupported(what), Ok)
    }

    fn running_context(&self) -> Value {
        self.contexts.last().cloned().unwrap_or(Value::Undefined)
    }

    fn arguments_from(&mut self, first: usize) -> Result<Value, Stop> {
        let arguments = self.call("ArgumentsList")?.arguments.iter().skip(first).cloned();
        let arguments = arguments.collect();
        Ok(self.heap.list(arguments))
    }
}
