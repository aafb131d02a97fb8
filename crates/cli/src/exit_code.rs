//! What Parallax's exit codes mean.

use std::error::Error;
use std::process::ExitCode;

use parallax_isolate::IsolateError;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Done; nothing new was found.
    Success = 0,
    /// A check failed: a debugger that does not pass its self-tests, a replay that shows something
    /// else than what was recorded, a campaign in which nothing was tested.
    Failed = 1,
    /// The command line, the configuration or a file named in it is wrong.
    Usage = 2,
    /// There are differences that are not known.
    NewFindings = 3,
    /// A debugger is missing or cannot be brought up.
    Environment = 4,
    /// The store cannot be used.
    Store = 5,
    /// Parallax itself failed.
    Internal = 70,
    /// Done, but standard output could not be written, as on a full disk.
    NotWritten = 74,
    /// Stopped by SIGINT, SIGTERM or SIGHUP; what is finished is kept.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

/// An error that has an exit code of its own.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// The code.
    pub exit: Exit,
    message: String,
    #[source]
    cause: Option<Box<dyn Error + Send + Sync>>,
}

impl Failure {
    /// A wrong command line, configuration or input file.
    pub fn usage(message: impl ToString) -> anyhow::Error {
        Failure { exit: Exit::Usage, message: message.to_string(), cause: None }.into()
    }

    /// The same, with what it comes from.
    pub fn because(
        message: impl ToString,
        cause: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> anyhow::Error {
        let (message, cause) = (message.to_string(), Some(cause.into()));
        Failure { exit: Exit::Usage, message, cause }.into()
    }

    /// Something that must be got or built first is not there.
    pub fn environment(message: impl ToString) -> anyhow::Error {
        Failure { exit: Exit::Environment, message: message.to_string(), cause: None }.into()
    }
}

/// The exit code for an error.
pub fn of(error: &anyhow::Error) -> Exit {
    for cause in error.chain() {
        if let Some(failure) = cause.downcast_ref::<Failure>() {
            return failure.exit;
        }
        if cause.is::<parallax_debug::LaunchError>()
            || matches!(cause.downcast_ref(), Some(parallax_session::PrepareError::Launch(_)))
            || cause.is::<parallax_isolate::build::BuildError>()
        {
            return Exit::Environment;
        }
        if let Some(exit) = of_conformance(cause) {
            return exit;
        }
        if let Some(store) = cause.downcast_ref::<parallax_campaign::StoreError>() {
            use parallax_campaign::StoreError::{Missing, NoCampaign, NoFinding, UnknownCampaign};
            let asked_wrong =
                matches!(store, Missing(_) | NoCampaign | NoFinding(_) | UnknownCampaign(_));
            return if asked_wrong { Exit::Usage } else { Exit::Store };
        }
        if matches!(cause.downcast_ref(), Some(parallax_report::ReportError::Write { .. })) {
            return Exit::Usage;
        }
        if cause.is::<parallax_program::corpus::CorpusError>()
            || cause.is::<parallax_program::test262::Test262Error>()
            || cause.is::<parallax_model::known::KnownError>()
        {
            return Exit::Usage;
        }
        if let Some(exit) = cause.downcast_ref().and_then(of_isolation) {
            return exit;
        }
    }
    Exit::Internal
}

/// The exit code for an error of isolations.
fn of_isolation(error: &IsolateError) -> Option<Exit> {
    match error {
        IsolateError::NoFailure(_) | IsolateError::NoTime | IsolateError::Journal { .. } => {
            Some(Exit::Usage)
        }
        IsolateError::NotBuilt(_) => Some(Exit::Environment),
        IsolateError::Coverage(_)
        | IsolateError::Command(_)
        | IsolateError::File { .. }
        | IsolateError::NoCoverage => None,
    }
}

/// The exit code for an error of conformance runs.
fn of_conformance(error: &(dyn Error + 'static)) -> Option<Exit> {
    use parallax_conform::generate::generation::GenerationError;
    use parallax_conform::suite::SuiteError;
    use parallax_conform::test262::ScoreError;
    use parallax_engines::pool::PoolError;
    if let Some(error) = error.downcast_ref::<PoolError>() {
        return Some(match error {
            PoolError::NamedTwice(_) => Exit::Usage,
            PoolError::NoEngine => Exit::Environment,
        });
    }
    let is_input = error.is::<SuiteError>()
        || error.is::<GenerationError>()
        || matches!(error.downcast_ref(), Some(it) if !matches!(it, ScoreError::Panicked));
    is_input.then_some(Exit::Usage)
}
