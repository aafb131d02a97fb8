//! Checks of a specification's text that need no program: what a person who changes it can have overlooked.
//!
//! `heads` gathers what operations take and return, `types` what values can be, `flow` follows the steps of each
//! algorithm with what is known of its variables; `words` looks for variables, fields and references in the text.

mod flow;
mod heads;
mod infer;
mod narrow;
mod nodes;
mod types;
mod words;

#[cfg(test)]
mod tests;

use std::fmt;

use crate::algorithm::{Algorithm, EARLY_ERRORS, Head, Step};
use crate::document::Document;
use crate::edition::Edition;
use crate::grammar::Grammar;

/// What is wrong with a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Check {
    /// A sentence that is not understood.
    NotUnderstood,
    /// A variable that no step before declares.
    Undeclared,
    /// A variable that a step before declares on some paths only.
    MaybeUndeclared,
    /// A variable that is declared twice.
    Redeclared,
    /// A variable or a parameter that no step uses.
    Unused,
    /// An operation that the text does not define.
    NoSuchOperation,
    /// A call with too few or too many arguments.
    Arity,
    /// A value that is no value of a parameter, or that its algorithm does not return.
    Type,
    /// A condition that never holds.
    NeverHolds,
    /// A call that may be abrupt, without `?` or `!`.
    MissingMark,
    /// A `?` or `!` before what cannot be abrupt.
    NeedlessMark,
    /// A step that can be abrupt in an algorithm whose head says that it cannot.
    MayNotThrow,
    /// A step that is never reached.
    Unreachable,
    /// An algorithm that ends without a result.
    NoReturn,
    /// A part that the production does not have, or an operation on syntax that is not defined for it.
    WrongNode,
    /// A reference to what is not in the text, or a name that is nowhere else.
    NoSuchName,
}

impl Check {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Check::NotUnderstood => "not-understood",
            Check::Undeclared => "undeclared",
            Check::MaybeUndeclared => "maybe-undeclared",
            Check::Redeclared => "redeclared",
            Check::Unused => "unused",
            Check::NoSuchOperation => "no-such-operation",
            Check::Arity => "arity",
            Check::Type => "type",
            Check::NeverHolds => "never-holds",
            Check::MissingMark => "missing-mark",
            Check::NeedlessMark => "needless-mark",
            Check::MayNotThrow => "may-not-throw",
            Check::Unreachable => "unreachable",
            Check::NoReturn => "no-return",
            Check::WrongNode => "wrong-node",
            Check::NoSuchName => "no-such-name",
        }
    }

    /// Whether it says something only where a change brought it: correct texts have it, too.
    pub fn only_where_new(self) -> bool {
        matches!(
            self,
            Check::NotUnderstood
                | Check::MaybeUndeclared
                | Check::Unused
                | Check::NoSuchName
                | Check::Redeclared
        )
    }
}

impl fmt::Display for Check {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// Something wrong with a step, or with an algorithm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// What.
    pub check: Check,
    /// The name of the algorithm.
    pub algorithm: String,
    /// The id of its clause.
    pub clause: String,
    /// The number of the step, counted from 0 through all depths; none where it is about the whole algorithm.
    pub step: Option<usize>,
    /// The line of the text, from 1; 0 where the document was read without lines.
    pub line: usize,
    /// In words.
    pub message: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}: {} ({})", self.line, self.algorithm, self.message, self.check)
    }
}

/// Everything that looks wrong in an edition, in the order of the text.
pub fn lint(document: &Document, edition: &Edition) -> Vec<Warning> {
    let grammar = Grammar::read(document).with_annex_b();
    let heads = heads::Heads::of(document, edition);
    let nodes = nodes::Nodes::of(&grammar, edition);
    let names = words::Names::of(document);
    let mut found = Vec::new();
    for (algorithm, meaning) in edition.all() {
        let mut report = Report { algorithm, steps: steps_of(algorithm), found: &mut found };
        for (number, unknown) in meaning.unknown.iter().enumerate() {
            if let Some(words) = unknown {
                report.at(Check::NotUnderstood, number, format!("`{words}` is not understood"));
            }
        }
        // The heads of older editions say nothing of types, and their steps less than is needed.
        if heads.typed && algorithm.line > 0 && is_named(&algorithm.head) {
            flow::follow(&heads, &nodes, (algorithm, meaning), &mut report);
        }
        words::look(&names, &mut report);
    }
    found.sort_by_key(|it| it.line);
    found
}

/// Whether this is an algorithm of its own, no example and no part of a definition in prose.
fn is_named(head: &Head) -> bool {
    match head {
        Head::Fragment(_) => false,
        // It is told by examples.
        Head::Operation(name) => name != "ReturnIfAbrupt",
        Head::SyntaxDirected { name, .. } => name == EARLY_ERRORS || !name.contains(' '),
        _ => true,
    }
}

/// The steps of an algorithm as they are numbered.
fn steps_of(algorithm: &Algorithm) -> Vec<&Step> {
    fn gather<'a>(steps: &'a [Step], found: &mut Vec<&'a Step>) {
        for step in steps {
            found.push(step);
            gather(&step.steps, found);
        }
    }
    let mut found = Vec::new();
    gather(&algorithm.steps, &mut found);
    found
}

/// Takes down what is wrong with an algorithm.
struct Report<'a> {
    algorithm: &'a Algorithm,
    steps: Vec<&'a Step>,
    found: &'a mut Vec<Warning>,
}

impl Report<'_> {
    fn at(&mut self, check: Check, step: usize, message: String) {
        let line = self.steps.get(step).map_or(self.algorithm.line, |it| it.line);
        self.push(check, Some(step), line, message);
    }

    fn whole(&mut self, check: Check, message: String) {
        self.push(check, None, self.algorithm.line, message);
    }

    fn push(&mut self, check: Check, step: Option<usize>, line: usize, message: String) {
        let warning = Warning {
            check,
            algorithm: self.algorithm.head.name(),
            clause: self.algorithm.clause.clone(),
            step,
            line,
            message,
        };
        // What has no line is not of the text.
        if line > 0 && !self.found.contains(&warning) {
            self.found.push(warning);
        }
    }
}
