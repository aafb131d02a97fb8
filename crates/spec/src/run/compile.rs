//! From the IR of an algorithm to code.

use std::collections::HashMap;

use num_bigint::BigInt;

use super::code::{Code, Op};
use super::host::Sentence;
use super::names::{self, Name, Names};
use super::value::Value;
use crate::algorithm::{Algorithm, Head, Mode};
use crate::ir::{Block, Closure, Expr, ForEach, Kind, Over, Repeat, Statement};
use crate::phrases::{Action, Predicate, ValueOf};

/// What older editions call a part of a production that is not there.
const ABSENT: &str = "[empty]";

/// What compiled code shares.
pub struct Shared<'a> {
    pub names: &'a mut Names,
    /// Kinds that values are asked for; code has their numbers.
    pub kinds: &'a mut Vec<Kind>,
    /// Closures' code is added here.
    pub codes: &'a mut Vec<Code>,
    /// The steps of branches.
    pub branches: &'a mut Vec<u32>,
    /// Whether the edition writes Numbers as plain digits.
    pub plain_numbers: bool,
}

/// Compiles an algorithm. `first_step` numbers its steps among those of the edition.
pub fn compile(
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
        }
    }

    fn finish(mut self) -> Code {
        self.emit(Op::Push(Value::Undefined));
        self.emit(Op::Return);
        self.code.slots = self.code.variables.len();
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
        match &mut self.code.ops[at] {
            Op::Branch(_, to)
            | Op::OnResumption(to)
            | Op::Jump(to)
            | Op::JumpUnless(to)
            | Op::JumpIf(to)
            | Op::Next { end: to, .. } => *to = here,
            _ => {}
        }
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
                Statement::Act(action, holes) => {
                    if let Some(Expr::Variable(name)) = output(*action, holes) {
                        self.declare(name);
                    }
                }
                Statement::Yet(text) => {
                    let known = Sentence::find(text).into_iter();
                    for name in known.flat_map(|(_, sentence)| sentence.gives) {
                        self.declare(name);
                    }
                }
                _ => {}
            }
        }
    }

    /// `contains a Record _r_ such that …` names what was found.
    fn declare_found(&mut self, condition: &Expr) {
        match condition {
            Expr::Holds(Predicate::ContainsSuchThat, holes) => {
                for hole in holes {
                    if let Expr::Variable(name) = hole {
                        self.declare(name);
                    }
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

    fn block(&mut self, block: &Block) {
        for line in block {
            if matches!(line.statement, Statement::Note) {
                continue;
            }
            self.step = (self.first_step + line.step) as u32;
            self.emit(Op::Step(self.step));
            self.statement(&line.statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
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
    fn on_resumption(&mut self, name: &str, body: Option<&Block>) {
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
    fn sentence(&mut self, text: &str) -> bool {
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
    fn shorthand(&mut self, name: &str, arguments: &[Expr]) -> bool {
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
    fn unless_abrupt(&mut self, value: &Expr) -> usize {
        self.expr(&Expr::Is(Box::new(value.clone()), Kind::Named("abrupt completion".to_owned())));
        self.emit(Op::JumpUnless(0))
    }

    fn store_back(&mut self, place: &Expr) {
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

    fn set(&mut self, place: &Expr, value: &Expr) {
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

    fn branch(&mut self, condition: &Expr, then: &Block, otherwise: &Block) {
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
    fn branching(&mut self) -> usize {
        let number = self.shared.branches.len() as u32;
        self.shared.branches.push(self.step);
        self.emit(Op::Branch(number, 0))
    }

    fn repeat(&mut self, repeat: &Repeat, body: &Block) {
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

    fn for_each(&mut self, each: &ForEach) {
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

    fn act(&mut self, action: Action, holes: &[Expr]) {
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
    fn sort(&mut self, items: &Expr, compare: &Expr) {
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

    fn exprs(&mut self, all: &[Expr]) -> usize {
        for expr in all {
            self.expr(expr);
        }
        all.len()
    }

    fn push(&mut self, value: Value) {
        self.emit(Op::Push(value));
    }

    /// Code that leaves an expression's value on the stack. Expressions are a few dozen deep at
    /// most; `prose::expression` sees to it.
    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Variable(name) => {
                let op = match self.slots.get(name) {
                    Some(slot) => Op::Load(*slot),
                    None => Op::Undeclared(self.name(name)),
                };
                self.emit(op);
            }
            Expr::Child(name, _) if self.symbols => {
                let name = self.name(name);
                self.push(Value::GrammarSymbol(name));
            }
            Expr::Child(name, nth) => {
                let name = self.name(name);
                self.emit(Op::Child(name, *nth));
            }
            Expr::ThisNode => {
                self.emit(Op::ThisNode);
            }
            Expr::Intrinsic(name) => {
                let name = self.name(&format!("%{name}%"));
                self.emit(Op::Intrinsic(name));
            }
            Expr::Symbol(name) => {
                let name = self.name(name);
                self.emit(Op::WellKnown(name));
            }
            Expr::Field(record, field) => {
                self.expr(record);
                let field = self.name(field);
                self.emit(Op::Field(field));
            }
            Expr::Element(list, index) => {
                self.expr(list);
                self.expr(index);
                self.emit(Op::Element);
            }
            Expr::List(elements) => {
                let count = self.exprs(elements);
                self.emit(Op::List(count));
            }
            Expr::Record(kind, fields) => {
                for (_, value) in fields {
                    self.expr(value);
                }
                let kind = self.name(kind);
                let fields = fields.iter().map(|(name, _)| self.shared.names.name(name)).collect();
                self.emit(Op::Record(kind, fields));
            }
            Expr::Call(name, arguments) => self.call(name, arguments),
            Expr::Method(target, name, arguments) => {
                self.expr(target);
                let count = self.exprs(arguments);
                let name = self.name(name);
                self.emit(Op::Method(name, count));
            }
            Expr::CallValue(callee, arguments) => {
                self.expr(callee);
                let count = self.exprs(arguments);
                self.emit(Op::CallValue(count));
            }
            Expr::Syntax(name, node, arguments) => {
                self.expr(node);
                let count = self.exprs(arguments);
                let name = self.name(name);
                self.emit(Op::Syntax(name, count));
            }
            Expr::Question(inner) => {
                self.expr(inner);
                self.emit(Op::Question);
            }
            Expr::Bang(inner) => {
                self.expr(inner);
                self.emit(Op::Bang);
            }
            Expr::Negate(inner) => {
                self.expr(inner);
                self.emit(Op::Negate);
            }
            Expr::Arithmetic(operator, a, b) => {
                self.expr(a);
                self.expr(b);
                self.emit(Op::Arithmetic(*operator));
            }
            Expr::Closure(closure) => self.closure(closure),
            Expr::Value(value, holes) => self.value(*value, holes),
            _ => self.literal_or_condition(expr),
        }
    }

    fn literal_or_condition(&mut self, expr: &Expr) {
        match expr {
            Expr::Undefined => self.push(Value::Undefined),
            Expr::Null => self.push(Value::Null),
            Expr::Boolean(value) => self.push(Value::Boolean(*value)),
            Expr::Number(value) => self.push(Value::Number(*value)),
            Expr::BigInt(digits) => {
                let value: BigInt = digits.parse().unwrap_or_default();
                self.push(Value::BigInt(value.into()));
            }
            Expr::Text(text) | Expr::Code(text) => match &self.family {
                Some(family) if text.contains(&format!("%{family}")) => {
                    let family = family.as_str().into();
                    self.emit(Op::OfFamily(family, text.as_str().into()));
                }
                _ => self.push(Value::text(text)),
            },
            Expr::Mathematical(digits) => {
                let value = digits.parse().unwrap_or(f64::NAN);
                self.push(match self.shared.plain_numbers {
                    true => Value::Number(value),
                    false => Value::Mathematical(value),
                });
            }
            Expr::Infinity(negative) => {
                let value = if *negative { f64::NEG_INFINITY } else { f64::INFINITY };
                self.push(match self.shared.plain_numbers {
                    true => Value::Number(value),
                    false => Value::Mathematical(value),
                });
            }
            Expr::Enum(name) if name == ABSENT => self.push(Value::Absent),
            Expr::Enum(name) | Expr::Word(name) => {
                let name = self.name(name);
                self.push(Value::Enum(name));
            }
            Expr::GrammarSymbol(name) => {
                let name = self.name(name);
                self.push(Value::GrammarSymbol(name));
            }
            Expr::FieldName(name) => {
                let name = self.name(name);
                self.push(Value::FieldName(name));
            }
            Expr::Reference(id) | Expr::Figure(id) | Expr::Production(id) => {
                let name = self.name(id);
                self.push(Value::FieldName(name));
            }
            Expr::Yet(text) => {
                self.emit(Op::Yet(text.as_str().into()));
            }
            _ => self.condition(expr),
        }
    }

    fn condition(&mut self, expr: &Expr) {
        match expr {
            Expr::Same(a, b) if matches!(&**b, Expr::Enum(name) if name == ABSENT) => {
                self.holds(Predicate::IsAbsent, std::slice::from_ref(a));
            }
            Expr::Same(a, b) => {
                self.expr(a);
                self.expr(b);
                self.emit(Op::Same);
            }
            Expr::Compare(comparison, a, b) => {
                self.expr(a);
                self.expr(b);
                self.emit(Op::Compare(*comparison));
            }
            Expr::Is(value, kind) => {
                self.expr(value);
                let number = match self.shared.kinds.iter().position(|known| known == kind) {
                    Some(number) => number,
                    None => {
                        self.shared.kinds.push(kind.clone());
                        self.shared.kinds.len() - 1
                    }
                };
                self.emit(Op::IsKind(number));
            }
            Expr::Not(inner) => {
                self.expr(inner);
                self.emit(Op::Not);
            }
            Expr::And(a, b) => self.either(a, b, false),
            Expr::Or(a, b) => self.either(a, b, true),
            Expr::Holds(predicate, holes) => self.holds(*predicate, holes),
            _ => {
                self.emit(Op::Yet("this expression".into()));
            }
        }
    }

    /// The second is not asked when the first decides.
    fn either(&mut self, a: &Expr, b: &Expr, decides: bool) {
        self.expr(a);
        let decided = self.emit(if decides { Op::JumpIf(0) } else { Op::JumpUnless(0) });
        self.expr(b);
        let end = self.emit(Op::Jump(0));
        self.patch(decided);
        self.push(Value::Boolean(decides));
        self.patch(end);
    }

    fn holds(&mut self, predicate: Predicate, holes: &[Expr]) {
        match (predicate, holes) {
            (Predicate::IsPresent | Predicate::IsAbsent, [Expr::Variable(name), ..])
                if self.slots.contains_key(name) =>
            {
                let slot = self.declare(name);
                self.emit(Op::Present(slot));
                if predicate == Predicate::IsAbsent {
                    self.emit(Op::Not);
                }
            }
            (Predicate::IsPresent | Predicate::IsAbsent, [Expr::Field(record, field)]) => {
                self.expr(record);
                let field = self.name(field);
                self.push(Value::FieldName(field));
                self.emit(Op::Holds(Predicate::HasField, 2));
                if predicate == Predicate::IsAbsent {
                    self.emit(Op::Not);
                }
            }
            (Predicate::FieldHasValue, [Expr::Field(record, field), value]) => {
                self.expr(record);
                let name = self.name(field);
                self.push(Value::FieldName(name));
                self.emit(Op::Holds(Predicate::HasField, 2));
                let absent = self.emit(Op::JumpUnless(0));
                self.expr(&holes[0]);
                self.expr(value);
                self.emit(Op::Same);
                let end = self.emit(Op::Jump(0));
                self.patch(absent);
                self.push(Value::Boolean(false));
                self.patch(end);
            }
            (Predicate::NotOrdinaryMethod, [Expr::Field(object, method), ..]) => {
                self.expr(object);
                let method = self.name(&format!("[[{method}]]"));
                self.push(Value::FieldName(method));
                self.emit(Op::Holds(predicate, 2));
            }
            // `Type(_x_) is Object and it has a [[Slot]] internal slot`
            (Predicate::IsObjectWithSlot, [Expr::Call(name, value), slot]) if name == "Type" => {
                self.exprs(value);
                self.expr(slot);
                self.emit(Op::Holds(predicate, 2));
            }
            // Strictness is a matter of where the text stands, not of what it says.
            (Predicate::IsStrict, [Expr::Value(ValueOf::SourceText, inner)]) => {
                self.exprs(inner);
                self.emit(Op::Holds(predicate, 1));
            }
            (Predicate::ContainsSuchThat, [list, .., Expr::Variable(name), condition]) => {
                self.search(list, name, condition);
            }
            _ => {
                let count = self.exprs(holes);
                self.emit(Op::Holds(predicate, count));
            }
        }
    }

    /// Whether a list has an element with a property; the variable keeps it.
    fn search(&mut self, list: &Expr, name: &str, condition: &Expr) {
        self.expr(list);
        self.emit(Op::Elements(crate::ir::Order::Forward));
        let list = self.hidden("(list)");
        let index = self.hidden("(index)");
        self.emit(Op::Store(list));
        self.push(Value::Mathematical(0.0));
        self.emit(Op::Store(index));
        let start = self.here();
        let item = self.declare(name);
        let next = self.emit(Op::Next { list, index, item, end: 0 });
        self.expr(condition);
        self.emit(Op::JumpUnless(start));
        self.push(Value::Boolean(true));
        let end = self.emit(Op::Jump(0));
        self.patch(next);
        self.push(Value::Boolean(false));
        self.patch(end);
    }

    fn call(&mut self, name: &str, arguments: &[Expr]) {
        match (name, arguments) {
            // Only so is a quotient of large integers exact.
            ("floor", [Expr::Arithmetic(crate::ir::Operator::Divide, a, b)]) => {
                self.expr(a);
                self.expr(b);
                self.emit(Op::FloorDivide);
            }
            ("Completion" | "NormalCompletion", [value]) => self.expr(value),
            ("ThrowCompletion", [value]) => {
                self.expr(value);
                self.emit(Op::Completion(names::THROW));
            }
            ("ReturnCompletion", [value]) => {
                self.expr(value);
                self.emit(Op::Completion(names::RETURN));
            }
            ("ParseText", [text, Expr::Child(goal, _)]) => {
                self.expr(text);
                let goal = self.name(goal);
                self.push(Value::GrammarSymbol(goal));
                let name = self.name(name);
                self.emit(Op::Operation(name, 2));
            }
            _ => {
                let count = self.exprs(arguments);
                let name = self.name(name);
                self.emit(Op::Operation(name, count));
            }
        }
    }

    fn value(&mut self, value: ValueOf, holes: &[Expr]) {
        match (value, holes) {
            (ValueOf::ThisNode, _) => {
                self.emit(Op::ThisNode);
            }
            (ValueOf::TheChild, [Expr::GrammarSymbol(name)]) => {
                let name = self.name(name);
                self.emit(Op::Child(name, 0));
            }
            (
                ValueOf::FirstChild | ValueOf::SecondChild | ValueOf::ThirdChild,
                [Expr::GrammarSymbol(name)],
            ) => {
                let nth = [ValueOf::FirstChild, ValueOf::SecondChild, ValueOf::ThirdChild];
                let nth = nth.iter().position(|it| *it == value).unwrap_or_default();
                let name = self.name(name);
                self.emit(Op::Child(name, nth));
            }
            (ValueOf::Same | ValueOf::ResultOfPerforming, [.., only]) => self.expr(only),
            (ValueOf::EvaluationOf, [node, arguments @ ..]) => {
                self.expr(node);
                let count = self.exprs(arguments);
                let name = self.name("Evaluation");
                self.emit(Op::Syntax(name, count));
            }
            (ValueOf::GrammarSymbol, [only]) => self.expr(only),
            (ValueOf::EmptyList, _) => {
                self.emit(Op::List(0));
            }
            (ValueOf::ListOfOne, [only]) => {
                self.expr(only);
                self.emit(Op::List(1));
            }
            (ValueOf::ListOf, [list]) => self.expr(list),
            (ValueOf::NewEnvironment | ValueOf::EmptyRecord, words) => {
                let mut kind: Vec<&str> = words
                    .iter()
                    .filter_map(|word| match word {
                        Expr::Word(word) => Some(word.as_str()),
                        _ => None,
                    })
                    .collect();
                kind.push(if value == ValueOf::NewEnvironment {
                    "Environment Record"
                } else {
                    "Record"
                });
                let kind = self.name(&kind.join(" "));
                self.emit(Op::Record(kind, Box::default()));
            }
            (ValueOf::NewLexicalEnvironment, _) => {
                let kind = self.name("Lexical Environment");
                self.emit(Op::Record(kind, Box::default()));
            }
            (ValueOf::NewObjectEnvironment, [object]) => {
                self.expr(object);
                let kind = self.name("object Environment Record");
                let field = self.name("BindingObject");
                self.emit(Op::Record(kind, Box::new([field])));
            }
            (ValueOf::OuterEnvironment, [.., environment]) => {
                self.expr(environment);
                self.emit(Op::Field(names::OUTER));
            }
            (ValueOf::StateField, [state, Expr::Variable(field)]) => {
                self.expr(state);
                let field = self.name(field);
                self.emit(Op::Field(field));
            }
            (ValueOf::BindingObject, [environment]) => {
                self.expr(environment);
                let field = self.name("BindingObject");
                self.emit(Op::Field(field));
            }
            (ValueOf::Flag, [Expr::Variable(flag), record]) => {
                let flag = self.name(flag);
                self.push(Value::FieldName(flag));
                self.expr(record);
                self.emit(Op::Value(value, 2));
            }
            (ValueOf::OperatorOf, [Expr::GrammarSymbol(name)]) => {
                let name = self.name(name);
                self.emit(Op::Child(name, 0));
                self.emit(Op::Value(value, 1));
            }
            (ValueOf::OperatorApplied, [operator, left, right, ..]) => {
                for operand in [operator, left, right] {
                    self.expr(operand);
                }
                self.emit(Op::Value(value, 3));
            }
            (ValueOf::BytesFrom, [_, count, Expr::Element(block, index)]) => {
                for part in [&**block, &**index, count] {
                    self.expr(part);
                }
                self.emit(Op::Value(value, 3));
            }
            (ValueOf::ParsedOrThrow, [text, goal]) => {
                self.expr(text);
                self.expr(goal);
                self.emit(Op::Value(value, 2));
                self.emit(Op::Question);
            }
            (ValueOf::CompareLessRight, [left, right, ..]) => {
                self.expr(left);
                self.expr(right);
                self.emit(Op::Value(value, 2));
            }
            // "the _argumentsList_ that was passed" is not a variable.
            (ValueOf::ArgumentsList | ValueOf::ArgumentsAfterFirst, _) => {
                self.emit(Op::Value(value, 0));
            }
            (ValueOf::EntryAt, [only]) => self.expr(only),
            (ValueOf::EmptyString, _) => self.push(Value::text("")),
            _ => {
                let count = self.exprs(holes);
                self.emit(Op::Value(value, count));
            }
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

/// The variable that an action gives a value.
fn output(action: Action, holes: &[Expr]) -> Option<&Expr> {
    let place = match action {
        // The variable comes last, or else the list is said twice after it.
        Action::RemoveFirstInto => usize::from(holes.len() == 2),
        Action::Resume | Action::ResumeFresh => holes.len().checked_sub(1)?,
        Action::ResumePassing => holes.len().checked_sub(1)?,
        _ => return None,
    };
    holes.get(place).filter(|hole| matches!(hole, Expr::Variable(_)))
}

fn has_yet(expr: &Expr) -> bool {
    matches!(expr, Expr::Yet(_))
}
