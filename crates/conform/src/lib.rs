//! JavaScript engines against the text of their specification: tests, engines, judgement.

pub mod generate;
pub mod suite;
