//! Which steps a script can reach, by the calls that the text makes.
//!
//! Left out are algorithms that only modules, hosts, early errors or the making of a realm use, and
//! those that are written by hand.

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;

use super::code::Op;
use super::names::{self, Name};
use super::program::{Callee, Program};
use super::specification::Specification;
use super::value::Value;
use crate::grammar::Kind;

/// Where runs begin besides built-in functions: operations that the machine itself calls.
const ROOTS: &[&str] = &["ScriptEvaluation", "CreateForInIterator", "Evaluation", "Contains"];

impl Specification {
    /// The steps that a script can reach.
    pub fn reachable(&self) -> FixedBitSet {
        Reach::of(self.program()).steps
    }
}

struct Reach<'p> {
    program: &'p Program,
    /// The alternatives that a script can use.
    alternatives: BTreeSet<(usize, usize)>,
    seen: FixedBitSet,
    names: BTreeSet<Name>,
    work: Vec<usize>,
    steps: FixedBitSet,
}

impl<'p> Reach<'p> {
    fn of(program: &'p Program) -> Self {
        let mut reach = Reach {
            program,
            alternatives: program.parser.reachable("Script"),
            seen: FixedBitSet::with_capacity(program.codes.len()),
            names: BTreeSet::new(),
            work: Vec::new(),
            steps: FixedBitSet::with_capacity(program.steps),
        };
        for name in ROOTS.iter().filter_map(|root| program.names.find(root)) {
            reach.name(name);
        }
        for built_in in &program.built_ins {
            reach.code(built_in.code);
        }
        while let Some(code) = reach.work.pop() {
            for op in &program.codes[code].ops {
                reach.op(op);
            }
        }
        reach
    }

    fn op(&mut self, op: &Op) {
        match op {
            Op::Step(number) => self.steps.insert(*number as usize),
            Op::Operation(name, _)
            | Op::OperationOf(name, ..)
            | Op::Enter(name, ..)
            | Op::EnterOf(name, ..)
            | Op::Method(name, _)
            | Op::MethodOf(name, ..)
            | Op::Syntax(name, _)
            | Op::ChildSyntax(_, _, name)
            | Op::HasField(name)
            | Op::SlotHasField(_, name) => self.name(*name),
            Op::Closure(code, _) => self.code(*code),
            Op::Push(value)
            | Op::SlotIs(_, value)
            | Op::Is(value)
            | Op::FieldIs(_, _, value)
            | Op::ReturnValue(value) => self.value(value),
            _ => {}
        }
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Algorithm(code) => self.code(*code),
            Value::Enum(name) | Value::FieldName(name) => self.name(*name),
            Value::Text(text) => {
                let name = self.program.names.find(&String::from_utf16_lossy(text));
                name.into_iter().for_each(|name| self.name(name));
            }
            _ => {}
        }
    }

    fn code(&mut self, code: usize) {
        if !self.seen.put(code) {
            self.work.push(code);
        }
    }

    /// Everything that a name may call.
    fn name(&mut self, name: Name) {
        // Patterns are compiled by hand.
        if !self.names.insert(name) || name == names::COMPILE_PATTERN {
            return;
        }
        let program = self.program;
        let by_hand = |name: Name| matches!(program.callee(name), Some(Callee::Host(_)));
        if !by_hand(name) {
            let named = [program.operations.get(&name), program.by_clause.get(&name)];
            named.into_iter().flatten().for_each(|code| self.code(*code));
            program.defaults.get(&name).into_iter().for_each(|code| self.code(*code));
        }
        // A script has no modules: hosts load them.
        let of_modules = |owner: Name| program.names.text(owner).contains("module");
        for ((owner, method), code) in &program.methods {
            if *method == name && !of_modules(*owner) {
                self.code(*code);
            }
        }
        for ((operation, production, alternative), rules) in &program.syntax {
            let syntactic =
                program.parser.grammar().productions()[*production].kind == Kind::Syntactic;
            let used = !syntactic || self.alternatives.contains(&(*production, *alternative));
            if *operation == name && used {
                rules.iter().for_each(|(_, code)| self.code(*code));
            }
        }
        if program.names.text(name).starts_with("::") {
            let ends = program.names.text(name).to_owned();
            let both =
                ["Number", "BigInt"].map(|kind| program.names.find(&format!("{kind}{ends}")));
            both.into_iter().flatten().for_each(|name| self.name(name));
        }
    }
}
