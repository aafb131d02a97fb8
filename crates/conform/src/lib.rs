//! JavaScript engines against the text of their specification: tests, engines, judgement.

pub mod assess;
pub mod generate;
pub mod judge;
pub mod junit;
pub mod localise;
pub mod reduce;
pub mod shrink;
pub mod suite;
