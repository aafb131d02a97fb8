//! Values and actions in fixed words.

use super::super::code::Op;
use super::super::names;
use super::super::value::Value;
use super::Compiler;
use crate::ir::Expr;
use crate::phrases::{
    Action, ItselfValue, ListAction, ListValue, NodeValue, ObjectValue, PropertyAction,
    SyntaxValue, TextValue, TranslatedAction, TranslatedValue, ValueOf,
};

impl Compiler<'_, '_> {
    pub(super) fn value(&mut self, value: ValueOf, holes: &[Expr]) {
        match value {
            ValueOf::Itself(it) => self.itself(it, holes),
            ValueOf::Syntax(it) => self.syntax_value(it, holes),
            ValueOf::Translated(it) => self.translated_value(it, holes),
            ValueOf::Context(it) => self.phrase(it.behaviour(), holes, Op::Value),
            ValueOf::Calling(it) => self.phrase(it.behaviour(), holes, Op::Calling),
            ValueOf::List(it) => self.phrase(it.behaviour(), holes, Op::Value),
            ValueOf::Text(it) => self.phrase(it.behaviour(), holes, Op::Value),
            ValueOf::Digits(it) => self.phrase(it.behaviour(), holes, Op::Value),
            ValueOf::Real(it) => self.phrase(it.behaviour(), holes, Op::Value),
            ValueOf::Number(it) => self.phrase(it.behaviour(), holes, Op::Value),
            ValueOf::Bits(it) => self.phrase(it.behaviour(), holes, Op::Value),
            ValueOf::Object(it) => self.phrase(it.behaviour(), holes, Op::Value),
            ValueOf::Table(it) => self.phrase(it.behaviour(), holes, Op::Value),
            ValueOf::Node(it) => self.phrase(it.behaviour(), holes, Op::Value),
            ValueOf::CharSet(it) => self.phrase(it.behaviour(), holes, Op::Value),
            ValueOf::Unsupported(it) => self.unsupported(&format!("{it:?}"), holes),
        }
    }

    fn itself(&mut self, value: ItselfValue, holes: &[Expr]) {
        match holes {
            [only] => self.expr(only),
            _ => self.unsupported(&format!("{value:?}"), holes),
        }
    }

    fn syntax_value(&mut self, value: SyntaxValue, holes: &[Expr]) {
        match (value, holes) {
            (SyntaxValue::ThisNode, []) => {
                self.emit(Op::ThisNode);
            }
            (SyntaxValue::TheChild | SyntaxValue::FirstChild, [Expr::GrammarSymbol(name)]) => {
                self.child(name, 0)
            }
            (SyntaxValue::SecondChild, [Expr::GrammarSymbol(name)]) => self.child(name, 1),
            (SyntaxValue::ThirdChild, [Expr::GrammarSymbol(name)]) => self.child(name, 2),
            (SyntaxValue::OperatorOf, [Expr::GrammarSymbol(name)]) => {
                self.child(name, 0);
                self.emit(Op::Value(TextValue::OperatorText.behaviour(), 1));
            }
            (SyntaxValue::EvaluationOf | SyntaxValue::EvaluationWith, [node, arguments @ ..]) => {
                self.syntax("Evaluation", node, arguments);
            }
            (
                SyntaxValue::ThisNode
                | SyntaxValue::TheChild
                | SyntaxValue::FirstChild
                | SyntaxValue::SecondChild
                | SyntaxValue::ThirdChild
                | SyntaxValue::OperatorOf
                | SyntaxValue::EvaluationOf
                | SyntaxValue::EvaluationWith,
                _,
            ) => self.unsupported(&format!("{value:?}"), holes),
        }
    }

    fn child(&mut self, name: &str, nth: usize) {
        let name = self.name(name);
        self.emit(Op::Child(name, nth));
    }

