//! Conditions.

use super::super::code::Op;
use super::super::value::Value;
use super::Compiler;
use crate::ir::{Expr, Kind, Order};
use crate::phrases::{
    FixedPredicate, ListAction, NodePredicate, ObjectPredicate, Predicate, TextValue,
    TranslatedPredicate, ValueOf, ValuePredicate,
};

/// The clauses of features which hosts need not have and this one has.
const SUPPORTED: &[&str] = &[
    "sec-IsHTMLDDA-internal-slot",
    "sec-block-level-function-declarations-web-legacy-compatibility-semantics",
    "sec-runtime-errors-for-function-call-assignment-targets",
    "sec-variablestatements-in-catch-blocks",
];

impl Compiler<'_, '_> {
    /// Whether two values are the same; the absence of a child is written as a value.
    pub(super) fn same(&mut self, a: &Expr, b: &Expr) {
        if matches!(b, Expr::Enum(name) if name == super::ABSENT) {
            let absent = Predicate::Value(ValuePredicate::IsAbsent);
            return self.holds(absent, std::slice::from_ref(a));
        }
        self.expr(a);
        self.expr(b);
        self.emit(Op::Same);
    }

    pub(super) fn is(&mut self, value: &Expr, kind: &Kind) {
        self.expr(value);
        if let Kind::Unsupported(name) = kind {
            return self.unsupported(&format!("whether something is a {name}"), &[]);
        }
        let number = match self.shared.kinds.iter().position(|known| known == kind) {
            Some(number) => number,
            None => {
                self.shared.kinds.push(kind.clone());
                self.shared.kinds.len() - 1
            }
        };
        self.emit(Op::IsKind(number));
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
            (Predicate::Value(ValuePredicate::IsPresent), [Expr::Variable(name)])
                if self.slots.contains_key(name) =>
            {
                let slot = self.declare(name);
                self.emit(Op::Present(slot));
            }
            (Predicate::Value(ValuePredicate::IsPresent), [Expr::Field(record, field)]) => {
                self.has_field(record, field);
            }
            (Predicate::Value(ValuePredicate::IsAbsent), [hole]) => {
                self.holds(Predicate::Value(ValuePredicate::IsPresent), std::slice::from_ref(hole));
                self.emit(Op::Not);
            }
            (
                Predicate::Object(
                    ObjectPredicate::HasField
                    | ObjectPredicate::HasSlot
                    | ObjectPredicate::HasVariableSlot,
                ),
                [record, Expr::FieldName(field)],
            ) => self.has_field(record, field),
            // `Type(_x_) is Object and it has a [[Slot]] internal slot`
            (
                Predicate::Object(ObjectPredicate::IsObjectWithSlot),
                [Expr::Call(name, value), slot],
            ) if name == "Type" && value.len() == 1 => {
                self.worded_predicate(predicate, &[value[0].clone(), slot.clone()]);
            }
            // Strictness is a matter of where the text stands, not of what it says.
            (
                Predicate::Node(NodePredicate::IsStrict),
                [Expr::Value(ValueOf::Text(TextValue::SourceText), inner)],
            ) => self.worded_predicate(predicate, inner),
            _ => self.worded_predicate(predicate, holes),
        }
    }

    fn worded_predicate(&mut self, predicate: Predicate, holes: &[Expr]) {
        match predicate {
            Predicate::Translated(it) => self.translated_predicate(it, holes),
            Predicate::Value(it) => self.phrase(it.behaviour(), holes, Op::Holds),
            Predicate::Number(it) => self.phrase(it.behaviour(), holes, Op::Holds),
            Predicate::List(it) => self.phrase(it.behaviour(), holes, Op::Holds),
            Predicate::Text(it) => self.phrase(it.behaviour(), holes, Op::Holds),
            Predicate::CharSet(it) => self.phrase(it.behaviour(), holes, Op::Holds),
            Predicate::Object(it) => self.phrase(it.behaviour(), holes, Op::Holds),
            Predicate::Binding(it) => self.phrase(it.behaviour(), holes, Op::Holds),
            Predicate::Node(it) => self.phrase(it.behaviour(), holes, Op::Holds),
            Predicate::Context(it) => self.phrase(it.behaviour(), holes, Op::Holds),
            Predicate::Stated(it) => self.phrase(it.behaviour(), holes, Op::Holds),
            Predicate::Fixed(FixedPredicate::StatedOfControl) => self.push(Value::Boolean(true)),
            Predicate::Fixed(
                FixedPredicate::WebBrowser
                | FixedPredicate::EvaluatedFor
                | FixedPredicate::Impossible,
            ) => self.push(Value::Boolean(false)),
            Predicate::Unsupported(it) => self.unsupported(&format!("{it:?}"), holes),
        }
    }

    fn translated_predicate(&mut self, predicate: TranslatedPredicate, holes: &[Expr]) {
        match (predicate, holes) {
            (TranslatedPredicate::FieldHasValue, [place @ Expr::Field(record, field), value]) => {
                self.has_field(record, field);
                let absent = self.emit(Op::JumpUnless(0));
                self.expr(place);
                self.expr(value);
                self.emit(Op::Same);
                let end = self.emit(Op::Jump(0));
                self.patch(absent);
                self.push(Value::Boolean(false));
                self.patch(end);
            }
            (TranslatedPredicate::Supports, [Expr::Reference(clause)]) => {
                self.push(Value::Boolean(SUPPORTED.contains(&clause.as_str())));
            }
            (TranslatedPredicate::NotOrdinaryMethod, [Expr::Field(object, method)]) => {
                let name = Expr::FieldName(method.clone());
                let arguments = [(**object).clone(), name];
                self.phrase(ObjectPredicate::HasMethod.behaviour(), &arguments, Op::Holds);
            }
            (TranslatedPredicate::ContainsSuchThat, [list, Expr::Variable(name), condition]) => {
                self.search(list, name, condition)
            }
            (
                TranslatedPredicate::FieldHasValue
                | TranslatedPredicate::Supports
                | TranslatedPredicate::NotOrdinaryMethod
                | TranslatedPredicate::ContainsSuchThat,
                _,
            ) => self.unsupported(&format!("{predicate:?}"), holes),
        }
    }

    fn has_field(&mut self, record: &Expr, field: &str) {
        self.expr(record);
        let field = self.name(field);
        self.emit(Op::HasField(field));
    }

    /// Begins a loop over the elements with a property, in a variable: where it begins, and the
    /// instruction that ends it.
    fn begin_search(&mut self, list: &Expr, name: &str, condition: &Expr) -> (usize, usize) {
        self.expr(list);
        self.emit(Op::Elements(Order::Forward));
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
        (start, next)
    }

    /// A list of the elements with a property.
    pub(super) fn such_that(&mut self, name: &str, list: &Expr, condition: &Expr) {
        let found = self.hidden("(found)");
        self.emit(Op::List(0));
        self.emit(Op::Store(found));
        let (start, next) = self.begin_search(list, name, condition);
        let item = self.declare(name);
        self.emit(Op::Load(item));
        self.emit(Op::Load(found));
        self.emit(Op::Act(ListAction::Append.behaviour(), 2));
        self.emit(Op::Jump(start));
        self.patch(next);
        self.emit(Op::Load(found));
    }

    /// Whether a list has an element with a property; the variable keeps it.
    fn search(&mut self, list: &Expr, name: &str, condition: &Expr) {
        let (_, next) = self.begin_search(list, name, condition);
        self.push(Value::Boolean(true));
        let end = self.emit(Op::Jump(0));
        self.patch(next);
        self.push(Value::Boolean(false));
        self.patch(end);
    }
}
