//! What may be missing is left out: values of declarations, `else`, `catch`, `async`, `extends`, labels.

use super::Material;
use crate::edit::Splice;
use crate::rewrite::{Rule, Sites};

/// The rule.
#[derive(Debug)]
pub struct DropParts;

impl Rule<Material> for DropParts {
    fn name(&self) -> &str {
        "drop-parts"
    }

    fn sites<'c>(&'c self, material: &'c Material) -> Sites<'c> {
        let mut parts = material.tree.optional.clone();
        parts.retain(|range| !range.is_empty());
        parts.sort_by_key(|range| std::cmp::Reverse(range.len()));
        parts.into_iter().map(|range| Splice::replacement(range, "")).collect()
    }
}