    // Long: an arm for each phrase.
    fn translated_value(&mut self, value: TranslatedValue, holes: &[Expr]) {
        use TranslatedValue as Translated;
        match (value, holes) {
            (Translated::EmptyString, []) => self.push(Value::text("")),
            (Translated::EmptyList, []) => {
                self.emit(Op::List(0));
            }
            (Translated::ListOfOne, [only]) => {
                self.expr(only);
                self.emit(Op::List(1));
            }
            (Translated::NewEnvironment, words) => self.new_record(words, "Environment Record"),
            (Translated::EmptyRecord, words) => self.new_record(words, "Record"),
            (Translated::SuchThat, [Expr::Variable(item), list, condition]) => {
                self.such_that(item, list, condition);
            }
            (Translated::NewLexicalEnvironment, []) => self.new_record(&[], "Lexical Environment"),
            (Translated::NewObjectEnvironment, [object]) => {
                self.expr(object);
                let kind = self.name("object Environment Record");
                let field = self.name("BindingObject");
                self.emit(Op::Record(kind, Box::new([field])));
            }
            (Translated::OuterEnvironment, [environment]) => {
                self.expr(environment);
                self.emit(Op::Field(names::OUTER));
            }
            (Translated::StateField, [state, Expr::Variable(field)])
            | (Translated::StateFieldOf, [Expr::Variable(field), state]) => {
                self.field(state, field);
            }
            (Translated::BindingObject, [environment]) => self.field(environment, "BindingObject"),
            (Translated::Flag, [Expr::Variable(flag), record]) => {
                let arguments = [Expr::FieldName(flag.clone()), record.clone()];
                self.phrase(ObjectValue::FlagOf.behaviour(), &arguments, Op::Value);
            }
            (Translated::BytesFrom, [count, Expr::Element(block, index)]) => {
                let arguments = [(**block).clone(), (**index).clone(), count.clone()];
                self.phrase(ListValue::ByteSequence.behaviour(), &arguments, Op::Value);
            }
            (Translated::ParsedOrThrow, [_, _]) => {
                self.phrase(NodeValue::ParsedGoal.behaviour(), holes, Op::Value);
                self.emit(Op::Question);
            }
            (
                Translated::EmptyString
                | Translated::EmptyList
                | Translated::ListOfOne
                | Translated::SuchThat
                | Translated::NewLexicalEnvironment
                | Translated::NewObjectEnvironment
                | Translated::OuterEnvironment
                | Translated::StateField
                | Translated::StateFieldOf
                | Translated::BindingObject
                | Translated::Flag
                | Translated::BytesFrom
                | Translated::ParsedOrThrow,
                _,
            ) => self.unsupported(&format!("{value:?}"), holes),
        }
    }

    /// A record without fields, whose kind has these words before the last ones.
    fn new_record(&mut self, words: &[Expr], last: &str) {
        let words = words.iter().filter_map(|word| match word {
            Expr::Word(word) => Some(word.as_str()),
            _ => None,
        });
        let kind: Vec<&str> = words.chain([last]).collect();
        let kind = self.name(&kind.join(" "));
        self.emit(Op::Record(kind, Box::default()));
    }

    fn field(&mut self, record: &Expr, field: &str) {
        self.expr(record);
        let field = self.name(field);
        self.emit(Op::Field(field));
    }

    pub(super) fn act(&mut self, action: Action, holes: &[Expr]) {
        match action {
            Action::List(it) => self.phrase(it.behaviour(), holes, Op::Act),
            Action::Binding(it) => self.phrase(it.behaviour(), holes, Op::Act),
            Action::Property(it) => self.phrase(it.behaviour(), holes, Op::Act),
            Action::Context(it) => self.phrase(it.behaviour(), holes, Op::Act),
            Action::Nothing(_) => {}
            Action::Translated(it) => self.translated_action(it, holes),
            Action::Unsupported(it) => self.unsupported(&format!("{it:?}"), holes),
        }
    }

    fn translated_action(&mut self, action: TranslatedAction, holes: &[Expr]) {
        match (action, holes) {
            // A place is given as the record and the name of its field.
            (TranslatedAction::SetMethod, [Expr::Field(object, method), clause]) => {
                let method = Expr::FieldName(format!("[[{method}]]"));
                let arguments = [(**object).clone(), method, clause.clone()];
                self.phrase(PropertyAction::SetMethodNamed.behaviour(), &arguments, Op::Act);
            }
            (TranslatedAction::SetOuter, [environment, outer]) => {
                self.expr(environment);
                self.expr(outer);
                self.emit(Op::SetField(names::OUTER));
            }
            (TranslatedAction::StoreBytes, [bytes, block, Expr::Element(_, index)]) => {
                let arguments = [bytes.clone(), block.clone(), (**index).clone()];
                self.phrase(ListAction::StoreBytesAt.behaviour(), &arguments, Op::Act);
            }
            (TranslatedAction::SortCalls, [items, compare]) => self.sort(items, compare),
            (
                TranslatedAction::SetMethod
                | TranslatedAction::SetOuter
                | TranslatedAction::StoreBytes
                | TranslatedAction::SortCalls,
                _,
            ) => self.unsupported(&format!("{action:?}"), holes),
        }
    }
}
