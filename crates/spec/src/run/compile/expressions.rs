//! Expressions and conditions.

use num_bigint::BigInt;

use super::super::code::Op;
use super::super::names;
use super::super::value::Value;
use super::{ABSENT, Compiler};
use crate::ir::Expr;
use crate::phrases::{Predicate, ValueOf};

impl Compiler<'_, '_> {
    pub(super) fn exprs(&mut self, all: &[Expr]) -> usize {
        for expr in all {
            self.expr(expr);
        }
        all.len()
    }

    pub(super) fn push(&mut self, value: Value) {
        self.emit(Op::Push(value));
    }

    /// Code that leaves an expression's value on the stack. Expressions are a few dozen deep at
    /// most; `prose::expression` sees to it.
    pub(super) fn expr(&mut self, expr: &Expr) {
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

    pub(super) fn literal_or_condition(&mut self, expr: &Expr) {
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

    pub(super) fn condition(&mut self, expr: &Expr) {
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
    pub(super) fn either(&mut self, a: &Expr, b: &Expr, decides: bool) {
        self.expr(a);
        let decided = self.emit(if decides { Op::JumpIf(0) } else { Op::JumpUnless(0) });
        self.expr(b);
        let end = self.emit(Op::Jump(0));
        self.patch(decided);
        self.push(Value::Boolean(decides));
        self.patch(end);
    }

    pub(super) fn holds(&mut self, predicate: Predicate, holes: &[Expr]) {
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
    pub(super) fn search(&mut self, list: &Expr, name: &str, condition: &Expr) {
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

    pub(super) fn call(&mut self, name: &str, arguments: &[Expr]) {
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
}
