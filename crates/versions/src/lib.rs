//! Versions of tools: what there is, one of them as an executable, and between which two a behaviour changed.
//!
//! A [`Source`] says where versions come from. The [`Cache`] gets one, holds it to the hash that it had when it
//! was first got, and removes what was not used for longest. The [`Search`] says which version to try next; it
//! runs nothing.

mod cache;
mod debian;
mod engines;
mod fetch;
mod pins;
mod search;
mod source;

pub use cache::Cache;
pub use pins::Pins;
pub use search::{Search, Step, Told};
pub use source::{Preparation, Source, Suites};

/// Why a version, or the list of them, cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum VersionError {
    /// A program that it takes cannot be run.
    #[error("`{program}` cannot be run; install it")]
    Program {
        /// The program.
        program: &'static str,
        /// What the system said.
        #[source]
        cause: std::io::Error,
    },
    /// A program that it takes failed.
    #[error("`{program}` says: {words}")]
    Failed {
        /// The program.
        program: String,
        /// What it printed last.
        words: String,
    },
    /// What a program printed cannot be read.
    #[error("`{0}` prints something else than was expected")]
    Nonsense(&'static str),
    /// What was fetched is not what was fetched before.
    #[error(
        "{package} {version} has another hash than when it was first fetched; if that is right, remove its line from {}",
        pins.display()
    )]
    Changed {
        /// The package.
        package: String,
        /// The version.
        version: String,
        /// The file of hashes.
        pins: std::path::PathBuf,
    },
    /// The suites do not have it any more.
    #[error("Debian's suites have no {package} {version} any more")]
    Gone {
        /// The package.
        package: String,
        /// The version.
        version: String,
    },
    /// A package without the file that is to be run.
    #[error("{package} {version} has no {}", binary.display())]
    NoBinary {
        /// The package.
        package: String,
        /// The version.
        version: String,
        /// The file.
        binary: std::path::PathBuf,
    },
    /// The cache cannot be written or read.
    #[error("the cache cannot be used: {}", path.display())]
    Io {
        /// What was read or written.
        path: std::path::PathBuf,
        /// What the system said.
        #[source]
        cause: std::io::Error,
    },
}

/// Turns an error of the system into one that names the path.
fn io(path: &std::path::Path) -> impl FnOnce(std::io::Error) -> VersionError {
    let path = path.to_owned();
    move |cause| VersionError::Io { path, cause }
}
