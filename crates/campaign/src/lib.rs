//! Campaigns: much work of one kind, on all cores, in a store that survives being killed.
//!
//! This crate knows work only by its record: a [`Worker`] does it.

pub mod classes;
pub mod identity;
pub mod known;
pub mod pool;
pub mod run;
pub mod scene;
pub mod settings;
pub mod shard;
pub mod simulated;
pub mod store;
#[cfg(any(test, feature = "synthetic"))]
pub mod synthetic;

pub use classes::{ClassSummary, Overview};
pub use known::Known;
pub use pool::WorkerPool;
pub use run::{End, Ended, Event, Screening, Stopped, Watch, Worker, run};
pub use settings::{Plan, Settings};
pub use shard::Shard;
pub use store::{Finding, MapFinding, SessionFinding, Store, StoreError};
