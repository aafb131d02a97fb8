//! `parallax spec coverage`: how much of an edition's text a folder of programs runs.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use indicatif::ProgressBar;
use parallax_campaign::Store;
use parallax_campaign::pool::worker_count;
use parallax_conform::coverage::{self, Witnesses};
use parallax_conform::test262::{ScoreEvent, ScoreRequest, score_and_see};
use parallax_program::corpus;
use parallax_program::test262::Suite;
use parallax_spec::coverage::{ProgramCoverage, UncoveredAlgorithm};
use parallax_spec::document::Document;
use parallax_spec::run::{Budget, Outcome, Run, RunOptions, Specification};
use serde_json::json;

use super::text;
use crate::exit_code::{Exit, Failure};
use crate::table::{cell_text, table};
use crate::{Context, Format, progress, terminal};

/// Run programs as the steps of an edition say, and show which steps and branches they cover
#[derive(clap::Args)]
pub struct Args {
    /// A script, or a folder of scripts.
    programs: PathBuf,
    /// A name such as es2026, or the path of a `spec.html`.
    #[arg(long, default_value = "es2026")]
    spec: String,
    /// Write a page with the covered text here.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write a site with the covered text into this folder: contents with a search, and for each step the smallest
    /// program and the tests that run it. In a folder `coverage` inside that of a report the two link each other.
    #[arg(long, value_name = "DIR")]
    site: Option<PathBuf>,
    /// Run the tests of this checkout of test262, too.
    #[arg(long, value_name = "CHECKOUT")]
    test262: Option<PathBuf>,
    /// Only so many of these tests, chosen at random.
    #[arg(long, value_name = "N", requires = "test262")]
    sample: Option<usize>,
    /// Tell apart by which feature a step is run: the nearest built-in function or operation on syntax.
    #[arg(long)]
    features: bool,
    /// List so many algorithms that have steps which a script can reach and no program runs.
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    uncovered: usize,
    /// How many steps of the specification a program may take.
    #[arg(long, default_value_t = Budget::default().steps)]
    budget: u64,
    /// How to answer.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// What is known of clauses, by their ids: what a finding is called, and its page.
type Findings = HashMap<String, Vec<(String, Option<String>)>>;

/// Runs the command.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let programs = corpus::read(&args.programs)?.programs;
    let source = text::source(&args.spec, context)?;
    let document = Document::parse(&source);
    let specification = Specification::new(&document)
        .map_err(|stop| Failure::because(format!("{} cannot be run", args.spec), stop))?;
    let budget = Budget { steps: args.budget, ..Budget::default() };
    let options = RunOptions { features: args.features, ..RunOptions::within(budget) };
    let bar = progress::bar(programs.len(), "coverage");
    let mut witnesses = Witnesses::new(&specification);
    let mut coverage = coverage::cover(&specification, &programs, &options, &mut |program, run| {
        witnesses.add_program(program, run);
        bar.inc(1);
    });
    bar.finish_and_clear();
    if let Some(checkout) = &args.test262 {
        add_tests(args, checkout, &source, (&mut coverage, &mut witnesses))?;
    }
    if let Some(folder) = &args.site {
        let found = findings(folder, context);
        let covered = (&coverage, &witnesses);
        let site = coverage::site(&specification, &document, covered, &args.spec, &found);
        parallax_report::coverage::write_site(&site, folder)?;
    }
    if let Some(path) = &args.html {
        let page = coverage::page(&specification, &coverage, &args.spec);
        parallax_report::coverage::write(&page, path)?;
    }
    let uncovered = coverage.uncovered(&specification, args.uncovered);
    terminal::say(&match args.format {
        Format::Text => for_people(&coverage, &uncovered),
        Format::Json => {
            let features = args.features.then_some(coverage.features.len());
            serde_json::to_string_pretty(&for_programs(&coverage, &uncovered, features))?
        }
    });
    Ok(Exit::Success)
}

