//! `parallax spec faults`: which small faults in the text `parallax spec diff` notices.

use std::time::Duration;

use parallax_campaign::pool::worker_count;
use parallax_conform::gate::faults::{Half, Seen, measure, of};
use serde_json::json;

use super::text;
use crate::exit_code::Exit;
use crate::table::{cell_text, table};
use crate::{Context, Format, progress, terminal, time_limit};

/// Seed small faults into ES2026, one at a time, and say which of them `parallax spec diff` notices
#[derive(clap::Args)]
pub struct Args {
    /// The text: es2026, or the path of it.
    #[arg(default_value = "es2026")]
    text: String,
    /// The faults that checks were not developed with.
    #[arg(long)]
    unseen: bool,
    /// How long to look for programs, for each fault.
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = time_limit::parse)]
    time: Duration,
    /// How many threads; 0 is one for each core.
    #[arg(long, default_value_t = 0)]
    jobs: usize,
    /// How to answer.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let source = text::source(&args.text, context)?;
    let faults = of(if args.unseen { Half::Unseen } else { Half::Known });
    let bar = progress::bar(faults.len(), "faults");
    let told = |_: &Seen| bar.inc(1);
    let found = measure(&source, &faults, args.time, worker_count(args.jobs), &told);
    bar.finish_and_clear();
    let noticed = found.iter().filter(|it| !it.by.is_empty()).count();
    terminal::say(&match args.format {
        Format::Text => {
            let mut rows = table(&["fault", "in", "noticed by"]);
            for Seen { fault, by } in &found {
                let by = if by.is_empty() { "nothing".to_owned() } else { by.join("; ") };
                rows.add_row([fault.kind.to_owned(), fault.clause.to_owned(), cell_text(&by)]);
            }
            format!("{rows}\n{noticed} of {} faults are noticed", found.len())
        }
        Format::Json => {
            let each = found.iter().map(|Seen { fault, by }| {
                json!({ "kind": fault.kind, "clause": fault.clause, "noticed_by": by })
            });
            serde_json::to_string_pretty(&json!({
                "schema": "parallax/spec-faults/1",
                "noticed": noticed,
                "faults": each.collect::<Vec<_>>(),
            }))?
        }
    });
    Ok(Exit::Success)
}
