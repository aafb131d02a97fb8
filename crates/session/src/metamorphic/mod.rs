//! Metamorphic testing: one debugger against itself, in chains of follow-up runs.

mod chain;
mod run;

pub use chain::{Chains, MetamorphicWorker, prepare};
pub use run::{EXPECTED, Followed, difference, follow, is_reproducible, run};
