//! Places for a statement on lines of its own.
//!
//! A gap is before a statement of a list, or before the brace that ends one, where nothing but white
//! space is before it on its line: so what is inserted shares no line with existing code, and no
//! list's directives are behind it. The bodies of `if (a) b;` and of labels are no lists.

use oxc::allocator::Vec as List;
use oxc::ast::AstKind;
use oxc::ast::ast::Statement;
use oxc::semantic::{AstNode, ScopeId};
use oxc::span::GetSpan;

use super::scopes::{Scopes, Use};

/// A place for a statement on lines of its own.
#[derive(Debug, Clone)]
pub(crate) struct Gap {
    /// Where its line begins.
    pub(crate) at: usize,
    /// The white space that the line begins with.
    pub(crate) indent: String,
    /// Whether it is the end of a loop's body.
    pub(crate) ends_loop: bool,
    /// The variables that the statement can use.
    pub(crate) uses: Vec<Use>,
}

pub(super) fn find(scopes: &Scopes) -> Vec<Gap> {
    let hazards = scopes.hazards;
    if hazards.shows_insertions() || hazards.has_variable_let {
        return Vec::new();
    }
    let lists = scopes.semantic.nodes().iter().filter_map(|node| list(scopes, node));
    lists.flat_map(|list| list.gaps(scopes)).collect()
}

struct StatementList<'l> {
    node: &'l AstNode<'l>,
    scope: ScopeId,
    /// Where its statements begin.
    starts: Vec<u32>,
    /// Where the brace that ends it is.
    end: Option<u32>,
}

fn list<'l>(scopes: &Scopes<'l, 'l>, node: &'l AstNode<'l>) -> Option<StatementList<'l>> {
    let (statements, scope, end): (&List<Statement>, _, _) = match node.kind() {
        AstKind::Program(program) => (&program.body, program.scope_id.get(), None),
        AstKind::FunctionBody(body) => (&body.statements, None, Some(body.span.end - 1)),
        AstKind::BlockStatement(block) => {
            (&block.body, block.scope_id.get(), Some(block.span.end - 1))
        }
        AstKind::StaticBlock(block) => {
            (&block.body, block.scope_id.get(), Some(block.span.end - 1))
        }
        AstKind::SwitchCase(case) => (&case.consequent, None, None),
        _ => return None,
    };
    let scope = scope.unwrap_or_else(|| node.scope_id());
    let starts = statements.iter().map(|statement| statement.span().start).collect();
    let usable = !scopes.is_in_with(scope) && !scopes.may_be_read(node.id());
    usable.then_some(StatementList { node, scope, starts, end })
}

impl StatementList<'_> {
    fn gaps(&self, scopes: &Scopes) -> Vec<Gap> {
        let text = scopes.semantic.source_text();
        let gap = |offset: u32| {
            let (at, indent) = line_start(text, offset as usize)?;
            let uses = scopes.uses(self.scope, self.node.id(), offset);
            let ends_loop = Some(offset) == self.end && self.is_loop(scopes);
            Some(Gap { at, indent: indent.to_owned(), ends_loop, uses })
        };
        self.starts.iter().copied().chain(self.end).filter_map(gap).collect()
    }

    fn is_loop(&self, scopes: &Scopes) -> bool {
        matches!(
            scopes.semantic.nodes().parent_kind(self.node.id()),
            AstKind::ForStatement(_)
                | AstKind::ForInStatement(_)
                | AstKind::ForOfStatement(_)
                | AstKind::WhileStatement(_)
                | AstKind::DoWhileStatement(_)
        )
    }
}

/// Where the line of an offset begins, and the white space up to the offset; none if there is more.
pub(super) fn line_start(text: &str, offset: usize) -> Option<(usize, &str)> {
    let before = text.get(..offset)?;
    let ends = ['\n', '\r', '\u{2028}', '\u{2029}'];
    let start = before
        .rfind(ends)
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    let indent = &before[start..];
    indent.chars().all(|character| matches!(character, ' ' | '\t')).then_some((start, indent))
}
