//! Drives interactive debuggers and compares what they show.
//!
//! A [`Backend`] launches a [`Debugger`]; a [`Subject`] is a debugger with deadlines that is
//! replaced when it misbehaves; [`lockstep`] drives N subjects through one session.

mod actors;
pub mod backend;
pub mod backends;
pub mod faults;
mod jsc;
mod protocols;
mod rpc;
pub mod subject;
pub mod transport;
mod v8;

pub use backend::{Ability, Backend, Common, Debugger, Instance, LaunchError, Loaded};
pub use subject::{Limits, Subject};
