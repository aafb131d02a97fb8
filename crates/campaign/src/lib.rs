//! Campaigns: many sessions, on all cores, in a store that survives being killed.
//!
//! This crate knows what sessions are, not how they are run: a [`Lane`] does that.

pub mod classes;
pub mod crew;
pub mod known;
pub mod plan;
pub mod run;
pub mod scene;
pub mod store;

pub use classes::{ClassSummary, Overview};
pub use crew::Crew;
pub use known::Known;
pub use plan::Plan;
pub use run::{Event, Lane, Screening, Watch, run};
pub use store::{DeviationRow, Finding, Found, Store, StoreError};
