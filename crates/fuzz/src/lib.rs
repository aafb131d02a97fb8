//! One function for each parser and protocol that reads what others wrote, and a plain way to run them on inputs that a
//! seeded generator changes.
//!
//! None may panic, abort, hang or take memory without bound, whatever its input. `fuzz/` has the same targets in the
//! layout of cargo-fuzz, and the stored inputs of both.

pub mod memory;
pub mod mutate;
pub mod plain;
mod targets;

use std::path::PathBuf;

pub use targets::{TARGETS, find, play};

/// A parser or a protocol.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name, and that of the folder of its inputs.
    pub name: &'static str,
    /// Reads an input.
    pub run: fn(&[u8]),
    /// What its inputs are like.
    pub shape: Shape,
    /// How many changed inputs the tests run.
    pub runs: u64,
}

/// What inputs are like, which decides how they are changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Bytes at places that matter, such as the pages of a file of SQLite.
    Bytes,
    /// Text.
    Text,
    /// Lines, each JSON after a mark.
    Messages,
}

/// The folder with the stored inputs of a target.
pub fn corpus(target: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target)
}

/// Runs one input of a target, as cargo-fuzz does.
pub fn run(name: &str, input: &[u8]) {
    if let Some(target) = find(name) {
        plain::one(target, input);
    }
}
