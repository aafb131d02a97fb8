//! Test sessions on debuggers: what is done, what is compared, and what a difference comes to.

pub mod compare;
pub mod generate;
pub mod lockstep;
pub mod metamorphic;
pub mod normalise;
pub mod relations;
pub mod selftest;
pub mod survey;

pub use normalise::Normaliser;
