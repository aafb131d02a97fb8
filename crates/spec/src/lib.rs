//! ECMA-262, mechanized: the specification's own text is read, understood and run.

pub mod algorithm;
pub mod changes;
pub mod coverage;
pub mod document;
pub mod edition;
pub mod grammar;
pub mod intrinsics;
pub mod ir;
pub mod lint;
pub mod phrases;
pub mod prose;
pub mod recording;
pub mod report;
pub mod run;
pub mod syntax;
pub mod synthesise;
