//! `parallax isolate collect`: known bugs to judge isolation by.

use std::collections::BTreeSet;
use std::path::PathBuf;

use parallax_campaign::pool::worker_count;
use parallax_isolate::bench;
use parallax_isolate::collect::{self, Collection, Numbers};

use crate::exit_code::{Exit, Failure};
use crate::files::read;
use crate::{progress, terminal};

/// Collect known bugs of GCC: tests of a later version's test suite that fail on an installed compiler,
/// with the files and functions that their fixes changed
#[derive(clap::Args)]
pub struct Args {
    /// The folder `gcc` of the later version's sources, with its changelogs and its test suite.
    sources: PathBuf,
    /// The list to write: comma-separated values.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The compiler that tests have to fail on.
    #[arg(long, default_value = "gcc-12")]
    compiler: String,
    /// The day when that compiler's version was released; earlier fixes are in it.
    #[arg(long, default_value = "2022-08-19")]
    since: String,
    /// Which bugs, by their numbers: odd, even or all. Even ones are kept apart: nobody develops on them.
    #[arg(long, default_value = "odd")]
    numbers: String,
    /// Leave out the bugs of this list.
    #[arg(long, value_name = "FILE")]
    without: Option<PathBuf>,
    /// Compilers at the same time; 0 means one for each core.
    #[arg(long, default_value_t = 0)]
    jobs: usize,
}

/// Runs the command.
pub async fn run(args: Args) -> anyhow::Result<Exit> {
    let numbers = match args.numbers.as_str() {
        "odd" => Numbers::Odd,
        "even" => Numbers::Even,
        "all" => Numbers::All,
        other => {
            return Err(Failure::usage(format!("--numbers is odd, even or all, not `{other}`")));
        }
    };
    let mut without = BTreeSet::new();
    if let Some(path) = &args.without {
        let bugs = bench::read(&read(path)?)
            .map_err(|error| Failure::because(format!("cannot use {}", path.display()), error))?;
        without.extend(bugs.iter().filter_map(|bug| bug.name.parse::<u64>().ok()));
    }
    let collection = Collection {
        sources: args.sources,
        compiler: args.compiler,
        since: args.since,
        numbers,
        without,
        jobs: worker_count(args.jobs),
    };
    let bar = progress::bar(0, "bugs tried");
    let mut observer = |done: usize, all: usize| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    };
    let bugs = collection.collect(&mut observer).await?;
    bar.finish_and_clear();
    collect::write(&bugs, &args.output)?;
    terminal::say(&format!("{} bugs are in {}", bugs.len(), args.output.display()));
    for kind in ["ICE", "wrong-code", "rejects-valid", "hang"] {
        let count = bugs.iter().filter(|bug| bug.kind == kind).count();
        terminal::say(&format!("{kind}: {count}"));
    }
    Ok(Exit::Success)
}
