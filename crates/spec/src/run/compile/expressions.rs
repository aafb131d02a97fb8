//! Expressions.

use num_bigint::BigInt;

use super::super::code::Op;
use super::super::names::{self, Name};
use super::super::value::Value;
use super::{ABSENT, Compiler};
use crate::ir::{Expr, Operator};

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
    // Long: an arm for each kind of expression.
    pub(super) fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Variable(name) => self.variable(name),
            Expr::Undefined => self.push(Value::Undefined),
            Expr::Null => self.push(Value::Null),
            Expr::Boolean(value) => self.push(Value::Boolean(*value)),
            Expr::Number(value) => self.push(Value::Number(*value)),
            Expr::BigInt(digits) => {
                let value: BigInt = digits.parse().unwrap_or_default();
                self.push(Value::BigInt(value.into()));
            }
            Expr::Text(text) | Expr::Code(text) => self.text(text),
            Expr::Mathematical(digits) => self.mathematical(digits.parse().unwrap_or(f64::NAN)),
            Expr::Infinity(true) => self.mathematical(f64::NEG_INFINITY),
            Expr::Infinity(false) => self.mathematical(f64::INFINITY),
            Expr::Enum(name) if name == ABSENT => self.push(Value::Absent),
            Expr::Enum(name) | Expr::Word(name) => self.named(name, Value::Enum),
            Expr::GrammarSymbol(name) => self.named(name, Value::GrammarSymbol),
            Expr::FieldName(name) | Expr::Reference(name) | Expr::Production(name) => {
                self.named(name, Value::FieldName)
            }
            Expr::Figure(html) => {
                let name = self.name(html);
                self.shared.figures.push(name);
                self.push(Value::FieldName(name));
            }
            Expr::Child(name, _) if self.symbols => self.named(name, Value::GrammarSymbol),
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
            Expr::Element(list, index) => self.binary(list, index, Op::Element),
            Expr::List(elements) => {
                let count = self.exprs(elements);
                self.emit(Op::List(count));
            }
            Expr::Record(kind, fields) => self.record(kind, fields),
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
            Expr::Syntax(name, node, arguments) => self.syntax(name, node, arguments),
            Expr::Question(inner) => self.unary(inner, Op::Question),
            Expr::Bang(inner) => self.unary(inner, Op::Bang),
            Expr::Negate(inner) => self.unary(inner, Op::Negate),
            Expr::Not(inner) => self.unary(inner, Op::Not),
            Expr::Arithmetic(Operator::Multiply, a, b) if scientific(a, b).is_some() => {
                self.mathematical(scientific(a, b).unwrap_or(f64::NAN));
            }
            Expr::Arithmetic(operator, a, b) => self.binary(a, b, Op::Arithmetic(*operator)),
            Expr::Compare(comparison, a, b) => self.binary(a, b, Op::Compare(*comparison)),
            Expr::Same(a, b) => self.same(a, b),
            Expr::Is(value, kind) => self.is(value, kind),
            Expr::And(a, b) => self.either(a, b, false),
            Expr::Or(a, b) => self.either(a, b, true),
            Expr::Closure(closure) => self.closure(closure),
            Expr::Value(value, holes) => self.value(*value, holes),
            Expr::Holds(predicate, holes) => self.holds(*predicate, holes),
            Expr::Unsupported(text) => self.unsupported(text, &[]),
        }
    }

    fn variable(&mut self, name: &str) {
        let op = match self.slots.get(name) {
            Some(slot) => Op::Load(*slot),
            None => Op::Undeclared(self.name(name)),
        };
        self.emit(op);
    }

    fn text(&mut self, text: &str) {
        match &self.family {
            Some(family) if text.contains(&format!("%{family}")) => {
                let family = family.clone();
                self.emit(Op::OfFamily(Box::new((family, text.to_owned()))));
            }
            _ => self.push(Value::text(text)),
        }
    }

    /// A mathematical value; older editions do not tell them from Numbers.
    fn mathematical(&mut self, value: f64) {
        self.push(match self.shared.plain_numbers {
            true => Value::Number(value),
            false => Value::Mathematical(value),
        });
    }

    fn named(&mut self, name: &str, value: fn(Name) -> Value) {
        let name = self.name(name);
        self.push(value(name));
    }

    fn record(&mut self, kind: &str, fields: &[(String, Expr)]) {
        for (_, value) in fields {
            self.expr(value);
        }
        let kind = self.name(kind);
        let fields = fields.iter().map(|(name, _)| self.shared.names.name(name)).collect();
        self.emit(Op::Record(kind, fields));
    }

    pub(super) fn syntax(&mut self, name: &str, node: &Expr, arguments: &[Expr]) {
        self.expr(node);
        let count = self.exprs(arguments);
        let name = self.name(name);
        self.emit(Op::Syntax(name, count));
    }

    fn unary(&mut self, inner: &Expr, op: Op) {
        self.expr(inner);
        self.emit(op);
    }

    fn binary(&mut self, a: &Expr, b: &Expr, op: Op) {
        self.expr(a);
        self.expr(b);
        self.emit(op);
    }

    pub(super) fn call(&mut self, name: &str, arguments: &[Expr]) {
        match (name, arguments) {
            // Only so is a quotient of large integers exact.
            ("floor", [Expr::Arithmetic(Operator::Divide, a, b)]) => {
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

/// `8.64 × 10<sup>15</sup>`: its digits may have no double without the power.
fn scientific(digits: &Expr, power: &Expr) -> Option<f64> {
    let (Expr::Mathematical(digits), Expr::Arithmetic(Operator::Power, ten, exponent)) =
        (digits, power)
    else {
        return None;
    };
    match (&**ten, &**exponent) {
        (Expr::Mathematical(ten), Expr::Mathematical(exponent)) if ten == "10" => {
            format!("{digits}e{exponent}").parse().ok()
        }
        _ => None,
    }
}
