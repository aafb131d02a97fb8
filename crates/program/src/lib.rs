//! Reads programs under test: their syntax, and the folders that hold them.

pub mod corpus;
pub mod js;
