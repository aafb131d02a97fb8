//! Where exceptions are thrown.

use parallax_model::{Exceptions, Value};
use parallax_spec::recording::Cause;
use parallax_spec::run::Outcome;

use crate::truth::Truth;

/// The segments in which something is thrown that pauses the program, in the order of the run.
pub(crate) fn stops(truth: &Truth, which: Exceptions) -> Vec<u32> {
    let recording = &truth.recording;
    let mut all = recording.thrown.iter().filter_map(|(left, _)| left.checked_sub(1));
    match which {
        Exceptions::None => Vec::new(),
        Exceptions::All => all.collect(),
        Exceptions::Uncaught => {
            let is_uncaught = matches!(recording.outcome, Outcome::Throw(_));
            all.next_back().filter(|_| is_uncaught).into_iter().collect()
        }
    }
}

/// What is thrown in a segment.
pub(crate) fn thrown(truth: &Truth, segment: u32) -> Option<Value> {
    let mut all = truth.recording.thrown.iter();
    all.find(|(left, _)| *left == segment + 1).map(|(_, value)| truth.shown(Some(value)))
}

/// The first `throw` statement that was executed to its end after one segment and before another.
pub(crate) fn passed(truth: &Truth, from: u32, at: u32) -> Option<u32> {
    let units = truth.recording.units.iter().filter(|(_, it)| it.name == "ThrowStatement");
    let all = units.flat_map(|(unit, _)| {
        let evaluations = truth.recording.evaluations(unit).iter();
        evaluations.map(move |evaluation| (unit, evaluation))
    });
    let passed = all.filter(|(_, it)| it.how == Cause::Throw && from < it.enter && it.exit <= at);
    passed.min_by_key(|(_, it)| it.enter).map(|(unit, _)| unit)
}
