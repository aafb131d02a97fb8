//! Why nothing can be isolated.

use std::io;
use std::path::{Path, PathBuf};

use crate::coverage::CoverageError;
use crate::execute::CommandError;
use crate::oracle::NoFailure;

/// Why nothing can be isolated. That the subject fails is no error; that it does not fail is one.
#[derive(Debug, thiserror::Error)]
pub enum IsolateError {
    /// The subject was not built yet.
    #[error("the subject {0} is not built; `parallax isolate build {0}` does it")]
    NotBuilt(String),
    /// There is nothing to isolate.
    #[error(transparent)]
    NoFailure(#[from] NoFailure),
    /// Coverage cannot be read.
    #[error(transparent)]
    Coverage(#[from] CoverageError),
    /// A command cannot be started.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// A file or a folder cannot be used.
    #[error("cannot {action} {}", path.display())]
    File {
        /// What was tried: read, write or create.
        action: &'static str,
        /// The file or the folder.
        path: PathBuf,
        /// The cause.
        #[source]
        cause: io::Error,
    },
    /// The journal cannot be used.
    #[error("cannot use the journal {}", path.display())]
    Journal {
        /// Its file.
        path: PathBuf,
        /// The cause.
        #[source]
        cause: io::Error,
    },
    /// The time was over before anything could be tried.
    #[error("the time was over before the first trial; give more with --time")]
    NoTime,
    /// The failing run leaves no coverage.
    #[error("the failing run has left no coverage: the tool was killed before it could write it")]
    NoCoverage,
}

/// Says which file an action failed on.
pub(crate) fn file_error(
    action: &'static str,
    path: &Path,
) -> impl FnOnce(io::Error) -> IsolateError {
    let path = path.to_owned();
    move |cause| IsolateError::File { action, path, cause }
}
