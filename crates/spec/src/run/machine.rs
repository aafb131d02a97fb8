//! The machine: frames, and what each instruction does. Nothing here recurses on the host's stack;
//! a call of the specification is a frame, so that generators and `await` can put frames away.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use fixedbitset::FixedBitSet;

use super::code::Op;
use super::heap::Heap;
use super::host::{Effect, sentence};
use super::names::{self, Name};
use super::program::Program;
use super::stop::{AbortReason, Stop};
use super::value::{Abrupt, ClosureValue, Id, Piece, Value};
use crate::syntax::Tree;

/// Algorithms may call each other so deep.
const DEEPEST: usize = 200_000;
/// A trace keeps so many steps; nobody reads more.
const LONGEST_TRACE: usize = 1_000_000;

/// How a built-in function was called.
#[derive(Debug)]
pub(super) struct Call {
    pub function: Value,
    pub this: Value,
    pub arguments: Vec<Value>,
    pub new_target: Value,
}

/// An algorithm that is being run.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub code: usize,
    pub at: usize,
    pub slots: Vec<Value>,
    pub stack: Vec<Value>,
    pub node: Option<Piece>,
    pub receiver: Value,
    pub call: Option<Rc<Call>>,
    /// The code of the nearest feature around it, itself included.
    pub feature: u32,
}

/// Where a suspended execution context was resumed.
#[derive(Clone, Debug)]
pub(super) struct Resumed {
    pub context: Value,
    /// How many frames there were below it.
    pub below: usize,
}

/// Everything that changes in a run.
pub(super) struct Machine<'p> {
    pub program: &'p Program,
    pub heap: Heap,
    pub frames: Vec<Frame>,
    /// The execution context stack.
    pub contexts: Vec<Value>,
    pub resumed: Vec<Resumed>,
    /// Frames of suspended execution contexts, or the closure that begins one.
    pub suspended: HashMap<Id, Suspended>,
    pub trees: Vec<Rc<Tree>>,
    /// For each tree, the spans of its strict code.
    pub strict: Vec<Rc<[std::ops::Range<usize>]>>,
    pub realm: Value,
    pub well_known: HashMap<Name, u32>,
    pub symbols: Vec<Value>,
    pub registry: Value,
    pub agent: Value,
    pub jobs: std::collections::VecDeque<(Value, Value)>,
    pub output: Vec<String>,
    pub covered: FixedBitSet,
    /// For each branch, whether it was not taken, and whether it was.
    pub branches: FixedBitSet,
    /// The codes that were run, and in which order they first were.
    pub touched: FixedBitSet,
    pub order: Vec<u32>,
    /// The steps as they run, and how deep the calls are, where somebody wants to know.
    pub trace: Option<Vec<(u32, u32)>>,
    /// Steps with the features that ran them, where somebody wants to know.
    pub features: Option<HashSet<(u32, u32)>>,
    /// Whether the program was told the order of the properties of an object of the realm.
    pub lists_realm: bool,
    /// Which parts of the script reached the sides of branches first, where somebody wants to know.
    pub places: Option<Vec<super::inspect::Place>>,
    /// The number of the script's tree.
    pub first_tree: u32,
    pub steps_left: u64,
    /// The first cell that is not the realm's.
    pub first_cell: usize,
    pub cells_allowed: usize,
    /// The methods of records that were looked for so far.
    pub record_methods: HashMap<(Name, Name), Option<usize>>,
    /// Parse nodes that stand for values: the operands of an operator that is applied to these.
    pub operands: Vec<(Piece, Value)>,
}

/// What a suspended execution context goes on with.
pub(super) enum Suspended {
    Frames(Vec<Frame>),
    Closure(Value),
}

/// What an instruction that may call does.
pub(super) enum Flow {
    /// It has a value.
    Value(Value),
    /// A frame was pushed, whose value will come.
    Called,
}

/// Functions that give the keys of an object.
const LISTING: &[&str] = &[
    "Object.getOwnPropertyDescriptors",
    "Object.getOwnPropertyNames",
    "Object.getOwnPropertySymbols",
    "Reflect.ownKeys",
];

impl<'p> Machine<'p> {
    pub(super) fn place(&self) -> String {
        self.frames
            .last()
            .map_or(String::new(), |frame| self.program.codes[frame.code].name.clone())
    }

