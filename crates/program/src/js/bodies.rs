//! Braces whose statements can be removed when they never run.

use std::ops::Range;

use super::scopes::Scopes;

/// The statements between two braces.
#[derive(Debug, Clone)]
pub(crate) struct Body {
    /// From the first to the last statement.
    pub(crate) statements: Range<usize>,
}

pub(super) fn find(_: &Scopes) -> Vec<Body> {
    Vec::new()
}
