//! What single instructions do.

use std::sync::Arc;

use super::behaviour::Behaviour;
use super::code::{HandWrittenSlots, Op};
use super::host::Effect;
use super::machine::Machine;
use super::names::{self, Name};
use super::stop::Stop;
use super::value::{Abrupt, ClosureValue, Id, Value};
use crate::ir::Order;

/// Algorithms may call each other so deep.
pub(super) const MAX_DEPTH: usize = 200_000;
/// A trace keeps so many steps.
const MAX_TRACE: usize = 1_000_000;

/// Functions that give the keys of an object.
const LISTING: &[&str] = &[
    "Object.getOwnPropertyDescriptors",
    "Object.getOwnPropertyNames",
    "Object.getOwnPropertySymbols",
    "Reflect.ownKeys",
];

/// The value of a variable; one that was not passed is undefined.
#[inline(always)]
pub(super) fn present(value: &Value) -> &Value {
    match value {
        Value::Absent => &Value::Undefined,
        value => value,
    }
}

impl Machine<'_> {
    pub(super) fn push_with(
        &mut self,
        value: impl FnOnce(&Self) -> Result<Value, Stop>,
    ) -> Result<(), Stop> {
        let value = value(self)?;
        self.push(value);
        Ok(())
    }

    #[inline(always)]
    pub(super) fn load(&mut self, slot: u16) {
        let value = present(self.slot(slot)).clone();
        self.push(value);
    }

    #[inline(always)]
    pub(super) fn store(&mut self, slot: u16) {
        let value = self.pop();
        self.set_slot(slot, value);
    }

    #[inline(always)]
    pub(super) fn push_field(&mut self, slot: u16, name: Name) -> Result<(), Stop> {
        let record = present(self.slot(slot));
        let value = match self.heap.field(record, name) {
            Some(value) => value.clone(),
            None => self.other_field(record, name)?,
        };
        self.push(value);
        Ok(())
    }

    #[inline(always)]
    pub(super) fn copy_field(&mut self, slot: u16, name: Name, to: u16) -> Result<(), Stop> {
        let record = present(self.slot(slot));
        let value = match self.heap.field(record, name) {
            Some(value) => value.clone(),
            None => self.other_field(record, name)?,
        };
        self.set_slot(to, value);
        Ok(())
    }

    pub(super) fn present(&mut self, slot: u16) {
        let absent = matches!(self.slot(slot), Value::Absent);
        self.push(Value::Boolean(!absent));
    }

    pub(super) fn well_known_symbol(&self, name: Name) -> Result<Value, Stop> {
        match self.well_known.get(&name) {
            Some(symbol) => Ok(Value::Symbol(*symbol)),
            None => self.unsupported("this symbol"),
        }
    }

    pub(super) fn set_field(&mut self, name: Name) -> Result<(), Stop> {
        let (record, value) = self.pop_two();
        if !self.heap.set_field(&record, name, value) {
            return self.wrong_type(&record, "has no fields");
        }
        if self.recorder.is_some() {
            match name {
                names::LEXICAL_ENVIRONMENT => self.note_environment(&record)?,
                _ => self.note_field(&record, name),
            }
        }
        record.discard();
        Ok(())
    }

    pub(super) fn set_element(&mut self) -> Result<(), Stop> {
        let (value, index, list) = (self.pop(), self.pop(), self.pop());
        match index.as_index().and_then(|at| self.heap.element_mut(&list, at)) {
            Some(element) => {
                *element = value;
                Ok(())
            }
            None => self.missing("there is no such element"),
        }
    }

    pub(super) fn complete(&mut self, kind: Name) {
        let (value, target) = (self.pop(), Value::Enum(names::EMPTY));
        self.push(Value::Abrupt(Arc::new(Abrupt { kind, value, target })));
    }

    pub(super) fn negate(&mut self) -> Result<(), Stop> {
        let negated = match self.pop() {
            Value::Number(number) => Value::Number(-number),
            Value::BigInt(number) => Value::BigInt(Arc::new(-&*number)),
            Value::Integer(number) => Value::Integer(Arc::new(-&*number)),
            value => match value.as_double() {
                Some(number) => Value::Mathematical(0.0 - number),
                None => return self.wrong("this cannot be negated"),
            },
        };
        self.push(negated);
        Ok(())
    }

    pub(super) fn close_over(&mut self, code: usize, captured: &[u16]) {
        let captured = captured.iter().map(|slot| self.slot(*slot).clone()).collect();
        let node = self.frames.last().and_then(|frame| frame.node);
        self.push(Value::Closure(Arc::new(ClosureValue { code, captured, node })));
    }

    /// Whether a variable's value is of a kind.
    #[inline]
    pub(super) fn is_slot_kind(&mut self, slot: u16, kind: usize) -> bool {
        match present(self.slot(slot)) {
            Value::Piece(piece) => {
                let piece = Value::Piece(*piece);
                self.remember_kind(&piece, kind)
            }
            value => self.is_kind(value, kind),
        }
    }

    #[inline(always)]
    pub(super) fn is_slot_same(&self, slot: u16, value: &Value) -> bool {
        self.is_same(present(self.slot(slot)), value)
    }

    /// Goes on with a truth value: mostly the next instruction only asks for it, so that it need not
    /// come to the stack.
    #[inline]
    pub(super) fn decide(&mut self, truth: bool) {
        let mut truth = truth;
        loop {
            match self.ops.get(self.at) {
                Some(Op::Branch(number, to)) => {
                    self.at += 1;
                    return self.branch(*number, *to, truth);
                }
                Some(Op::JumpUnless(to)) if truth => return self.at += 1,
                Some(Op::JumpUnless(to)) => return self.at = *to,
                Some(Op::JumpIf(to)) if truth => return self.at = *to,
                Some(Op::JumpIf(_)) => return self.at += 1,
                Some(Op::Assert) if truth => return self.at += 1,
                Some(Op::Not) => {
                    self.at += 1;
                    truth = !truth;
                }
                Some(Op::Jump(to)) => self.at = *to,
                _ => return self.push(Value::Boolean(truth)),
            }
        }
    }

    /// Goes on with the value of a call. Mostly the next instruction keeps it or asks what it is, so
    /// that it need not come to the stack.
    pub(super) fn deliver(&mut self, value: Value) {
        if matches!(self.ops.get(self.at), Some(Op::Question | Op::Bang))
            && !matches!(value, Value::Abrupt(_))
        {
            self.at += 1;
        }
        match self.ops.get(self.at) {
            Some(Op::Store(slot)) => {
                self.at += 1;
                self.set_slot(*slot, value);
            }
            Some(Op::Is(wanted)) => {
                self.at += 1;
                let truth = self.is_same(&value, wanted);
                value.discard();
                self.decide(truth);
            }
            _ => self.push(value),
        }
    }

    #[inline]
    pub(super) fn branch(&mut self, number: u32, to: usize, truth: bool) {
        let side = 2 * number as usize + usize::from(truth);
        if !self.branches.put(side) && self.places.is_some() {
            self.note_place(side);
        }
        if !truth {
            self.jump(to);
        }
    }

    /// Puts a list of what a loop goes over on the stack.
    pub(super) fn begin_elements(&mut self, order: Order) -> Result<(), Stop> {
        if self.heap.is_interval(self.top()) {
            return Ok(());
        }
        let elements = self.elements(order)?;
        let list = self.heap.list(elements);
        self.push(list);
        Ok(())
    }

    pub(super) fn begin_keys(&mut self, order: Order) -> Result<(), Stop> {
        let object = self.pop();
        let keys = self.own_keys(&object, order)?;
        self.lists_realm |= keys.len() > 1 && self.is_listed(&object);
        let list = self.heap.list(keys);
        self.push(list);
        Ok(())
    }

    pub(super) fn begin_children(&mut self) -> Result<(), Stop> {
        let Value::Piece(node) = self.pop() else {
            return self.wrong("this has no children");
        };
        let children = self.all_children(node);
        let list = self.heap.list(children);
        self.push(list);
        Ok(())
    }

    /// The next element of the list in the first slot at the index in the second goes into the third;
    /// where there is none, the loop ends.
    pub(super) fn next_element(&mut self, [list, index, item]: [u16; 3], end: usize) {
        let at = self.slot(index).as_index().unwrap_or_default();
        match self.heap.element(self.slot(list), at) {
            Some(element) => {
                self.set_slot(item, element);
                self.set_slot(index, Value::Mathematical((at + 1) as f64));
            }
            None => self.jump(end),
        }
    }

    /// Whether an object is the realm's, and its keys are for the program to see.
    fn is_listed(&self, object: &Value) -> bool {
        let is_old =
            matches!(object, Value::Cell(Id(number)) if (*number as usize) < self.first_cell);
        let feature = self.program.codes.get(self.heap.feature as usize);
        is_old && feature.is_some_and(|code| LISTING.contains(&code.name.as_str()))
    }

    #[inline(always)]
    pub(super) fn begin_step(&mut self, number: u32) -> Result<(), Stop> {
        self.covered.insert(number as usize);
        self.heap.feature = self.feature;
        if self.steps_left == 0 || self.watched || self.heap.used() > self.room {
            return self.begin_step_watched(number);
        }
        self.steps_left -= 1;
        Ok(())
    }

    /// Begins a step where a limit is reached, or where somebody wants to know of each.
    #[cold]
    fn begin_step_watched(&mut self, number: u32) -> Result<(), Stop> {
        if let Some(features) = self.features.as_mut() {
            features.insert((number, self.feature));
        }
        if self.steps_left == 0 {
            return Err(Stop::Steps);
        }
        self.steps_left -= 1;
        if self.heap.used() > self.room {
            self.make_room()?;
        }
        if self.frames.len() > MAX_DEPTH {
            return Err(Stop::Depth);
        }
        if let Some(trace) = self.trace.as_mut().filter(|trace| trace.len() < MAX_TRACE) {
            trace.push((number, self.frames.len() as u32));
        }
        self.give_way()
    }

    pub(super) fn truth(&mut self) -> Result<bool, Stop> {
        match self.pop() {
            Value::Boolean(truth) => Ok(truth),
            other => self.wrong_type(&other, "is not a truth value"),
        }
    }

    /// `?`: an abrupt completion is this algorithm's result.
    pub(super) fn question(&mut self) {
        if matches!(self.top(), Value::Abrupt(_)) {
            self.return_now();
        }
    }

    /// Ends the algorithm that is being run, and gives its result to the one that called it.
    pub(super) fn leave(&mut self, value: Value) -> Result<(), Stop> {
        self.drop_values(self.base);
        let (units, invocation) =
            self.frames.last().map_or((0, 0), |left| (left.units, left.invocation));
        self.frames.truncate(self.frames.len().saturating_sub(1));
        self.load_frame();
        if units > 0 {
            self.note_exit(invocation, units, &value)?;
        }
        if self.resumed.last().is_some_and(|it| it.below == self.frames.len()) {
            self.resumed.pop();
        }
        match self.frames.len() {
            0 => self.result = value,
            // It is for who runs this, not for the algorithm below.
            depth if depth <= self.floor => self.push(value),
            _ => self.deliver(value),
        }
        Ok(())
    }

    /// Goes to the end of the algorithm, with its result on the stack.
    pub(super) fn return_now(&mut self) {
        // Every algorithm's code ends with `Return`.
        self.at = self.ops.len() - 1;
    }

    /// Does what a sentence says that is written by hand.
    pub(super) fn hand_written(
        &mut self,
        behaviour: &Behaviour<Effect>,
        slots: &HandWrittenSlots,
    ) -> Result<(), Stop> {
        match self.apply(behaviour, slots.taken)? {
            Effect::Give(values) => {
                for (slot, value) in slots.given.iter().zip(values) {
                    self.set_slot(*slot, value);
                }
            }
            Effect::Return(value) => {
                self.push(value);
                self.return_now();
            }
        }
        Ok(())
    }
}
