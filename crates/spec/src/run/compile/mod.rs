//! From the IR of an algorithm to code: what a compiler keeps, variables and closures.

mod conditions;
mod expressions;
mod fusion;
mod phrases;
mod sorting;
mod statements;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap};

use super::behaviour::Behaviour;
use super::code::{Code, Op};
use super::names::{Name, Names};
use super::value::Value;
use crate::algorithm::{Algorithm, Head, Mode};
use crate::ir::{Block, Closure, Expr, Kind, Statement};
use crate::phrases::{Predicate, TranslatedPredicate};

/// What older editions call a part of a production that is not there.
const ABSENT: &str = "[empty]";

/// What compiled code shares.
pub(super) struct Shared<'a> {
    pub names: &'a mut Names,
    /// Kinds that values are asked for; code has their numbers.
    pub kinds: &'a mut Vec<Kind>,
    /// Closures' code is added here.
    pub codes: &'a mut Vec<Code>,
    /// The steps of branches.
    pub branches: &'a mut Vec<u32>,
    /// The tables that stand in steps.
    pub figures: &'a mut Vec<Name>,
    /// Whether the edition writes Numbers as plain digits.
    pub plain_numbers: bool,
    /// The built-in functions that are asynchronous.
    pub asynchronous: &'a BTreeSet<String>,
}

/// Compiles an algorithm. `first_step` numbers its steps among those of the edition.
pub(super) fn compile(
    algorithm: &Algorithm,
    body: &Block,
    first_step: usize,
    shared: &mut Shared<'_>,
) -> Code {
    let mut compiler = Compiler::new(shared, first_step);
    compiler.code.name = algorithm.head.name();
    if let Head::BuiltIn { path, .. } = &algorithm.head {
        let family = path.strip_prefix('_').and_then(|path| path.split_once('_'));
        compiler.family = family.map(|(name, _)| name.to_owned());
        compiler.asynchronous = compiler.shared.asynchronous.contains(path);
    }
    compiler.code.feature =
        matches!(algorithm.head, Head::SyntaxDirected { .. } | Head::BuiltIn { .. });
    // Where there is no parse node, a nonterminal stands for itself.
    compiler.symbols = matches!(
        algorithm.head,
        Head::Operation(_) | Head::HostOperation(_) | Head::BuiltIn { .. } | Head::Method { .. }
    );
    if let Head::Method { receiver: Some(receiver), .. } = &algorithm.head {
        compiler.code.receiver = Some(compiler.declare(receiver));
    }
    for parameter in &algorithm.parameters {
        let slot = compiler.declare(&parameter.name);
        compiler.code.parameters.push((slot, parameter.mode));
    }
    compiler.declare_all(body);
    compiler.block(body);
    compiler.finish()
}

struct Compiler<'s, 'a> {
    shared: &'s mut Shared<'a>,
    first_step: usize,
    code: Code,
    slots: HashMap<String, u16>,
    /// The name that a built-in function has for each of several.
    family: Option<String>,
    /// The step that is being compiled.
    step: u32,
    /// Whether nonterminals stand for themselves, not for children of a parse node.
    symbols: bool,
    /// Whether these are the steps of an asynchronous function: what they return is a return completion
    /// for the operation that runs them, which gives every other value up.
    asynchronous: bool,
}

impl<'s, 'a> Compiler<'s, 'a> {
    fn new(shared: &'s mut Shared<'a>, first_step: usize) -> Self {
        Compiler {
            shared,
            first_step,
            code: Code::default(),
            slots: HashMap::new(),
            family: None,
            step: 0,
            symbols: false,
            asynchronous: false,
        }
    }

    fn finish(mut self) -> Code {
        self.emit(Op::Push(Value::Undefined));
        self.emit(Op::Return);
        self.code.ops = fusion::fused(self.code.ops);
        self.code.slots = self.code.variables.len();
        let first = usize::from(self.code.receiver.is_some());
        let mut parameters = self.code.parameters.iter().enumerate();
        self.code.in_order = self.code.receiver.is_none_or(|slot| slot == 0)
            && parameters
                .all(|(at, (slot, mode))| *slot as usize == first + at && *mode != Mode::Rest);
        self.code
    }

