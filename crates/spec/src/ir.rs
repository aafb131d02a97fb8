//! What steps mean: statements and expressions with types, ready to be compiled.

use crate::phrases::{Action, HandWritten, NamedKind, Predicate, ValueOf};

/// Statements one after the other.
pub type Block = Vec<Line>;

/// A statement, and the step it came from.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What is done.
    pub statement: Statement,
    /// The step's number in its algorithm, counted from 0 through all depths.
    pub step: usize,
}

/// What a step does.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// Nothing: a note to the reader.
    Note,
    /// `Let _x_ be …`
    Let(String, Expr),
    /// `Set … to …`: a variable, a field, or an element.
    Set(Expr, Expr),
    /// `Perform …`
    Perform(Expr),
    /// `Return …`
    Return(Option<Expr>),
    /// `Throw a *TypeError* exception`
    Throw(String),
    /// `If …, then … Else, …`
    If(Expr, Block, Block),
    /// `Repeat, while …`
    Repeat(Repeat, Block),
    /// `For each …`
    ForEach(Box<ForEach>),
    /// `Assert: …`
    Assert(Expr),
    /// The rest of the algorithm ends where its execution context was resumed; when that is resumed
    /// again, with a completion in this variable, these steps follow, or else it is the result.
    OnResumption(String, Option<Block>),
    /// An action in fixed words.
    Act(Action, Vec<Expr>),
    /// A sentence whose meaning is written by hand.
    HandWritten(HandWritten),
    /// Not understood: the step's text. A run that meets it stops.
    Unsupported(String),
}

/// When a loop ends.
#[derive(Clone, Debug, PartialEq)]
pub enum Repeat {
    /// Only by a step inside it.
    Forever,
    /// Asked before each round.
    While(Expr),
    /// Asked before each round; ends when true.
    Until(Expr),
}

/// A loop over elements or numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct ForEach {
    /// The variable.
    pub item: String,
    /// What it goes over.
    pub over: Over,
    /// Rounds for which this is false are left out.
    pub filter: Option<Expr>,
    /// What is done.
    pub body: Block,
}

/// What a loop goes over.
#[derive(Clone, Debug, PartialEq)]
pub enum Over {
    /// The elements of a list, the code units of a string.
    Elements(Expr, Order),
    /// The keys of an object's own properties.
    Keys(Expr, Order),
    /// The children of a parse node.
    Children(Expr),
    /// Integers from one to another, both included.
    Integers(Expr, Expr, Order),
}

/// In which order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As they are.
    Forward,
    /// From the last to the first.
    Backward,
    /// From the smallest number to the largest.
    Ascending,
    /// From the largest number to the smallest.
    Descending,
}

/// An expression or a condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// `_x_`
    Variable(String),
    /// *undefined*
    Undefined,
    /// *null*
    Null,
    /// *true*, *false*
    Boolean(bool),
    /// A Number.
    Number(f64),
    /// A BigInt, in decimal.
    BigInt(String),
    /// A String.
    Text(String),
    /// A mathematical value, in decimal.
    Mathematical(String),
    /// +∞ or -∞, if negative.
    Infinity(bool),
    /// `~empty~`
    Enum(String),
    /// A well-known symbol, such as `iterator`.
    Symbol(String),
    /// `%Array.prototype%`
    Intrinsic(String),
    /// Source text.
    Code(String),
    /// A child of the parse node that the algorithm is about: its name, and which of several.
    Child(String, usize),
    /// The parse node that the algorithm is about.
    ThisNode,
    /// The name of a nonterminal, itself a value.
    GrammarSymbol(String),
    /// A production, as grammarkdown.
    Production(String),
    /// `[[Field]]`, its name as a value.
    FieldName(String),
    /// A word that names one of a few things, such as a type.
    Word(String),
    /// The id of a clause or table.
    Reference(String),
    /// A figure or table, as HTML.
    Figure(String),
    /// `_x_.[[Field]]`
    Field(Box<Expr>, String),
    /// `_x_[1]`
    Element(Box<Expr>, Box<Expr>),
    /// `ToString(_x_)`
    Call(String, Vec<Expr>),
    /// `_x_.HasBinding(_N_)` or `_x_.[[Get]](_P_)`
    Method(Box<Expr>, String, Vec<Expr>),
    /// `_f_(_x_)`
    CallValue(Box<Expr>, Vec<Expr>),
    /// `Evaluation of |Statement| with argument _x_`
    Syntax(String, Box<Expr>, Vec<Expr>),
    /// `? …`
    Question(Box<Expr>),
    /// `! …`
    Bang(Box<Expr>),
    /// `« … »`
    List(Vec<Expr>),
    /// `Foo Record { [[Bar]]: … }`: its kind and fields.
    Record(String, Vec<(String, Expr)>),
    /// Arithmetic.
    Arithmetic(Operator, Box<Expr>, Box<Expr>),
    /// `-_x_`
    Negate(Box<Expr>),
    /// A new abstract closure.
    Closure(Box<Closure>),
    /// A value in fixed words.
    Value(ValueOf, Vec<Expr>),
    /// `… is …`: the same value.
    Same(Box<Expr>, Box<Expr>),
    /// `… < …`
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// `… is an Object`
    Is(Box<Expr>, Kind),
    /// A condition in fixed words.
    Holds(Predicate, Vec<Expr>),
    /// Not so.
    Not(Box<Expr>),
    /// Both; the second is not asked if the first is false.
    And(Box<Expr>, Box<Expr>),
    /// Either; the second is not asked if the first is true.
    Or(Box<Expr>, Box<Expr>),
    /// Not understood: its text.
    Unsupported(String),
}

/// What a value is said to be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// In fixed words.
    Named(NamedKind),
    /// A Record, by the name of its kind.
    Record(String),
    /// A kind that no value is recognized as.
    Unsupported(String),
    /// A parse node of a nonterminal.
    Nonterminal(String),
    /// A parse node of a production, as grammarkdown.
    Production(String),
}

/// Arithmetic on mathematical values, Numbers and BigInts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `×`
    Multiply,
    /// `/`
    Divide,
    /// `modulo`: the sign of the divisor.
    Modulo,
    /// Superscript.
    Power,
}

/// Comparing numbers of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `≠`
    Unequal,
    /// `<`
    Less,
    /// `≤`
    LessOrEqual,
    /// `>`
    Greater,
    /// `≥`
    GreaterOrEqual,
}

/// A new abstract closure.
#[derive(Clone, Debug, PartialEq)]
pub struct Closure {
    /// Its parameters; the last takes all that is left if `rest`.
    pub parameters: Vec<String>,
    /// Whether the last parameter is a list of all that is left.
    pub rest: bool,
    /// The variables that it takes along.
    pub captures: Vec<String>,
    /// What it does: the steps inside the step that makes it.
    pub body: Block,
    /// Whether it takes all variables along: older editions do not say which.
    pub everything: bool,
}

impl Closure {
    /// One that takes all variables along, and does nothing.
    pub fn of_everything() -> Self {
        let (parameters, captures, body) = (Vec::new(), Vec::new(), Vec::new());
        Closure { parameters, rest: false, captures, body, everything: true }
    }
}
