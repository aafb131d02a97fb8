//! The parts of a program of JavaScript that can be left out or replaced when it is made smaller, whatever it means.

use std::collections::BTreeSet;
use std::ops::Range;

use oxc::ast::ast::{ArrayExpressionElement, Expression, ForStatementInit, VariableDeclaration};
use oxc::ast::{AstKind, AstType};
use oxc::semantic::{AstNode, Semantic};
use oxc::span::{GetSpan, Span};
use parallax_model::Program;

use super::syntax::{analysed, bytes};
use crate::tree::{Language, Loop, Name, Node, Part, Tree};

/// Parses a program of JavaScript; none if it is not valid.
pub(crate) fn read(program: &Program) -> Option<Tree> {
    analysed(program, |semantic| of(program, semantic))
}

fn of(program: &Program, semantic: &Semantic) -> Tree {
    let mut nodes: Vec<Node> = Vec::new();
    let (mut optional, mut idle, mut loops) = (Vec::new(), Vec::new(), Vec::new());
    let numbers = semantic.nodes();
    for node in numbers.iter() {
        let (span, parent) = (bytes(node.kind().span()), numbers.parent_id(node.id()).index());
        nodes.push(Node { span, part: part(semantic, node), parent });
        optional.extend(optional_parts(node.kind(), &program.text));
        idle.extend(idle_statement(node.kind()));
        loops.extend(loop_of(node.kind()));
    }
    let comments = semantic.comments().iter().map(|it| bytes(it.span)).collect();
    let names = names(semantic);
    Tree {
        program: program.clone(),
        language: Language::Js,
        nodes,
        optional,
        idle,
        loops,
        names,
        comments,
    }
}

/// A statement that does nothing, whatever it stands in: engines leave it out, and debuggers cannot stop at it.
fn idle_statement(kind: AstKind) -> Option<Range<usize>> {
    let AstKind::ExpressionStatement(statement) = kind else { return None };
    is_idle(&statement.expression).then(|| bytes(statement.span))
}

/// Whether an expression is a value and no more.
fn is_idle(expression: &Expression) -> bool {
    match expression.get_inner_expression() {
        Expression::ArrayExpression(it) => it.elements.iter().all(|element| match element {
            ArrayExpressionElement::SpreadElement(_) => false,
            ArrayExpressionElement::Elision(_) => true,
            element => element.as_expression().is_some_and(is_idle),
        }),
        Expression::ObjectExpression(it) => it.properties.is_empty(),
        Expression::UnaryExpression(it) => is_idle(&it.argument),
        Expression::Identifier(_)
        | Expression::ThisExpression(_)
        | Expression::FunctionExpression(_)
        | Expression::ArrowFunctionExpression(_) => true,
        other => other.is_literal(),
    }
}

fn loop_of(kind: AstKind) -> Option<Loop> {
    let (whole, body, over, declared) = match kind {
        AstKind::WhileStatement(it) => (it.span, it.body.span(), None, None),
        AstKind::DoWhileStatement(it) => (it.span, it.body.span(), None, None),
        AstKind::ForStatement(it) => {
            let declared = it.init.as_ref().and_then(|init| match init {
                ForStatementInit::VariableDeclaration(it) => only_variable(it),
                _ => None,
            });
            (it.span, it.body.span(), None, declared)
        }
        AstKind::ForInStatement(it) => (it.span, it.body.span(), Some(&it.right), None),
        AstKind::ForOfStatement(it) => (it.span, it.body.span(), Some(&it.right), None),
        _ => return None,
    };
    Some(Loop {
        head: bytes(Span::new(whole.start, body.start)),
        tail: bytes(Span::new(body.end, whole.end)),
        over: over.map(|it| bytes(it.span())),
        declared: declared.map(bytes),
        is_counted: over.is_some_and(|it| {
            let it = it.get_inner_expression();
            matches!(it, Expression::ArrayExpression(_) | Expression::StringLiteral(_))
        }),
    })
}

/// `let i` of `let i = 0`.
fn only_variable(declaration: &VariableDeclaration) -> Option<Span> {
    let [only] = declaration.declarations.as_slice() else { return None };
    Some(Span::new(declaration.span.start, only.id.span().end))
}

fn part(semantic: &Semantic, node: &AstNode) -> Part {
    let kind = node.kind();
    let around = semantic.nodes().parent_kind(node.id());
    match around.ty() {
        _ if kind.ty() == AstType::Program => Part::Other,
        AstType::Program | AstType::StaticBlock | AstType::ClassBody | AstType::SwitchStatement
            if kind.ty() != AstType::Hashbang && !is_discriminant(around, kind.span()) =>
        {
            Part::Statement
        }
        AstType::BlockStatement | AstType::FunctionBody => Part::Statement,
        AstType::SwitchCase if kind.is_statement() || kind.is_declaration() => Part::Statement,
        AstType::ObjectExpression
        | AstType::ObjectPattern
        | AstType::ArrayPattern
        | AstType::VariableDeclaration
        | AstType::FormalParameters => Part::Listed,
        AstType::ArrayExpression | AstType::SequenceExpression => Part::ListedExpression,
        AstType::CallExpression | AstType::NewExpression if !is_callee(around, kind.span()) => {
            Part::ListedExpression
        }
        _ if matches!(kind.ty(), AstType::BlockStatement | AstType::FunctionBody) => Part::Block,
        _ if kind.is_statement() => Part::Statement,
        _ if is_expression(kind.ty()) => Part::Expression,
        AstType::ArrowFunctionExpression => Part::Expression,
        _ => Part::Other,
    }
}

