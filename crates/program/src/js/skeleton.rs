//! The statements and functions of a program with their names, by which two texts of it are aligned.

use std::ops::Range;

use oxc::ast::AstKind;
use oxc::ast_visit::Visit;
use oxc::span::GetSpan;
use parallax_model::Program;

use super::source_type;
use super::syntax::bytes;

/// A statement or a function. Blocks and empty statements are none: compilers add and remove them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// What it is, by the names of oxc.
    pub kind: String,
    /// Its bytes.
    pub span: Range<usize>,
    /// How many statements hold it.
    pub depth: usize,
    /// Whether debuggers stop at it: something happens when its turn comes.
    pub is_stop: bool,
    /// The names in it that are in no statement inside of it, each with the byte that it begins at.
    pub names: Vec<(usize, String)>,
}

/// The statements of a program in the order of the text; none if it is not valid.
pub fn skeleton(program: &Program) -> Option<Vec<Statement>> {
    let allocator = oxc::allocator::Allocator::default();
    let parsed = oxc::parser::Parser::new(&allocator, &program.text, source_type(program)).parse();
    if !parsed.diagnostics.is_empty() {
        return None;
    }
    let mut walk = Walk::default();
    walk.visit_program(&parsed.program);
    let mut found = walk.found;
    found.iter_mut().for_each(|it| it.names.sort_unstable());
    Some(found)
}

#[derive(Default)]
struct Walk {
    found: Vec<Statement>,
    /// The statements that hold the node, by their numbers.
    open: Vec<usize>,
}

impl<'a> Visit<'a> for Walk {
    fn enter_node(&mut self, kind: AstKind<'a>) {
        if is_statement(&kind) {
            let number = self.found.len();
            let holder = self.open.last().map(|it| self.found[*it].kind.as_str());
            let is_head = holder.is_some_and(|it| it.starts_with("For"))
                && matches!(kind, AstKind::VariableDeclaration(_));
            self.found.push(Statement {
                kind: format!("{:?}", kind.ty()),
                span: bytes(kind.span()),
                depth: self.open.len(),
                // Compilers map the loop, not its head.
                is_stop: is_stop(&kind) && !is_head,
                names: Vec::new(),
            });
            self.open.push(number);
        }
        if let (Some(name), Some(holder)) = (name(&kind), self.open.last()) {
            self.found[*holder].names.push((bytes(kind.span()).start, name.to_owned()));
        }
    }

    fn leave_node(&mut self, kind: AstKind<'a>) {
        if is_statement(&kind) {
            self.open.pop();
        }
    }
}

/// Whether a node is a statement or a function. The declaration in the head of a loop counts, too.
fn is_statement(kind: &AstKind<'_>) -> bool {
    match kind {
        AstKind::BlockStatement(_) | AstKind::EmptyStatement(_) => false,
        AstKind::Function(_) | AstKind::ArrowFunctionExpression(_) => true,
        AstKind::Class(it) => it.is_declaration(),
        kind => kind.is_statement(),
    }
}

/// Whether something happens at the beginning of a statement.
fn is_stop(kind: &AstKind<'_>) -> bool {
    match kind {
        AstKind::Function(_)
        | AstKind::ArrowFunctionExpression(_)
        | AstKind::LabeledStatement(_)
        | AstKind::TryStatement(_) => false,
        AstKind::VariableDeclaration(it) => it.declarations.iter().any(|it| it.init.is_some()),
        _ => true,
    }
}

fn name<'a>(kind: &AstKind<'a>) -> Option<&'a str> {
    Some(match kind {
        AstKind::IdentifierName(it) => it.name.as_str(),
        AstKind::IdentifierReference(it) => it.name.as_str(),
        AstKind::BindingIdentifier(it) => it.name.as_str(),
        AstKind::LabelIdentifier(it) => it.name.as_str(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_belong_to_the_innermost_statement() {
        let text = "for (let a of b) {\n  if (a) c.d(() => { e; });;\n}\n";
        let found = skeleton(&Program::new("p", text)).unwrap();
        let shown: Vec<(&str, usize, Vec<&str>)> = found
            .iter()
            .map(|it| {
                let names = it.names.iter().map(|(_, name)| name.as_str()).collect();
                (it.kind.as_str(), it.depth, names)
            })
            .collect();
        assert_eq!(
            shown,
            [
                ("ForOfStatement", 0, vec!["b"]),
                ("VariableDeclaration", 1, vec!["a"]),
                ("IfStatement", 1, vec!["a"]),
                ("ExpressionStatement", 2, vec!["c", "d"]),
                ("ArrowFunctionExpression", 3, vec![]),
                ("ExpressionStatement", 4, vec!["e"]),
            ]
        );
        assert!(skeleton(&Program::new("p", "let let let")).is_none());
    }
}
