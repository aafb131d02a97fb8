//! Child processes that never outlive Parallax: spawning, limits, output, clean-up, `/proc` readings.
//!
//! [`Process`] is a child that is talked to for a long time, [`run`] runs a command to its end, and
//! [`GroupChild`] is what both are made of.

mod child;
mod group;
mod limits;
mod proc;
mod run;
mod scratch;
mod share;

pub use child::Process;
pub use group::{GroupChild, kill_process};
pub use limits::ResourceLimits;
pub use proc::{Usage, processor_time, resident_memory};
pub use run::{Bounds, Finished, Termination, run};
pub use scratch::{Scratch, sweep_scratch};
pub use share::Share;
