//! Child processes that never outlive us, and the folders that they keep their files in.

mod child;
mod scratch;

pub use child::{Bound, Process, kill_descendant};
pub use scratch::{Scratch, sweep_scratch};
