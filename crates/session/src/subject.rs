//! Debuggers by their backends, of which the specification is one.

use parallax_debug::{Instance, LaunchError, Limits, Subject};
use parallax_oracle::SPEC;

/// The name of the specification's backend.
pub const SPECIFICATION: &str = "spec";

/// A debugger that is brought up when it is first needed.
///
/// # Errors
/// Where there is no such backend.
pub fn subject(instance: Instance, limits: Limits) -> Result<Subject, LaunchError> {
    match instance.backend.as_str() {
        SPECIFICATION => Ok(Subject::with(instance, &SPEC, limits)),
        _ => Subject::new(instance, limits),
    }
}
