//! Understanding prose: from the sentences of a step to the typed [`crate::ir`].
//!
//! `token` cuts a sentence into words, variables and values; `crate::phrases` lists what the
//! specification can say in fixed words; `expression`, `condition` and `statement` are the grammar
//! around these. To teach it a phrase, add a line to `crate::phrases`.

mod block;
mod condition;
mod expression;
mod pattern;
mod statement;
mod table;
mod token;

#[cfg(test)]
mod tests;

pub use block::{Understood, understand};
pub use expression::Vocabulary;
#[cfg(test)]
pub(crate) use pattern::examples;
