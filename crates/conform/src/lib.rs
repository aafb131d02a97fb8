//! JavaScript engines against the text of their specification: tests, engines, judgement.

pub mod assess;
pub mod check;
pub mod cluster;
pub mod coverage;
pub mod events;
pub mod export;
pub mod gate;
pub mod generate;
pub mod import;
pub mod judge;
pub mod junit;
pub mod lacking;
pub mod localise;
pub mod reduce;
pub mod replay;
pub mod results;
pub mod run;
pub mod shrink;
pub mod store;
pub mod suite;
#[cfg(test)]
mod synthetic;
pub mod test262;
