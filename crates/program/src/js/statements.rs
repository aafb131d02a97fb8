//! Where statements begin: at what stands first on its line.

use std::ops::Range;

use oxc::ast::AstKind;
use oxc::semantic::Semantic;
use oxc::span::GetSpan;

use super::gaps::line_start;
use super::syntax::bytes;

/// The bytes at which each statement that is first on its line begins. A declaration begins at each
/// of its variables, and at each of their values.
pub(super) fn find(semantic: &Semantic) -> Vec<usize> {
    let text = semantic.source_text();
    let is_first = |range: &Range<usize>| line_start(text, range.start).is_some();
    let mut starts = Vec::new();
    for node in semantic.nodes().iter() {
        match node.kind() {
            AstKind::VariableDeclaration(variables) if is_first(&bytes(variables.span)) => {
                let parts = variables.declarations.iter();
                let parts = parts.flat_map(|one| {
                    let value = one.init.as_ref().map(GetSpan::span);
                    [Some(one.id.span()), value].into_iter().flatten()
                });
                starts.extend(parts.map(|span| bytes(span).start));
                starts.push(bytes(variables.span).start);
            }
            kind if kind.is_statement() && is_first(&bytes(kind.span())) => {
                starts.push(bytes(kind.span()).start);
            }
            _ => {}
        }
    }
    starts
}
