//! What an expression can give.

use super::flow::Variables;
use super::heads::{Heads, Signature};
use super::types::{self, Returned, Type};
use crate::ir::Expr;
use crate::phrases::{TextValue, TranslatedValue, ValueOf};

/// What an expression can give, with what is known of variables.
pub(super) fn type_of(heads: &Heads, expr: &Expr, known: &Variables) -> Type {
    let kinds = match expr {
        Expr::Variable(name) => {
            return known.get(name).map_or_else(Type::anything, |it| it.kind.clone());
        }
        Expr::Undefined => types::UNDEFINED,
        Expr::Null => types::NULL,
        Expr::Boolean(true) => types::TRUE,
        Expr::Boolean(false) => types::FALSE,
        // Some constants of dates are mathematical values, though they are read as Numbers.
        Expr::Number(value) if *value == 24.0 || *value == 60.0 => return Type::anything(),
        Expr::Number(_) => types::NUMBER,
        Expr::BigInt(_) => types::BIGINT,
        // A code unit is written like a text.
        Expr::Text(_) => types::STRING | types::CODE_UNIT,
        Expr::Mathematical(_) | Expr::Infinity(_) => types::MATHEMATICAL,
        Expr::Enum(name) => return Type::named(&format!("~{name}~")),
        Expr::Symbol(_) => types::SYMBOL,
        Expr::Intrinsic(_) => types::OBJECT,
        Expr::ThisNode | Expr::Child(..) => types::NODE,
        Expr::List(_) => types::LIST,
        Expr::Closure(_) => types::CLOSURE,
        Expr::Record(kind, _) => return of_record(kind),
        Expr::Call(name, arguments) => return of_call(heads, name, arguments, known),
        Expr::Method(_, name, _) => return whole(heads.method(name)),
        Expr::Syntax(name, ..) => return whole(heads.on_syntax(name)),
        Expr::Question(inner) | Expr::Bang(inner) => return value_of(heads, inner),
        Expr::Arithmetic(_, one, other) => {
            let (one, other) = (type_of(heads, one, known), type_of(heads, other, known));
            return if one == other { one } else { Type::anything() };
        }
        Expr::Negate(inner) => return type_of(heads, inner, known),
        Expr::Value(value, _) => return of_phrase(*value),
        _ => return Type::anything(),
    };
    Type::of(kinds)
}

fn of_record(kind: &str) -> Type {
    if kind == "Completion Record" {
        return Type::of(types::COMPLETION);
    }
    if kind.ends_with("Record") || kind == "PropertyDescriptor" {
        return Type::record(kind);
    }
    Type::anything()
}

fn of_call(heads: &Heads, name: &str, arguments: &[Expr], known: &Variables) -> Type {
    match name {
        "𝔽" => Type::of(types::NUMBER),
        "ℝ" | "abs" | "floor" | "truncate" if !arguments.is_empty() => {
            Type::of(types::MATHEMATICAL)
        }
        "ℤ" => Type::of(types::BIGINT),
        "Completion" => {
            arguments.first().map_or_else(Type::anything, |it| type_of(heads, it, known))
        }
        _ => whole(heads.operation(name)),
    }
}

/// What a call returns, which may be a Completion Record.
fn whole(signature: Option<&Signature>) -> Type {
    let returned = signature.and_then(|it| it.returned.as_ref());
    returned.map_or_else(Type::anything, Returned::whole)
}

/// What is in the normal completion that an expression gives.
fn value_of(heads: &Heads, expr: &Expr) -> Type {
    let signature = match expr {
        Expr::Call(name, _) => heads.operation(name),
        Expr::Method(_, name, _) => heads.method(name),
        Expr::Syntax(name, ..) => heads.on_syntax(name),
        _ => return Type::anything(),
    };
    let returned = signature.and_then(|it| it.returned.as_ref());
    returned.map_or_else(Type::anything, |it| it.value.clone())
}

fn of_phrase(value: ValueOf) -> Type {
    let string = [
        TextValue::StringConcatenation,
        TextValue::Substring,
        TextValue::SubstringFrom,
        TextValue::StringOfUnits,
        TextValue::RepeatedString,
        TextValue::StringOfUnit,
    ];
    if string.iter().any(|it| ValueOf::from(*it) == value)
        || value == TranslatedValue::EmptyString.into()
    {
        return Type::of(types::STRING);
    }
    let list = [TranslatedValue::EmptyList, TranslatedValue::ListOfOne];
    if list.iter().any(|it| ValueOf::from(*it) == value) {
        return Type::of(types::LIST);
    }
    match value == TextValue::Length.into() {
        true => Type::of(types::MATHEMATICAL),
        false => Type::anything(),
    }
}
