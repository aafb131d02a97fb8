//! Conformance tests from an edition alone: seeds, coverage, mutation, assertions.
//!
//! [`seeds`] gives the first programs; [`pool`] keeps those that cover more of the edition and
//! chooses what to mutate; [`mutators`] change it; [`inject`] turns the fewest programs that keep the
//! coverage into tests. [`generation`] is the loop, on several threads, with all it keeps on disk.

pub mod builtins;
pub mod coverage;
pub mod disagreement;
pub mod fragments;
pub mod generation;
pub mod inject;
pub mod journal;
pub mod mutators;
pub mod observed;
pub mod pool;
pub mod realm;
pub mod seeds;
pub mod suite;
pub mod swallowed;
pub mod unspecified;
pub mod words;
pub mod write;
