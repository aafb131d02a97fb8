//! Statements.

use super::super::code::{HandWrittenSlots, Op};
use super::super::names;
use super::super::value::Value;
use super::Compiler;
use crate::ir::{Block, Expr, ForEach, Kind, Over, Repeat, Statement};
use crate::phrases::{HandWritten, LanguageKind, NamedKind};

impl Compiler<'_, '_> {
    pub(super) fn block(&mut self, block: &Block) {
        for line in block {
            if matches!(line.statement, Statement::Note) {
                continue;
            }
            self.step = (self.first_step + line.step) as u32;
            self.emit(Op::Step(self.step));
            self.statement(&line.statement);
        }
    }

    pub(super) fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Note => {}
            Statement::Let(name, value) => {
                self.expr(value);
                let slot = self.declare(name);
                self.emit(Op::Store(slot));
            }
            Statement::Set(place, value) => self.set(place, value),
            Statement::Perform(Expr::Call(name, arguments)) if self.shorthand(name, arguments) => {}
            Statement::Perform(value) => {
                self.expr(value);
                self.emit(Op::Pop);
            }
            Statement::Return(value) => {
                match value {
                    Some(value) => self.expr(value),
                    None => {
                        self.emit(Op::Push(Value::Undefined));
                    }
                }
                if self.asynchronous {
                    self.emit(Op::Question);
                    self.emit(Op::Completion(names::RETURN));
                }
                self.emit(Op::Return);
            }
            Statement::Throw(error) => {
                let error = self.name(error);
                self.emit(Op::ThrowError(error));
                self.emit(Op::Return);
            }
            Statement::If(condition, then, otherwise) => self.branch(condition, then, otherwise),
            Statement::Repeat(repeat, body) => self.repeat(repeat, body),
            Statement::ForEach(each) => self.for_each(each),
            // An assertion that is not understood changes nothing.
            Statement::Assert(Expr::Unsupported(_)) => {}
            Statement::Assert(condition) => {
                self.expr(condition);
                self.emit(Op::Assert);
            }
            Statement::Act(action, holes) => self.act(*action, holes),
            Statement::OnResumption(name, body) => self.on_resumption(name, body.as_ref()),
            Statement::HandWritten(sentence) => self.hand_written(*sentence),
            Statement::Unsupported(text) => self.unsupported(text, &[]),
        }
    }

    /// Goes on with the steps after these, which are for later.
    pub(super) fn on_resumption(&mut self, name: &str, body: Option<&Block>) {
        let suspend = self.emit(Op::OnResumption(0));
        let after = self.emit(Op::Jump(0));
        self.patch(suspend);
        let slot = self.declare(name);
        self.emit(Op::Store(slot));
        if let Some(body) = body {
            self.block(body);
        }
        self.emit(Op::Load(slot));
        self.emit(Op::Return);
        self.patch(after);
    }

    /// What a sentence does that only people can read.
    fn hand_written(&mut self, sentence: HandWritten) {
        let takes = sentence.takes();
        for name in takes {
            self.expr(&Expr::Variable((*name).to_owned()));
        }
        let given = sentence.gives().iter().map(|name| self.declare(name)).collect();
        let slots = HandWrittenSlots { taken: takes.len(), given };
        let behaviour = super::super::host::behaviour(sentence);
        match behaviour.takes(takes.len()) {
            true => self.emit(Op::HandWritten(behaviour, Box::new(slots))),
            false => self.emit(Op::Unsupported("a sentence with other variables".into())),
        };
    }

    /// The shorthands that the chapter on notation defines.
    pub(super) fn shorthand(&mut self, name: &str, arguments: &[Expr]) -> bool {
        match (name, arguments) {
            ("ReturnIfAbrupt", [value]) => {
                self.expr(value);
                self.emit(Op::Question);
                self.store_back(value);
            }
            ("IfAbruptRejectPromise", [value, capability]) => {
                let field = |name: &str| Expr::Field(Box::new(capability.clone()), name.to_owned());
                let reason = Expr::Field(Box::new(value.clone()), "Value".to_owned());
                let call = Expr::Call(
                    "Call".to_owned(),
                    vec![field("Reject"), Expr::Undefined, Expr::List(vec![reason])],
                );
                let end = self.unless_abrupt(value);
                self.expr(&Expr::Question(Box::new(call)));
                self.emit(Op::Pop);
                self.expr(&field("Promise"));
                self.emit(Op::Return);
                self.patch(end);
            }
            ("IfAbruptCloseIterator" | "IfAbruptCloseAsyncIterator", [value, record]) => {
                let close =
                    if name.contains("Async") { "AsyncIteratorClose" } else { "IteratorClose" };
                let call = Expr::Call(close.to_owned(), vec![record.clone(), value.clone()]);
                let end = self.unless_abrupt(value);
                self.expr(&Expr::Question(Box::new(call)));
                self.emit(Op::Return);
                self.patch(end);
            }
            _ => return false,
        }
        true
    }

    /// Asks whether a value is abrupt; gives the jump that is taken if it is not.
    pub(super) fn unless_abrupt(&mut self, value: &Expr) -> usize {
        self.expr(&Expr::Is(
            Box::new(value.clone()),
            Kind::Named(NamedKind::Language(LanguageKind::AbruptCompletion)),
        ));
        self.emit(Op::JumpUnless(0))
    }

    pub(super) fn store_back(&mut self, place: &Expr) {
        match place {
            Expr::Variable(name) if self.slots.contains_key(name) => {
                let slot = self.declare(name);
                self.emit(Op::Store(slot));
            }
            _ => {
                self.emit(Op::Pop);
            }
        }
    }

    pub(super) fn set(&mut self, place: &Expr, value: &Expr) {
        match place {
            Expr::Variable(name) => {
                self.expr(value);
                let slot = self.declare(name);
                self.emit(Op::Store(slot));
            }
            Expr::Field(record, field) => {
                self.expr(record);
                self.expr(value);
                let field = self.name(field);
                self.emit(Op::SetField(field));
            }
            Expr::Element(list, index) => {
                self.expr(list);
                self.expr(index);
                self.expr(value);
                self.emit(Op::SetElement);
            }
            _ => {
                self.emit(Op::Unsupported("setting this".into()));
            }
        }
    }

    pub(super) fn branch(&mut self, condition: &Expr, then: &Block, otherwise: &Block) {
        self.expr(condition);
        let other = self.branching();
        self.block(then);
        if otherwise.is_empty() {
            self.patch(other);
            return;
        }
        let end = self.emit(Op::Jump(0));
        self.patch(other);
        self.block(otherwise);
        self.patch(end);
    }

    /// The jump of a condition, numbered among those of the edition.
    pub(super) fn branching(&mut self) -> usize {
        let number = self.shared.branches.len() as u32;
        self.shared.branches.push(self.step);
        self.emit(Op::Branch(number, 0))
    }

    pub(super) fn repeat(&mut self, repeat: &Repeat, body: &Block) {
        let start = self.here();
        let end = match repeat {
            Repeat::Forever => None,
            Repeat::While(condition) => {
                self.expr(condition);
                Some(self.branching())
            }
            Repeat::Until(condition) => {
                self.expr(condition);
                Some(self.emit(Op::JumpIf(0)))
            }
        };
        self.block(body);
        self.emit(Op::Jump(start));
        if let Some(end) = end {
            self.patch(end);
        }
    }

    pub(super) fn for_each(&mut self, each: &ForEach) {
        match &each.over {
            Over::Elements(list, order) => {
                self.expr(list);
                self.emit(Op::Elements(*order));
            }
            Over::Keys(object, order) => {
                self.expr(object);
                self.emit(Op::Keys(*order));
            }
            Over::Children(node) => {
                self.expr(node);
                self.emit(Op::Children);
            }
            Over::Integers(low, high, order) => {
                self.expr(low);
                self.expr(high);
                self.emit(Op::Elements(*order));
            }
        }
        let list = self.hidden("(list)");
        let index = self.hidden("(index)");
        self.emit(Op::Store(list));
        self.emit(Op::Push(Value::Mathematical(0.0)));
        self.emit(Op::Store(index));
        let start = self.here();
        let item = self.declare(&each.item);
        let next = self.emit(Op::Next { list, index, item, end: 0 });
        if let Some(filter) = &each.filter {
            self.expr(filter);
            self.emit(Op::JumpUnless(start));
        }
        self.block(&each.body);
        self.emit(Op::Jump(start));
        self.patch(next);
    }
}
