//! A generated suite, from the text of an edition to the tests on disk.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::generation::{
    GenerationError, GenerationProgress, GenerationSettings, compile, generate_for,
};
use super::write::{Written, write};

/// A suite that was generated.
#[derive(Clone, Debug)]
pub struct GeneratedSuite {
    /// How the generation stands at its end.
    pub progress: GenerationProgress,
    /// What was written.
    pub written: Written,
}

/// Generates programs in a folder until time is up, and writes the fewest tests that keep their
/// coverage. The same call goes on where it stopped.
///
/// # Errors
/// Where the folder cannot be used, or the edition not be run.
pub fn generate_suite(
    document: &str,
    folder: &Path,
    settings: &GenerationSettings,
    report: &(dyn Fn(&GenerationProgress) + Sync),
) -> Result<GeneratedSuite, GenerationError> {
    let last = Mutex::new(GenerationProgress::default());
    let (specification, words) = compile(document)?;
    let pool = generate_for(&specification, words, folder, settings, &|progress| {
        report(progress);
        *last.lock().unwrap_or_else(PoisonError::into_inner) = *progress;
    })?;
    let written = write(folder, &settings.edition, &specification, &pool)?;
    let progress = last.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(GeneratedSuite { progress, written })
}
