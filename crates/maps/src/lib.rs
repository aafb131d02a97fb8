//! Debuggers on compiled programs: what they show through a source map is held against the original, and
//! against its recording by the text.
//!
//! [`compiler`] compiles a program, [`source_map`] reads the map. [`words`] and [`statements`] judge the map
//! by itself. [`route`] says what is done in both texts, [`lens`] looks through the map, [`session`] holds
//! that against the original and [`judge`] against the recording. [`verdict`] says whose mistake it is,
//! [`comparison`] does all of it. [`mod@reduce`] makes a program with a mistake smaller. [`sensitivity`] says which [`faults`] of maps are found.

pub mod comparison;
pub mod compiler;
pub mod faults;
pub mod judge;
pub mod lens;
#[cfg(test)]
mod recorded;
pub mod reduce;
pub mod route;
pub mod sensitivity;
pub mod session;
pub mod statements;
pub mod verdict;
pub mod words;

pub use parallax_debug::source_map;
