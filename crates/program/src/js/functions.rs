//! Functions that can take one parameter more.
//!
//! All their calls are known, and none passes more arguments than there are parameters: the new
//! one is undefined. So the function's name is used for calls only, and its value goes nowhere: its
//! `length` is not read, it is no callback, no constructor. `arguments` does not occur in it.

use std::ops::Range;

use oxc::ast::AstKind;
use oxc::ast::ast::{self, BindingPattern, FormalParameters};
use oxc::semantic::{AstNode, SymbolId};
use oxc::span::{GetSpan, Span};

use super::scopes::Scopes;
use super::syntax::bytes;

/// A function of which every call is known.
#[derive(Debug, Clone)]
pub(crate) struct Function {
    pub(crate) span: Range<usize>,
    /// Where the last parameter ends, or, without parameters, the parenthesis.
    pub(crate) end_of_parameters: usize,
    pub(crate) has_parameters: bool,
}

pub(super) fn find(scopes: &Scopes) -> Vec<Function> {
    if scopes.hazards.shows_insertions() {
        return Vec::new();
    }
    scopes.semantic.nodes().iter().filter_map(|node| function(scopes, node)).collect()
}

fn function(scopes: &Scopes, node: &AstNode) -> Option<Function> {
    let (span, parameters) = match node.kind() {
        AstKind::Function(function) => (function.span, &function.params),
        AstKind::ArrowFunctionExpression(arrow) => (arrow.span, &arrow.params),
        _ => return None,
    };
    let names = names(scopes, node)?;
    let count = parameters.items.len();
    let usable = has_parentheses(scopes, parameters)
        && parameters.rest.is_none()
        && !mentions_arguments(scopes, span)
        && !scopes.may_be_read(node.id())
        && names.iter().all(|name| is_only_called(scopes, *name, count));
    let last = parameters.items.last().map(|parameter| parameter.span.end);
    usable.then(|| Function {
        span: bytes(span),
        end_of_parameters: last.unwrap_or(parameters.span.start + 1) as usize,
        has_parameters: last.is_some(),
    })
}

/// The names that mean this function and nothing else; none where its value is not bound to one. (A
/// function in a block has two variables in sloppy code.)
fn names(scopes: &Scopes, node: &AstNode) -> Option<Vec<SymbolId>> {
    let own = match node.kind() {
        AstKind::Function(function) => function.id.as_ref().and_then(|name| name.symbol_id.get()),
        _ => None,
    };
    if let AstKind::Function(function) = node.kind()
        && function.is_declaration()
    {
        let holder = scopes.semantic.nodes().parent_kind(node.id());
        let is_at_top = matches!(holder, AstKind::Program(_) | AstKind::FunctionBody(_));
        let own = own.filter(|name| is_at_top && is_only_declaration(scopes, *name));
        return own.map(|name| vec![name]);
    }
    let AstKind::VariableDeclarator(variable) = scopes.semantic.nodes().parent_kind(node.id())
    else {
        return None;
    };
    let BindingPattern::BindingIdentifier(name) = &variable.id else { return None };
    let constant = name.symbol_id.get()?;
    let is_constant = scopes.semantic.scoping().symbol_flags(constant).is_const_variable();
    is_constant.then(|| own.into_iter().chain([constant]).collect())
}

/// Whether the declaration is the only one of its name. A global one must not be in reach as a
/// property.
fn is_only_declaration(scopes: &Scopes, name: SymbolId) -> bool {
    let scoping = scopes.semantic.scoping();
    let is_global = scoping.symbol_scope_id(name) == scoping.root_scope_id();
    scoping.symbol_redeclarations(name).is_empty() && !(is_global && scopes.hazards.holds_global)
}

fn is_only_called(scopes: &Scopes, name: SymbolId, parameters: usize) -> bool {
    let nodes = scopes.semantic.nodes();
    scopes.semantic.scoping().get_resolved_references(name).all(|reference| {
        let span = nodes.kind(reference.node_id()).span();
        match nodes.parent_kind(reference.node_id()) {
            AstKind::CallExpression(call) => {
                let spreads = call.arguments.iter().any(ast::Argument::is_spread);
                call.callee.span() == span && !spreads && call.arguments.len() <= parameters
            }
            _ => false,
        }
    })
}

fn has_parentheses(scopes: &Scopes, parameters: &FormalParameters) -> bool {
    scopes.semantic.source_text()[bytes(parameters.span)].starts_with('(')
}

fn mentions_arguments(scopes: &Scopes, function: Span) -> bool {
    scopes.semantic.nodes().iter().any(|node| match node.kind() {
        AstKind::IdentifierReference(name) => {
            name.name == "arguments" && function.contains_inclusive(name.span)
        }
        _ => false,
    })
}
