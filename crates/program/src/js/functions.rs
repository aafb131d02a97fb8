//! Functions that can take one parameter more.

use std::ops::Range;

use super::scopes::Scopes;

/// A function of which every call is known.
#[derive(Debug, Clone)]
pub(crate) struct Function {
    pub(crate) span: Range<usize>,
    /// Where the last parameter ends, or the list begins if it is empty.
    pub(crate) end_of_parameters: usize,
    /// Whether it has parameters.
    pub(crate) has_parameters: bool,
}

pub(super) fn find(_: &Scopes) -> Vec<Function> {
    Vec::new()
}
