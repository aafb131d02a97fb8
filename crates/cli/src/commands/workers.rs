//! `parallax workers`: who works on a store, and at what.

use parallax_campaign::Store;
use parallax_campaign::store::workers::{HeldJob, WorkerRow};
use serde_json::json;

use super::findings::say_json;
use crate::exit_code::Exit;
use crate::table::table;
use crate::{Context, Format, terminal};

/// Longer than this without a sign of life, and a worker is taken for dead.
const SILENCE: f64 = 30.0;

/// Show who works on the store, and at what
#[derive(clap::Args)]
pub struct Args {
    /// Also those that have ended or died.
    #[arg(long)]
    all: bool,
    /// How to answer.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let store = Store::open(&context.store)?;
    let mut workers = store.workers()?;
    let known = workers.len();
    workers.retain(|worker| args.all || state(worker) == "works" || !worker.at.is_empty());
    if args.format == Format::Json {
        say_json(&json!({ "schema": "parallax/workers/1", "workers": workers }))?;
        return Ok(Exit::Success);
    }
    if workers.is_empty() {
        terminal::say(&format!("nobody works on this store; {known} have, which --all lists"));
        return Ok(Exit::Success);
    }
    let mut rows =
        table(&["id", "host", "process", "version", "jobs", "for", "state", "done", "at"]);
    for worker in &workers {
        rows.add_row([
            worker.id.to_string(),
            worker.host.clone(),
            worker.pid.to_string(),
            worker.version.clone(),
            worker.jobs.to_string(),
            format!("{:.0} s", worker.age),
            state(worker).to_owned(),
            worker.done.to_string(),
            worker.at.iter().map(in_words).collect::<Vec<_>>().join(", "),
        ]);
    }
    terminal::say(&rows.to_string());
    Ok(Exit::Success)
}

fn state(worker: &WorkerRow) -> &'static str {
    match worker {
        WorkerRow { ended: true, .. } => "ended",
        WorkerRow { silence, .. } if *silence > SILENCE => "silent",
        _ => "works",
    }
}

fn in_words(job: &HeldJob) -> String {
    match job.seed {
        Some(seed) => format!("{} seed {seed}", job.program),
        None => format!("{} (screening)", job.program),
    }
}
