//! Calling: operations, methods, closures, syntax-directed operations, built-in functions.

use std::rc::Rc;
use std::sync::Arc;

use super::code::Op;
use super::host::HostFunction;
use super::instructions::MAX_DEPTH;
use super::machine::{Call, Flow, Frame, Machine};
use super::memo::Rule;
use super::names::{self, Name};
use super::program::Callee;
use super::stop::{AbortReason, PartKind, Stop};
use super::value::{Abrupt, ClosureValue, Piece, Value};
use crate::algorithm::Mode;

impl Machine<'_> {
    /// Pushes a frame for code.
    pub(super) fn enter(
        &mut self,
        code: usize,
        arguments: Vec<Value>,
        node: Option<Piece>,
    ) -> Flow {
        let count = arguments.len();
        self.stack.extend(arguments);
        self.enter_with(code, count, node)
    }

    /// Pushes a frame for code with so many values on the stack as its arguments.
    fn enter_with(&mut self, code: usize, count: usize, node: Option<Piece>) -> Flow {
        let base = self.stack.len() - count;
        let compiled = &self.program.codes[code];
        match compiled.in_order && compiled.receiver.is_none() {
            true => self.stack.truncate(base + compiled.parameters.len()),
            false => self.place_arguments(code, base),
        }
        self.push_frame(code, base, node)
    }

    /// Puts the arguments from there on into the slots of their parameters.
    fn place_arguments(&mut self, code: usize, base: usize) {
        let compiled = &self.program.codes[code];
        let mut arguments = self.stack.split_off(base).into_iter();
        self.stack.resize(base + compiled.slots, Value::Absent);
        for (place, (slot, mode)) in compiled.parameters.iter().enumerate() {
            self.stack[base + *slot as usize] = match mode {
                Mode::Rest => {
                    // Parameters after it take theirs first.
                    let after = compiled.parameters.len() - place - 1;
                    let count = arguments.len().saturating_sub(after);
                    self.heap.list(arguments.by_ref().take(count).collect())
                }
                _ => arguments.next().unwrap_or(Value::Absent),
            };
        }
    }

    /// Pushes a frame for code that has no more arguments than parameters, and these in order.
    #[inline(always)]
    pub(super) fn enter_in_order(&mut self, code: usize, count: usize) -> Result<Flow, Stop> {
        let base = self.stack.len() - count;
        Ok(match self.by_shortcut(code, base)? {
            Some(value) => Flow::Value(value),
            None => self.push_frame(code, base, None),
        })
    }

    /// The same for any code.
    fn enter_or_shorten(&mut self, code: usize, count: usize) -> Result<Flow, Stop> {
        Ok(match self.by_shortcut(code, self.stack.len() - count)? {
            Some(value) => Flow::Value(value),
            None => self.enter_with(code, count, None),
        })
    }

    /// Pushes a frame for code whose first variables are on the stack, from there on.
    #[inline]
    fn push_frame(&mut self, code: usize, base: usize, node: Option<Piece>) -> Flow {
        if !self.touched.put(code) {
            self.order.push(code as u32);
        }
        let compiled = &self.program.codes[code];
        let missing = (base + compiled.slots).saturating_sub(self.stack.len());
        self.stack.extend(std::iter::repeat_with(|| Value::Absent).take(missing));
        let around = match self.frames.last_mut() {
            Some(frame) => {
                frame.at = self.at;
                frame.feature
            }
            None => u32::MAX,
        };
        let feature = if compiled.feature { code as u32 } else { around };
        self.ops = &compiled.ops;
        self.at = 0;
        self.base = base;
        self.feature = feature;
        self.watched |= self.frames.len() >= MAX_DEPTH;
        self.frames.push(Frame {
            code,
            at: 0,
            base,
            node,
            receiver: None,
            call: None,
            feature,
            units: 0,
            invocation: u32::MAX,
        });
        Flow::Called
    }

    /// The closure of a pattern that another of the pattern calls as the last thing that it does. These
    /// call each other once for each character and each choice: as deep as frames can be.
    pub(super) fn matcher_at_end(&self, callee: &Value) -> Option<Arc<ClosureValue>> {
        let (Value::Closure(closure), Some(Op::Return)) = (callee, self.ops.get(self.at)) else {
            return None;
        };
        let (own, node) = (self.frames.last()?.node?, closure.node?);
        let goes = own.tree == node.tree && node.tree != self.first_tree && self.shortens;
        goes.then(|| closure.clone())
    }

    /// Goes on with a closure in place of the one that is running and has nothing left to do.
    pub(super) fn replace_frame(&mut self, closure: &ClosureValue, arguments: Vec<Value>) {
        self.drop_values(self.base);
        let (base, code) = (self.base, closure.code);
        self.stack.extend(arguments);
        self.place_arguments(code, base);
        if !self.touched.put(code) {
            self.order.push(code as u32);
        }
        let compiled = &self.program.codes[code];
        (self.ops, self.at) = (&compiled.ops, 0);
        if let Some(frame) = self.frames.last_mut() {
            (frame.code, frame.node) = (code, closure.node);
            (frame.receiver, frame.call) = (None, None);
        }
        for (slot, value) in compiled.captures.iter().zip(&closure.captured) {
            self.set_slot(*slot, value.clone());
        }
    }

    pub(super) fn operation(&mut self, name: Name, arguments: Vec<Value>) -> Result<Flow, Stop> {
        let count = arguments.len();
        self.stack.extend(arguments);
        self.operate(name, count)
    }

    /// Calls an operation with so many values on the stack.
    pub(super) fn operate(&mut self, name: Name, count: usize) -> Result<Flow, Stop> {
        match self.program.callee(name) {
            Some(Callee::Host(function)) => self.call_host(function, count),
            Some(Callee::Code(code)) => self.enter_or_shorten(code, count),
            None => self.unsupported(format!("the operation {}", self.program.names.text(name))),
        }
    }

    fn call_host(&mut self, function: HostFunction, count: usize) -> Result<Flow, Stop> {
        // Taking the room away makes a call inside this one take its own.
        let mut arguments = std::mem::take(&mut self.arguments);
        arguments.extend(self.stack.drain(self.stack.len() - count..));
        let flow = function(self, &arguments);
        arguments.drain(..).for_each(Value::discard);
        self.arguments = arguments;
        flow
    }

    /// A method of the Numbers or the BigInts, by the names of both.
    fn numeric(&mut self, kind: &str, method: &str) -> Result<Name, Stop> {
        match self.program.names.find(&format!("{kind}::{method}")) {
            Some(name) => Ok(name),
            None => self.unsupported(format!("{kind}::{method}")),
        }
    }

    fn numeric_method(&mut self, kind: Name, name: Name) -> Result<Name, Stop> {
        if let Some(known) = self.numeric_methods.get(&(kind, name)) {
            return Ok(*known);
        }
        let text = self.program.names.text(name);
        let Some(method) = text.strip_prefix("::") else {
            return self.lacks(self.show(&Value::Enum(kind)), PartKind::Method, text);
        };
        let found = self.numeric(self.program.names.text(kind), method)?;
        self.numeric_methods.insert((kind, name), found);
        Ok(found)
    }

    /// Calls a method with so many values on the stack; what it is a method of lies below them.
    pub(super) fn method(&mut self, name: Name, count: usize) -> Result<Flow, Stop> {
        let below = self.stack.len() - count - 1;
        if let Value::Enum(kind) = self.stack[below] {
            let operation = self.numeric_method(kind, name)?;
            self.stack.remove(below);
            return self.operate(operation, count);
        }
        let Some(code) = self.method_code(below, name) else {
            let arguments = self.pop_many(count);
            let target = self.pop();
            return self.closure_in_field(&target, name, arguments);
        };
        let compiled = &self.program.codes[code];
        let target = self.stack[below].clone();
        let receiver = match target {
            Value::Cell(id) => Some(id),
            _ => None,
        };
        if compiled.in_order && compiled.receiver.is_some() {
            self.stack.truncate(below + 1 + compiled.parameters.len());
            self.push_frame(code, below, None);
        } else {
            self.stack.remove(below);
            self.enter_with(code, count, None);
            if let Some(slot) = compiled.receiver {
                self.set_slot(slot, target);
            }
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.receiver = receiver;
        }
        Ok(Flow::Called)
    }

    fn method_code(&mut self, target: usize, name: Name) -> Option<usize> {
        let record = self.heap.as_record(&self.stack[target])?;
        if let Some(object) = &record.object {
            let own = object.methods.iter().find(|(method, _)| *method == name);
            return own.map(|(_, code)| *code).or_else(|| self.program.ordinary_method(name));
        }
        let key = (record.kind, name);
        if let Some(code) = self.record_methods.get(&key) {
            return *code;
        }
        let code = self.record_method(record.kind, name);
        self.record_methods.insert(key, code);
        code
    }

    /// The method of a kind of record, or of the kind that it is one of.
    fn record_method(&self, kind: Name, name: Name) -> Option<usize> {
        let mut kind = self.program.names.text(kind).to_lowercase();
        loop {
            let owner = self.program.names.find(&kind);
            let found = owner.and_then(|owner| self.program.methods.get(&(owner, name)));
            match (found, parent_kind(&kind)) {
                (Some(code), _) => return Some(*code),
                (None, Some(parent)) => kind = parent.to_owned(),
                (None, None) => return None,
            }
        }
    }

    /// `_rer_.[[Matcher]](…)`: a field that holds a closure.
    fn closure_in_field(
        &mut self,
        target: &Value,
        name: Name,
        arguments: Vec<Value>,
    ) -> Result<Flow, Stop> {
        let text = self.program.names.text(name);
        if text == "WithBaseObject" {
            return Ok(Flow::Value(Value::Undefined));
        }
        let field = text.strip_prefix("[[").and_then(|it| it.strip_suffix("]]"));
        let field = field.and_then(|field| self.program.names.find(field));
        match field.and_then(|field| self.heap.field(target, field).cloned()) {
            Some(callee) => self.call_value(&callee, arguments),
            None => self.lacks(self.show(target), PartKind::Method, text),
        }
    }

    pub(super) fn call_value(
        &mut self,
        callee: &Value,
        arguments: Vec<Value>,
    ) -> Result<Flow, Stop> {
        match callee {
            Value::Closure(closure) => {
                let flow = self.enter(closure.code, arguments, closure.node);
                let captures = &self.program.codes[closure.code].captures;
                for (slot, value) in captures.iter().zip(&closure.captured) {
                    self.set_slot(*slot, value.clone());
                }
                Ok(flow)
            }
            Value::Matcher(pattern) => self.match_pattern(pattern, &arguments),
            Value::Algorithm(code) => {
                let count = arguments.len();
                self.stack.extend(arguments);
                self.enter_or_shorten(*code, count)
            }
            Value::Enum(name) => self.operation(*name, arguments),
            // Tables name numeric methods.
            Value::Text(name) => {
                let name = String::from_utf16_lossy(name);
                match name.split_once("::") {
                    Some((kind, method)) => {
                        let name = self.numeric(kind, method)?;
                        self.operation(name, arguments)
                    }
                    None => self.unsupported(format!("the operation {name}")),
                }
            }
            other => self.wrong_type(other, "cannot be called"),
        }
    }

    /// Calls a syntax-directed operation of a node with so many values on the stack.
    pub(super) fn syntax(&mut self, name: Name, node: &Value, count: usize) -> Result<Flow, Stop> {
        let Value::Piece(piece) = node else {
            let text = self.program.names.text(name);
            if let (Value::Text(_), "MV") = (node, text) {
                self.pop_many(count);
                return self.mathematical_value_of_text(node).map(Flow::Value);
            }
            let reason = AbortReason::NotAParseNode(text.to_owned(), self.show(node));
            return self.abort(reason);
        };
        if let Some(at) = self.operands.iter().rposition(|(operand, _)| operand == piece) {
            self.pop_many(count);
            return Ok(Flow::Value(self.operands.remove(at).1));
        }
        match self.remember_rule(name, *piece)? {
            Rule::Value(value) => {
                self.pop_many(count);
                Ok(Flow::Value(value))
            }
            Rule::Code(code, ruled) => {
                if !self.replaced.is_empty()
                    && let Some(flow) = self.evaluate_otherwise(name, ruled)?
                {
                    self.pop_many(count);
                    return Ok(flow);
                }
                if let Some(value) = self.by_shortcut_of(code, ruled, count)? {
                    return Ok(Flow::Value(value));
                }
                let units = self.note_entry(name, *piece, ruled, code)?;
                let invocation = self.noted_invocation();
                let flow = self.enter_with(code, count, Some(ruled));
                if let Some(frame) = self.frames.last_mut() {
                    (frame.units, frame.invocation) = (units, invocation);
                }
                Ok(flow)
            }
        }
    }

    /// What a syntax-directed operation does for a node.
    pub(super) fn rule(&self, name: Name, piece: Piece) -> Result<Rule, Stop> {
        if let Some(value) = self.host_syntax(name, piece)? {
            return Ok(Rule::Value(value));
        }
        match self.syntax_rule(name, piece) {
            Some((usize::MAX, token)) => match self.host_syntax(name, token)? {
                Some(value) => Ok(Rule::Value(value)),
                None => self.no_rule(name, token),
            },
            Some((code, piece)) => Ok(Rule::Code(code, piece)),
            None => self.no_rule(name, piece),
        }
    }

    fn no_rule<T>(&self, name: Name, piece: Piece) -> Result<T, Stop> {
        let operation = self.program.names.text(name).to_owned();
        self.abort(AbortReason::NoRule(operation, self.piece_name(piece).to_owned()))
    }

    /// A built-in function's own steps.
    pub(super) fn call_built_in(
        &mut self,
        function: Value,
        this: Value,
        arguments: Vec<Value>,
        new_target: Value,
    ) -> Result<Flow, Stop> {
        self.may_give_way();
        let behaviour = self.program.names.find(super::realm::BEHAVIOUR);
        let behaviour = behaviour.and_then(|it| self.heap.field(&function, it).cloned());
        let behaviour = match behaviour {
            Some(Value::Algorithm(code)) => {
                Some(Value::Algorithm(self.described(code, &arguments)))
            }
            other => other,
        };
        let flow = match &behaviour {
            Some(behaviour) => self.call_value(behaviour, arguments.clone())?,
            None => return self.missing("a built-in function without steps"),
        };
        if matches!(flow, Flow::Called)
            && let Some(frame) = self.frames.last_mut()
        {
            frame.call = Some(Rc::new(Call { function, this, arguments, new_target }));
        }
        Ok(flow)
    }

    /// A new error object, thrown.
    pub(super) fn new_error(&mut self, error: Name) -> Result<Value, Stop> {
        let text = self.program.names.text(error).to_owned();
        let prototype = match self.program.names.find(&format!("%{text}.prototype%")) {
            Some(name) => self.intrinsic(name)?,
            None => return self.unsupported(format!("{text} objects")),
        };
        let mut fields =
            vec![(names::PROTOTYPE, prototype), (names::EXTENSIBLE, Value::Boolean(true))];
        if let Some(data) = self.program.names.find("ErrorData") {
            // The value of the slot is never read by the text; here it tells which steps made the error.
            let origin = self.frames.last().map(|frame| Value::Algorithm(frame.code));
            fields.push((data, origin.unwrap_or(Value::Undefined)));
        }
        let value = self.new_object(fields);
        // The text leaves messages to the implementation; ours says which algorithm throws.
        self.put_hidden(&value, "message", Value::text(&self.place()));
        let target = Value::Enum(names::EMPTY);
        Ok(Value::Abrupt(Arc::new(Abrupt { kind: names::THROW, value, target })))
    }
}

/// Kinds that have the methods of another.
pub(super) fn parent_kind(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "function environment record" | "module environment record" => {
            "declarative environment record"
        }
        "source text module record" => "cyclic module record",
        "cyclic module record" | "synthetic module record" => "module record",
        _ => return None,
    })
}
