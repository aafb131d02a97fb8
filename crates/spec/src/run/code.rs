//! Code for the machine: one value on the stack for each expression.

use super::names::Name;
use super::value::Value;
use crate::algorithm::Mode;
use crate::ir::{Comparison, Operator, Order};
use crate::phrases::{Action, Predicate, ValueOf};

/// One instruction.
#[derive(Clone, Debug)]
pub enum Op {
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
    Value(ValueOf, usize),
    Holds(Predicate, usize),
    Act(Action, usize),
    /// An action that ends with a value for a variable.
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
    Yet(Box<str>),
    /// Text that names the member of a family of constructors which is running: what the family is
    /// called, and the text.
    OfFamily(Box<str>, Box<str>),
    /// A sentence that is written by hand: its number, and the slots that it gives values to.
    Sentence(usize, Box<[u16]>),
}

/// An algorithm or a closure, compiled.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// For messages.
    pub name: String,
    pub ops: Vec<Op>,
    pub slots: usize,
    pub parameters: Vec<(u16, Mode)>,
    pub receiver: Option<u16>,
    pub captures: Vec<u16>,
    /// Whether it is a feature of the language: a built-in function, or what a production does.
    pub feature: bool,
    /// The variables' names, for messages.
    pub variables: Vec<String>,
}