    /// Runs until there are as few frames as before, and gives the last value.
    pub(super) fn run(&mut self, down_to: usize) -> Result<Value, Stop> {
        loop {
            let Some(frame) = self.frames.last_mut() else {
                return self.missing("no frame is left");
            };
            let op = &self.program.codes[frame.code].ops[frame.at];
            frame.at += 1;
            if matches!(op, Op::Return) {
                let value = frame.stack.pop().unwrap_or(Value::Undefined);
                self.frames.pop();
                if self.resumed.last().is_some_and(|it| it.below == self.frames.len()) {
                    self.resumed.pop();
                }
                if self.frames.len() <= down_to {
                    return Ok(value);
                }
                self.push(value);
                continue;
            }
            self.step(op)?;
            if self.frames.len() <= down_to {
                return Ok(self.last_value());
            }
        }
    }

    fn last_value(&mut self) -> Value {
        self.frames.last_mut().and_then(|it| it.stack.pop()).unwrap_or(Value::Undefined)
    }

    pub(super) fn push(&mut self, value: Value) {
        if let Some(frame) = self.frames.last_mut() {
            frame.stack.push(value);
        }
    }

    fn top(&self) -> &Value {
        self.frames.last().and_then(|frame| frame.stack.last()).unwrap_or(&Value::Undefined)
    }

    fn pop(&mut self) -> Value {
        self.frames.last_mut().and_then(|frame| frame.stack.pop()).unwrap_or(Value::Undefined)
    }

    fn pop_many(&mut self, count: usize) -> Vec<Value> {
        match self.frames.last_mut() {
            Some(frame) => {
                let from = frame.stack.len().saturating_sub(count);
                frame.stack.split_off(from)
            }
            None => Vec::new(),
        }
    }

