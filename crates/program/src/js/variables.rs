//! A program's variables, and what may be done with them.

use std::collections::HashSet;
use std::ops::Range;

use oxc::ast::AstKind;
use oxc::semantic::{Semantic, SymbolFlags, SymbolId};
use oxc::span::GetSpan;

use super::hazards::Hazards;
use super::plain::Plain;
use super::syntax::bytes;

/// A declared variable: no function's, class's or import's name.
#[derive(Debug, Clone)]
pub(crate) struct Variable {
    pub(crate) name: String,
    /// The function or block that has it; none for a global one.
    pub(crate) owner: Option<Range<usize>>,
    /// Whether it can be assigned to.
    pub(crate) is_assignable: bool,
    /// Whether assigning its own value to it surely does nothing.
    pub(crate) is_steady: bool,
    /// Whether it is surely undefined, null, a boolean, a number or a string.
    pub(crate) is_plain: bool,
}

/// Names that are read-only, or that begin something else than an expression.
const ODD_NAMES: [&str; 12] = [
    "arguments",
    "eval",
    "undefined",
    "NaN",
    "Infinity",
    "let",
    "async",
    "await",
    "yield",
    "of",
    "static",
    "using",
];

/// Properties of a page's global object that do things when they are assigned to.
const WINDOW_NAMES: [&str; 14] = [
    "name", "status", "event", "location", "top", "parent", "self", "length", "history", "origin",
    "opener", "document", "window", "screen",
];

pub(super) fn find(semantic: &Semantic, hazards: &Hazards) -> Vec<(SymbolId, Variable)> {
    let finder = Finder {
        semantic,
        hazards,
        plain: Plain::new(semantic, hazards),
        caught: caught_names(semantic),
        with_arguments: functions_with_arguments(semantic),
    };
    let symbols = semantic.scoping().symbol_ids();
    symbols.filter_map(|symbol| Some((symbol, finder.variable(symbol)?))).collect()
}

struct Finder<'s, 'a> {
    semantic: &'s Semantic<'a>,
    hazards: &'s Hazards,
    plain: Plain,
    caught: HashSet<&'s str>,
    with_arguments: Vec<Range<usize>>,
}

impl Finder<'_, '_> {
    fn variable(&self, symbol: SymbolId) -> Option<Variable> {
        let scoping = self.semantic.scoping();
        let (flags, name) = (scoping.symbol_flags(symbol), scoping.symbol_name(symbol));
        let scope = scoping.symbol_scope_id(symbol);
        let node = self.semantic.nodes().kind(scoping.get_node_id(scope));
        let is_caught = flags.is_catch_variable()
            && !scoping.scope_flags(scope).is_var()
            && scoping.symbol_redeclarations(symbol).is_empty();
        let others = SymbolFlags::Function | SymbolFlags::Class | SymbolFlags::Import;
        // In `catch (e) { var e = 1; }` one name means two variables.
        let is_ambiguous = !is_caught && self.caught.contains(name);
        if !(flags.is_variable() || is_caught)
            || flags.intersects(others)
            || is_ambiguous
            || ODD_NAMES.contains(&name)
        {
            return None;
        }
        let is_global = matches!(node, AstKind::Program(_));
        let is_property = is_global && !flags.is_block_scoped();
        Some(Variable {
            name: name.to_owned(),
            owner: (!is_global).then(|| bytes(node.span())),
            is_assignable: !flags.is_const_variable(),
            is_steady: self.is_steady(symbol, is_property),
            is_plain: self.plain.contains(symbol),
        })
    }

    fn is_steady(&self, symbol: SymbolId, is_property: bool) -> bool {
        let scoping = self.semantic.scoping();
        if is_property {
            let is_windows = WINDOW_NAMES.contains(&scoping.symbol_name(symbol));
            let may_differ = self.hazards.holds_global && self.hazards.defines_properties;
            return !is_windows && !may_differ;
        }
        // A parameter may be one with an element of `arguments`, which may be anything.
        let declaration = bytes(scoping.symbol_span(symbol));
        !self
            .with_arguments
            .iter()
            .any(|function| function.start <= declaration.start && declaration.end <= function.end)
    }
}

/// The names in the heads of `catch` clauses.
fn caught_names<'s>(semantic: &'s Semantic) -> HashSet<&'s str> {
    let nodes = semantic.nodes();
    let names = nodes.iter().filter_map(|node| match node.kind() {
        AstKind::BindingIdentifier(name) => {
            let mut around = nodes.ancestor_kinds(node.id()).take_while(|kind| {
                !matches!(kind, AstKind::BlockStatement(_) | AstKind::CatchClause(_))
            });
            let is_caught = around.any(|kind| matches!(kind, AstKind::CatchParameter(_)));
            is_caught.then_some(name.name.as_str())
        }
        _ => None,
    });
    names.collect()
}

/// The functions in whose text, at any depth, `arguments` occurs.
fn functions_with_arguments(semantic: &Semantic) -> Vec<Range<usize>> {
    let nodes = semantic.nodes();
    let arguments = nodes.iter().filter(|node| {
        matches!(node.kind(), AstKind::IdentifierReference(name) if name.name == "arguments")
    });
    let functions = arguments
        .flat_map(|node| nodes.ancestor_kinds(node.id()))
        .filter(|kind| matches!(kind, AstKind::Function(_)))
        .map(|kind| bytes(kind.span()));
    functions.collect()
}
