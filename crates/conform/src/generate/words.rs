//! Literals in the conditions of an edition's steps, and keys by which its steps use properties.

use std::collections::BTreeSet;

use parallax_spec::edition::Edition;
use parallax_spec::ir::{Block, Expr, Over, Repeat, Statement};

/// Operations that use a property by its key.
const ACCESS: &[&str] = &[
    "CreateDataProperty",
    "CreateDataPropertyOrThrow",
    "DefinePropertyOrThrow",
    "DeletePropertyOrThrow",
    "Get",
    "GetMethod",
    "GetV",
    "HasOwnProperty",
    "HasProperty",
    "Invoke",
    "OrdinaryGetOwnProperty",
    "Set",
    "SpeciesConstructor",
    "OrdinaryCreateFromConstructor",
    "GetPrototypeFromConstructor",
];

/// What is found, as JavaScript.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// Literals that conditions compare with.
    pub literals: Vec<String>,
    /// Keys as they stand in an object literal: `"length"`, `[Symbol.iterator]`.
    pub keys: Vec<String>,
}

impl Words {
    /// Reads them from the steps of an edition.
    pub fn read(edition: &Edition) -> Self {
        let mut found = Found::default();
        for (_, meaning) in edition.algorithms.iter().chain(&edition.tabled) {
            found.block(&meaning.body);
        }
        Words {
            literals: found.literals.into_iter().collect(),
            keys: found.keys.into_iter().collect(),
        }
    }
}

#[derive(Default)]
struct Found {
    literals: BTreeSet<String>,
    keys: BTreeSet<String>,
}

impl Found {
    fn block(&mut self, block: &Block) {
        for line in block {
            self.statement(&line.statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Note
            | Statement::Throw(_)
            | Statement::HandWritten(_)
            | Statement::Unsupported(_)
            | Statement::Return(None) => {}
            Statement::Let(_, value)
            | Statement::Perform(value)
            | Statement::Return(Some(value)) => {
                self.expression(value, false);
            }
            Statement::Set(target, value) => {
                self.expression(target, false);
                self.expression(value, false);
            }
            Statement::If(condition, then, otherwise) => {
                self.expression(condition, true);
                self.block(then);
                self.block(otherwise);
            }
            Statement::Repeat(repeat, body) => {
                if let Repeat::While(condition) | Repeat::Until(condition) = repeat {
                    self.expression(condition, true);
                }
                self.block(body);
            }
            Statement::ForEach(each) => {
                match &each.over {
                    Over::Elements(list, _) | Over::Keys(list, _) | Over::Children(list) => {
                        self.expression(list, false);
                    }
                    Over::Integers(from, to, _) => {
                        self.expression(from, false);
                        self.expression(to, false);
                    }
                }
                if let Some(filter) = &each.filter {
                    self.expression(filter, true);
                }
                self.block(&each.body);
            }
            Statement::Assert(_) | Statement::OnResumption(_, None) => {}
            Statement::OnResumption(_, Some(block)) => self.block(block),
            Statement::Act(_, arguments) => self.all(arguments, false),
        }
    }

    fn all(&mut self, expressions: &[Expr], condition: bool) {
        for expression in expressions {
            self.expression(expression, condition);
        }
    }

    /// Expressions are nested as deep as sentences are, which is a few levels.
    fn expression(&mut self, expression: &Expr, condition: bool) {
        match expression {
            Expr::Text(text) if condition => {
                self.literals.insert(quoted(text));
            }
            Expr::Number(number) if condition => {
                self.literals.insert(shown(*number));
            }
            Expr::Mathematical(digits) if condition => {
                self.literals.insert(digits.clone());
            }
            Expr::BigInt(digits) if condition => {
                self.literals.insert(format!("{digits}n"));
            }
            Expr::Call(name, arguments) => {
                if ACCESS.contains(&name.as_str()) {
                    self.keys.extend(arguments.iter().filter_map(key));
                }
                self.all(arguments, condition);
            }
            Expr::Same(a, b) | Expr::Compare(_, a, b) => {
                self.expression(a, true);
                self.expression(b, true);
            }
            Expr::And(a, b) | Expr::Or(a, b) | Expr::Arithmetic(_, a, b) | Expr::Element(a, b) => {
                self.expression(a, condition);
                self.expression(b, condition);
            }
            Expr::Not(inner)
            | Expr::Negate(inner)
            | Expr::Question(inner)
            | Expr::Bang(inner)
            | Expr::Field(inner, _)
            | Expr::Is(inner, _) => self.expression(inner, condition),
            Expr::Method(target, _, arguments) => {
                self.expression(target, condition);
                self.keys.extend(arguments.first().and_then(key));
                self.all(arguments, condition);
            }
            Expr::CallValue(target, arguments) | Expr::Syntax(_, target, arguments) => {
                self.expression(target, condition);
                self.all(arguments, condition);
            }
            Expr::List(all) | Expr::Value(_, all) | Expr::Holds(_, all) => self.all(all, condition),
            Expr::Record(_, fields) => {
                fields.iter().for_each(|(_, field)| self.expression(field, condition));
            }
            Expr::Closure(closure) => self.block(&closure.body),
            _ => {}
        }
    }
}

/// A key that a step names.
fn key(argument: &Expr) -> Option<String> {
    match argument {
        Expr::Text(text) if !text.contains('%') => Some(quoted(text)),
        Expr::Symbol(symbol) => Some(format!("[Symbol.{symbol}]")),
        _ => None,
    }
}

fn quoted(text: &str) -> String {
    super::inject::text(&text.encode_utf16().collect::<Vec<_>>())
}

fn shown(number: f64) -> String {
    super::inject::number(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parallax_spec::document::Document;

    #[test]
    fn literals_come_from_conditions_and_keys_from_uses_of_properties() {
        let text = "<emu-clause id=\"sec-f\" type=\"abstract operation\"><h1>F ( _x_ )</h1><emu-alg>\n\
            1. If _x_ is *\"length\"*, return *\"never\"*.\n\
            1. Let _m_ be ? Get(_x_, *\"next\"*).\n\
            1. Let _n_ be ? GetMethod(_x_, %Symbol.iterator%).\n\
            1. If _n_ is *-0*<sub>𝔽</sub>, return _m_.\n\
            </emu-alg></emu-clause>";
        let words = Words::read(&Edition::read(&Document::parse(text)));
        assert_eq!(words.literals, ["\"length\"", "-0"]);
        assert_eq!(words.keys, ["\"next\"", "[Symbol.iterator]"]);
    }
}