    fn jump(&mut self, to: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.at = to;
        }
    }

    fn flow(&mut self, flow: Flow) {
        if let Flow::Value(value) = flow {
            self.push(value);
        }
    }

    fn step(&mut self, op: &'p Op) -> Result<(), Stop> {
        match op {
            Op::Step(number) => return self.begin_step(*number),
            Op::Push(value) => self.push(value.clone()),
            Op::Load(slot) => {
                let frame = self.frames.last_mut();
                if let Some(frame) = frame {
                    let value = match &frame.slots[*slot as usize] {
                        Value::Absent => Value::Undefined,
                        value => value.clone(),
                    };
                    frame.stack.push(value);
                }
            }
            Op::Store(slot) => {
                let value = self.pop();
                if let Some(frame) = self.frames.last_mut() {
                    frame.slots[*slot as usize] = value;
                }
            }
            Op::Pop => {
                self.pop();
            }
            Op::Jump(to) => self.jump(*to),
            Op::JumpUnless(to) => {
                if !self.truth()? {
                    self.jump(*to);
                }
            }
            Op::Branch(number, to) => {
                let truth = self.truth()?;
                let side = 2 * *number as usize + usize::from(truth);
                if !self.branches.put(side) && self.places.is_some() {
                    self.note_place(side);
                }
                if !truth {
                    self.jump(*to);
                }
            }
            Op::JumpIf(to) => {
                if self.truth()? {
                    self.jump(*to);
                }
            }
            Op::OnResumption(at) => return self.suspend(*at),
            Op::Question => self.question(),
            _ => return self.step_value(op),
        }
        Ok(())
    }

    /// Whether an object is the realm's, and its keys are for the program to see.
    fn is_listed(&self, object: &Value) -> bool {
        let is_old =
            matches!(object, Value::Cell(Id(number)) if (*number as usize) < self.first_cell);
        let feature = self.program.codes.get(self.heap.feature as usize);
        is_old && feature.is_some_and(|code| LISTING.contains(&code.name.as_str()))
    }

    fn begin_step(&mut self, number: u32) -> Result<(), Stop> {
        self.covered.insert(number as usize);
        if let Some(frame) = self.frames.last() {
            self.heap.feature = frame.feature;
            if let Some(features) = self.features.as_mut() {
                features.insert((number, frame.feature));
            }
        }
        if self.steps_left == 0 {
            return Err(Stop::Steps);
        }
        self.steps_left -= 1;
        if self.heap.len() > self.cells_allowed {
            return Err(Stop::Memory);
        }
        if self.frames.len() > DEEPEST {
            return Err(Stop::Depth);
        }
        if let Some(trace) = self.trace.as_mut().filter(|trace| trace.len() < LONGEST_TRACE) {
            trace.push((number, self.frames.len() as u32));
        }
        Ok(())
    }

    fn truth(&mut self) -> Result<bool, Stop> {
        match self.pop() {
            Value::Boolean(truth) => Ok(truth),
            other => self.wrong_type(&other, "is not a truth value"),
        }
    }

    /// `?`: an abrupt completion is this algorithm's result.
    fn question(&mut self) {
        let abrupt = matches!(
            self.frames.last().and_then(|frame| frame.stack.last()),
            Some(Value::Abrupt(_))
        );
        if abrupt {
            self.return_now();
        }
    }

    fn step_value(&mut self, op: &'p Op) -> Result<(), Stop> {
        let value = match op {
            Op::Present(slot) => {
                let slots = self.frames.last().map(|frame| &frame.slots);
                let absent = slots.is_none_or(|it| matches!(it[*slot as usize], Value::Absent));
                Value::Boolean(!absent)
            }
            Op::Undeclared(name) => {
                let name = self.program.names.text(*name).to_owned();
                return self.abort(AbortReason::Undeclared(name));
            }
            Op::Child(name, nth) => {
                let Some(node) = self.frames.last().and_then(|frame| frame.node) else {
                    return self.missing("there is no parse node here");
                };
                self.child(node, *name, *nth)?
            }
            Op::ThisNode => match self.frames.last().and_then(|frame| frame.node) {
                Some(node) => Value::Piece(node),
                None => return self.missing("there is no parse node here"),
            },
            Op::Intrinsic(name) => self.intrinsic(*name)?,
            Op::WellKnown(name) => match self.well_known.get(name) {
                Some(symbol) => Value::Symbol(*symbol),
                None => return self.unsupported("this symbol"),
            },
            Op::Field(name) => {
                let record = self.pop();
                self.field(&record, *name)?
            }
            Op::Element => {
                let (index, list) = (self.pop(), self.pop());
                self.element(&list, &index)?
            }
            Op::List(count) => {
                let elements = self.pop_many(*count);
                self.heap.list(elements)
            }
            Op::Record(kind, fields) => {
                let values = self.pop_many(fields.len());
                self.record(*kind, fields.iter().copied().zip(values).collect())
            }
            Op::Bang => match self.pop() {
                Value::Abrupt(_) => return self.abort(AbortReason::UnexpectedAbrupt),
                value => value,
            },
            Op::Completion(kind) => {
                let value = self.pop();
                let target = Value::Enum(names::EMPTY);
                Value::Abrupt(Rc::new(Abrupt { kind: *kind, value, target }))
            }
            Op::Arithmetic(operator) => {
                let (b, a) = (self.pop(), self.pop());
                self.arithmetic(*operator, &a, &b)?
            }
            Op::FloorDivide => {
                let (b, a) = (self.pop(), self.pop());
                self.floor_division(&a, &b)?
            }
            Op::Negate => match self.pop() {
                Value::Number(number) => Value::Number(-number),
                Value::BigInt(number) => Value::BigInt(Rc::new(-&*number)),
                Value::Integer(number) => Value::Integer(Rc::new(-&*number)),
                value => match value.as_double() {
                    Some(number) => Value::Mathematical(-number),
                    None => return self.wrong("this cannot be negated"),
                },
            },
            Op::Compare(comparison) => {
                let (b, a) = (self.pop(), self.pop());
                self.compare(*comparison, &a, &b)?
            }
            Op::Same => {
                let (b, a) = (self.pop(), self.pop());
                Value::Boolean(self.is_same(&a, &b))
            }
            Op::Not => Value::Boolean(!self.truth()?),
            _ => return self.step_call(op),
        };
        self.push(value);
        Ok(())
    }

    fn step_call(&mut self, op: &'p Op) -> Result<(), Stop> {
        let flow = match op {
            Op::Operation(name, count) => {
                let arguments = self.pop_many(*count);
                self.operation(*name, arguments)?
            }
            Op::Method(name, count) => {
                let arguments = self.pop_many(*count);
                let target = self.pop();
                self.method(target, *name, arguments)?
            }
            Op::CallValue(count) => {
                let arguments = self.pop_many(*count);
                let callee = self.pop();
                self.call_value(&callee, arguments)?
            }
            Op::Syntax(name, count) => {
                let arguments = self.pop_many(*count);
                let node = self.pop();
                self.syntax(*name, &node, arguments)?
            }
            Op::Value(value, count) => {
                let arguments = self.pop_many(*count);
                self.value_of(*value, arguments)?
            }
            Op::IsKind(kind) => {
                let value = self.pop();
                Flow::Value(Value::Boolean(self.is_kind(&value, *kind)?))
            }
            Op::Holds(predicate, count) => {
                let arguments = self.pop_many(*count);
                Flow::Value(Value::Boolean(self.holds(*predicate, &arguments)?))
            }
            Op::Act(action, count) => {
                let arguments = self.pop_many(*count);
                self.act(*action, arguments)?
            }
            Op::Closure(code, captured) => {
                let Some(frame) = self.frames.last() else { return self.missing("no frame") };
                let captured =
                    captured.iter().map(|slot| frame.slots[*slot as usize].clone()).collect();
                let closure = ClosureValue { code: *code, captured, node: frame.node };
                Flow::Value(Value::Closure(Rc::new(closure)))
            }
            _ => return self.step_rest(op),
        };
        self.flow(flow);
        Ok(())
    }

    /// Does what a sentence says, and leaves one value on the stack.
    fn sentence(&mut self, number: usize, given: &[u16]) -> Result<(), Stop> {
        let Some(sentence) = sentence(number) else { return self.missing("no such sentence") };
        let taken = self.pop_many(sentence.takes.len());
        match (sentence.does)(self, &taken)? {
            Effect::Give(values) => {
                if let Some(frame) = self.frames.last_mut() {
                    for (slot, value) in given.iter().zip(values) {
                        frame.slots[*slot as usize] = value;
                    }
                }
                self.push(Value::Undefined);
            }
            Effect::Return(value) => {
                self.push(value);
                self.return_now();
            }
        }
        Ok(())
    }

    /// Goes to the end of the algorithm, with its result on the stack.
    fn return_now(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            // Every algorithm's code ends with `Return`.
            frame.at = self.program.codes[frame.code].ops.len() - 1;
        }
    }

    fn step_rest(&mut self, op: &'p Op) -> Result<(), Stop> {
        match op {
            Op::SetField(name) => {
                let (value, record) = (self.pop(), self.pop());
                if !self.heap.set_field(&record, *name, value) {
                    return self.wrong_type(&record, "has no fields");
                }
            }
            Op::SetElement => {
                let (value, index, list) = (self.pop(), self.pop(), self.pop());
                let place = index.as_index();
                let element =
                    self.heap.as_list_mut(&list).zip(place).and_then(|(it, at)| it.get_mut(at));
                match element {
                    Some(element) => *element = value,
                    None => return self.missing("there is no such element"),
                }
            }
            Op::Elements(_) if self.heap.is_interval(self.top()) => {}
            Op::Elements(order) => {
                let elements = self.elements(*order)?;
                let list = self.heap.list(elements);
                self.push(list);
            }
            Op::Keys(order) => {
                let object = self.pop();
                let keys = self.own_keys(&object, *order)?;
                self.lists_realm |= keys.len() > 1 && self.is_listed(&object);
                let list = self.heap.list(keys);
                self.push(list);
            }
            Op::Children => {
                let Value::Piece(node) = self.pop() else {
                    return self.wrong("this has no children");
                };
                let children = self.all_children(node);
                let list = self.heap.list(children);
                self.push(list);
            }
            Op::Next { list, index, item, end } => {
                let Some(frame) = self.frames.last_mut() else { return self.missing("no frame") };
                let at = frame.slots[*index as usize].as_index().unwrap_or_default();
                match self.heap.element(&frame.slots[*list as usize], at) {
                    Some(element) => {
                        frame.slots[*item as usize] = element;
                        frame.slots[*index as usize] = Value::Mathematical((at + 1) as f64);
                    }
                    None => frame.at = *end,
                }
            }
            Op::ThrowError(error) => {
                let thrown = self.new_error(*error)?;
                self.push(thrown);
            }
            Op::Assert => {
                if !self.truth()? {
                    return self.abort(AbortReason::FailedAssertion);
                }
            }
            Op::OfFamily(family, text) => {
                let text = text.replace(&**family, &self.initial_name());
                self.push(Value::text(text.trim_matches('"')));
            }
            Op::Yet(text) => return self.unsupported(&**text),
            Op::Sentence(number, given) => return self.sentence(*number, given),
            _ => return self.missing("an instruction that is not known"),
        }
        Ok(())
    }
}
