//! Child processes that never outlive Parallax: spawning, limits, output, clean-up, `/proc` readings.
//!
//! [`Process`] is a child that is talked to for a long time, [`run`] runs a command to its end, and
//! [`GroupChild`] is what both are made of.

mod abandon;
mod child;
mod files;
mod group;
mod limits;
mod proc;
mod run;
mod sandbox;
mod scratch;
mod share;

pub use abandon::abandon_all;
pub use child::Process;
pub use files::read_below;
pub use group::{GroupChild, kill_process};
pub use limits::ResourceLimits;
pub use proc::{Usage, processor_time, resident_memory};
pub use run::{Bounds, Finished, Termination, run, run_confined};
pub use sandbox::{Confinement, Limits, Policy, Sandbox, Way, confinement, set_policy};
pub use scratch::{Scratch, stale_scratch, sweep_scratch};
pub use share::Share;