fn is_discriminant(around: AstKind, span: Span) -> bool {
    matches!(around, AstKind::SwitchStatement(it) if it.discriminant.span() == span)
}

fn is_callee(around: AstKind, span: Span) -> bool {
    match around {
        AstKind::CallExpression(it) => it.callee.span() == span,
        AstKind::NewExpression(it) => it.callee.span() == span,
        _ => false,
    }
}

fn is_expression(kind: AstType) -> bool {
    matches!(
        kind,
        AstType::ArrayExpression
            | AstType::ArrowFunctionExpression
            | AstType::AssignmentExpression
            | AstType::AwaitExpression
            | AstType::BigIntLiteral
            | AstType::BinaryExpression
            | AstType::BooleanLiteral
            | AstType::CallExpression
            | AstType::ChainExpression
            | AstType::Class
            | AstType::ComputedMemberExpression
            | AstType::ConditionalExpression
            | AstType::Function
            | AstType::IdentifierReference
            | AstType::LogicalExpression
            | AstType::NewExpression
            | AstType::NullLiteral
            | AstType::NumericLiteral
            | AstType::ObjectExpression
            | AstType::ParenthesizedExpression
            | AstType::PrivateFieldExpression
            | AstType::PrivateInExpression
            | AstType::RegExpLiteral
            | AstType::SequenceExpression
            | AstType::StaticMemberExpression
            | AstType::StringLiteral
            | AstType::TaggedTemplateExpression
            | AstType::TemplateLiteral
            | AstType::ThisExpression
            | AstType::UnaryExpression
            | AstType::UpdateExpression
            | AstType::YieldExpression
    )
}

/// What of a node may be left out on its own. Where the text is no program without it, it is not tried.
// Long: an arm for each kind of node.
fn optional_parts(kind: AstKind, text: &str) -> Vec<Range<usize>> {
    let between = |from: u32, to: u32| from as usize..to as usize;
    let word = |span: Span, word: &str| {
        let at = bytes(span).start;
        let whole = text.get(bytes(span)).unwrap_or_default();
        let behind = whole.strip_prefix(word)?;
        let blank = behind.len() - behind.trim_start().len();
        Some(at..at + word.len() + blank)
    };
    match kind {
        AstKind::VariableDeclarator(it) => {
            it.init.iter().map(|init| between(it.id.span().end, init.span().end)).collect()
        }
        AstKind::FormalParameter(it) => {
            let value = it.initializer.iter();
            value.map(|value| between(it.pattern.span().end, value.span().end)).collect()
        }
        AstKind::AssignmentPattern(it) => vec![between(it.left.span().end, it.right.span().end)],
        AstKind::PropertyDefinition(it) => {
            let value = it.value.iter().map(|value| between(it.key.span().end, value.span().end));
            value.chain(word(it.span, "static")).collect()
        }
        AstKind::MethodDefinition(it) => {
            ["static", "async", "get", "*"].iter().filter_map(|name| word(it.span, name)).collect()
        }
        AstKind::IfStatement(it) => {
            let other = it.alternate.iter();
            other.map(|other| between(it.consequent.span().end, other.span().end)).collect()
        }
        AstKind::TryStatement(it) => {
            let block = it.block.span.end;
            let handler = it.handler.as_ref().map(|handler| handler.span.end);
            let finalizer = it.finalizer.as_ref().map(|last| last.span.end);
            let catching = handler.map(|end| between(block, end));
            let last = finalizer.map(|end| between(handler.unwrap_or(block), end));
            catching.into_iter().chain(last).collect()
        }
        AstKind::CatchClause(it) => {
            let parameter = it.param.iter();
            parameter.map(|_| between(it.span.start + 5, it.body.span.start)).collect()
        }
        AstKind::Class(it) => {
            let parent = it.heritage.iter();
            let from = it.id.as_ref().map_or(it.span.start + 5, |id| id.span.end);
            let parent = parent.map(|parent| between(from, parent.expression.span().end));
            let name = it.id.iter().map(|id| between(it.span.start + 5, id.span.end));
            parent.chain(name).collect()
        }
        AstKind::Function(it) => {
            let star = it.generator.then(|| {
                let whole = text.get(bytes(it.span)).unwrap_or_default();
                let at = bytes(it.span).start + whole.find('*')?;
                Some(at..at + 1)
            });
            word(it.span, "async").into_iter().chain(star.flatten()).collect()
        }
        AstKind::ArrowFunctionExpression(it) => word(it.span, "async").into_iter().collect(),
        AstKind::ReturnStatement(it) => {
            it.argument.iter().map(|value| between(it.span.start + 6, value.span().end)).collect()
        }
        AstKind::YieldExpression(it) => {
            it.argument.iter().map(|value| between(it.span.start + 5, value.span().end)).collect()
        }
        AstKind::ForStatement(it) => [
            it.init.as_ref().map(GetSpan::span),
            it.test.as_ref().map(GetSpan::span),
            it.update.as_ref().map(GetSpan::span),
        ]
        .into_iter()
        .flatten()
        .map(bytes)
        .collect(),
        AstKind::ForOfStatement(it) if it.r#await => {
            let from = it.span.start as usize + "for".len();
            let head = text.get(from..it.left.span().start as usize).unwrap_or_default();
            head.find('(').map(|at| from..from + at).into_iter().collect()
        }
        AstKind::LabeledStatement(it) => vec![between(it.span.start, it.body.span().start)],
        AstKind::SpreadElement(_) => word(kind.span(), "...").into_iter().collect(),
        _ => Vec::new(),
    }
}

