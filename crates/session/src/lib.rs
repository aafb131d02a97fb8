//! Test sessions on debuggers: differential and metamorphic, from a seed to a classified finding.
//!
//! [`differential::prepare`] and [`metamorphic::prepare`] make a plan and a pool of workers, which
//! `parallax_campaign::run` runs. [`replay`] repeats what a campaign has found.

pub mod classify;
pub mod compare;
mod context;
pub mod differential;
pub mod foresight;
pub mod generate;
pub mod guided;
pub mod history;
pub mod jobs;
pub mod judge;
pub mod jury;
mod left_out;
pub mod lockstep;
pub mod metamorphic;
pub mod normalise;
pub mod places;
mod prepare;
pub mod reduce;
pub mod relations;
pub mod replay;
pub mod rows;
pub mod screening;
pub mod selftest;
pub mod sensitivity;
mod subject;
pub mod survey;
mod variables;

pub use context::SessionContext;
pub use normalise::Normaliser;
pub use prepare::{PrepareError, Work};
pub use subject::subject;