/// Runs the tests of test262 that are in scope, and adds what they cover.
fn add_tests(
    args: &Args,
    checkout: &Path,
    source: &str,
    covered: (&mut ProgramCoverage, &mut Witnesses),
) -> anyhow::Result<()> {
    let request = ScoreRequest {
        only: String::new(),
        sample: args.sample,
        seed: 0,
        budget: Budget { steps: args.budget.min(10_000_000), cells: 1_500_000 },
        jobs: worker_count(0),
    };
    let covered = Mutex::new(covered);
    let bar = OnceLock::new();
    let seen = |name: &str, run: &Run| {
        let mut covered = covered.lock().unwrap_or_else(PoisonError::into_inner);
        // What a test leaves without a result is no matter here.
        covered.0.add_run(run);
        covered.1.add_test(name, run);
    };
    let observer = |event| match event {
        ScoreEvent::Began(tests) => drop(bar.set(progress::bar(tests, "test262"))),
        ScoreEvent::TestDone => bar.get().into_iter().for_each(|bar: &ProgressBar| bar.inc(1)),
    };
    score_and_see(&Suite::open(checkout)?, source, &request, &observer, &seen)?;
    bar.into_inner().into_iter().for_each(|bar| bar.finish_and_clear());
    Ok(())
}

/// The deviations of the latest campaign in which a clause is suspected, with their pages beside the folder.
fn findings(folder: &Path, context: &Context) -> Findings {
    let mut found = Findings::new();
    // Without a store there are none.
    let Ok(store) = Store::open(&context.store) else { return found };
    let deviations = store.campaign(None).and_then(|it| store.deviations(it.id));
    for (at, it) in deviations.unwrap_or_default().iter().enumerate() {
        let file = format!("../class-{}.html", at + 1);
        let page = folder.join(&file).is_file().then_some(file);
        let said = format!("finding {}: {}", it.id, it.deviation.symptom);
        for suspect in &it.deviation.suspects {
            found.entry(suspect.clause.clone()).or_default().push((said.clone(), page.clone()));
        }
    }
    found
}

/// How a program without a result ended.
fn why(outcome: &Outcome) -> String {
    let (how, why) = super::run::ended(outcome);
    format!("{how}: {why}")
}

fn for_people(coverage: &ProgramCoverage, uncovered: &[UncoveredAlgorithm]) -> String {
    let mut said = coverage::figures(coverage).join("\n");
    if !coverage.stopped.is_empty() {
        let mut rows = table(&["program", "has no result"]);
        for (name, outcome) in &coverage.stopped {
            rows.add_row([cell_text(name), cell_text(&why(outcome))]);
        }
        said.push_str(&format!("\n{rows}"));
    }
    if !uncovered.is_empty() {
        let mut rows = table(&["steps", "not run in"]);
        for it in uncovered {
            rows.add_row([it.steps.to_string(), cell_text(&it.name)]);
        }
        said.push_str(&format!("\n{rows}"));
    }
    said
}

fn for_programs(
    coverage: &ProgramCoverage,
    uncovered: &[UncoveredAlgorithm],
    features: Option<usize>,
) -> serde_json::Value {
    let (steps, sides) = (coverage.step_share(), coverage.side_share());
    let uncovered = uncovered.iter().map(|it| json!({ "algorithm": it.name, "steps": it.steps }));
    let stopped = coverage.stopped.iter();
    let stopped = stopped.map(|(name, it)| json!({ "program": name, "why": why(it) }));
    json!({
        "schema": "parallax/spec-coverage/1",
        "programs": coverage.programs,
        "steps_covered": steps.covered,
        "steps": steps.all,
        "sides_covered": sides.covered,
        "sides": sides.all,
        "steps_by_feature": features,
        "uncovered": uncovered.collect::<Vec<_>>(),
        "stopped": stopped.collect::<Vec<_>>(),
    })
}
