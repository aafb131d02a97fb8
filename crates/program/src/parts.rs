//! The parts of a program, in whatever language, that mutation changes.
//!
//! They are operators, constants, variables, the types of declarations, and statements.

use std::ops::Range;

/// The parts of a program that can be changed.
#[derive(Debug, Clone, Default)]
pub struct Parts {
    /// Where variables, parameters and members are declared with a type.
    pub declarations: Vec<Declaration>,
    /// Where variables are used.
    pub uses: Vec<Use>,
    /// Operators with two operands, and those of assignments.
    pub binaries: Vec<Operator>,
    /// Operators with one operand.
    pub unaries: Vec<Unary>,
    /// Integer constants.
    pub constants: Vec<Constant>,
    /// Statements without which the program shows as much as with them, outer ones first.
    pub statements: Vec<Range<usize>>,
}

/// A declaration's type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    /// Where it begins; words can be put in front.
    pub start: usize,
    /// Its qualifiers and modifiers: `volatile`, `unsigned`.
    pub words: Vec<(String, Range<usize>)>,
    /// Whether modifiers can be put in front: it is an arithmetic type.
    pub arithmetic: bool,
    /// Behind the stars of its pointers.
    pub stars: Vec<usize>,
}

/// A use of a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Use {
    /// Where.
    pub span: Range<usize>,
    /// Other variables that can be used there, and have a type that fits.
    pub others: Vec<String>,
}

/// An operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operator {
    /// Where it stands.
    pub span: Range<usize>,
    /// Its text, `+` or `+=`.
    pub text: String,
}

/// An operator with one operand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unary {
    /// The operator and its operand.
    pub span: Range<usize>,
    /// The operand's text.
    pub operand: String,
    /// Its text.
    pub text: String,
    /// Whether it stands in front.
    pub prefix: bool,
}

/// An integer constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constant {
    /// Where.
    pub span: Range<usize>,
    /// Its digits, with what says their base.
    pub digits: String,
    /// What says its type: `UL`, or `n` in JavaScript.
    pub suffix: String,
}
