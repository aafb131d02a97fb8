//! Code for the machine: one value on the stack for each expression.

use super::behaviour::Behaviour;
use super::host::Effect;
use super::machine::Flow;
use super::names::Name;
use super::value::Value;
use crate::algorithm::Mode;
use crate::ir::{Comparison, Operator, Order};

/// One instruction. The number beside a behaviour is how many arguments it takes.
#[derive(Debug)]
pub(super) enum Op {
    /// A step of the text begins: counted, and covered.
    Step(u32),
    Push(Value),
    Load(u16),
    Store(u16),
    Pop,
    /// Whether a parameter was passed.
    Present(u16),
    Undeclared(Name),
    Child(Name, usize),
    ThisNode,
    Intrinsic(Name),
    WellKnown(Name),
    Field(Name),
    SetField(Name),
    Element,
    SetElement,
    List(usize),
    Record(Name, Box<[Name]>),
    Operation(Name, usize),
    Method(Name, usize),
    CallValue(usize),
    Syntax(Name, usize),
    Question,
    Bang,
    Completion(Name),
    Arithmetic(Operator),
    FloorDivide,
    Negate,
    Compare(Comparison),
    Same,
    IsKind(usize),
    Not,
    /// `Load` and `IsKind`, `Load`, `Push` and `Same`, `Load` and `Field`: a variable is looked at
    /// where it is.
    SlotKind(u16, usize),
    SlotIs(u16, Value),
    SlotField(u16, Name),
    /// A value in fixed words.
    Value(Behaviour<Value>, usize),
    /// A value in fixed words that another algorithm gives.
    Calling(Behaviour<Flow>, usize),
    /// A condition in fixed words.
    Holds(Behaviour<bool>, usize),
    /// An action in fixed words, which leaves nothing on the stack.
    Act(Behaviour<()>, usize),
    /// A sentence that is written by hand, and the slots that it gives values to.
    HandWritten(Behaviour<Effect>, Box<HandWrittenSlots>),
    Closure(usize, Box<[u16]>),
    Jump(usize),
    JumpUnless(usize),
    /// A jump if a step's condition does not hold; which way it goes is covered.
    Branch(u32, usize),
    JumpIf(usize),
    /// Puts the frames away; when they are resumed they go on there, with a value on the stack. What
    /// is left of the algorithm is done for where they were resumed.
    OnResumption(usize),
    /// Replaces a list, string, object or node by a list of what a loop goes over.
    Elements(Order),
    Keys(Order),
    Children,
    /// With the list and the index in slots: the next element into a slot, or a jump.
    Next {
        list: u16,
        index: u16,
        item: u16,
        end: usize,
    },
    Return,
    ThrowError(Name),
    Assert,
    /// Something that is not understood, or has no behaviour.
    Unsupported(Box<str>),
    /// Text that names the member of a family of constructors which is running: what the family is
    /// called, and the text.
    OfFamily(Box<(String, String)>),
}

impl Op {
    /// Where an instruction may go besides to the next.
    pub(super) fn target(&mut self) -> Option<&mut usize> {
        match self {
            Op::Branch(_, to)
            | Op::OnResumption(to)
            | Op::Jump(to)
            | Op::JumpUnless(to)
            | Op::JumpIf(to)
            | Op::Next { end: to, .. } => Some(to),
            _ => None,
        }
    }
}

/// What a sentence that is written by hand needs of its algorithm.
#[derive(Debug)]
pub(super) struct HandWrittenSlots {
    /// How many variables it takes, whose values are on the stack.
    pub taken: usize,
    /// The variables that it gives values to.
    pub given: Box<[u16]>,
}

/// An algorithm or a closure, compiled.
#[derive(Debug, Default)]
pub(super) struct Code {
    /// For messages.
    pub name: String,
    pub ops: Vec<Op>,
    pub slots: usize,
    pub parameters: Vec<(u16, Mode)>,
    pub receiver: Option<u16>,
    pub captures: Vec<u16>,
    /// Whether the receiver and the parameters have the first slots, in their order, and none takes
    /// several arguments: then arguments on the stack are variables already.
    pub in_order: bool,
    /// Whether it is a feature of the language: a built-in function, or what a production does.
    pub feature: bool,
    /// The variables' names, for messages.
    pub variables: Vec<String>,
}
