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
    /// `Push` and `Same`; `SlotField` and that.
    Is(Value),
    FieldIs(u16, Name, Value),
    /// `SlotField` and `Store`.
    FieldTo(u16, Name, u16),
    /// Whether a record has a field; `Load` and that.
    HasField(Name),
    SlotHasField(u16, Name),
    /// Several of `Load`; these and what they are the last arguments of.
    Loads(Slots),
    OperationOf(Name, u8, Slots),
    MethodOf(Name, u8, Slots),
    /// The same of an operation whose code is known and has its parameters in order.
    Enter(Name, u32, u8),
    EnterOf(Name, u32, Slots),
    /// `Child` and `Syntax` without arguments.
    ChildSyntax(Name, usize, Name),
    /// `Load` or `Push` and `Return`.
    ReturnSlot(u16),
    ReturnValue(Value),
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
    /// Calls an operation by its code, where that takes the arguments as they lie on the stack.
    pub(super) fn link(&mut self, code_of: impl Fn(Name, usize) -> Option<u32>) {
        let linked = match self {
            Op::Operation(name, count) => {
                let code = code_of(*name, *count).zip(u8::try_from(*count).ok());
                code.map(|(code, count)| Op::Enter(*name, code, count))
            }
            // With arguments besides those, it is as good as it is.
            Op::OperationOf(name, count, slots) if usize::from(*count) == slots.all().len() => {
                code_of(*name, slots.all().len()).map(|code| Op::EnterOf(*name, code, *slots))
            }
            _ => None,
        };
        if let Some(linked) = linked {
            *self = linked;
        }
    }

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

/// So many variables are loaded by one instruction.
const MOST: usize = 6;

/// A few variables.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slots {
    count: u8,
    slots: [u16; MOST],
}

impl Slots {
    pub(super) fn one(slot: u16) -> Self {
        Slots { count: 1, slots: [slot; MOST] }
    }

    /// These and another, if there is room for it.
    pub(super) fn and(mut self, slot: u16) -> Option<Self> {
        *self.slots.get_mut(usize::from(self.count))? = slot;
        self.count += 1;
        Some(self)
    }

    #[inline(always)]
    pub(super) fn all(&self) -> &[u16] {
        self.slots.get(..usize::from(self.count)).unwrap_or_default()
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
    /// Does what it does, at once.
    pub shortcut: Option<super::shortcuts::Shortcut>,
    /// The variables' names, for messages.
    pub variables: Vec<String>,
}
