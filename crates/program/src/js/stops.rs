//! The statements before which another one can be put, and the variables that can be named there.
//!
//! They are those of lists, and the bodies of `if` and of loops, which need braces then. A label stays
//! with its statement, directives stay first, and declared functions and `var` without a value, which
//! do nothing when their turn comes, are left out.

use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};

use oxc::ast::AstKind;
use oxc::ast::ast::{Statement, VariableDeclarationKind};
use oxc::semantic::{AstNode, ScopeId, Semantic, SymbolFlags};
use oxc::span::GetSpan;
use parallax_model::{Goal, Program};

use super::hazards::Hazards;
use super::syntax::analysed;
use crate::probes::Reason;

/// A statement before which another one can be put.
#[derive(Debug)]
pub(crate) struct Stop {
    /// Where it begins.
    pub(crate) at: usize,
    /// Where it ends, if it is a body without braces.
    pub(crate) end_of_body: Option<usize>,
    /// The variables of the function around it, and the `let`, `const` and `class` of the script.
    pub(crate) names: Vec<String>,
}

/// Names of a script that mean something else in some functions of it.
const ODD_NAMES: [&str; 11] = [
    "arguments",
    "await",
    "implements",
    "interface",
    "let",
    "package",
    "private",
    "protected",
    "public",
    "static",
    "yield",
];

/// Finds them, in the order of the text.
pub(crate) fn find(program: &Program) -> Result<Vec<Stop>, Reason> {
    if program.goal == Goal::Module {
        return Err(Reason::Module);
    }
    let found = analysed(program, |semantic| {
        if let Some(reason) = refusal(semantic) {
            return Err(reason);
        }
        let finder = Finder { semantic, moved: moved_names(semantic) };
        let mut stops: Vec<Stop> =
            semantic.nodes().iter().flat_map(|node| finder.below(node)).collect();
        stops.sort_by_key(|stop| stop.at);
        Ok(stops)
    });
    found.unwrap_or(Err(Reason::NotAScript))
}

/// Why the program would notice that statements are put into it.
fn refusal(semantic: &Semantic) -> Option<Reason> {
    let hazards = Hazards::new(semantic);
    let kinds = || semantic.nodes().iter().map(AstNode::kind);
    let is_eval = |kind| matches!(kind, AstKind::IdentifierReference(it) if it.name == "eval");
    let is_with = |kind| matches!(kind, AstKind::WithStatement(_));
    let reasons = [
        (kinds().any(is_eval), Reason::Eval),
        (kinds().any(is_with), Reason::With),
        (hazards.reads_functions, Reason::ReadsText),
        (hazards.reads_places, Reason::ReadsPlaces),
        (hazards.has_variable_let, Reason::VariableLet),
        (hazards.is_asm, Reason::Asm),
    ];
    reasons.into_iter().find(|(applies, _)| *applies).map(|(_, reason)| reason)
}

/// The functions and the caught values that are declared in each scope. The parser moves functions of
/// blocks to the function around, where they are a second variable, and what is caught, if a `var` has
/// the same name.
fn moved_names<'a>(semantic: &Semantic<'a>) -> HashMap<ScopeId, Vec<&'a str>> {
    let mut moved: HashMap<ScopeId, Vec<&str>> = HashMap::new();
    for node in semantic.nodes().iter() {
        let names = match node.kind() {
            AstKind::Function(function) if function.is_declaration() => {
                function.id.iter().map(|name| name.name.as_str()).collect()
            }
            AstKind::CatchParameter(caught) => {
                let names = caught.pattern.get_binding_identifiers();
                names.into_iter().map(|name| name.name.as_str()).collect()
            }
            _ => Vec::new(),
        };
        moved.entry(node.scope_id()).or_default().extend(names);
    }
    moved
}

struct Finder<'s, 'a> {
    semantic: &'s Semantic<'a>,
    moved: HashMap<ScopeId, Vec<&'a str>>,
}

