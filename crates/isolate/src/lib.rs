//! Which source file of a compiler or an engine holds the bug: isolation by witnesses.
//!
//! A *subject* is the tool, built with coverage. A *witness* is a run near the failing one that
//! passes; what both execute is exonerated a little. After `DiWi`, the paper
//! [Compiler Bug Isolation via Effective Witness Test Program Generation](https://doi.org/10.1145/3338906.3338957),
//! with more sources of witnesses and other ways to weigh them.
//!
//! [`build::build`] builds a subject, [`BuiltSubject::open`] opens it, and [`isolate`] isolates a
//! failing program; [`bench::Benchmark`] does so for a list of known bugs. `examples/isolate.rs` shows
//! all of it.

pub mod bench;
pub mod build;
mod built;
mod case;
pub mod changelog;
pub mod collect;
pub mod coverage;
mod error;
pub mod evidence;
mod execute;
pub mod includes;
mod isolation;
pub mod journal;
pub mod mutate;
mod names;
pub mod oracle;
pub mod rank;
mod record;
pub mod reduce;
pub mod store;
pub mod subject;
pub mod trial;
pub mod witnesses;

pub use built::BuiltSubject;
pub use case::{Case, Oracle};
pub use error::IsolateError;
pub use execute::CommandError;
pub use isolation::{Effort, IsolationEvent, IsolationRequest, Progress, isolate};
