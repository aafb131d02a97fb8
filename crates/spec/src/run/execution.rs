//! How the steps of an edition are run: as they are read, by what is written by hand, or not at all.

use super::code::Op;
use super::host::OPERATIONS;
use super::program::Program;
use super::specification::Specification;
use crate::edition::Edition;
use crate::ir::{Block, Statement};

/// How a step is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Execution {
    /// As it is read.
    Read,
    /// By a sentence or an operation that is written by hand.
    HandWritten,
    /// An assertion that is not understood, and not checked.
    Unchecked,
    /// Not at all: a run that comes to it stops and says this.
    Stops(String),
}

/// How many steps are run in which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Executed {
    /// As they are read.
    pub read: usize,
    /// By what is written by hand.
    pub hand_written: usize,
    /// Assertions that are not checked.
    pub unchecked: usize,
    /// Steps that stop a run.
    pub stops: usize,
}

impl Executed {
    /// Counts.
    pub fn of(executions: &[Execution]) -> Self {
        let mut counts = Executed::default();
        for execution in executions {
            *match execution {
                Execution::Read => &mut counts.read,
                Execution::HandWritten => &mut counts.hand_written,
                Execution::Unchecked => &mut counts.unchecked,
                Execution::Stops(_) => &mut counts.stops,
            } += 1;
        }
        counts
    }
}

impl Specification {
    /// How each step of the edition is run, by its number.
    pub fn executions(&self) -> &[Execution] {
        &self.program().executions
    }
}

/// How the steps of a program are run.
pub(super) fn of(program: &Program, edition: &Edition) -> Vec<Execution> {
    let mut found = vec![Execution::Read; program.steps];
    let mut first = 0;
    for (_, meaning) in edition.tabled.iter().chain(&edition.algorithms) {
        unchecked(&meaning.body, first, &mut found);
        first += meaning.unknown.len();
    }
    for code in &program.codes {
        let mut step = None;
        let by_hand = is_by_hand(&code.name);
        for op in &code.ops {
            match op {
                Op::Step(number) => {
                    step = Some(*number as usize);
                    if by_hand {
                        put(&mut found, step, Execution::HandWritten);
                    }
                }
                _ if by_hand => {}
                Op::Unsupported(what) => put(&mut found, step, Execution::Stops(what.to_string())),
                Op::HandWritten(..) => put(&mut found, step, Execution::HandWritten),
                _ => {}
            }
        }
    }
    found
}

/// Whether the host's own operation comes before the steps of an algorithm, or of closures in it.
fn is_by_hand(name: &str) -> bool {
    let name = name.rsplit(" in ").next().unwrap_or(name);
    OPERATIONS.iter().any(|(operation, _)| *operation == name)
}

fn put(found: &mut [Execution], step: Option<usize>, execution: Execution) {
    if let Some(place) = step.and_then(|step| found.get_mut(step)) {
        *place = execution;
    }
}

/// Notes the assertions that are not understood.
fn unchecked(block: &Block, first: usize, found: &mut [Execution]) {
    for line in block {
        match &line.statement {
            Statement::Assert(crate::ir::Expr::Unsupported(_)) => {
                put(found, Some(first + line.step), Execution::Unchecked);
            }
            Statement::If(_, then, otherwise) => {
                unchecked(then, first, found);
                unchecked(otherwise, first, found);
            }
            Statement::Repeat(_, body) => unchecked(body, first, found),
            Statement::ForEach(each) => unchecked(&each.body, first, found),
            _ => {}
        }
    }
}
