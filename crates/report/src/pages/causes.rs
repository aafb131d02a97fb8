//! The laws that debuggers break, by cause.

use parallax_campaign::classes::causes;
use parallax_model::Rank;

use super::cause_file;
use crate::Data;
use crate::format::number;
use crate::text::Visible;

/// Causes that are listed, and have a page.
pub(crate) const CAUSES: usize = 200;

/// A cause in a list.
#[derive(Debug)]
pub(super) struct CauseRow {
    pub(super) file: String,
    pub(super) law: Visible,
    pub(super) rank: Rank,
    pub(super) debugger: Visible,
    pub(super) findings: String,
    pub(super) known: Option<Visible>,
    pub(super) sentence: Visible,
}

/// Each cause: what is not known first, facts first, the most frequent first.
pub(super) fn rows(data: &Data<'_>) -> Vec<CauseRow> {
    let causes = causes(&data.findings, data.known).into_iter().enumerate();
    let rows = causes.map(|(at, it)| CauseRow {
        file: cause_file(at),
        law: Visible::short(&it.cause.law),
        rank: it.rank,
        debugger: Visible::short(&it.cause.debugger),
        findings: number(it.findings.len()),
        known: it.known.as_deref().map(Visible::short),
        sentence: Visible::prose(&it.sentence),
    });
    rows.collect()
}
