//! Statements that never ran are removed: those of a function that was never called, or of a block
//! that was never entered. The braces stay.

use std::ops::Range;

use parallax_model::Location;
use rand::Rng;

use super::choose;
use crate::edit::{Edited, Splice};
use crate::js::bodies::Body;
use crate::js::syntax::Syntax;
use crate::places::Places;

/// Removes the statements between two braces of which all places are in one of the ranges that
/// never ran; none if there are no such braces. A range may hold a function that ran if it is
/// declared there, as in V8's coverage of what follows a `return`. (This rule needs more than the program: it is not
/// among [`super::ALL`].)
pub fn remove(syntax: &Syntax, dead: &[Range<Location>], rng: &mut dyn Rng) -> Option<Edited> {
    let places = Places::new(&syntax.program);
    let offsets =
        |range: &Range<Location>| Some(places.offset(range.start)?..places.offset(range.end)?);
    let dead: Vec<Range<usize>> = dead.iter().filter_map(offsets).collect();
    let is_dead = |body: &&Body| dead.iter().any(|range| body.is_dead_in(range));
    let bodies: Vec<_> = syntax.bodies.iter().filter(is_dead).collect();
    let statements = choose(&bodies, rng)?.statements.clone();
    Some(Edited::new(&syntax.program, vec![Splice::replacement(statements, "")]))
}
