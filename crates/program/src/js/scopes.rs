//! Which variables can be used where.

use std::collections::{HashMap, HashSet};

use oxc::ast::AstKind;
use oxc::semantic::{NodeId, ScopeId, Semantic, SymbolId};
use oxc::span::GetSpan;

use super::hazards::Hazards;
use super::initialised::is_initialised;
use super::variables::{self, Variable};

/// A variable at a place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Use {
    /// Its index among the program's variables.
    pub(crate) variable: usize,
    /// Whether its declaration has surely run whenever the place is reached.
    pub(crate) initialised: bool,
}

/// A program's scopes.
pub(super) struct Scopes<'s, 'a> {
    pub(super) semantic: &'s Semantic<'a>,
    pub(super) hazards: &'s Hazards,
    pub(super) variables: Vec<Variable>,
    index: HashMap<SymbolId, usize>,
}

impl<'s, 'a> Scopes<'s, 'a> {
    pub(super) fn new(semantic: &'s Semantic<'a>, hazards: &'s Hazards) -> Self {
        let (symbols, variables): (Vec<_>, _) =
            variables::find(semantic, hazards).into_iter().unzip();
        let index = symbols.into_iter().enumerate().map(|(index, symbol)| (symbol, index));
        Scopes { semantic, hazards, index: index.collect(), variables }
    }

    /// The variables that a name at an offset below a node can mean.
    pub(super) fn uses(&self, scope: ScopeId, node: NodeId, offset: u32) -> Vec<Use> {
        let scoping = self.semantic.scoping();
        let mut seen = HashSet::new();
        let mut uses = Vec::new();
        for scope in scoping.scope_ancestors(scope) {
            for (name, symbol) in scoping.get_bindings(scope) {
                let is_nearest = seen.insert(name.as_str());
                if let Some(&variable) = self.index.get(symbol).filter(|_| is_nearest)
                    && self.is_in_body(scope, offset)
                {
                    let initialised = is_initialised(self.semantic, *symbol, node, offset);
                    uses.push(Use { variable, initialised });
                }
            }
        }
        uses.sort_by_key(|r#use| r#use.variable);
        uses
    }

    /// Whether names at the scope may mean properties of an object.
    pub(super) fn is_in_with(&self, scope: ScopeId) -> bool {
        let scoping = self.semantic.scoping();
        scoping.scope_ancestors(scope).any(|scope| scoping.scope_flags(scope).is_with())
    }

    /// Whether the program may read the text that the node is part of.
    pub(super) fn may_be_read(&self, node: NodeId) -> bool {
        let mut around = self.semantic.nodes().ancestor_kinds(node);
        self.hazards.reads_functions
            && (is_code_value(self.semantic.nodes().kind(node)) || around.any(is_code_value))
    }

    /// A function's parameters and variables have their values in its body; in the expressions of
    /// its parameters, its variables do not exist yet.
    fn is_in_body(&self, scope: ScopeId, offset: u32) -> bool {
        let node = self.semantic.scoping().get_node_id(scope);
        let body = match self.semantic.nodes().kind(node) {
            AstKind::Function(function) => function.body.as_ref().map(|body| body.span),
            AstKind::ArrowFunctionExpression(arrow) => Some(arrow.body.span()),
            _ => return true,
        };
        body.is_some_and(|body| body.start < offset && offset < body.end)
    }
}

/// Values that turn into their source text.
fn is_code_value(kind: AstKind) -> bool {
    matches!(kind, AstKind::Function(_) | AstKind::ArrowFunctionExpression(_) | AstKind::Class(_))
}
