//! Whether a variable's declaration has surely run whenever a place is reached.

use oxc::ast::AstKind;
use oxc::ast::ast::{BindingPattern, Expression, Statement};
use oxc::semantic::{NodeId, Semantic, SymbolId};
use oxc::span::{GetSpan, Span};

/// Whether it has, for an offset below a node that can see the variable.
pub(super) fn is_initialised(
    semantic: &Semantic,
    symbol: SymbolId,
    node: NodeId,
    offset: u32,
) -> bool {
    let flags = semantic.scoping().symbol_flags(symbol);
    if !flags.is_block_scoped() || flags.is_catch_variable() {
        return true; // `var`, a parameter in its body, what was caught in its block
    }
    let declarator = semantic.scoping().symbol_declaration(symbol);
    let mut around = semantic.nodes().ancestors(declarator);
    let is_declaration = |kind| matches!(kind, AstKind::VariableDeclaration(_));
    let declaration = around.find(|node| is_declaration(node.kind()));
    let Some((declaration, holder)) = declaration.zip(around.next()) else { return false };
    match holder.kind() {
        AstKind::ForStatement(each) => is_inside(each.body.span(), offset),
        AstKind::ForInStatement(each) => is_inside(each.body.span(), offset),
        AstKind::ForOfStatement(each) => is_inside(each.body.span(), offset),
        list => {
            let end = declaration.kind().span().end;
            let may_run_early = || {
                is_in_hoisted_function(semantic, holder.id(), node) && !is_inert_until(list, end)
            };
            end <= offset && is_inside(list.span(), offset) && !may_run_early()
        }
    }
}

fn is_inside(span: Span, offset: u32) -> bool {
    span.start <= offset && offset < span.end
}

/// Whether the node is in a function that is declared in the list itself: it can be called before
/// the statements above it have run.
fn is_in_hoisted_function(semantic: &Semantic, list: NodeId, node: NodeId) -> bool {
    let nodes = semantic.nodes();
    let path = std::iter::once(node).chain(nodes.ancestor_ids(node));
    let below: Vec<NodeId> = path.take_while(|id| *id != list).collect();
    let is_label = |id: &NodeId| matches!(nodes.kind(*id), AstKind::LabeledStatement(_));
    let top = below.into_iter().rev().find(|id| !is_label(id));
    top.is_some_and(|id| match nodes.kind(id) {
        AstKind::Function(function) => function.is_declaration(),
        _ => false,
    })
}

/// Whether nothing in a list can call a function before an offset.
fn is_inert_until(list: AstKind, end: u32) -> bool {
    let statements = match list {
        AstKind::Program(program) => &program.body,
        AstKind::FunctionBody(body) => &body.statements,
        AstKind::BlockStatement(block) => &block.body,
        _ => return false,
    };
    statements.iter().take_while(|statement| statement.span().end <= end).all(is_inert_statement)
}

fn is_inert_statement(statement: &Statement) -> bool {
    match statement {
        Statement::FunctionDeclaration(_) | Statement::EmptyStatement(_) => true,
        Statement::VariableDeclaration(variables) => {
            variables.declarations.iter().all(|variable| {
                let is_name = matches!(variable.id, BindingPattern::BindingIdentifier(_));
                is_name && variable.init.as_ref().is_none_or(is_inert)
            })
        }
        _ => false,
    }
}

/// Values that are made without running code of the program.
fn is_inert(expression: &Expression) -> bool {
    match expression.get_inner_expression() {
        Expression::ArrayExpression(array) => array
            .elements
            .iter()
            .all(|element| element.is_elision() || element.as_expression().is_some_and(is_inert)),
        Expression::ObjectExpression(object) => object.properties.iter().all(|property| {
            property.as_property().is_some_and(|one| !one.computed && is_inert(&one.value))
        }),
        Expression::UnaryExpression(unary) => unary.argument.is_literal(),
        Expression::BinaryExpression(binary) => is_number(&binary.left) && is_number(&binary.right),
        Expression::FunctionExpression(_) | Expression::ArrowFunctionExpression(_) => true,
        other => other.is_literal(),
    }
}

fn is_number(expression: &Expression) -> bool {
    match expression.get_inner_expression() {
        Expression::NumericLiteral(_) => true,
        Expression::BinaryExpression(binary) => is_number(&binary.left) && is_number(&binary.right),
        _ => false,
    }
}
