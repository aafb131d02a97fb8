//! Witnesses by switching off: options one by one, passes one by one. A run that passes without
//! something says that it takes part in the failure; one that still fails exonerates it.

use super::{Attempt, Search, sweep};
use crate::evidence::{Evidence, Origin};
use crate::laboratory::{IsolateError, Laboratory};
use crate::subject::Switches;

/// Switches off every option that is on.
pub async fn options(
    laboratory: &Laboratory<'_>,
    search: &Search<'_>,
    evidence: &mut Evidence,
) -> Result<(), IsolateError> {
    one_by_one(laboratory, search, evidence, Origin::Option, &laboratory.subject().options).await
}

/// Disables every pass that is run.
pub async fn passes(
    laboratory: &Laboratory<'_>,
    search: &Search<'_>,
    evidence: &mut Evidence,
) -> Result<(), IsolateError> {
    one_by_one(laboratory, search, evidence, Origin::Pass, &laboratory.subject().passes).await
}

async fn one_by_one(
    laboratory: &Laboratory<'_>,
    search: &Search<'_>,
    evidence: &mut Evidence,
    origin: Origin,
    switches: &Switches,
) -> Result<(), IsolateError> {
    if !switches.any() {
        return Ok(());
    }
    let listing = laboratory.listing(&switches.list).await?;
    let off = |name: String| {
        let option = switches.switch(&name);
        Attempt::without(name, option)
    };
    let attempts = switches.names(&listing).into_iter().map(off).collect();
    sweep(laboratory, search, evidence, origin, attempts).await
}
