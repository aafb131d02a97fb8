//! Which variables surely hold plain values: undefined, null, booleans, numbers and strings.
//!
//! Using such a value never runs code of the program, as an object's `valueOf` would, and never
//! throws, as a symbol or BigInt would. A variable is plain when every value that is written to it
//! is; all are taken to be until a write shows otherwise.

use std::collections::{HashMap, HashSet};

use oxc::ast::AstKind;
use oxc::ast::ast::{AssignmentTarget, BindingPattern, Expression, SimpleAssignmentTarget};
use oxc::semantic::{AstNode, Semantic, SymbolFlags, SymbolId};
use oxc::syntax::operator::{AssignmentOperator, BinaryOperator, UnaryOperator};

use super::hazards::Hazards;

pub(super) struct Plain(HashSet<SymbolId>);

impl Plain {
    pub(super) fn new(semantic: &Semantic, hazards: &Hazards) -> Self {
        if hazards.runs_text {
            return Plain(HashSet::new());
        }
        let writes = Writes::new(semantic);
        let mut plain = Candidates { semantic, symbols: candidates(semantic, hazards) };
        plain.symbols.retain(|symbol| !writes.unknown.contains(symbol));
        loop {
            let spoilt = writes.known.iter().find(|(symbol, values)| {
                plain.symbols.contains(symbol) && !values.iter().all(|value| plain.is_plain(value))
            });
            let Some((symbol, _)) = spoilt else { break };
            plain.symbols.remove(symbol);
        }
        Plain(plain.symbols)
    }

    pub(super) fn contains(&self, symbol: SymbolId) -> bool {
        self.0.contains(&symbol)
    }
}

/// Variables of declarations that nothing writes to but code that names them. (A global `var` can
/// also be written as a property, and a block's function writes to the `var` of its name.)
fn candidates(semantic: &Semantic, hazards: &Hazards) -> HashSet<SymbolId> {
    let scoping = semantic.scoping();
    let functions: HashSet<&str> = scoping
        .symbol_ids()
        .filter(|symbol| scoping.symbol_flags(*symbol).is_function())
        .map(|symbol| scoping.symbol_name(symbol))
        .collect();
    let is_candidate = |symbol: &SymbolId| {
        let flags = scoping.symbol_flags(*symbol);
        let is_global = scoping.symbol_scope_id(*symbol) == scoping.root_scope_id();
        flags.is_variable()
            && !flags.intersects(SymbolFlags::Function | SymbolFlags::Class)
            && !functions.contains(scoping.symbol_name(*symbol))
            && (flags.is_block_scoped() || !(is_global && hazards.holds_global))
    };
    scoping.symbol_ids().filter(is_candidate).collect()
}

/// What is written to each variable.
struct Writes<'a> {
    known: HashMap<SymbolId, Vec<&'a Expression<'a>>>,
    /// Variables that something else writes to: a parameter, a pattern, the head of a loop.
    unknown: HashSet<SymbolId>,
}

impl<'a> Writes<'a> {
    fn new(semantic: &Semantic<'a>) -> Self {
        let mut writes = Writes { known: HashMap::new(), unknown: HashSet::new() };
        for node in semantic.nodes().iter() {
            writes.look_at(semantic, node);
        }
        writes
    }

    fn look_at(&mut self, semantic: &Semantic<'a>, node: &AstNode<'a>) {
        let nodes = semantic.nodes();
        let parent = nodes.parent_kind(node.id());
        match (node.kind(), parent) {
            (AstKind::VariableDeclarator(variable), _) => {
                let BindingPattern::BindingIdentifier(name) = &variable.id else { return };
                if let Some(value) = &variable.init {
                    self.known.entry(name.symbol_id()).or_default().push(value);
                }
            }
            (AstKind::BindingIdentifier(name), AstKind::VariableDeclarator(_)) => {
                let head = nodes.ancestor_kinds(node.id()).nth(2);
                let is_loop =
                    matches!(head, Some(AstKind::ForInStatement(_) | AstKind::ForOfStatement(_)));
                if is_loop {
                    self.unknown.extend(name.symbol_id.get());
                }
            }
            (AstKind::BindingIdentifier(name), _) => self.unknown.extend(name.symbol_id.get()),
            (AstKind::IdentifierReference(name), parent) => {
                let reference = semantic.scoping().get_reference(name.reference_id());
                if let (true, Some(symbol)) = (reference.is_write(), reference.symbol_id()) {
                    self.assignment(symbol, parent, name.span);
                }
            }
            _ => {}
        }
    }

    fn assignment(&mut self, symbol: SymbolId, by: AstKind<'a>, name: oxc::span::Span) {
        match by {
            AstKind::AssignmentExpression(assignment)
                if matches!(&assignment.left,
                    AssignmentTarget::AssignmentTargetIdentifier(target) if target.span == name) =>
            {
                if needs_plain_value(assignment.operator) {
                    self.known.entry(symbol).or_default().push(&assignment.right);
                }
            }
            AstKind::UpdateExpression(update)
                if matches!(
                    update.argument,
                    SimpleAssignmentTarget::AssignmentTargetIdentifier(_)
                ) => {}
            _ => {
                self.unknown.insert(symbol);
            }
        }
    }
}

/// Arithmetic on a plain value gives a number, whatever the other value is, or throws.
fn needs_plain_value(operator: AssignmentOperator) -> bool {
    matches!(
        operator,
        AssignmentOperator::Assign
            | AssignmentOperator::Addition
            | AssignmentOperator::LogicalAnd
            | AssignmentOperator::LogicalOr
            | AssignmentOperator::LogicalNullish
    )
}

struct Candidates<'s, 'a> {
    semantic: &'s Semantic<'a>,
    symbols: HashSet<SymbolId>,
}

impl Candidates<'_, '_> {
    fn is_plain(&self, expression: &Expression) -> bool {
        match expression.get_inner_expression() {
            Expression::NumericLiteral(_)
            | Expression::StringLiteral(_)
            | Expression::BooleanLiteral(_)
            | Expression::NullLiteral(_)
            | Expression::TemplateLiteral(_) => true,
            Expression::Identifier(name) => {
                let symbol = self.semantic.scoping().get_reference(name.reference_id()).symbol_id();
                let is_undefined = name.name == "undefined" && symbol.is_none();
                is_undefined || symbol.is_some_and(|symbol| self.symbols.contains(&symbol))
            }
            Expression::UnaryExpression(unary) => match unary.operator {
                UnaryOperator::UnaryNegation | UnaryOperator::BitwiseNot => {
                    self.is_plain(&unary.argument)
                }
                _ => true,
            },
            Expression::BinaryExpression(binary) => {
                let (left, right) = (self.is_plain(&binary.left), self.is_plain(&binary.right));
                let operator = binary.operator;
                let compares =
                    operator.is_equality() || operator.is_compare() || operator.is_relational();
                let adds = operator == BinaryOperator::Addition;
                compares || if adds { left && right } else { left || right }
            }
            Expression::LogicalExpression(logical) => {
                self.is_plain(&logical.left) && self.is_plain(&logical.right)
            }
            Expression::ConditionalExpression(choice) => {
                self.is_plain(&choice.consequent) && self.is_plain(&choice.alternate)
            }
            Expression::AssignmentExpression(assignment) => {
                assignment.operator == AssignmentOperator::Assign
                    && self.is_plain(&assignment.right)
            }
            _ => false,
        }
    }
}
