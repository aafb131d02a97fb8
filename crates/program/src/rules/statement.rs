//! Places for a statement that uses a variable, on lines of its own.

use std::ops::Range;

use crate::edit::{Edit, Splice};
use crate::js::gaps::Gap;
use crate::js::scopes::Use;
use crate::js::syntax::Syntax;
use crate::js::variables::Variable;

/// A gap, and the variables that fit there.
pub(super) struct Slot<'s> {
    gap: &'s Gap,
    line_end: &'static str,
    pub(super) variables: Vec<&'s Variable>,
}

/// The gaps that have at least one fit variable, with the bytes that they take up: none.
pub(super) fn slots<'s>(
    syntax: &'s Syntax,
    is_fit: impl Fn(&Gap, &Use, &Variable) -> bool,
) -> impl Iterator<Item = (Range<usize>, Slot<'s>)> {
    let line_end = if syntax.program.text.contains("\r\n") { "\r\n" } else { "\n" };
    syntax.gaps.iter().filter_map(move |gap| {
        let uses = gap.uses.iter().map(|r#use| (r#use, &syntax.variables[r#use.variable]));
        let fit = uses.filter(|(r#use, variable)| is_fit(gap, r#use, variable));
        let variables: Vec<&Variable> = fit.map(|(_, variable)| variable).collect();
        let slot = Slot { gap, line_end, variables };
        (!slot.variables.is_empty()).then_some((gap.at..gap.at, slot))
    })
}

impl Slot<'_> {
    /// A statement that uses the variable is inserted.
    pub(super) fn insert(&self, variable: &Variable, lines: &[&str]) -> Edit {
        let lines = lines.iter().map(|line| [&self.gap.indent, *line, self.line_end].concat());
        let statement: String = lines.collect();
        super::using(variable, Splice::insertion(self.gap.at, statement))
    }
}
