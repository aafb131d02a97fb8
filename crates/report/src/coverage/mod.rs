//! The page of covered text: every algorithm of an edition with its steps, of which the run are marked.

mod prose;
mod site;

use std::fs;
use std::path::Path;

use askama::Template;

use crate::text::Visible;
use crate::{ReportError, render};
use prose::Prose;
pub use site::{
    CoveredClause, StepWitnesses, TextSite, WitnessedAlgorithm, clause_file, write_site,
};

/// What is put on the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextCoverage {
    /// The edition's name.
    pub edition: String,
    /// Figures and remarks, a line each.
    pub summary: Vec<String>,
    /// The algorithms, in the order of the text.
    pub algorithms: Vec<CoveredAlgorithm>,
}

/// An algorithm with its steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoveredAlgorithm {
    /// Its name.
    pub name: String,
    /// Its steps.
    pub steps: Vec<CoveredStep>,
}

/// A step of an algorithm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoveredStep {
    /// Its number, such as `2.a`.
    pub place: String,
    /// How deep it is nested.
    pub depth: usize,
    /// Its text as the edition has it: HTML with the marks of ecmarkdown.
    pub text: String,
    /// Whether it was run.
    pub state: StepState,
}

/// Whether a step was run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepState {
    /// It was run.
    Run,
    /// It was run, but its condition went one way only.
    OneWay,
    /// It was not run.
    NotRun,
}

impl StepState {
    fn class(self) -> &'static str {
        match self {
            StepState::Run => "run",
            StepState::OneWay => "one-way",
            StepState::NotRun => "not-run",
        }
    }
}

/// Writes the page to a file.
pub fn write(coverage: &TextCoverage, path: &Path) -> Result<(), ReportError> {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let text = render(&file, &CoveragePage::new(coverage))?;
    fs::write(path, text).map_err(|cause| ReportError::Write { path: path.to_owned(), cause })
}

#[derive(Debug, Template)]
#[template(path = "coverage.html")]
struct CoveragePage {
    edition: Visible,
    summary: Vec<Visible>,
    algorithms: Vec<Algorithm>,
}

#[derive(Debug)]
struct Algorithm {
    name: Visible,
    /// Steps that were run. What was never run is folded away.
    run: usize,
    steps: Vec<Step>,
}

#[derive(Debug)]
struct Step {
    place: Visible,
    depth: usize,
    prose: Prose,
    class: &'static str,
}

impl CoveragePage {
    fn new(coverage: &TextCoverage) -> Self {
        CoveragePage {
            edition: Visible::short(&coverage.edition),
            summary: coverage.summary.iter().map(|line| Visible::long(line)).collect(),
            algorithms: coverage.algorithms.iter().map(Algorithm::new).collect(),
        }
    }
}

impl Algorithm {
    fn new(algorithm: &CoveredAlgorithm) -> Self {
        let steps = algorithm.steps.iter().map(|step| Step {
            place: Visible::short(&step.place),
            depth: step.depth,
            prose: Prose::new(&step.text),
            class: step.state.class(),
        });
        let was_run = |step: &&CoveredStep| step.state != StepState::NotRun;
        Algorithm {
            name: Visible::part(&algorithm.name),
            run: algorithm.steps.iter().filter(was_run).count(),
            steps: steps.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(text: &str, state: StepState) -> CoveredStep {
        CoveredStep { place: "1".to_owned(), depth: 1, text: text.to_owned(), state }
    }

    #[test]
    fn what_was_run_is_marked_and_open() {
        let run = vec![step("Let _x_ be 1.", StepState::Run), step("Else,", StepState::NotRun)];
        let never = vec![step("Return.", StepState::NotRun)];
        let coverage = TextCoverage {
            edition: "es<2026>".to_owned(),
            summary: vec!["steps: 1 of 3".to_owned()],
            algorithms: vec![
                CoveredAlgorithm { name: "Run".to_owned(), steps: run },
                CoveredAlgorithm { name: "Never".to_owned(), steps: never },
            ],
        };
        let page = CoveragePage::new(&coverage).render().unwrap();
        assert!(page.contains("<h1>Coverage of es&#60;2026&#62;</h1>"), "{page}");
        assert!(page.contains("steps: 1 of 3"));
        assert!(page.contains("<details class=\"algorithm\" open>"));
        assert!(page.contains("<details class=\"algorithm\">"));
        assert!(
            page.contains("<li class=\"run\" style=\"margin-left:1rem\"><b>1.</b>Let <var>x</var>")
        );
        assert!(page.contains("<span>1/2</span>") && page.contains("<span>0/1</span>"));
    }
}
