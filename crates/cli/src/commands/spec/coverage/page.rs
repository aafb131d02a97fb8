//! The data of the page of covered text: every algorithm with its steps, and which of them were run.

use std::collections::HashMap;

use parallax_report::coverage::{CoveredAlgorithm, CoveredStep, StepState, TextCoverage};
use parallax_spec::coverage::ProgramCoverage;
use parallax_spec::run::{Outline, Specification};

use super::page_head;

/// What is on the page.
pub fn page(
    specification: &Specification,
    coverage: &ProgramCoverage,
    edition: &str,
) -> TextCoverage {
    let sides: HashMap<u32, (bool, bool)> =
        coverage.branches.iter().map(|it| (it.step, (it.not_taken, it.taken))).collect();
    let state = |step: usize| {
        let is_run = coverage.steps.get(step).copied().unwrap_or(false);
        let one_way = sides.get(&(step as u32)).is_some_and(|(not, taken)| not != taken);
        match (is_run, one_way) {
            (true, true) => StepState::OneWay,
            (true, false) => StepState::Run,
            (false, _) => StepState::NotRun,
        }
    };
    let outlines = specification.outline().iter().filter(|outline| !outline.steps.is_empty());
    TextCoverage {
        edition: edition.to_owned(),
        summary: page_head(coverage).lines().map(str::to_owned).collect(),
        algorithms: outlines.map(|outline| algorithm(outline, &state)).collect(),
    }
}

fn algorithm(outline: &Outline, state: &dyn Fn(usize) -> StepState) -> CoveredAlgorithm {
    let steps = (outline.first..).zip(&outline.steps).map(|(number, step)| CoveredStep {
        place: step.place.clone(),
        depth: step.depth,
        text: step.text.clone(),
        state: state(number),
    });
    CoveredAlgorithm { name: outline.name.clone(), steps: steps.collect() }
}