    fn emit(&mut self, op: Op) -> usize {
        self.code.ops.push(op);
        self.code.ops.len() - 1
    }

    fn here(&self) -> usize {
        self.code.ops.len()
    }

    fn patch(&mut self, at: usize) {
        let here = self.here();
        if let Some(to) = self.code.ops[at].target() {
            *to = here;
        }
    }

    /// Code for a phrase: its arguments, and what it does with them.
    fn phrase<R>(
        &mut self,
        behaviour: Behaviour<R>,
        arguments: &[Expr],
        op: fn(Behaviour<R>, usize) -> Op,
    ) {
        let count = self.exprs(arguments);
        match behaviour.takes(count) {
            true => self.emit(op(behaviour, count)),
            false => self.emit(Op::Unsupported("a phrase with other arguments".into())),
        };
    }

    /// Code for something that has no behaviour. Its arguments may still have effects.
    fn unsupported(&mut self, what: &str, arguments: &[Expr]) {
        self.exprs(arguments);
        self.emit(Op::Unsupported(what.into()));
    }

    fn name(&mut self, text: &str) -> Name {
        self.shared.names.name(text)
    }

    fn declare(&mut self, name: &str) -> u16 {
        if let Some(slot) = self.slots.get(name) {
            return *slot;
        }
        let slot = self.hidden(name);
        self.slots.insert(name.to_owned(), slot);
        slot
    }

    fn hidden(&mut self, name: &str) -> u16 {
        self.code.variables.push(name.to_owned());
        (self.code.variables.len() - 1) as u16
    }

    /// Variables may be used before the step that makes them in the order of the text, in loops.
    fn declare_all(&mut self, block: &Block) {
        for line in block {
            match &line.statement {
                Statement::Let(name, _) => {
                    self.declare(name);
                }
                Statement::If(condition, then, otherwise) => {
                    self.declare_found(condition);
                    self.declare_all(then);
                    self.declare_all(otherwise);
                }
                Statement::Repeat(_, body) => self.declare_all(body),
                Statement::OnResumption(name, body) => {
                    self.declare(name);
                    body.iter().for_each(|body| self.declare_all(body));
                }
                Statement::ForEach(each) => {
                    self.declare(&each.item);
                    self.declare_all(&each.body);
                }
                Statement::HandWritten(sentence) => {
                    for name in sentence.gives() {
                        self.declare(name);
                    }
                }
                Statement::Note
                | Statement::Set(..)
                | Statement::Perform(_)
                | Statement::Return(_)
                | Statement::Throw(_)
                | Statement::Assert(_)
                | Statement::Act(..)
                | Statement::Unsupported(_) => {}
            }
        }
    }

    /// `contains a Record _r_ such that …` names what was found.
    fn declare_found(&mut self, condition: &Expr) {
        match condition {
            Expr::Holds(Predicate::Translated(TranslatedPredicate::ContainsSuchThat), holes) => {
                if let [_, Expr::Variable(name), _] = holes.as_slice() {
                    self.declare(name);
                }
            }
            Expr::Not(inner) => self.declare_found(inner),
            Expr::And(a, b) | Expr::Or(a, b) => {
                self.declare_found(a);
                self.declare_found(b);
            }
            _ => {}
        }
    }

    fn closure(&mut self, closure: &Closure) {
        let mut captures = closure.captures.clone();
        if closure.everything {
            captures.extend(self.slots.keys().cloned());
            captures.sort();
        }
        let captured: Box<[u16]> = captures.iter().map(|name| self.declare(name)).collect();
        let mut inner = Compiler::new(self.shared, self.first_step);
        inner.symbols = self.symbols;
        inner.code.name = format!("a closure in {}", self.code.name);
        for name in &captures {
            let slot = inner.declare(name);
            inner.code.captures.push(slot);
        }
        for (at, name) in closure.parameters.iter().enumerate() {
            let slot = inner.declare(name);
            let rest = closure.rest && at + 1 == closure.parameters.len();
            inner.code.parameters.push((slot, if rest { Mode::Rest } else { Mode::Optional }));
        }
        inner.declare_all(&closure.body);
        inner.block(&closure.body);
        let code = inner.finish();
        self.shared.codes.push(code);
        let number = self.shared.codes.len() - 1;
        self.emit(Op::Closure(number, captured));
    }
}
