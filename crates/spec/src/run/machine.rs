//! The machine: frames, and how instructions are run.
//!
//! Nothing here recurses on the host's stack; a call of the specification is a frame, so that generators
//! and `await` can put frames away.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use super::code::{Op, Slots};
use super::heap::Heap;
use super::instructions::present;
use super::memo::Memo;
use super::names::Name;
use super::program::Program;
use super::stop::{AbortReason, Stop};
use super::value::{Id, Piece, Value};
use crate::syntax::Tree;

/// How a built-in function was called.
#[derive(Debug)]
pub(super) struct Call {
    pub function: Value,
    pub this: Value,
    pub arguments: Vec<Value>,
    pub new_target: Value,
}

/// An algorithm that is being run. Its variables and, on top of them, the values that its steps work
/// with lie on the machine's stack.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub code: usize,
    /// Where to go on. Of the last frame the machine knows it.
    pub at: usize,
    /// Where on the stack its variables begin.
    pub base: usize,
    pub node: Option<Piece>,
    /// What it is a method of.
    pub receiver: Option<Id>,
    pub call: Option<Rc<Call>>,
    /// The code of the nearest feature around it, itself included.
    pub feature: u32,
    /// How many units of a recorded program end with it, and of which invocation.
    pub units: u8,
    pub invocation: u32,
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
    /// The code of the last frame, which instruction is next, and where its variables begin.
    pub ops: &'p [Op],
    pub at: usize,
    pub base: usize,
    /// The values of all frames, one after the other.
    pub stack: Vec<Value>,
    /// The execution context stack.
    pub contexts: Vec<Value>,
    pub resumed: Vec<Resumed>,
    /// Frames of suspended execution contexts, or the closure that begins one.
    pub suspended: FxHashMap<Id, Suspended>,
    pub trees: Vec<Arc<Tree>>,
    /// For each tree, the spans of its strict code.
    pub strict: Vec<Arc<[std::ops::Range<usize>]>>,
    /// The realm that the run began with.
    pub realm: Value,
    /// Whether the program made others.
    pub has_realms: bool,
    /// The Shared Data Blocks.
    pub shared_blocks: FxHashSet<Id>,
    /// The intrinsics that the run began with, by the numbers of their names. No step replaces one.
    pub intrinsics: Arc<[Option<Value>]>,
    pub well_known: HashMap<Name, u32>,
    pub symbols: Vec<Value>,
    pub registry: Value,
    pub agent: Value,
    pub jobs: std::collections::VecDeque<(Value, Value)>,
    /// Other agents, and what is to happen later, if there is any.
    pub agents: Option<Box<super::agents::Agents>>,
    /// The lists of those who wait, by the block and the place in it.
    pub waiter_lists: Vec<(Value, usize, Value)>,
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
    /// The feature of the last frame.
    pub feature: u32,
    /// With so few frames, what is being run has ended: a value is for who runs it.
    pub floor: usize,
    /// Whether somebody wants to know of each step, or the calls are too deep.
    pub watched: bool,
    /// The first cell that is not the realm's.
    pub first_cell: usize,
    pub cells_allowed: usize,
    /// With more cells than this, those that nothing refers to are emptied.
    pub collect_at: usize,
    /// Whether they may be: not while something works with values that the machine does not know.
    pub collecting: bool,
    /// With more cells than this, there is one of these limits to look at.
    pub room: usize,
    /// Values that are needed after the run.
    pub kept: Vec<Value>,
    /// The methods of records that were looked for so far.
    pub record_methods: FxHashMap<(Name, Name), Option<usize>>,
    /// The operations of numeric types that were looked for so far.
    pub numeric_methods: FxHashMap<(Name, Name), Name>,
    /// What was found out about parse nodes so far.
    pub memo: Memo,
    /// Which paths of operations with shortcuts were run.
    pub paths: super::shortcuts::Paths,
    /// Whether shortcuts may be taken: not where somebody wants to know of each step.
    pub shortens: bool,
    /// The parse node whose operation may be shortened.
    pub shortened: Option<Piece>,
    /// How many repetitions in patterns are being done at once.
    pub repetitions: usize,
    /// Room for the arguments of an operation that is written by hand.
    pub arguments: Vec<Value>,
    /// Where modules come from.
    pub folder: Option<super::options::Folder<'p>>,
    /// The modules that were loaded, by their paths and types.
    pub modules: HashMap<(String, Option<String>), Value>,
    /// The program, where it was parsed before its text asks for that.
    pub prepared: Option<Piece>,
    /// What is done to evaluate parse nodes in place of their own steps.
    pub replaced: FxHashMap<Piece, Value>,
    /// Parse nodes that stand for values: the operands of an operator that is applied to these.
    pub operands: Vec<(Piece, Value)>,
    /// What the last frame of all returned.
    pub result: Value,
    /// Records the run, where somebody wants to debug it.
    pub recorder: Option<Box<super::recorder::Recorder>>,
}

