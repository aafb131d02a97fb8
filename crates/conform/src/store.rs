//! Keeps what came of a suite in the store.

use std::path::Path;
use std::time::Duration;

use parallax_campaign::settings::{ConformanceSettings, Tool};
use parallax_campaign::{Store, StoreError};
use parallax_engines::pool::EngineIdentity;
use parallax_model::conformance::SuiteSummary;

use crate::generate::journal::coverage;
use crate::results::Results;

/// Records the results of the suite in a folder as a campaign; its number.
///
/// # Errors
/// Where the store cannot be written.
pub fn record(
    store: &mut Store,
    folder: &Path,
    results: &Results,
    took: Duration,
) -> Result<i64, StoreError> {
    let engine = |it: &EngineIdentity| Tool { name: it.name.clone(), version: it.version.clone() };
    let settings = ConformanceSettings {
        engines: results.engines.iter().map(engine).collect(),
        suite: folder.display().to_string(),
        edition: results.edition.clone(),
    };
    let suite = SuiteSummary {
        edition: results.edition.clone(),
        tests: results.count(),
        engines: results.tallies(),
        coverage: coverage(folder),
    };
    store.record_suite(settings, &suite, &results.deviations(), took)
}
