//! Witnesses by changes of whole statements, one by one.

use super::{Attempt, Search, sweep};
use crate::evidence::{Evidence, Origin};
use crate::laboratory::{IsolateError, Laboratory, Trial};
use crate::mutate::statements;
use crate::subject::Language;

/// Changes every statement in every way, as far as the number of mutants allows.
pub async fn statements(
    laboratory: &Laboratory<'_>,
    search: &Search<'_>,
    evidence: &mut Evidence,
) -> Result<(), IsolateError> {
    if laboratory.subject().language != Language::C {
        return Ok(());
    }
    let mutants = statements::mutants(&laboratory.case().text).into_iter().take(search.mutants);
    let attempt = |(name, text): (&str, _)| Attempt {
        label: name.to_owned(),
        switch: None,
        trial: Trial { text: Some(text), extra: Vec::new() },
    };
    sweep(laboratory, search, evidence, Origin::Statement, mutants.map(attempt).collect()).await
}
