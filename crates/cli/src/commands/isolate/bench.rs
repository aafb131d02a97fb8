//! `parallax isolate bench`: how well techniques of isolation find known bugs.

use std::path::PathBuf;

use parallax_isolate::BuiltSubject;
use parallax_isolate::bench::{self, Benchmark, BugOutcome, FixedRanks, Half, Measures, OURS};

use super::effort::EffortArgs;
use super::{configured, journals};
use crate::Context;
use crate::exit_code::{Exit, Failure};
use crate::files::read;
use crate::table::table;
use crate::terminal::{say, say_error, with_causes};

/// Rank the files and functions of known bugs by several techniques, side by side
#[derive(clap::Args)]
pub struct Args {
    /// The bugs: comma-separated values with columns pr, test, `bad_options`, `good_options`,
    /// `fixed_files` and, if they are known, `fixed_functions`. `parallax isolate collect` writes such a list.
    bugs: PathBuf,
    /// The folder that the programs' paths begin at.
    #[arg(long)]
    programs: PathBuf,
    /// The subject.
    #[arg(long, default_value = "gcc-12.2")]
    subject: String,
    /// Only one half of the bugs, which are split by a seed: development or reported.
    #[arg(long)]
    half: Option<String>,
    /// The seed of the split.
    #[arg(long, default_value_t = 1)]
    split: u64,
    /// Seeds of the search; a bug's rank is the median.
    #[arg(long, default_value_t = 1)]
    seeds: u64,
    /// Only these bugs, separated by commas.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// At most so many bugs.
    #[arg(long)]
    bugs_used: Option<usize>,
    /// Rank each bug by weights that are learned from the others, too.
    #[arg(long)]
    leave_one_out: bool,
    /// Learn the weights from these bugs, and write them into this file.
    #[arg(long, value_name = "FILE")]
    learn: Option<PathBuf>,
    #[command(flatten)]
    effort: EffortArgs,
}

/// Runs the command.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    let (subject, root) = configured(&args.subject, context)?;
    let subject = BuiltSubject::open(&args.subject, subject, &root)?;
    let mut bugs = bench::read(&read(&args.bugs)?)
        .map_err(|error| Failure::because(format!("cannot use {}", args.bugs.display()), error))?;
    if let Some(half) = &args.half {
        let half = match half.as_str() {
            "development" => Half::Development,
            "reported" => Half::Reported,
            other => {
                let message = format!("--half is development or reported, not `{other}`");
                return Err(Failure::usage(message));
            }
        };
        bugs = half.of(&bugs, args.split);
    }
    bugs.retain(|bug| args.only.is_empty() || args.only.contains(&bug.name));
    bugs.truncate(args.bugs_used.unwrap_or(usize::MAX));
    let journals = journals(context);
    let benchmark = Benchmark {
        subject: &subject,
        programs: &args.programs,
        effort: args.effort.effort(context),
        seeds: args.seeds,
        sources: args.effort.sources()?,
        journals: Some(&journals),
    };
    let mut outcomes = benchmark.run(&bugs, &mut print_bug).await;
    let mut sure: Vec<(f64, bool)> = outcomes.iter().filter_map(first_file).collect();
    if let Some(path) = &args.learn {
        let weights = bench::learn(&subject.map, &outcomes);
        std::fs::write(path, weights.text())
            .map_err(|error| Failure::because(format!("cannot write {}", path.display()), error))?;
    }
    if args.leave_one_out {
        sure = bench::leave_one_out(&subject.map, &mut outcomes);
    }
    print_bugs(&outcomes);
    print_measures("files", &outcomes, |ranks| Some(ranks.files));
    print_measures("functions", &outcomes, |ranks| ranks.functions);
    print_certainty(&sure);
    Ok(Exit::Success)
}

/// How probable the first file of a bug was, and whether it was guilty.
fn first_file(outcome: &BugOutcome) -> Option<(f64, bool)> {
    let (name, probability) = outcome.result.as_ref().ok()?.first.as_ref()?;
    Some((*probability, outcome.bug.has_file(name)))
}

fn print_bug(outcome: &BugOutcome) {
    let seconds = outcome.time.as_secs_f64();
    match &outcome.result {
        Ok(result) => {
            let ours = result.techniques.iter().find(|it| it.technique == OURS);
            let rank = ours.map_or(0.0, |it| it.files.first);
            let functions = ours
                .and_then(|it| it.functions)
                .map_or(String::new(), |it| format!(", function {}", it.first));
            say(&format!("{}: file {rank}{functions} ({seconds:.0} s)", outcome.bug.name));
        }
        Err(error) => {
            say_error(&format!("{}: left out: {}", outcome.bug.name, with_causes(error)));
        }
    }
}

/// Every bug's rank by every technique: of the first fixed file, and of the first fixed function.
fn print_bugs(outcomes: &[BugOutcome]) {
    let isolated: Vec<_> =
        outcomes.iter().filter_map(|it| Some((it, it.result.as_ref().ok()?))).collect();
    let Some((_, first)) = isolated.first() else { return };
    let names: Vec<&str> = first.techniques.iter().map(|it| it.technique.as_str()).collect();
    let mut rows = table(&[&["bug", "fixed files"], &names[..], &["s"]].concat());
    for (outcome, result) in &isolated {
        let mut row = vec![outcome.bug.name.clone(), outcome.bug.files.join(", ")];
        row.extend(result.techniques.iter().map(|it| match it.functions {
            Some(functions) => format!("{}/{}", it.files.first, functions.first),
            None => format!("{}", it.files.first),
        }));
        row.push(format!("{:.0}", outcome.time.as_secs_f64()));
        rows.add_row(row);
    }
    say(&format!("\n{} bugs; file/function\n{rows}", isolated.len()));
}

/// The papers' measures of each technique.
fn print_measures(
    what: &str,
    outcomes: &[BugOutcome],
    ranks: impl Fn(&bench::TechniqueRanks) -> Option<FixedRanks>,
) {
    let results = || outcomes.iter().filter_map(|outcome| outcome.result.as_ref().ok());
    let Some(first) = results().next() else { return };
    let mut rows =
        table(&[what, "bugs", "Top-1", "Top-5", "Top-10", "Top-20", "MFR", "MAR", "median"]);
    for (at, technique) in first.techniques.iter().enumerate() {
        let of_bugs: Vec<FixedRanks> =
            results().filter_map(|result| ranks(result.techniques.get(at)?)).collect();
        if of_bugs.is_empty() {
            continue;
        }
        let measures = Measures::of(&of_bugs);
        let mut row = vec![technique.technique.clone(), measures.bugs.to_string()];
        row.extend(measures.top.map(|count| {
            format!("{count} ({:.0} %)", 100.0 * count as f64 / measures.bugs.max(1) as f64)
        }));
        let means = [measures.mfr, measures.mar, measures.median];
        row.extend(means.map(|mean| format!("{mean:.1}")));
        rows.add_row(row);
    }
    say(&format!("\n{rows}"));
}

/// How sure the rankings were of their first file, and how often they were right.
fn print_certainty(sure: &[(f64, bool)]) {
    let mut rows = table(&["probability of the first file", "bugs", "mean", "guilty"]);
    for row in bench::certainty(sure) {
        rows.add_row([
            format!("{:.0} to {:.0} %", row.from * 100.0, row.to * 100.0),
            row.bugs.to_string(),
            format!("{:.0} %", row.said * 100.0),
            format!("{:.0} %", row.right * 100.0),
        ]);
    }
    say(&format!("\n{rows}"));
}