/// The variables that can be given another name by changing some words.
fn names(semantic: &Semantic) -> Vec<Name> {
    let scoping = semantic.scoping();
    let mut found = Vec::new();
    for symbol in scoping.symbol_ids() {
        let name = scoping.symbol_name(symbol);
        let own = [scoping.symbol_span(symbol)].into_iter();
        let again = scoping.symbol_redeclarations(symbol).iter().map(|it| it.span);
        let uses = semantic.symbol_references(symbol).map(|it| semantic.reference_span(it));
        let places: BTreeSet<(usize, usize)> =
            own.chain(again).chain(uses).map(|it| (it.start as usize, it.end as usize)).collect();
        let places: Vec<Range<usize>> = places.into_iter().map(|(start, end)| start..end).collect();
        let text = semantic.source_text();
        if places.iter().all(|it| text.get(it.clone()) == Some(name))
            && !is_short(semantic, &places)
        {
            found.push(Name { name: name.to_owned(), places });
        }
    }
    found
}

/// Whether a variable gives a property its name.
fn is_short(semantic: &Semantic, places: &[Range<usize>]) -> bool {
    semantic.nodes().iter().any(|node| {
        let span = match node.kind() {
            AstKind::ObjectProperty(it) if it.shorthand => it.span,
            AstKind::BindingProperty(it) if it.shorthand => it.span,
            AstKind::AssignmentTargetPropertyIdentifier(it) => it.span,
            _ => return false,
        };
        places.iter().any(|place| bytes(span).contains(&place.start))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(text: &str) -> Tree {
        Tree::new(&Program::new("p.js", text)).unwrap()
    }

    #[test]
    fn parts_are_told_apart() {
        let tree = tree("let a = f(1, [2]);\nclass C { m(x, y) { return { x }; } }");
        let of = |part| -> Vec<&str> {
            let nodes = tree.nodes.iter().filter(|node| node.part == part);
            nodes.map(|node| tree.text(&node.span)).collect()
        };
        let statements = of(Part::Statement);
        assert_eq!(statements[0], "let a = f(1, [2]);");
        assert!(statements.contains(&"m(x, y) { return { x }; }"), "{statements:?}");
        assert!(statements.contains(&"return { x };"), "{statements:?}");
        assert_eq!(of(Part::ListedExpression), ["1", "[2]", "2"]);
        assert_eq!(of(Part::Listed), ["a = f(1, [2])", "x", "y", "x"]);
    }

    #[test]
    fn what_may_be_left_out_is_listed() {
        let text = "async function f(a = 1) { try { return a; } catch (e) {} finally {} }\nif (f) f(); else f(1);";
        let tree = tree(text);
        let parts: Vec<&str> = tree.optional.iter().map(|it| tree.text(it)).collect();
        for expected in ["async ", " = 1", " a", " catch (e) {}", " finally {}", " else f(1);"] {
            assert!(parts.contains(&expected), "{expected} in {parts:?}");
        }
    }

    #[test]
    fn a_variable_that_names_a_property_keeps_its_name() {
        let tree = tree("let long = 1, other = 2; f({ long, b: other }); other++;");
        let names: Vec<(&str, usize)> =
            tree.names.iter().map(|it| (it.name.as_str(), it.places.len())).collect();
        assert_eq!(names, [("other", 3)]);
    }

    #[test]
    fn statements_that_do_nothing_are_known() {
        let tree = tree(
            "'use strict';\n0; [1, []]; -1; a; f(); a.b; (() => {}); x => 0;\nlet f = () => 0;",
        );
        let idle: Vec<&str> = tree.idle.iter().map(|it| tree.text(it)).collect();
        assert_eq!(idle, ["0;", "[1, []];", "-1;", "a;", "(() => {});", "x => 0;"]);
    }
}