/// What a suspended execution context goes on with.
pub(super) enum Suspended {
    /// Frames, and their part of the stack; their variables begin where they would if it were all.
    Frames(Vec<Frame>, Vec<Value>),
    Closure(Value),
}

/// What an instruction that may call does.
pub(super) enum Flow {
    /// It has a value.
    Value(Value),
    /// A frame was pushed, whose value will come.
    Called,
}

impl<'p> Machine<'p> {
    /// What the algorithm that is being run is a method of.
    pub(super) fn receiver(&self) -> Value {
        let receiver = self.frames.last().and_then(|frame| frame.receiver);
        receiver.map_or(Value::Undefined, Value::Cell)
    }

    pub(super) fn place(&self) -> String {
        self.frames
            .last()
            .map_or(String::new(), |frame| self.program.codes[frame.code].name.clone())
    }

    /// Runs until there are as few frames as before, and gives the last value.
    pub(super) fn run(&mut self, down_to: usize) -> Result<Value, Stop> {
        let floor = std::mem::replace(&mut self.floor, down_to);
        let ended = self.run_to_floor();
        self.floor = floor;
        ended.map(|()| self.last_value())
    }

    fn run_to_floor(&mut self) -> Result<(), Stop> {
        loop {
            let Some(mut op) = self.ops.get(self.at) else {
                return self.missing("no frame is left");
            };
            self.at += 1;
            if let Op::Step(number) = op {
                self.begin_step(*number)?;
                // A step has an instruction at least.
                let Some(next) = self.ops.get(self.at) else { continue };
                self.at += 1;
                op = next;
                if self.look(op)? {
                    continue;
                }
            }
            self.step(op)?;
            if self.frames.len() <= self.floor {
                return Ok(());
            }
        }
    }

