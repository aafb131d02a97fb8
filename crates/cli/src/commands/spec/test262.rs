//! `parallax spec test262`: how much of the conformance tests an edition's text passes.

use std::path::PathBuf;
use std::sync::OnceLock;

use indicatif::ProgressBar;
use parallax_campaign::pool::worker_count;
use parallax_conform::test262::{Score, ScoreEvent, ScoreRequest, score};
use parallax_program::test262::Suite;
use parallax_spec::run::Budget;
use serde_json::json;

use super::text;
use crate::exit_code::Exit;
use crate::table::{cell_text, table};
use crate::{Context, Format, progress, terminal};

/// Run the tests of a checkout of test262 as the steps of an edition say
#[derive(clap::Args)]
pub struct Args {
    /// The checkout.
    folder: PathBuf,
    /// A name such as es2026, or the path of a `spec.html`.
    #[arg(long, default_value = "es2026")]
    spec: String,
    /// Only tests with this in their path below `test`.
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Only so many tests, chosen at random.
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// What the choice depends on.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many steps of the specification a test may take.
    #[arg(long, default_value_t = 10_000_000)]
    budget: u64,
    /// How many tests run at once; 0 is one for each core.
    #[arg(long, default_value_t = 0)]
    jobs: usize,
    /// How many causes of failure to list, the most frequent first.
    #[arg(long, default_value_t = 30)]
    causes: usize,
    /// How to answer.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let suite = Suite::open(&args.folder)?;
    let source = text::source(&args.spec, context)?;
    let request = ScoreRequest {
        only: args.only.clone(),
        sample: args.sample,
        seed: args.seed,
        budget: Budget { steps: args.budget, cells: 1_500_000 },
        jobs: worker_count(args.jobs),
    };
    let bar = OnceLock::new();
    let score = score(&suite, &source, &request, &|event| match event {
        ScoreEvent::Began(tests) => drop(bar.set(progress::bar(tests, "test262"))),
        ScoreEvent::TestDone => bar.get().into_iter().for_each(|bar: &ProgressBar| bar.inc(1)),
    })?;
    bar.into_inner().into_iter().for_each(|bar| bar.finish_and_clear());
    terminal::say(&match args.format {
        Format::Text => for_people(&score, args.causes),
        Format::Json => serde_json::to_string_pretty(&for_programs(&score))?,
    });
    Ok(Exit::Success)
}

/// The share of tests that pass, and the most frequent causes of failures.
fn for_people(score: &Score, max_causes: usize) -> String {
    let mut text = format!(
        "passed: {} of {} tests ({:.2} %), in {} runs, {} steps",
        score.passed,
        score.tests(),
        score.share(),
        score.runs,
        score.steps
    );
    let causes = score.causes();
    if max_causes > 0 && !causes.is_empty() {
        let mut rows = table(&["tests", "why they fail", "for example"]);
        for it in causes.iter().take(max_causes) {
            let cause = cell_text(&it.cause.to_string());
            rows.add_row([it.tests.to_string(), cause, cell_text(it.example)]);
        }
        text.push_str(&format!("\n{rows}"));
        let more = causes.len().saturating_sub(max_causes);
        if more > 0 {
            text.push_str(&format!("\nand {more} more causes"));
        }
    }
    if !score.left_out.is_empty() {
        let mut rows = table(&["tests", "left out"]);
        for (reason, count) in &score.left_out {
            rows.add_row([count.to_string(), (*reason).to_owned()]);
        }
        text.push_str(&format!("\n{rows}"));
    }
    text
}

fn for_programs(score: &Score) -> serde_json::Value {
    let causes = score.causes();
    let causes =
        causes.iter().map(|it| json!({ "cause": it.cause.to_string(), "tests": it.tests }));
    let failed = score.failed.iter().map(|(test, cause)| (test.clone(), cause.to_string().into()));
    json!({
        "schema": "parallax/spec-test262/1",
        "passed": score.passed,
        "run": score.tests(),
        "runs": score.runs,
        "steps": score.steps,
        "causes": causes.collect::<Vec<_>>(),
        "failed": serde_json::Value::Object(failed.collect()),
        "left_out": score.left_out,
    })
}
