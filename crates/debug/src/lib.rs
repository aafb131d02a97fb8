//! Drives interactive debuggers and compares what they show.
//!
//! A [`Backend`] launches a [`Debugger`]; a [`Subject`] is a debugger with deadlines that is
//! replaced when it misbehaves; [`lockstep`] drives N subjects through one session.

mod actors;
pub mod backend;
pub mod backends;
pub mod compare;
pub mod faults;
pub mod generate;
mod jsc;
pub mod lockstep;
pub mod metamorphic;
pub mod normalise;
pub mod process;
mod protocols;
pub mod relations;
mod rpc;
pub mod selftest;
pub mod subject;
pub mod survey;
pub mod transport;
mod v8;

pub use backend::{Ability, Backend, Common, Debugger, Instance, LaunchError, Loaded};
pub use normalise::Normaliser;
pub use subject::{Limits, Subject};
