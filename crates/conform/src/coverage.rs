//! How much of an edition's text programs cover, and the page that shows it.

use std::collections::HashMap;

use parallax_model::Program;
use parallax_report::coverage::{CoveredAlgorithm, CoveredStep, StepState, TextCoverage};
use parallax_spec::coverage::{ProgramCoverage, Share};
use parallax_spec::run::{Outline, RunOptions, Specification};

/// Runs programs, and gathers which steps and branches of the text they cover. `advanced` is called
/// after each.
pub fn cover(
    specification: &Specification,
    programs: &[Program],
    options: &RunOptions<'_>,
    advanced: &dyn Fn(),
) -> ProgramCoverage {
    let mut coverage = ProgramCoverage::new(specification);
    for program in programs {
        coverage.add(&program.name, &specification.run(&program.text, options));
        advanced();
    }
    coverage
}

/// How much is covered, a line for each figure.
pub fn figures(coverage: &ProgramCoverage) -> Vec<String> {
    let shown =
        |share: Share| format!("{} of {} ({:.2} %)", share.covered, share.all, share.percent());
    let mut lines = vec![
        format!("programs: {}", coverage.programs),
        format!("steps: {}", shown(coverage.step_share())),
        format!("sides of branches: {}", shown(coverage.side_share())),
    ];
    if !coverage.features.is_empty() {
        let (pairs, features) = (coverage.features.len(), coverage.feature_count());
        lines.push(format!("steps by feature: {pairs}, of {features} features"));
    }
    lines
}

/// The page of covered text: every algorithm with its steps, and which of them were run.
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
    let stopped = coverage.stopped.iter().map(|(name, outcome)| format!("{name} {outcome}"));
    TextCoverage {
        edition: edition.to_owned(),
        summary: figures(coverage).into_iter().chain(stopped).collect(),
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
