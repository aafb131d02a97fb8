//! The parts of a program, in whatever language, that can be left out or replaced when it is made smaller.

use std::ops::Range;

use parallax_model::Program;

use crate::{c, js};

/// What a program is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// C, as the ending of its name says.
    C,
    /// JavaScript.
    Js,
}

impl Language {
    /// The language of a program.
    pub fn of(program: &Program) -> Self {
        if program.name.ends_with(".c") { Language::C } else { Language::Js }
    }
}

/// A program's parts, for rules that make it smaller.
#[derive(Debug, Clone)]
pub struct Tree {
    /// The program that was parsed.
    pub program: Program,
    /// What it is written in.
    pub language: Language,
    /// Its nodes; each comes after the node that holds it.
    pub nodes: Vec<Node>,
    /// What may be left out on its own: a value of a declaration, `else`, `async`.
    pub optional: Vec<Range<usize>>,
    /// The statements that do nothing.
    pub idle: Vec<Range<usize>>,
    /// The loops.
    pub loops: Vec<Loop>,
    /// The variables.
    pub names: Vec<Name>,
    /// The comments.
    pub comments: Vec<Range<usize>>,
}

/// A part of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Where it is.
    pub span: Range<usize>,
    /// What it is.
    pub part: Part,
    /// The number of the node that holds it; its own number for the program.
    pub parent: usize,
}

/// What a node is to its program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A statement, declaration, member of a class or case of a `switch`: it stands by itself in a list.
    Statement,
    /// An expression that is one of several with commas between them.
    ListedExpression,
    /// Another such thing: a parameter, property or variable of a declaration.
    Listed,
    /// Another expression.
    Expression,
    /// Braces around statements.
    Block,
    /// Anything else.
    Other,
}

impl Part {
    /// Whether commas stand around it.
    pub fn is_listed(self) -> bool {
        matches!(self, Part::Listed | Part::ListedExpression)
    }

    /// Whether it is an expression.
    pub fn is_expression(self) -> bool {
        matches!(self, Part::Expression | Part::ListedExpression)
    }
}

/// A loop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loop {
    /// What stands before its body: `for (const a of b) `.
    pub head: Range<usize>,
    /// What stands behind its body: the condition of a `do`.
    pub tail: Range<usize>,
    /// What it runs over, in its head.
    pub over: Option<Range<usize>>,
    /// The only variable that is declared in its head, with the word before it.
    pub declared: Option<Range<usize>>,
    /// Whether a literal says how often it runs.
    pub is_counted: bool,
}

/// A variable that can be given another name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// What it is called.
    pub name: String,
    /// Everywhere it is named.
    pub places: Vec<Range<usize>>,
}

impl Tree {
    /// Parses the program; none if it is not valid.
    pub fn new(program: &Program) -> Option<Tree> {
        match Language::of(program) {
            Language::C => c::tree::read(program),
            Language::Js => js::tree::read(program),
        }
    }

    /// How many loops run as often as the program makes them.
    pub fn open_loops(&self) -> usize {
        self.loops.iter().filter(|it| !it.is_counted).count()
    }

    /// The text of some bytes.
    pub fn text(&self, range: &Range<usize>) -> &str {
        self.program.text.get(range.clone()).unwrap_or_default()
    }

    /// The parts that a node holds directly, in order.
    pub fn children(&self, number: usize) -> impl Iterator<Item = (usize, &Node)> {
        let nodes = self.nodes.iter().enumerate();
        nodes.filter(move |(at, node)| node.parent == number && *at != number)
    }
}
