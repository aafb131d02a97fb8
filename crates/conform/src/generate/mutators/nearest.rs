//! What was evaluated at the branch that is aimed at, or a part of it, becomes another of its production.

use std::ops::Range;

use parallax_program::rewrite::{Rule, Sites};

use super::{Part, Situation, is_in, random};

/// The rule for all parts of what was evaluated.
pub(super) struct NearestPart;

/// The rule for the whole of what was evaluated.
pub(super) struct NearestWhole;

impl<'s> Rule<Situation<'s>> for NearestPart {
    fn name(&self) -> &str {
        "nearest-part"
    }

    fn sites<'c>(&'c self, situation: &'c Situation<'s>) -> Sites<'c> {
        random::others(situation, near(situation, is_in))
    }
}

impl<'s> Rule<Situation<'s>> for NearestWhole {
    fn name(&self) -> &str {
        "nearest-whole"
    }

    fn sites<'c>(&'c self, situation: &'c Situation<'s>) -> Sites<'c> {
        random::others(situation, near(situation, |span, place| span == place))
    }
}

/// The parts of the program that are near the place that is aimed at.
fn near(
    situation: &Situation<'_>,
    is_near: impl Fn(&Range<usize>, &Range<usize>) -> bool,
) -> Vec<Part> {
    let Some(place) = &situation.place else { return Vec::new() };
    situation.parts(|node| {
        let span = situation.tree.span(node);
        !span.is_empty() && is_near(&span, place)
    })
}
