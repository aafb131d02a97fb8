//! Literals that an expression in parentheses can stand for.
//!
//! Not one: a property's name; the start of a statement, where the line before would go on with `(`;
//! the condition of a statement, which debuggers leave out when it is a literal, and a `case`; a
//! whole class field or body of an arrow function, where debuggers pause at the operator of an
//! expression; a part of `a, b`, where they pause at parts that are no literals; what is called or
//! has a property read, which engines quote in messages.

use std::ops::Range;

use oxc::ast::AstKind;
use oxc::ast::ast::AssignmentTarget;
use oxc::semantic::AstNode;
use oxc::span::{GetSpan, Span};

use super::scopes::{Scopes, Use};
use super::syntax::bytes;

/// A literal in an expression.
#[derive(Debug, Clone)]
pub(crate) struct Literal {
    pub(crate) span: Range<usize>,
    pub(crate) value: LiteralValue,
}

#[derive(Debug, Clone)]
pub(crate) enum LiteralValue {
    /// A decimal integer, in digits only, of at most 2^31.
    Integer(u32),
    /// A boolean, and the variables that surely have plain values here.
    Boolean(bool, Vec<Use>),
}

const LIMIT: u32 = 1 << 31;

pub(super) fn find(scopes: &Scopes) -> Vec<Literal> {
    if scopes.hazards.is_asm || scopes.hazards.reads_places {
        return Vec::new();
    }
    scopes.semantic.nodes().iter().filter_map(|node| literal(scopes, node)).collect()
}

fn literal(scopes: &Scopes, node: &AstNode) -> Option<Literal> {
    let (span, value) = match node.kind() {
        AstKind::NumericLiteral(number) => {
            let text = &scopes.semantic.source_text()[bytes(number.span)];
            (number.span, LiteralValue::Integer(integer(text)?))
        }
        AstKind::BooleanLiteral(boolean) if !is_stored(scopes, node) => {
            let uses = plain_uses(scopes, node, boolean.span);
            (boolean.span, LiteralValue::Boolean(boolean.value, uses))
        }
        _ => return None,
    };
    let usable = is_replaceable(scopes, node, span) && !scopes.may_be_read(node.id());
    usable.then(|| Literal { span: bytes(span), value })
}

fn integer(text: &str) -> Option<u32> {
    let is_decimal = text.bytes().all(|byte| byte.is_ascii_digit());
    let is_legacy = text.len() > 1 && text.starts_with('0');
    let value: u32 = text.parse().ok()?;
    (is_decimal && !is_legacy && value <= LIMIT).then_some(value)
}

/// Whether it is assigned to a property: V8 pauses at the property where no call comes first.
fn is_stored(scopes: &Scopes, node: &AstNode) -> bool {
    match scopes.semantic.nodes().parent_kind(node.id()) {
        AstKind::AssignmentExpression(assignment) => {
            !matches!(assignment.left, AssignmentTarget::AssignmentTargetIdentifier(_))
        }
        _ => false,
    }
}

fn plain_uses(scopes: &Scopes, node: &AstNode, span: Span) -> Vec<Use> {
    let hazards = scopes.hazards;
    if hazards.runs_text || hazards.changes_is_nan || scopes.is_in_with(node.scope_id()) {
        return Vec::new();
    }
    let uses = scopes.uses(node.scope_id(), node.id(), span.start).into_iter();
    uses.filter(|r#use| r#use.initialised && scopes.variables[r#use.variable].is_plain).collect()
}

fn is_replaceable(scopes: &Scopes, node: &AstNode, span: Span) -> bool {
    let mut around = scopes.semantic.nodes().ancestor_kinds(node.id());
    let is_fit = around.next().is_some_and(|parent| is_fit_parent(parent, span));
    is_fit && !starts_statement(scopes, node, span) && !is_condition(scopes, node, span)
}

fn is_fit_parent(parent: AstKind, span: Span) -> bool {
    let is = |other: Span| other == span;
    match parent {
        AstKind::ObjectProperty(property) => property.computed || !is(property.key.span()),
        AstKind::BindingProperty(property) => property.computed || !is(property.key.span()),
        AstKind::AssignmentTargetPropertyProperty(property) => {
            property.computed || !is(property.name.span())
        }
        AstKind::MethodDefinition(method) => method.computed,
        AstKind::PropertyDefinition(field) => field.computed && is(field.key.span()),
        AstKind::AccessorProperty(_)
        | AstKind::ArrowFunctionExpression(_)
        | AstKind::SwitchCase(_)
        | AstKind::SequenceExpression(_)
        | AstKind::StaticMemberExpression(_)
        | AstKind::PrivateFieldExpression(_)
        | AstKind::TaggedTemplateExpression(_) => false,
        AstKind::ComputedMemberExpression(member) => !is(member.object.span()),
        AstKind::CallExpression(call) => !is(call.callee.span()),
        AstKind::NewExpression(new) => !is(new.callee.span()),
        _ => true,
    }
}

fn starts_statement(scopes: &Scopes, node: &AstNode, span: Span) -> bool {
    let around = scopes.semantic.nodes().ancestor_kinds(node.id());
    around
        .take_while(|kind| kind.span().start == span.start)
        .any(|kind| matches!(kind, AstKind::ExpressionStatement(_)))
}

/// Whether the literal decides alone, or as a part of `!`, `&&` and the like, which way to go.
fn is_condition(scopes: &Scopes, node: &AstNode, span: Span) -> bool {
    let mut inner = span;
    for kind in scopes.semantic.nodes().ancestor_kinds(node.id()) {
        let is = |test: Span| test == inner;
        match kind {
            AstKind::IfStatement(statement) => return is(statement.test.span()),
            AstKind::WhileStatement(statement) => return is(statement.test.span()),
            AstKind::DoWhileStatement(statement) => return is(statement.test.span()),
            AstKind::ForStatement(statement) => {
                return statement.test.as_ref().is_some_and(|test| is(test.span()));
            }
            AstKind::ConditionalExpression(choice) if is(choice.test.span()) => return true,
            AstKind::ParenthesizedExpression(_)
            | AstKind::LogicalExpression(_)
            | AstKind::UnaryExpression(_)
            | AstKind::ConditionalExpression(_)
            | AstKind::SequenceExpression(_) => inner = kind.span(),
            _ => return false,
        }
    }
    false
}
