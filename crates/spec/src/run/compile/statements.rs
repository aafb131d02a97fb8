//! Statements.

use super::super::code::Op;
use super::super::host::Sentence;
use super::super::names;
use super::super::value::Value;
use super::{Compiler, has_yet, output};
use crate::ir::{Block, Expr, ForEach, Kind, Over, Repeat, Statement};
use crate::phrases::{Action, ValueOf};

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
            Statement::Assert(condition) => {
                if !has_yet(condition) {
                    self.expr(condition);
                    self.emit(Op::Assert);
                }
            }
            Statement::Act(action, holes) => self.act(*action, holes),
            Statement::OnResumption(name, body) => self.on_resumption(name, body.as_ref()),
            // An assertion that is not understood changes nothing.
            Statement::Yet(text) if text.starts_with("Assert:") => {}
            Statement::Yet(text) => {
                if !self.sentence(text) {
                    self.emit(Op::Yet(text.as_str().into()));
                }
            }
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

    /// What a sentence does that only people can read, where it is written by hand.
    pub(super) fn sentence(&mut self, text: &str) -> bool {
        let Some((number, sentence)) = Sentence::find(text) else { return false };
        for name in sentence.takes {
            self.expr(&Expr::Variable((*name).to_owned()));
        }
        let given = sentence.gives.iter().map(|name| self.declare(name)).collect();
        self.emit(Op::Sentence(number, given));
        self.emit(Op::Pop);
        true
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
        self.expr(&Expr::Is(Box::new(value.clone()), Kind::Named("abrupt completion".to_owned())));
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
                self.emit(Op::Yet("setting this".into()));
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

    pub(super) fn act(&mut self, action: Action, holes: &[Expr]) {
        if let (Action::SetOuter, [environment, outer]) = (action, holes) {
            self.expr(environment);
            self.expr(outer);
            self.emit(Op::SetField(names::OUTER));
            return;
        }
        if let (Action::SetAttributes, [_, descriptor, _, key, object, ..]) = (action, holes) {
            // The variable for a field's name is bound by the sentence itself.
            for hole in [descriptor, key, object] {
                self.expr(hole);
            }
            self.emit(Op::Act(action, 3));
            self.emit(Op::Pop);
            return;
        }
        if let (Action::StoreBytes, [bytes, block, Expr::Element(_, index)]) = (action, holes) {
            for hole in [bytes, block, &**index] {
                self.expr(hole);
            }
            self.emit(Op::Act(action, 3));
            self.emit(Op::Pop);
            return;
        }
        if let (Action::SortCalls, [items, compare, ..]) = (action, holes) {
            self.sort(items, compare);
            return;
        }
        let target = output(action, holes).cloned();
        for hole in holes {
            match (&target, hole) {
                (Some(target), hole) if target == hole => {
                    self.emit(Op::Push(Value::Undefined));
                }
                // A place is given as the record and the name of its field.
                (_, Expr::Field(record, field)) if action == Action::MethodAsSpecified => {
                    self.expr(record);
                    let field = self.name(&format!("[[{field}]]"));
                    self.emit(Op::Push(Value::FieldName(field)));
                }
                (_, hole) => self.expr(hole),
            }
        }
        let extra = match holes.first() {
            Some(Expr::Field(..)) if action == Action::MethodAsSpecified => 1,
            _ => 0,
        };
        self.emit(Op::Act(action, holes.len() + extra));
        match target {
            Some(Expr::Variable(name)) => {
                let slot = self.declare(&name);
                self.emit(Op::Store(slot));
            }
            _ => {
                self.emit(Op::Pop);
            }
        }
    }

    /// `Sort _items_ using an implementation-defined sequence of calls`: insertion after a search by
    /// halves, as steps, so that a comparison may do anything.
    pub(super) fn sort(&mut self, items: &Expr, compare: &Expr) {
        use crate::ir::{Comparison::Less, Line, Operator};
        let variable = |name: &str| Expr::Variable(name.to_owned());
        let boxed = |name: &str| Box::new(variable(name));
        let number = |digits: &str| Box::new(Expr::Mathematical(digits.to_owned()));
        let after = |name: &str| Expr::Arithmetic(Operator::Add, boxed(name), number("1"));
        let at = |name: &str| Expr::Element(Box::new(items.clone()), boxed(name));
        let set = |name: &str, value: Expr| Statement::Set(variable(name), value);
        let lines = |all: Vec<Statement>| -> Block {
            all.into_iter().map(|statement| Line { statement, step: 0 }).collect()
        };
        let sum = Expr::Arithmetic(Operator::Add, boxed("(low)"), boxed("(high)"));
        let half = Expr::Arithmetic(Operator::Divide, Box::new(sum), number("2"));
        let call = Expr::CallValue(Box::new(compare.clone()), vec![at("(i)"), at("(middle)")]);
        let before = Expr::Compare(Less, boxed("(order)"), Box::new(Expr::Number(0.0)));
        let search = lines(vec![
            Statement::Let("(middle)".to_owned(), Expr::Call("floor".to_owned(), vec![half])),
            Statement::Let("(order)".to_owned(), Expr::Question(Box::new(call))),
            Statement::If(
                before,
                lines(vec![set("(high)", variable("(middle)"))]),
                lines(vec![set("(low)", after("(middle)"))]),
            ),
        ]);
        let searching = Expr::Compare(Less, boxed("(low)"), boxed("(high)"));
        let round = lines(vec![
            Statement::Let("(low)".to_owned(), *number("0")),
            Statement::Let("(high)".to_owned(), variable("(i)")),
            Statement::Repeat(Repeat::While(searching), search),
            Statement::Act(
                Action::MoveElement,
                vec![items.clone(), variable("(i)"), variable("(low)")],
            ),
            set("(i)", after("(i)")),
        ]);
        let count = Expr::Value(ValueOf::Count, vec![items.clone()]);
        let more = Expr::Compare(Less, boxed("(i)"), Box::new(count));
        let whole = lines(vec![
            Statement::Let("(i)".to_owned(), *number("1")),
            Statement::Repeat(Repeat::While(more), round),
        ]);
        self.declare_all(&whole);
        for line in &whole {
            self.statement(&line.statement);
        }
    }
}
