//! Debuggers on compiled programs: what they show through a source map is held against the original.
//!
//! [`compiler`] compiles a program, [`source_map`] reads the map, [`words`] judges the map by itself,
//! [`session`] runs a debugger on both texts, [`verdict`] says whose mistake a deviation is, [`comparison`]
//! does all of it.

pub mod comparison;
pub mod compiler;
pub mod session;
pub mod source_map;
pub mod verdict;
pub mod words;
