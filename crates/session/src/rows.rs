//! A pass action by action: what each side showed, and in what they differ.

use parallax_model::{Action, Difference, Family, Observation};

use crate::compare::{View, compare, compare_finely};
use crate::lockstep::Pass;
use crate::metamorphic::EXPECTED;
use crate::normalise::Normaliser;

/// What all sides showed after one action.
#[derive(Debug, Clone)]
pub struct Row {
    /// What was done.
    pub action: Action,
    /// What was shown, normalised, in the order of the traces.
    pub shown: Vec<Observation>,
    /// In what they differ, if they do.
    pub difference: Option<Difference>,
}

/// What those showed that have taken the program.
fn taking<'a>(views: &[View<'a>], pass: &Pass) -> Vec<View<'a>> {
    let refuses = |view: &View<'_>| {
        pass.traces.iter().any(|it| it.debugger == view.debugger && it.refusal().is_some())
    };
    views.iter().filter(|it| !refuses(it)).cloned().collect()
}

/// The rows of a pass. The families are those of its traces.
pub fn rows(pass: &Pass, families: &[Family], normaliser: &Normaliser) -> Vec<Row> {
    let row = |(at, action): (usize, &Action)| {
        let views: Vec<View<'_>> = pass
            .traces
            .iter()
            .zip(families)
            .filter_map(|(trace, family)| {
                let shown = normaliser.apply(trace.observations.get(at)?);
                Some(View { debugger: &trace.debugger, family: *family, shown })
            })
            .collect();
        let difference = match views.as_slice() {
            [expected, shown] if expected.debugger == EXPECTED => compare_finely(expected, shown),
            views => compare(&taking(views, pass)),
        };
        let shown = views.into_iter().map(|view| view.shown).collect();
        Row { action: action.clone(), shown, difference }
    };
    pass.actions.iter().enumerate().map(row).collect()
}
