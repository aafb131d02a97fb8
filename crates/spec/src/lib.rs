//! ECMA-262, mechanized: the specification's own text is read, understood and run.

pub mod document;
pub mod grammar;
pub mod syntax;
pub mod synthesise;
