//! `parallax isolate bench`: how well techniques of isolation find known bugs.

use std::path::PathBuf;

use parallax_isolate::BuiltSubject;
use parallax_isolate::bench::{self, Benchmark, BugResult, TechniqueSummary};

use super::effort::EffortArgs;
use super::{configured, journals};
use crate::exit_code::{Exit, Failure};
use crate::files::read;
use crate::table::table;
use crate::terminal::with_causes;
use crate::{Context, terminal};

/// Rank the files of known bugs by several techniques, side by side
#[derive(clap::Args)]
pub struct Args {
    /// The bugs: comma-separated values with columns pr, test, `bad_options`, `good_options` and
    /// `fixed_files`.
    bugs: PathBuf,
    /// The folder that the programs' paths begin at.
    #[arg(long)]
    programs: PathBuf,
    /// The subject.
    #[arg(long, default_value = "gcc-12.2")]
    subject: String,
    /// A folder of programs that the subject compiles well, for the plain technique.
    #[arg(long, value_name = "FOLDER")]
    tests: Option<PathBuf>,
    /// How many of these programs to use.
    #[arg(long, default_value_t = 30)]
    tests_used: usize,
    /// Seeds; a bug's rank is the median.
    #[arg(long, default_value_t = 1)]
    seeds: u64,
    /// Only these bugs, separated by commas.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Leave random search out.
    #[arg(long)]
    no_random: bool,
    /// Show each ranking view of the best ranking, too.
    #[arg(long)]
    views: bool,
    #[command(flatten)]
    effort: EffortArgs,
}

/// Runs the command.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    let (subject, root) = configured(&args.subject, context)?;
    let subject = BuiltSubject::open(&args.subject, subject, &root)?;
    let mut bugs = bench::read(&read(&args.bugs)?)
        .map_err(|error| Failure::because(format!("cannot use {}", args.bugs.display()), error))?;
    bugs.retain(|bug| args.only.is_empty() || args.only.contains(&bug.name));
    let tests = match &args.tests {
        Some(folder) => bench::test_programs(folder, args.tests_used)?,
        None => Vec::new(),
    };
    let journals = journals(context);
    let benchmark = Benchmark {
        subject: &subject,
        programs: &args.programs,
        tests,
        effort: args.effort.effort(context),
        seeds: args.seeds,
        sources: args.effort.sources()?,
        random: !args.no_random,
        views: args.views,
        journals: Some(&journals),
    };
    let results = benchmark.run(&bugs, &mut print_bug).await;
    let isolated = results.iter().filter(|result| result.outcome.is_ok()).count();
    terminal::say(&format!("{isolated} bugs"));
    print_summary(&bench::summary(&results));
    Ok(Exit::Success)
}

fn print_bug(result: &BugResult) {
    match &result.outcome {
        Ok(techniques) => {
            let ranks: Vec<String> = techniques
                .iter()
                .map(|it| format!("{} {}", it.technique, it.ranks.first))
                .collect();
            let seconds = result.time.as_secs_f64();
            terminal::say(&format!("{}: {} ({seconds:.0} s)", result.bug, ranks.join(", ")));
        }
        Err(error) => {
            terminal::say_error(&format!("{}: left out: {}", result.bug, with_causes(error)));
        }
    }
}

/// Prints the paper's Table 2.
fn print_summary(summary: &[TechniqueSummary]) {
    let mut rows = table(&["technique", "Top-1", "Top-5", "Top-10", "Top-20", "MFR", "MAR"]);
    for TechniqueSummary { technique, measures } in summary {
        let mut row = vec![technique.clone()];
        row.extend(measures.top.map(|count| {
            format!("{count} ({:.0} %)", 100.0 * count as f64 / measures.bugs.max(1) as f64)
        }));
        row.extend([measures.mfr, measures.mar].map(|mean| format!("{mean:.1}")));
        rows.add_row(row);
    }
    terminal::say(&rows.to_string());
}