    /// Does one of the instructions with which most steps begin, and which stay in their frame.
    #[inline(always)]
    fn look(&mut self, op: &'p Op) -> Result<bool, Stop> {
        match op {
            Op::Load(slot) => self.load(*slot),
            Op::Loads(slots) => self.load_all(slots),
            Op::SlotIs(slot, value) => {
                let truth = self.is_slot_same(*slot, value);
                self.decide(truth);
            }
            Op::SlotKind(slot, kind) => {
                let is_kind = self.is_slot_kind(*slot, *kind);
                self.decide(is_kind);
            }
            Op::FieldTo(slot, name, to) => self.copy_field(*slot, *name, *to)?,
            Op::SlotField(slot, name) => self.push_field(*slot, *name)?,
            Op::Child(name, nth) => {
                let child = self.child_here(*name, *nth)?;
                self.push(child);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn last_value(&mut self) -> Value {
        match self.frames.is_empty() {
            false => self.pop(),
            true => std::mem::replace(&mut self.result, Value::Undefined),
        }
    }

    #[inline]
    pub(super) fn push(&mut self, value: Value) {
        self.stack.push(value);
    }

    pub(super) fn top(&self) -> &Value {
        self.stack.last().unwrap_or(&Value::Undefined)
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or(Value::Undefined)
    }

    /// The two values on top of the stack, the lower one first.
    pub(super) fn pop_two(&mut self) -> (Value, Value) {
        let (b, a) = (self.pop(), self.pop());
        (a, b)
    }

    pub(super) fn pop_many(&mut self, count: usize) -> Vec<Value> {
        let from = self.stack.len().saturating_sub(count);
        self.stack.split_off(from)
    }

    /// Takes the value that lies below so many others.
    pub(super) fn take_below(&mut self, count: usize) -> Value {
        let at = self.stack.len().checked_sub(count + 1);
        at.map_or(Value::Undefined, |at| self.stack.remove(at))
    }

    /// The variables of the algorithm that is being run, by their slots.
    #[inline(always)]
    pub(super) fn slot(&self, slot: u16) -> &Value {
        &self.stack[self.base + slot as usize]
    }

    #[inline(always)]
    pub(super) fn set_slot(&mut self, slot: u16, value: Value) {
        std::mem::replace(&mut self.stack[self.base + slot as usize], value).discard();
    }

    pub(super) fn jump(&mut self, to: usize) {
        self.at = to;
    }

    /// Drops the values from there on.
    #[inline(always)]
    #[expect(unsafe_code, reason = "`truncate` asks each value for what it owns by a call")]
    pub(super) fn drop_values(&mut self, from: usize) {
        let from = from.min(self.stack.len());
        for value in &mut self.stack[from..] {
            value.release();
        }
        // SAFETY: it is no longer than before, and what is left out owns nothing any more.
        unsafe { self.stack.set_len(from) };
    }

    /// Notes in the last frame where it is to go on, before another comes or it is put away.
    #[inline]
    pub(super) fn save_frame(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.at = self.at;
        }
    }

    /// Goes on with what is the last frame now.
    #[inline]
    pub(super) fn load_frame(&mut self) {
        if let Some(frame) = self.frames.last() {
            self.ops = &self.program.codes[frame.code].ops;
            self.at = frame.at;
            self.base = frame.base;
            self.feature = frame.feature;
        }
    }

    #[inline]
    fn flow(&mut self, flow: Flow) {
        if let Flow::Value(value) = flow {
            self.deliver(value);
        }
    }

    #[inline(always)]
    fn load_all(&mut self, slots: &Slots) {
        for slot in slots.all() {
            self.load(*slot);
        }
    }

    /// Does one instruction.
    #[inline(always)]
    // Long: an arm for each instruction.
    fn step(&mut self, op: &'p Op) -> Result<(), Stop> {
        match op {
            Op::Step(number) => self.begin_step(*number)?,
            Op::Push(Value::Boolean(truth)) => self.decide(*truth),
            Op::Push(value) => self.push(value.clone()),
            Op::Load(slot) => self.load(*slot),
            Op::Store(slot) => self.store(*slot),
            Op::Pop => self.pop().discard(),
            Op::Present(slot) => self.present(*slot),
            Op::Undeclared(name) => {
                let name = self.program.names.text(*name).to_owned();
                return self.abort(AbortReason::Undeclared(name));
            }
            Op::Child(name, nth) => {
                let child = self.child_here(*name, *nth)?;
                self.push(child);
            }
            Op::ThisNode => self.push_with(|it| it.this_node().map(Value::Piece))?,
            Op::Intrinsic(name) => self.push_with(|it| it.intrinsic(*name))?,
            Op::WellKnown(name) => self.push_with(|it| it.well_known_symbol(*name))?,
            Op::Field(name) => {
                let record = self.pop();
                let value = self.field(&record, *name)?;
                record.discard();
                self.push(value);
            }
            Op::SetField(name) => self.set_field(*name)?,
            Op::Element => {
                let (list, index) = self.pop_two();
                self.push_with(|it| it.element(&list, &index))?;
            }
            Op::SetElement => self.set_element()?,
            Op::List(count) => {
                let elements = self.pop_many(*count);
                let list = self.heap.list(elements);
                self.push(list);
            }
            Op::Record(kind, fields) => {
                let from = self.stack.len().saturating_sub(fields.len());
                let values = self.stack.drain(from..);
                let fields = fields.iter().copied().zip(values).collect();
                let record = self.record(*kind, fields);
                self.push(record);
            }
            Op::Operation(name, count) => {
                let flow = self.operate(*name, *count)?;
                self.flow(flow);
            }
            Op::OperationOf(name, count, slots) => {
                self.load_all(slots);
                let flow = self.operate(*name, usize::from(*count))?;
                self.flow(flow);
            }
            Op::Enter(_, code, count) => {
                let flow = self.enter_in_order(*code as usize, usize::from(*count))?;
                self.flow(flow);
            }
            Op::EnterOf(_, code, slots) => {
                self.load_all(slots);
                let flow = self.enter_in_order(*code as usize, slots.all().len())?;
                self.flow(flow);
            }
            Op::MethodOf(name, count, slots) => {
                self.load_all(slots);
                let flow = self.method(*name, usize::from(*count))?;
                self.flow(flow);
            }
            Op::Loads(slots) => self.load_all(slots),
            Op::Method(name, count) => {
                let flow = self.method(*name, *count)?;
                self.flow(flow);
            }
            Op::CallValue(count) => {
                let arguments = self.pop_many(*count);
                let callee = self.pop();
                match self.matcher_at_end(&callee) {
                    Some(matcher) => self.replace_frame(&matcher, arguments),
                    None => {
                        let flow = self.call_value(&callee, arguments)?;
                        self.flow(flow);
                    }
                }
            }
            Op::Syntax(name, count) => {
                let node = self.take_below(*count);
                let flow = self.syntax(*name, &node, *count)?;
                node.discard();
                self.flow(flow);
            }
            Op::ChildSyntax(child, nth, name) => {
                let node = self.child_here(*child, *nth)?;
                let flow = self.syntax(*name, &node, 0)?;
                node.discard();
                self.flow(flow);
            }
            Op::Question => self.question(),
            Op::Bang => {
                if matches!(self.top(), Value::Abrupt(_)) {
                    return self.abort(AbortReason::UnexpectedAbrupt);
                }
            }
            Op::Completion(kind) => self.complete(*kind),
            Op::Arithmetic(operator) => {
                let (a, b) = self.pop_two();
                let value = self.arithmetic(*operator, &a, &b)?;
                a.discard();
                b.discard();
                self.push(value);
            }
            Op::FloorDivide => {
                let (a, b) = self.pop_two();
                self.push_with(|it| it.floor_division(&a, &b))?;
            }
            Op::Negate => self.negate()?,
            Op::Compare(comparison) => {
                let (a, b) = self.pop_two();
                self.push_with(|it| it.compare(*comparison, &a, &b))?;
            }
            Op::Same => {
                let (a, b) = self.pop_two();
                let truth = self.is_same(&a, &b);
                a.discard();
                b.discard();
                self.decide(truth);
            }
            Op::IsKind(kind) => {
                let value = self.pop();
                let is_kind = self.remember_kind(&value, *kind);
                value.discard();
                self.decide(is_kind);
            }
            Op::SlotKind(slot, kind) => {
                let is_kind = self.is_slot_kind(*slot, *kind);
                self.decide(is_kind);
            }
            Op::SlotIs(slot, value) => self.decide(self.is_slot_same(*slot, value)),
            Op::SlotField(slot, name) => self.push_field(*slot, *name)?,
            Op::Is(value) => {
                let top = self.pop();
                let truth = self.is_same(&top, value);
                top.discard();
                self.decide(truth);
            }
            Op::FieldIs(slot, name, value) => {
                let record = present(self.slot(*slot));
                let truth = match self.heap.field(record, *name) {
                    Some(field) => self.is_same(field, value),
                    None => self.is_same(&self.other_field(record, *name)?, value),
                };
                self.decide(truth);
            }
            Op::FieldTo(slot, name, to) => self.copy_field(*slot, *name, *to)?,
            Op::HasField(name) => {
                let record = self.pop();
                let truth = self.heap.field(&record, *name).is_some();
                record.discard();
                self.decide(truth);
            }
            Op::SlotHasField(slot, name) => {
                let truth = self.heap.field(present(self.slot(*slot)), *name).is_some();
                self.decide(truth);
            }
            Op::Not => {
                let truth = self.truth()?;
                self.decide(!truth);
            }
            Op::Value(behaviour, count) => {
                let value = self.apply(behaviour, *count)?;
                self.push(value);
            }
            Op::Calling(behaviour, count) => {
                let flow = self.apply(behaviour, *count)?;
                self.flow(flow);
            }
            Op::Holds(behaviour, count) => {
                let holds = self.apply(behaviour, *count)?;
                self.decide(holds);
            }
            Op::Act(behaviour, count) => self.apply(behaviour, *count)?,
            Op::HandWritten(behaviour, slots) => self.hand_written(behaviour, slots)?,
            Op::Closure(code, captured) => self.close_over(*code, captured),
            Op::Jump(to) => self.jump(*to),
            Op::JumpUnless(to) => {
                if !self.truth()? {
                    self.jump(*to);
                }
            }
            Op::JumpIf(to) => {
                if self.truth()? {
                    self.jump(*to);
                }
            }
            Op::Branch(number, to) => {
                let truth = self.truth()?;
                self.branch(*number, *to, truth);
            }
            Op::OnResumption(at) => self.suspend(*at)?,
            Op::Elements(order) => self.begin_elements(*order)?,
            Op::Keys(order) => self.begin_keys(*order)?,
            Op::Children => self.begin_children()?,
            Op::Next { list, index, item, end } => self.next_element([*list, *index, *item], *end),
            Op::Return => {
                let value = self.pop();
                self.leave(value)?;
            }
            Op::ReturnSlot(slot) => {
                let slot = self.base + usize::from(*slot);
                let value = match std::mem::replace(&mut self.stack[slot], Value::Absent) {
                    Value::Absent => Value::Undefined,
                    value => value,
                };
                self.leave(value)?;
            }
            Op::ReturnValue(value) => self.leave(value.clone())?,
            Op::ThrowError(error) => {
                let thrown = self.new_error(*error)?;
                self.push(thrown);
            }
            Op::Assert => {
                if !self.truth()? {
                    return self.abort(AbortReason::FailedAssertion);
                }
            }
            Op::Unsupported(text) => return self.unsupported(&**text),
            Op::OfFamily(named) => {
                let (family, text) = &**named;
                let text = text.replace(family, &self.initial_name());
                self.push(Value::text(text.trim_matches('"')));
            }
        }
        Ok(())
    }
}
