//! Witnesses by switching off: options one by one, passes one by one. A run that passes without
//! something says that it takes part in the failure; one that still fails exonerates it.

use super::{Search, sweep};
use crate::evidence::{Evidence, Origin};
use crate::laboratory::{IsolateError, Laboratory, Trial};
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
    let trial = |name: String| {
        let trial = Trial { text: None, extra: vec![switches.switch(&name)] };
        (name, trial)
    };
    let trials = switches.names(&listing).into_iter().map(trial).collect();
    sweep(laboratory, search, evidence, origin, trials).await
}
