//! Keeps isolations in the store.

use std::time::Duration;

use parallax_campaign::settings::IsolationSettings;
use parallax_campaign::{Store, StoreError};
use parallax_model::isolation::Isolation;

/// Records an isolation as a finding of its own campaign; the number of the finding.
///
/// # Errors
/// Where the store cannot be written.
pub fn record(store: &mut Store, isolation: &Isolation) -> Result<i64, StoreError> {
    let settings = IsolationSettings {
        subject: isolation.subject.clone(),
        program: isolation.program.clone(),
        bad: isolation.bad.clone(),
        good: isolation.good.clone(),
        seed: isolation.seed,
    };
    let took = Duration::try_from_secs_f64(isolation.seconds).unwrap_or_default();
    store.record_isolation(settings, isolation, took)
}
