//! Values in fixed words.

use super::super::code::Op;
use super::super::names;
use super::super::value::Value;
use super::Compiler;
use crate::ir::Expr;
use crate::phrases::ValueOf;

impl Compiler<'_, '_> {
    pub(super) fn value(&mut self, value: ValueOf, holes: &[Expr]) {
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
}
