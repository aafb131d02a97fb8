//! Drives interactive debuggers.
//!
//! A [`Backend`] launches a [`Debugger`]; a [`Subject`] is a debugger with deadlines that is
//! replaced when it misbehaves.

mod actors;
mod answer;
pub mod backend;
pub mod backends;
mod base64;
pub mod faults;
mod inside;
mod jsc;
mod kept;
mod patience;
mod protocols;
mod rpc;
pub mod source_map;
pub mod subject;
pub mod transport;
mod v8;

pub use backend::{
    Ability, Backend, Common, Connection, Debugger, Instance, LaunchError, Loaded, NotReady,
};
pub use subject::{Limits, Load, Subject};
