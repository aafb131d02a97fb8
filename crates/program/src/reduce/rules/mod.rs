//! Rules that make a program smaller, whatever it means. Each is one file, and one line in [`ALL`].
//!
//! A rule may list edits after which the text is no program, or none that runs: these are not tried, or
//! rejected. Where text moves it is not replaced by a copy of itself; what is around it is removed, so that
//! breakpoints in it follow.

mod count_loops;
mod drop_items;
mod drop_names;
mod drop_parts;
mod hoist;
mod inline;
mod join;
mod rename;
mod shorten;
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

    /// The first letter that is no word of the program or its actions.
    fn letter(&self) -> Option<String> {
        let is_part = |it: char| it.is_alphanumeric() || matches!(it, '_' | '$');
        let words: BTreeSet<&str> = self.tree.program.text.split(|it| !is_part(it)).collect();
        let mut letters = ('a'..='z').map(String::from);
        letters.find(|it| !words.contains(it.as_str()) && !self.words.contains(it))
    }
}

/// A rule that makes programs smaller.
pub type ReductionRule = dyn Rule<Material>;

/// The rules of which two edits may be made at once: those that take away more than layout and names.
pub const PAIRED: &[&ReductionRule] = &[
    &drop_items::DropItems,
    &hoist::Hoist,
    &drop_parts::DropParts,
    &simple_value::SimpleValue,
    &inline::Inline,
];

/// All rules in the order in which they are tried: what removes most comes first. Loops that run twice make all that follows
/// faster.
pub const ALL: &[&ReductionRule] = &[
    &tidy::Tidy,
    &count_loops::CountLoops,
    &drop_items::DropItems,
    &drop_names::DropNames,
    &unwrap::Unwrap,
    &hoist::Hoist,
    &unroll::Unroll,
    &drop_parts::DropParts,
    &simple_value::SimpleValue,
    &shorten::Shorten,
    &inline::Inline,
    &rename::Rename,
    &join::Join,
];
