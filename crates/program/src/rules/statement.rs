//! Inserting a statement on lines of its own.

use rand::Rng;

use super::choose as choose_one;
use crate::edit::{Edited, Splice};
use crate::js::gaps::Gap;
use crate::js::scopes::Use;
use crate::js::syntax::Syntax;
use crate::js::variables::Variable;

/// A gap with at least one fit variable, and one of those.
pub(super) fn choose<'s>(
    syntax: &'s Syntax,
    rng: &mut dyn Rng,
    is_fit: impl Fn(&Gap, &Use, &Variable) -> bool,
) -> Option<(&'s Gap, &'s Variable)> {
    let fit = |gap: &Gap| -> Vec<&'s Variable> {
        let variable = |r#use: &Use| {
            let variable = syntax.variables.get(r#use.variable)?;
            is_fit(gap, r#use, variable).then_some(variable)
        };
        gap.uses.iter().filter_map(variable).collect()
    };
    let gaps: Vec<&Gap> = syntax.gaps.iter().filter(|gap| !fit(gap).is_empty()).collect();
    let gap = *choose_one(&gaps, rng)?;
    Some((gap, *choose_one(&fit(gap), rng)?))
}

/// The program with a statement that uses the variable in the gap.
pub(super) fn insert(syntax: &Syntax, gap: &Gap, variable: &Variable, lines: &[&str]) -> Edited {
    let text = &syntax.program.text;
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let statement: String =
        lines.iter().map(|line| format!("{}{line}{line_end}", gap.indent)).collect();
    let edited = Edited::new(&syntax.program, vec![Splice::insertion(gap.at, statement)]);
    match &variable.owner {
        // It may be captured now, or used at all.
        Some(owner) => edited.with_added(&variable.name, owner),
        None => edited,
    }
}
