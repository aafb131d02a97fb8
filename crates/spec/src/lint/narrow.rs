//! What a condition says of variables where it holds, and where it does not.

use super::flow::{Known, Variables, joined};
use super::heads::Heads;
use super::infer::type_of;
use super::types::{self, Type};
use crate::ir::Expr;
use crate::phrases::ValuePredicate;

/// What is known of the variables where a condition has this truth; none where it never has.
pub(super) fn narrowed(
    heads: &Heads,
    condition: &Expr,
    known: &Variables,
    truth: bool,
) -> Option<Variables> {
    match condition {
        Expr::Boolean(value) => (*value == truth).then(|| known.clone()),
        Expr::Not(inner) => narrowed(heads, inner, known, !truth),
        Expr::And(one, other) if truth => {
            narrowed(heads, one, known, true).and_then(|it| narrowed(heads, other, &it, true))
        }
        Expr::Or(one, other) if !truth => {
            narrowed(heads, one, known, false).and_then(|it| narrowed(heads, other, &it, false))
        }
        Expr::And(one, other) => {
            let second =
                narrowed(heads, one, known, true).and_then(|it| narrowed(heads, other, &it, false));
            joined(narrowed(heads, one, known, false), second)
        }
        Expr::Or(one, other) => {
            let second =
                narrowed(heads, one, known, false).and_then(|it| narrowed(heads, other, &it, true));
            joined(narrowed(heads, one, known, true), second)
        }
        Expr::Same(one, other) => {
            let kind = type_of(heads, other, known);
            with(known, one, &kind, is_only_one(other), truth)
        }
        Expr::Is(subject, kind) => {
            let (kind, exact) = Type::of_kind(kind);
            with(known, subject, &kind, exact, truth)
        }
        Expr::Holds(predicate, parts) => {
            let absent = Type::of(types::ABSENT);
            let present = *predicate == ValuePredicate::IsPresent.into();
            match parts.first() {
                Some(subject) if present => with(known, subject, &absent, true, !truth),
                Some(subject) if *predicate == ValuePredicate::IsAbsent.into() => {
                    with(known, subject, &absent, true, truth)
                }
                _ => Some(known.clone()),
            }
        }
        _ => Some(known.clone()),
    }
}

/// A variable is of a type, or is not, where the type says all there is to say.
fn with(
    known: &Variables,
    subject: &Expr,
    kind: &Type,
    exact: bool,
    truth: bool,
) -> Option<Variables> {
    let Expr::Variable(name) = subject else { return Some(known.clone()) };
    let Some(before) = known.get(name) else { return Some(known.clone()) };
    let after = match truth {
        true => before.kind.and(kind),
        false if exact && !kind.anything => before.kind.without(kind),
        false => return Some(known.clone()),
    };
    if after.is_nothing() && !before.kind.is_nothing() {
        return None;
    }
    let mut narrower = known.clone();
    narrower.insert(name.clone(), Known { kind: after, certain: before.certain });
    Some(narrower)
}

/// Whether only one value is the same as this.
fn is_only_one(expr: &Expr) -> bool {
    matches!(expr, Expr::Undefined | Expr::Null | Expr::Boolean(_) | Expr::Enum(_))
}
