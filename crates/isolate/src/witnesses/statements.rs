//! Witnesses by changes of whole statements, one by one.

use super::{Attempt, Search, sweep};
use crate::evidence::{Evidence, Origin};
use crate::laboratory::{IsolateError, Laboratory, Trial};
use crate::mutate::{Meaning, statements};

/// Changes every statement in every way, as far as the number of mutants allows.
pub async fn statements(
    laboratory: &Laboratory<'_>,
    search: &Search<'_>,
    evidence: &mut Evidence,
) -> Result<(), IsolateError> {
    if laboratory.meaning() == Meaning::Kept {
        return Ok(());
    }
    let language = laboratory.subject().language;
    let mutants = statements::mutants(language, &laboratory.case().text);
    let mutants = mutants.into_iter().take(search.mutants);
    let attempt = |(name, text): (&str, _)| Attempt {
        label: name.to_owned(),
        switch: None,
        trial: Trial { text: Some(text), extra: Vec::new() },
    };
    sweep(laboratory, search, evidence, Origin::Statement, mutants.map(attempt).collect()).await
}
