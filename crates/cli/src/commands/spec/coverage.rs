//! `parallax spec coverage`: how much of an edition's text a folder of programs runs.

use std::path::PathBuf;

use parallax_conform::coverage;
use parallax_program::corpus;
use parallax_spec::coverage::{ProgramCoverage, UncoveredAlgorithm};
use parallax_spec::run::{Budget, Outcome, RunOptions, Specification};
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

/// Runs the command.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let programs = corpus::read(&args.programs)?.programs;
    let document = text::document(&args.spec, context)?;
    let specification = Specification::new(&document)
        .map_err(|stop| Failure::because(format!("{} cannot be run", args.spec), stop))?;
    let budget = Budget { steps: args.budget, ..Budget::default() };
    let options = RunOptions { features: args.features, ..RunOptions::within(budget) };
    let bar = progress::bar(programs.len(), "coverage");
    let coverage = coverage::cover(&specification, &programs, &options, &|| bar.inc(1));
    bar.finish_and_clear();
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
