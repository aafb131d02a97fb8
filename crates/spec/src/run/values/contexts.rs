//! Values of execution contexts and of calls of built-in functions.

use super::super::machine::{Flow, Machine};
use super::super::names;
use super::super::stop::Stop;
use super::super::value::Value;
use super::is_contextual;
use crate::phrases::ValueOf;

impl Machine<'_> {
    pub(super) fn context_value(
        &mut self,
        value: ValueOf,
        arguments: &[Value],
    ) -> Result<Option<Flow>, Stop> {
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

    pub(super) fn arguments_from(
        &mut self,
        call: &crate::run::machine::Call,
        first: usize,
    ) -> Value {
        self.heap.list(call.arguments.iter().skip(first).cloned().collect())
    }

    /// Newer editions name the function twice, then the `this` value, arguments and new target.
    pub(super) fn built_in_result(&mut self, arguments: &[Value]) -> Result<Flow, Stop> {
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
    pub(super) fn built_in_constructed(
        &mut self,
        arguments: &[Value],
    ) -> Result<Option<Flow>, Stop> {
        let [function, _, list, new_target] = arguments else { return Ok(None) };
        let list = self.heap.as_list(list).unwrap_or_default().to_vec();
        let target = new_target.clone();
        self.call_built_in(function.clone(), Value::Undefined, list, target).map(Some)
    }
}
