//! The parts of a script that mutation changes without regard to its meaning.
//!
//! What prints is the oracle: the function that is called for it stays, and a statement that prints is
//! no part. Names of properties are none either, and neither are those that a declaration gives.

use std::collections::BTreeSet;

use oxc::allocator::Allocator;
use oxc::ast::{AstKind, AstType};
use oxc::parser::Parser;
use oxc::semantic::{AstNode, Semantic, SemanticBuilder};
use oxc::span::{GetSpan, SourceType, Span};

use super::syntax::bytes;
use crate::parts::{Constant, Operator, Parts, Unary, Use};

/// How functions are called that show what a program has computed.
const SHOWING: [&str; 3] = ["print", "console", "assert"];

/// The parts of a script; none if it is no script.
pub fn parts(text: &str) -> Parts {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, text, SourceType::script()).parse();
    if !parsed.diagnostics.is_empty() {
        return Parts::default();
    }
    let built = SemanticBuilder::new().with_build_nodes(true).build(&parsed.program);
    let mut reader = Reader { semantic: &built.semantic, text, parts: Parts::default() };
    for node in built.semantic.nodes().iter() {
        reader.node(node);
    }
    reader.parts
}

struct Reader<'r, 'a> {
    semantic: &'r Semantic<'a>,
    text: &'r str,
    parts: Parts,
}

impl<'a> Reader<'_, 'a> {
    fn of(&self, span: Span) -> &str {
        self.text.get(bytes(span)).unwrap_or_default()
    }

    fn node(&mut self, node: &AstNode<'a>) {
        match node.kind() {
            AstKind::BinaryExpression(it) => {
                self.binary(it.left.span(), it.right.span(), it.operator.as_str());
            }
            AstKind::LogicalExpression(it) => {
                self.binary(it.left.span(), it.right.span(), it.operator.as_str());
            }
            AstKind::AssignmentExpression(it) => {
                self.binary(it.left.span(), it.right.span(), it.operator.as_str());
            }
            AstKind::UpdateExpression(it) => {
                self.unary(it.span, it.argument.span(), it.operator.as_str(), it.prefix);
            }
            AstKind::UnaryExpression(it) => {
                self.unary(it.span, it.argument.span(), it.operator.as_str(), true);
            }
            AstKind::NumericLiteral(it) => self.constant(node, it.span, ""),
            AstKind::BigIntLiteral(it) => self.constant(node, it.span, "n"),
            AstKind::IdentifierReference(it) => self.use_of(node, it.span),
            // One that any block may hold, and that is no part of a loop's head.
            AstKind::VariableDeclaration(it) if it.kind.is_var() => {
                let around = self.semantic.nodes().parent_kind(node.id());
                let blocks = [AstType::FunctionBody, AstType::Program, AstType::BlockStatement];
                if blocks.contains(&around.ty()) {
                    self.statement(it.span);
                }
            }
            AstKind::ExpressionStatement(_)
            | AstKind::IfStatement(_)
            | AstKind::ForStatement(_)
            | AstKind::ForInStatement(_)
            | AstKind::ForOfStatement(_)
            | AstKind::WhileStatement(_)
            | AstKind::DoWhileStatement(_)
            | AstKind::SwitchStatement(_)
            | AstKind::TryStatement(_)
            | AstKind::ReturnStatement(_)
            | AstKind::BreakStatement(_)
            | AstKind::ContinueStatement(_) => self.statement(node.kind().span()),
            _ => {}
        }
    }

    /// The operator stands between its operands, perhaps among parentheses and comments.
    fn binary(&mut self, left: Span, right: Span, text: &str) {
        let between = Span::new(left.end, right.start);
        if let Some(at) = self.of(between).find(text) {
            let start = between.start as usize + at;
            let (span, text) = (start..start + text.len(), text.to_owned());
            self.parts.binaries.push(Operator { span, text });
        }
    }

    fn unary(&mut self, span: Span, operand: Span, text: &str, prefix: bool) {
        let (operand, text) = (self.of(operand).to_owned(), text.to_owned());
        self.parts.unaries.push(Unary { span: bytes(span), operand, text, prefix });
    }

    fn constant(&mut self, node: &AstNode<'a>, span: Span, suffix: &str) {
        let is_key = match self.semantic.nodes().parent_kind(node.id()) {
            AstKind::ObjectProperty(it) => it.key.span() == span,
            AstKind::BindingProperty(it) => it.key.span() == span,
            AstKind::MethodDefinition(it) => it.key.span() == span,
            AstKind::PropertyDefinition(it) => it.key.span() == span,
            _ => false,
        };
        let text = self.of(span);
        let digits = text.strip_suffix(suffix).unwrap_or(text);
        let whole = digits.chars().all(|c| c.is_ascii_alphanumeric());
        if whole && !is_key {
            let (digits, suffix) = (digits.to_owned(), suffix.to_owned());
            self.parts.constants.push(Constant { span: bytes(span), digits, suffix });
        }
    }

    /// A variable may be any other that can be named here: values have types, not variables.
    fn use_of(&mut self, node: &AstNode<'a>, span: Span) {
        let name = self.of(span);
        let is_short = matches!(self.semantic.nodes().parent_kind(node.id()),
            AstKind::ObjectProperty(it) if it.shorthand);
        if is_short || is_showing(name) {
            return;
        }
        let scoping = self.semantic.scoping();
        let scopes = scoping.scope_ancestors(node.scope_id());
        let names = scopes.flat_map(|scope| scoping.get_bindings(scope).keys());
        let names = names.map(|it| it.as_str()).filter(|other| *other != name);
        let others: BTreeSet<String> = names.map(str::to_owned).collect();
        self.parts.uses.push(Use { span: bytes(span), others: others.into_iter().collect() });
    }

    fn statement(&mut self, span: Span) {
        if !is_showing(self.of(span)) {
            self.parts.statements.push(bytes(span));
        }
    }
}

fn is_showing(text: &str) -> bool {
    SHOWING.iter().any(|part| text.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_prints_is_left_alone() {
        let text = "let a = 1, b = [2n, { 3: 0x10 }];\nfor (const c of b) { a += c ** a; a -= -c; a++; }\n\
            if (a === b) a = ({ a }).a;\nconsole.log(a > 5, b);\n";
        let parts = parts(text);
        let constants: Vec<&str> =
            parts.constants.iter().map(|it| &text[it.span.clone()]).collect();
        assert_eq!(constants, ["1", "2n", "0x10", "5"]);
        let operators: Vec<&str> = parts.binaries.iter().map(|it| &text[it.span.clone()]).collect();
        assert_eq!(operators, ["+=", "**", "-=", "===", "=", ">"]);
        let unaries: Vec<&str> = parts.unaries.iter().map(|it| &text[it.span.clone()]).collect();
        assert_eq!(unaries, ["-c", "a++"]);
        let inner = parts.uses.iter().find(|it| &text[it.span.clone()] == "c").unwrap();
        assert_eq!(inner.others, ["a", "b"]);
        let statements: Vec<&str> = parts.statements.iter().map(|it| &text[it.clone()]).collect();
        assert_eq!(
            statements[1..],
            ["a += c ** a;", "a -= -c;", "a++;", "if (a === b) a = ({ a }).a;", "a = ({ a }).a;"]
        );
        assert!(super::parts("let let = ;").constants.is_empty());
    }
}
