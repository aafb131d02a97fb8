//! How much of an edition's text programs cover, and the page that shows it.

use std::collections::HashMap;

use parallax_model::Program;
use parallax_model::conformance::link;
use parallax_report::coverage::{
    CoveredAlgorithm, CoveredClause, CoveredStep, StepState, StepWitnesses, TextCoverage, TextSite,
    WitnessedAlgorithm,
};
use parallax_spec::coverage::{ProgramCoverage, Share};
use parallax_spec::document::{Document, clause_of, title_of};
use parallax_spec::run::{Outline, Run, RunOptions, Specification};

/// Runs programs, and gathers which steps and branches of the text they cover. `seen` hears of each run.
pub fn cover(
    specification: &Specification,
    programs: &[Program],
    options: &RunOptions<'_>,
    seen: &mut dyn FnMut(&Program, &Run),
) -> ProgramCoverage {
    let mut coverage = ProgramCoverage::new(specification);
    for program in programs {
        let run = specification.run(&program.text, options);
        coverage.add(&program.name, &run);
        seen(program, &run);
    }
    coverage
}

/// What runs each step of an edition.
#[derive(Debug)]
pub struct Witnesses {
    programs: Vec<(String, String)>,
    smallest: Vec<Option<usize>>,
    /// For each step the tests that run it, those first that run the fewest steps, and how many there are.
    tests: Vec<(Vec<(usize, String)>, usize)>,
}

/// So many tests are kept for each step.
const MOST_TESTS: usize = 3;

impl Witnesses {
    /// Nothing, for an edition.
    pub fn new(specification: &Specification) -> Self {
        let steps = specification.steps();
        let (smallest, tests) = (vec![None; steps], vec![(Vec::new(), 0); steps]);
        Witnesses { programs: Vec::new(), smallest, tests }
    }

    /// Adds the run of a program.
    pub fn add_program(&mut self, program: &Program, run: &Run) {
        let number = self.programs.len();
        self.programs.push((program.name.to_string(), program.text.to_string()));
        for step in run.covered.ones() {
            let smaller = self.smallest[step]
                .is_none_or(|it: usize| self.programs[it].1.len() > program.text.len());
            if smaller {
                self.smallest[step] = Some(number);
            }
        }
    }

    /// Adds the run of a test.
    pub fn add_test(&mut self, name: &str, run: &Run) {
        let steps = run.covered.count_ones(..);
        for step in run.covered.ones() {
            let (tests, all) = &mut self.tests[step];
            // A test is run in two modes, one after the other.
            if tests.iter().any(|(_, known)| known == name) {
                continue;
            }
            *all += 1;
            if tests.len() < MOST_TESTS || tests.last().is_some_and(|(most, _)| *most > steps) {
                tests.push((steps, name.to_owned()));
                tests.sort();
                tests.truncate(MOST_TESTS);
            }
        }
    }

    fn of(&self, step: usize) -> StepWitnesses {
        let (tests, all_tests) = &self.tests[step];
        StepWitnesses {
            program: self.smallest[step].map(|it| self.programs[it].clone()),
            tests: tests.iter().map(|(_, name)| name.clone()).collect(),
            all_tests: *all_tests,
        }
    }
}

/// The covered text as a site. `findings` are those in which clauses are suspected, by the clauses' ids.
pub fn site(
    specification: &Specification,
    document: &Document,
    (coverage, witnesses): (&ProgramCoverage, &Witnesses),
    edition: &str,
    findings: &HashMap<String, Vec<(String, Option<String>)>>,
) -> TextSite {
    let chapters = chapters(document);
    let state = states(coverage);
    let mut clauses: Vec<CoveredClause> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for outline in specification.outline().iter().filter(|it| !it.steps.is_empty()) {
        let id = &outline.clause;
        let at = *places.entry(id.clone()).or_insert_with(|| {
            clauses.push(CoveredClause {
                id: id.clone(),
                chapter: chapters.get(id).map_or_else(String::new, |(_, title)| title.clone()),
                url: link(edition, id),
                algorithms: Vec::new(),
                findings: findings.get(id).cloned().unwrap_or_default(),
            });
            clauses.len() - 1
        });
        let covered = algorithm(outline, &state);
        let steps = covered.steps.into_iter().zip(outline.first..);
        let steps = steps.map(|(step, number)| (step, witnesses.of(number))).collect();
        clauses[at].algorithms.push(WitnessedAlgorithm { name: covered.name, steps });
    }
    clauses.sort_by_key(|it| chapters.get(&it.id).map_or(usize::MAX, |(place, _)| *place));
    TextSite { edition: edition.to_owned(), summary: figures(coverage), clauses }
}

/// For each clause its place in the text, and the title of the chapter that it is in.
fn chapters(document: &Document) -> HashMap<String, (usize, String)> {
    let mut found = HashMap::new();
    let clauses = document.elements("emu-clause").chain(document.elements("emu-annex"));
    for (place, clause) in clauses.enumerate() {
        let mut chapter = clause;
        while let Some(around) = clause_of(chapter) {
            chapter = around;
        }
        if let Some(id) = clause.attr("id") {
            found.insert(id.to_owned(), (place, title_of(chapter)));
        }
    }
    found
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
    let state = states(coverage);
    let outlines = specification.outline().iter().filter(|outline| !outline.steps.is_empty());
    let stopped = coverage.stopped.iter().map(|(name, outcome)| format!("{name} {outcome}"));
    TextCoverage {
        edition: edition.to_owned(),
        summary: figures(coverage).into_iter().chain(stopped).collect(),
        algorithms: outlines.map(|outline| algorithm(outline, &state)).collect(),
    }
}

/// Whether each step was run.
fn states(coverage: &ProgramCoverage) -> impl Fn(usize) -> StepState {
    let sides: HashMap<u32, (bool, bool)> =
        coverage.branches.iter().map(|it| (it.step, (it.not_taken, it.taken))).collect();
    move |step: usize| {
        let is_run = coverage.steps.get(step).copied().unwrap_or(false);
        let one_way = sides.get(&(step as u32)).is_some_and(|(not, taken)| not != taken);
        match (is_run, one_way) {
            (true, true) => StepState::OneWay,
            (true, false) => StepState::Run,
            (false, _) => StepState::NotRun,
        }
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
