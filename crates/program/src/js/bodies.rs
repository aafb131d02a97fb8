//! Braces whose statements can be removed when they never run.
//!
//! Nothing around them may notice: a block declares no variable of the function around it, and
//! what is removed is not the only code that uses, or captures, a variable from outside, which
//! debuggers would show differently then.

use std::ops::Range;

use oxc::allocator::Vec as List;
use oxc::ast::AstKind;
use oxc::ast::ast::{Statement, VariableDeclarationKind};
use oxc::semantic::{AstNode, NodeId, ScopeId, SymbolId};
use oxc::span::{GetSpan, Span};

use super::scopes::Scopes;
use super::syntax::bytes;

/// The statements between two braces.
#[derive(Debug, Clone)]
pub(crate) struct Body {
    /// From the first to the last statement.
    pub(crate) statements: Range<usize>,
    /// The declared functions around them.
    hoisted: Vec<Range<usize>>,
}

impl Body {
    /// Whether a range that is never reached shows that the statements never run. One that holds a
    /// whole declared function does not: the function can be called from elsewhere.
    pub(crate) fn is_dead_in(&self, range: &Range<usize>) -> bool {
        let holds = |inner: &Range<usize>| range.start <= inner.start && inner.end <= range.end;
        let is_callable = |function: &Range<usize>| holds(function) && function != range;
        holds(&self.statements) && !self.hoisted.iter().any(is_callable)
    }
}

pub(super) fn find(scopes: &Scopes) -> Vec<Body> {
    if scopes.hazards.shows_insertions() {
        return Vec::new();
    }
    scopes.semantic.nodes().iter().filter_map(|node| body(scopes, node)).collect()
}

fn body(scopes: &Scopes, node: &AstNode) -> Option<Body> {
    let (statements, is_function): (&List<Statement>, _) = match node.kind() {
        AstKind::FunctionBody(body) => (&body.statements, true),
        AstKind::BlockStatement(block) => (&block.body, false),
        _ => return None,
    };
    let span = Span::new(statements.first()?.span().start, statements.last()?.span().end);
    let removal = Removal { scopes, span, own_scope: is_function.then(|| node.scope_id()) };
    let usable = !scopes.may_be_read(node.id())
        && !scopes.is_in_with(node.scope_id())
        && !removal.takes_what_others_need();
    usable.then(|| Body { statements: bytes(span), hoisted: hoisted(scopes, node.id()) })
}

fn hoisted(scopes: &Scopes, node: NodeId) -> Vec<Range<usize>> {
    let around = scopes.semantic.nodes().ancestor_kinds(node);
    let declared = around
        .filter(|kind| matches!(kind, AstKind::Function(function) if function.is_declaration()));
    declared.map(|function| bytes(function.span())).collect()
}

struct Removal<'r, 's, 'a> {
    scopes: &'r Scopes<'s, 'a>,
    span: Span,
    /// The scope of the function that is never called, if it is a function's body.
    own_scope: Option<ScopeId>,
}

impl Removal<'_, '_, '_> {
    fn takes_what_others_need(&self) -> bool {
        let nodes = self.scopes.semantic.nodes();
        let mut removed =
            nodes.iter().filter(|node| self.span.contains_inclusive(node.kind().span()));
        removed.any(|node| match node.kind() {
            AstKind::VariableDeclaration(variables) => {
                variables.kind == VariableDeclarationKind::Var && !self.is_in_function(node.id())
            }
            AstKind::Function(function) => {
                function.is_declaration() && !self.is_in_function(node.id())
            }
            AstKind::Super(_) | AstKind::NewTarget(_) | AstKind::ThisExpression(_) => {
                self.is_captured_by_arrow(node.id())
            }
            AstKind::IdentifierReference(name) => {
                let scoping = self.scopes.semantic.scoping();
                let symbol = scoping.get_reference(name.reference_id()).symbol_id();
                name.name == "arguments" || symbol.is_some_and(|symbol| self.is_needed(symbol))
            }
            _ => false,
        })
    }

    /// Whether the node is in a function that is never called: the body's, or one inside it.
    fn is_in_function(&self, node: NodeId) -> bool {
        self.own_scope.is_some() || self.functions_around(node).next().is_some()
    }

    /// Whether the node means the `this` of a function that stays, through an arrow function.
    fn is_captured_by_arrow(&self, node: NodeId) -> bool {
        let nodes = self.scopes.semantic.nodes();
        let mut functions = nodes.ancestor_kinds(node).filter(|kind| {
            matches!(kind, AstKind::Function(_) | AstKind::ArrowFunctionExpression(_))
        });
        matches!(functions.next(), Some(AstKind::ArrowFunctionExpression(_)))
            && !functions.any(|kind| match kind {
                AstKind::Function(function) => {
                    let is_own = function.scope_id.get() == self.own_scope;
                    is_own || self.span.contains_inclusive(function.span)
                }
                _ => false,
            })
    }

    /// The functions inside the removed text that hold the node.
    fn functions_around(&self, node: NodeId) -> impl Iterator<Item = AstKind<'_>> {
        let around = self.scopes.semantic.nodes().ancestor_kinds(node);
        around.take_while(|kind| self.span.contains_inclusive(kind.span())).filter(|kind| {
            matches!(kind, AstKind::Function(_) | AstKind::ArrowFunctionExpression(_))
        })
    }

    /// Whether a variable of a function or block that stays would be used no more, or captured no
    /// more.
    fn is_needed(&self, symbol: SymbolId) -> bool {
        let scoping = self.scopes.semantic.scoping();
        let scope = scoping.symbol_scope_id(symbol);
        let is_inside = self.span.contains_inclusive(scoping.symbol_span(symbol));
        if is_inside || scope == scoping.root_scope_id() || Some(scope) == self.own_scope {
            return false;
        }
        let (gone, staying): (Vec<_>, Vec<_>) =
            scoping.get_resolved_references(symbol).partition(|reference| {
                let kind = self.scopes.semantic.nodes().kind(reference.node_id());
                self.span.contains_inclusive(kind.span())
            });
        let captures =
            |reference: &&oxc::semantic::Reference| self.is_captured(reference.scope_id(), scope);
        staying.is_empty() || (gone.iter().any(captures) && !staying.iter().any(captures))
    }

    /// Whether code in a scope needs a closure to use a variable of another.
    fn is_captured(&self, user: ScopeId, owner: ScopeId) -> bool {
        let scoping = self.scopes.semantic.scoping();
        let mut between = scoping.scope_ancestors(user).take_while(|scope| *scope != owner);
        between.any(|scope| scoping.scope_flags(scope).is_var())
    }
}
