//! What actions in fixed words do.

use super::heap::{Binding, Property};
use super::machine::{Flow, Machine, Resumed, Suspended};
use super::names::{self, Name};
use super::stop::Stop;
use super::value::Value;
use super::values::value_key;
use crate::phrases::Action;

impl Machine<'_> {
    pub(super) fn act(&mut self, action: Action, arguments: Vec<Value>) -> Result<Flow, Stop> {
        let done = Ok(Flow::Value(Value::Undefined));
        if self.act_on_list(action, &arguments)? || self.act_on_binding(action, &arguments)? {
            return done;
        }
        if self.act_on_property(action, &arguments)? || self.act_on_methods(action, &arguments) {
            return done;
        }
        self.act_on_context(action, arguments)
    }

    fn list_mut(&mut self, list: &Value) -> Result<&mut Vec<Value>, Stop> {
        if self.heap.as_list(list).is_none() {
            return self.wrong_type(list, "is not a List");
        }
        self.heap.as_list_mut(list).ok_or(Stop::Memory)
    }

    fn act_on_list(&mut self, action: Action, arguments: &[Value]) -> Result<bool, Stop> {
        match (action, arguments) {
            (Action::Append, [element, list]) => self.list_mut(list)?.push(element.clone()),
            (Action::AppendAll, [list, added])
            | (Action::AppendEach | Action::AppendPresent, [added, list]) => {
                let elements = match added {
                    Value::Text(text) => {
                        text.iter().map(|unit| Value::Text([*unit].into())).collect()
                    }
                    _ => self.heap.as_list(added).map(<[_]>::to_vec).unwrap_or_default(),
                };
                self.list_mut(list)?.extend(elements);
            }
            (Action::AppendPair, [first, second, list]) => {
                let pair = self.heap.list(vec![first.clone(), second.clone()]);
                self.list_mut(list)?.push(pair);
            }
            (Action::Prepend, [element, list]) => self.list_mut(list)?.insert(0, element.clone()),
            (Action::Remove, [element, list]) => {
                let list = self.list_mut(list)?;
                if let Some(at) = list.iter().position(|it| it.same(element)) {
                    list.remove(at);
                }
            }
            (Action::RemoveFirst, [list]) => {
                let list = self.list_mut(list)?;
                if !list.is_empty() {
                    list.remove(0);
                }
            }
            (Action::RemoveFirstSome, [count, list]) => {
                let count = count.as_index().unwrap_or_default();
                let list = self.list_mut(list)?;
                list.drain(..count.min(list.len()));
            }
            (Action::StoreBytes, [bytes, block, index]) => {
                let bytes = self.heap.as_list(bytes).map(<[_]>::to_vec).unwrap_or_default();
                let from = index.as_index().unwrap_or_default();
                let block = self.list_mut(block)?;
                for (place, byte) in block.iter_mut().skip(from).zip(bytes) {
                    *place = byte;
                }
            }
            (Action::ZeroBytes, _) => {}
            (Action::MoveElement, [list, from, to]) => {
                let (from, to) = (from.as_index(), to.as_index());
                let list = self.list_mut(list)?;
                if let (Some(from), Some(to)) = (from, to)
                    && to <= from
                    && from < list.len()
                {
                    list[to..=from].rotate_right(1);
                }
            }
            (Action::RemoveLast, [list]) => {
                self.list_mut(list)?.pop();
            }
            (Action::Reverse, [list]) => self.list_mut(list)?.reverse(),
            (Action::Replace, [a, b, new]) => {
                // "replace an element in a list", or "the element of a list".
                let (list, old) = if self.heap.as_list(a).is_some() { (a, b) } else { (b, a) };
                for element in self.list_mut(list)?.iter_mut().filter(|it| it.same(old)) {
                    *element = new.clone();
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn act_on_binding(&mut self, action: Action, arguments: &[Value]) -> Result<bool, Stop> {
        let truth = |value: Option<&Value>| matches!(value, Some(Value::Boolean(true)));
        match (action, arguments) {
            (
                Action::CreateMutable | Action::CreateImmutable,
                [environment, Value::Text(name), rest @ ..],
            ) => {
                let mutable = action == Action::CreateMutable;
                let binding = Binding {
                    name: name.clone(),
                    value: None,
                    mutable,
                    strict: mutable || truth(rest.first()),
                    deletable: mutable && truth(rest.first()),
                };
                if let Some(record) = self.heap.as_record_mut(environment) {
                    record.bindings.push(binding);
                }
            }
            (Action::SetBinding, [Value::Text(name), environment, value]) => {
                let record = self.heap.as_record_mut(environment);
                let binding =
                    record.and_then(|it| it.bindings.iter_mut().find(|own| own.name == *name));
                if let Some(binding) = binding {
                    binding.value = Some(value.clone());
                }
            }
            (Action::ChangeBinding, [value]) => {
                // "its" is the binding that the steps before asked about: the method's receiver
                // and first parameter.
                let Some(frame) = self.frames.last() else { return Ok(true) };
                let slot = self.program.codes[frame.code].parameters.first().map(|(slot, _)| *slot);
                let name = slot.map(|slot| frame.slots[slot as usize].clone());
                let environment = frame.receiver.clone();
                let (Some(name), value) = (name, value.clone()) else { return Ok(true) };
                return self.act_on_binding(Action::SetBinding, &[name, environment, value]);
            }
            (Action::RemoveBinding, [Value::Text(name), environment]) => {
                if let Some(record) = self.heap.as_record_mut(environment) {
                    record.bindings.retain(|own| own.name != *name);
                }
            }
            (Action::MarkInitialized, _) => {}
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn act_on_property(&mut self, action: Action, arguments: &[Value]) -> Result<bool, Stop> {
        let field = |it: &Self, record: &Value, name: Name| it.heap.field(record, name).cloned();
        let flag = |it: &Self, record: &Value, name: Name| {
            matches!(it.heap.field(record, name), Some(Value::Boolean(true)))
        };
        match (action, arguments) {
            (Action::RemoveProperty, [key, object]) => {
                if let (Some(key), Some(object)) = (value_key(key), self.heap.as_object_mut(object))
                {
                    object.remove(&key);
                }
            }
            (Action::CreateData, [key, object, _, descriptor, ..]) => {
                let property = Property {
                    first: field(self, descriptor, names::VALUE).unwrap_or(Value::Undefined),
                    set: None,
                    writable: flag(self, descriptor, names::WRITABLE),
                    enumerable: flag(self, descriptor, names::ENUMERABLE),
                    configurable: flag(self, descriptor, names::CONFIGURABLE),
                };
                self.put(object, key, property);
            }
            (Action::CreateAccessor, [key, object, _, descriptor, ..]) => {
                let property = Property {
                    first: field(self, descriptor, names::GET).unwrap_or(Value::Undefined),
                    set: Some(field(self, descriptor, names::SET).unwrap_or(Value::Undefined)),
                    writable: false,
                    enumerable: flag(self, descriptor, names::ENUMERABLE),
                    configurable: flag(self, descriptor, names::CONFIGURABLE),
                };
                self.put(object, key, property);
            }
            (
                Action::ReplaceByData | Action::ReplaceByAccessor,
                [key, object, _, configurable, enumerable, _, descriptor, ..],
            ) => {
                let accessor = action == Action::ReplaceByAccessor;
                let first = if accessor { names::GET } else { names::VALUE };
                let set = field(self, descriptor, names::SET).unwrap_or(Value::Undefined);
                let property = Property {
                    first: field(self, descriptor, first).unwrap_or(Value::Undefined),
                    set: accessor.then_some(set),
                    writable: flag(self, descriptor, names::WRITABLE),
                    enumerable: matches!(enumerable, Value::Boolean(true)),
                    configurable: matches!(configurable, Value::Boolean(true)),
                };
                self.put(object, key, property);
            }
            (Action::ConvertToData | Action::ConvertToAccessor, [key, object, ..]) => {
                let own = value_key(key).zip(self.heap.as_object_mut(object));
                if let Some(property) = own.and_then(|(key, it)| it.property_mut(&key)) {
                    property.first = Value::Undefined;
                    property.set =
                        (action == Action::ConvertToAccessor).then_some(Value::Undefined);
                    property.writable = false;
                }
            }
            (Action::SetAttributes, [descriptor, key, object]) => {
                let fields =
                    self.heap.as_record(descriptor).map(|it| it.fields.clone()).unwrap_or_default();
                let own = value_key(key).zip(self.heap.as_object_mut(object));
                if let Some(property) = own.and_then(|(key, it)| it.property_mut(&key)) {
                    for (name, value) in fields {
                        set_attribute(property, name, value);
                    }
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    pub(super) fn put(&mut self, object: &Value, key: &Value, property: Property) {
        if let (Some(key), Some(object)) = (value_key(key), self.heap.as_object_mut(object)) {
            object.insert(key, property);
        }
    }

    fn act_on_methods(&mut self, action: Action, arguments: &[Value]) -> bool {
        match (action, arguments) {
            (Action::EssentialMethods, _) => {}
            // One method: the object, its name, and the clause.
            (
                Action::MethodAsSpecified,
                [object, Value::FieldName(method), Value::FieldName(clause)],
            ) => {
                let methods = self.program.clauses.get(clause).cloned().unwrap_or_default();
                self.set_methods(object, methods.into_iter().filter(|(name, _)| name == method));
            }
            // All methods in the clause, but for those that are listed.
            (Action::MethodAsSpecified, [object, rest @ .., Value::FieldName(clause)]) => {
                let methods = self.program.clauses.get(clause).cloned().unwrap_or_default();
                let kept: Vec<String> = rest
                    .iter()
                    .flat_map(|list| self.heap.as_list(list).unwrap_or_default())
                    .filter_map(|name| match name {
                        Value::FieldName(name) => {
                            Some(format!("[[{}]]", self.program.names.text(*name)))
                        }
                        _ => None,
                    })
                    .collect();
                let program = self.program;
                let wanted = methods
                    .into_iter()
                    .filter(|(name, _)| !kept.iter().any(|it| it == program.names.text(*name)));
                self.set_methods(object, wanted);
            }
            _ => return false,
        }
        true
    }

    /// The methods that a kind of object has besides, or instead of, the ordinary ones.
    pub(super) fn methods_of(&self, owner: &str) -> Vec<(Name, usize)> {
        let Some(owner) = self.program.names.find(owner) else { return Vec::new() };
        let methods = self.program.methods.iter().filter(|((of, _), _)| *of == owner);
        methods.map(|((_, name), code)| (*name, *code)).collect()
    }

    pub(super) fn set_methods(
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

    fn act_on_context(&mut self, action: Action, arguments: Vec<Value>) -> Result<Flow, Stop> {
        let first = arguments.first().cloned().unwrap_or(Value::Undefined);
        match action {
            Action::PushContext => self.contexts.push(first),
            Action::RestoreContext | Action::RemoveContext | Action::SuspendAndRemove => {
                if let Some(at) = self.contexts.iter().rposition(|it| it.same(&first)) {
                    self.contexts.remove(at);
                }
            }
            Action::Suspend
            | Action::SuspendRunning
            | Action::ResumeTop
            | Action::HostInitialization => {}
            Action::SetEvaluationState => {
                if let (Value::Cell(id), Some(closure)) = (first, arguments.get(1)) {
                    self.suspended.insert(id, Suspended::Closure(closure.clone()));
                }
            }
            Action::Resume | Action::ResumeOnly => {
                return self.resume(first, arguments.get(1).cloned().unwrap_or(Value::Undefined));
            }
            Action::ResumeFresh => return self.resume(first, Value::Undefined),
            Action::ResumePassing => {
                let passed = arguments.get(1).cloned().unwrap_or(Value::Undefined);
                return self.go_back(passed);
            }
            Action::RemoveFirstInto => {
                let list = arguments.iter().find(|it| self.heap.as_list(it).is_some()).cloned();
                let list = self.list_mut(&list.unwrap_or(Value::Undefined))?;
                if list.is_empty() {
                    return self.missing("the List is empty");
                }
                return Ok(Flow::Value(list.remove(0)));
            }
            Action::HostProperties => {}
            other => return self.unsupported(format!("{other:?}")),
        }
        Ok(Flow::Value(Value::Undefined))
    }

    /// Takes up a suspended execution context; its frames lie on those that are there.
    fn resume(&mut self, context: Value, passed: Value) -> Result<Flow, Stop> {
        let Value::Cell(id) = context else { return self.wrong("this is no execution context") };
        self.resumed.push(Resumed { context, below: self.frames.len() });
        match self.suspended.remove(&id) {
            Some(Suspended::Closure(closure)) => self.call_value(&closure, Vec::new()),
            Some(Suspended::Frames(frames)) => {
                self.frames.extend(frames);
                self.push(passed);
                Ok(Flow::Called)
            }
            None => self.wrong("this execution context is not suspended"),
        }
    }

    /// Puts the frames of the running execution context away, to go on there when they are resumed.
    /// The rest of the algorithm is run for who resumed them.
    pub(super) fn suspend(&mut self, at: usize) -> Result<(), Stop> {
        let Some(resumed) = self.resumed.pop() else { return self.missing("nothing was resumed") };
        let mut frames = self.frames.split_off(resumed.below.min(self.frames.len()));
        let Some(top) = frames.last_mut() else { return self.missing("nothing is running") };
        let rest = top.clone();
        top.at = at;
        if let Value::Cell(id) = resumed.context {
            self.suspended.insert(id, Suspended::Frames(frames));
        }
        self.frames.push(rest);
        Ok(())
    }

    /// Puts the frames of the running execution context away, and gives a value to where it was
    /// resumed.
    fn go_back(&mut self, passed: Value) -> Result<Flow, Stop> {
        let Some(resumed) = self.resumed.pop() else { return self.missing("nothing was resumed") };
        let frames = self.frames.split_off(resumed.below.min(self.frames.len()));
        if let Value::Cell(id) = resumed.context {
            self.suspended.insert(id, Suspended::Frames(frames));
        }
        self.push(passed);
        Ok(Flow::Called)
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
