//! Why coverage cannot be read.

use std::io;
use std::path::{Path, PathBuf};

/// Why coverage cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum CoverageError {
    /// A file cannot be read.
    #[error("cannot read {path}")]
    Read {
        /// The file.
        path: PathBuf,
        /// The cause.
        #[source]
        cause: io::Error,
    },
    /// A file is not what it should be.
    #[error("cannot use {path}")]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        #[source]
        cause: FormatError,
    },
    /// There are no notes.
    #[error("there are no coverage notes (*.gcno) in {0}: build the subject again")]
    NoNotes(PathBuf),
}

impl CoverageError {
    pub(super) fn read(path: &Path, cause: io::Error) -> Self {
        CoverageError::Read { path: path.to_owned(), cause }
    }

    pub(super) fn format(path: &Path, cause: FormatError) -> Self {
        CoverageError::Format { path: path.to_owned(), cause }
    }

    /// Whether it is the run's own doing: a file that ends in the middle, or a link, a pipe or too much where a file of
    /// counters should be.
    pub fn is_of_the_run(&self) -> bool {
        match self {
            CoverageError::Format { cause, .. } => *cause == FormatError::Short,
            CoverageError::Read { cause, .. } => cause.kind() == io::ErrorKind::InvalidData,
            CoverageError::NoNotes(_) => false,
        }
    }
}

/// Why the contents of a coverage file, a profile or an instrumented executable cannot be used.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum FormatError {
    /// Another kind of file.
    #[error("this is no {0}")]
    Magic(&'static str),
    /// Another GCC wrote it; before version 12, records are counted in words.
    #[error("it was written by GCC {0}; build the subject with GCC 12 or later")]
    OldGcc(u32),
    /// Another LLVM wrote it.
    #[error("{what} has version {found}, and only version {known} can be read")]
    Version {
        /// What has a version.
        what: &'static str,
        /// The version that it has.
        found: u64,
        /// The version that it should have.
        known: u64,
    },
    /// Not an executable that can be read.
    #[error("it is no executable (ELF, 64 bits, little endian) that can be read")]
    Executable(#[from] object::Error),
    /// An executable without coverage.
    #[error("it has no section {0}; build the subject with `-C instrument-coverage`")]
    NoSection(&'static str),
    /// It ends too early.
    #[error("it ends in the middle of a record")]
    Short,
    /// It contradicts itself.
    #[error("it has {0}")]
    Invalid(&'static str),
}
