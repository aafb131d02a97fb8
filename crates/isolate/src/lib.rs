//! Which source file of a compiler or an engine holds the bug: isolation by witnesses.
//!
//! A *subject* is the tool, built with coverage. A *witness* is a run near the failing one that
//! passes; what both execute is exonerated a little. After `DiWi`, the paper
//! [Compiler Bug Isolation via Effective Witness Test Program Generation](https://doi.org/10.1145/3338906.3338957),
//! with more sources of witnesses and other ways to weigh them.

pub mod bench;
pub mod build;
pub mod coverage;
pub mod evidence;
pub mod execute;
pub mod journal;
pub mod laboratory;
pub mod mutate;
pub mod oracle;
pub mod rank;
pub mod report;
pub mod subject;
pub mod witnesses;