impl<'a> Finder<'_, 'a> {
    /// The statements that are parts of a node.
    fn below(&self, node: &AstNode<'a>) -> Vec<Stop> {
        let inner = |scope: &Cell<Option<ScopeId>>| scope.get().unwrap_or_else(|| node.scope_id());
        let own = || node.scope_id();
        match node.kind() {
            AstKind::Program(program) => self.list(&program.body, own()),
            AstKind::FunctionBody(body) => self.list(&body.statements, own()),
            AstKind::BlockStatement(it) => self.list(&it.body, inner(&it.scope_id)),
            AstKind::StaticBlock(it) => self.list(&it.body, inner(&it.scope_id)),
            AstKind::SwitchCase(case) => self.list(&case.consequent, own()),
            AstKind::IfStatement(it) => {
                self.bodies([Some(&it.consequent), it.alternate.as_ref()], own())
            }
            AstKind::WhileStatement(it) => self.bodies([Some(&it.body)], own()),
            AstKind::DoWhileStatement(it) => self.bodies([Some(&it.body)], own()),
            AstKind::ForStatement(it) => self.bodies([Some(&it.body)], inner(&it.scope_id)),
            AstKind::ForInStatement(it) => self.bodies([Some(&it.body)], inner(&it.scope_id)),
            AstKind::ForOfStatement(it) => self.bodies([Some(&it.body)], inner(&it.scope_id)),
            _ => Vec::new(),
        }
    }

    fn list(&self, statements: &[Statement], scope: ScopeId) -> Vec<Stop> {
        let names = self.names(scope);
        let stops = statements.iter().filter(|it| does_something(it));
        let stop = |it: &Statement| Stop {
            at: it.span().start as usize,
            end_of_body: None,
            names: names.clone(),
        };
        stops.map(stop).collect()
    }

    fn bodies<const N: usize>(&self, bodies: [Option<&Statement>; N], scope: ScopeId) -> Vec<Stop> {
        let bodies = bodies.into_iter().flatten();
        let single = bodies.filter(|body| does_something(body));
        let stop = |body: &Statement| Stop {
            at: body.span().start as usize,
            end_of_body: Some(body.span().end as usize),
            names: self.names(scope),
        };
        single.map(stop).collect()
    }

    fn names(&self, scope: ScopeId) -> Vec<String> {
        let scoping = self.semantic.scoping();
        let root = scoping.root_scope_id();
        let mut names = BTreeSet::new();
        for scope in scoping.scope_ancestors(scope).take_while(|scope| *scope != root) {
            names.extend(scoping.get_bindings(scope).keys().map(|name| name.as_str()));
            names.extend(self.moved.get(&scope).into_iter().flatten());
            if scoping.scope_flags(scope).is_var() {
                break;
            }
        }
        let others = SymbolFlags::Function | SymbolFlags::FunctionScopedVariable;
        let is_script = |flags: SymbolFlags| flags.is_block_scoped() && !flags.intersects(others);
        let of_script = scoping.get_bindings(root).iter();
        let of_script = of_script.filter(|(_, symbol)| is_script(scoping.symbol_flags(**symbol)));
        let of_script = of_script.map(|(name, _)| name.as_str());
        names.extend(of_script.filter(|name| !ODD_NAMES.contains(name)));
        names.into_iter().map(str::to_owned).collect()
    }
}

/// Whether something happens when a statement's turn comes. A block is its statements.
fn does_something(statement: &Statement) -> bool {
    match statement {
        Statement::FunctionDeclaration(_) | Statement::BlockStatement(_) => false,
        Statement::VariableDeclaration(variables) => {
            variables.kind != VariableDeclarationKind::Var
                || variables.declarations.iter().any(|it| it.init.is_some())
        }
        Statement::LabeledStatement(labelled) => !is_labelled_function(&labelled.body),
        _ => true,
    }
}

fn is_labelled_function(body: &Statement) -> bool {
    match body {
        Statement::LabeledStatement(labelled) => is_labelled_function(&labelled.body),
        body => matches!(body, Statement::FunctionDeclaration(_)),
    }
}
