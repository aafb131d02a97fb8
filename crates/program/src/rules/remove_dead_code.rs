//! Statements that never ran are removed: those of a function, or of a block. The braces stay.

use std::ops::Range;

use parallax_model::Location;

use crate::edit::Splice;
use crate::js::bodies::Body;
use crate::js::syntax::Syntax;
use crate::places::Places;
use crate::rewrite::{Rule, Sites};

/// The rule. It has to know more than the program, and so it is not among [`super::ALL`].
#[derive(Debug)]
pub struct RemoveDeadCode<'d> {
    /// Ranges of places that never ran. A range may hold a function that ran if the function is
    /// declared there, as in V8's coverage of what follows a `return`.
    pub dead: &'d [Range<Location>],
}

impl Rule<Syntax> for RemoveDeadCode<'_> {
    fn name(&self) -> &str {
        "remove-dead-code"
    }

    /// The statements between two braces of which all places are in one of the ranges.
    fn sites<'c>(&'c self, syntax: &'c Syntax) -> Sites<'c> {
        let places = Places::new(&syntax.program);
        let offsets =
            |range: &Range<Location>| Some(places.offset(range.start)?..places.offset(range.end)?);
        let dead: Vec<Range<usize>> = self.dead.iter().filter_map(offsets).collect();
        let is_dead = |body: &&Body| dead.iter().any(|range| body.is_dead_in(range));
        let bodies = syntax.bodies.iter().filter(is_dead);
        bodies.map(|body| Splice::replacement(body.statements.clone(), "")).collect()
    }
}
