//! Rules that make a program smaller, whatever it means. Each is one file, and one line in [`ALL`].
//!
//! A rule may list edits after which the text is no program, or none that runs: these are not tried, or
//! rejected. Where text moves it is not replaced by a copy of itself; what is around it is removed, so that
//! breakpoints in it follow.

mod drop_items;
mod drop_names;
mod drop_parts;
mod hoist;
mod inline;
mod join;
mod rename;
mod simple_value;
mod tidy;
mod unroll;
mod unwrap;

use std::collections::BTreeSet;

pub use drop_items::DropItems;

use super::Case;
use crate::rewrite::Rule;
use crate::tree::Tree;

/// What rules know of a case.
#[derive(Debug, Clone)]
pub struct Material {
    /// The program's parts.
    pub tree: Tree,
    /// The words in its actions, which may be names of variables.
    pub words: BTreeSet<String>,
}

impl Material {
    /// Reads a case; none if its program is not valid.
    pub fn new(case: &Case) -> Option<Self> {
        Some(Material { tree: Tree::new(&case.program)?, words: super::words(&case.actions) })
    }
}

/// A rule that makes programs smaller.
pub type ReductionRule = dyn Rule<Material>;

/// All rules in the order in which they are tried: what removes most comes first.
pub const ALL: &[&ReductionRule] = &[
    &tidy::Tidy,
    &drop_items::DropItems,
    &drop_names::DropNames,
    &unwrap::Unwrap,
    &hoist::Hoist,
    &unroll::Unroll,
    &drop_parts::DropParts,
    &simple_value::SimpleValue,
    &inline::Inline,
    &rename::Rename,
    &join::Join,
];
