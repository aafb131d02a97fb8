//! `parallax export`: a campaign's results in a form that is equal byte for byte for equal results.

use std::path::PathBuf;

use parallax_campaign::Store;

use crate::exit_code::Exit;
use crate::{Context, files, terminal};

/// Write all results of a campaign as lines of JSON, in an order and with fields that do not depend on who did what when
#[derive(clap::Args)]
pub struct Args {
    /// The campaign; the default is the latest.
    #[arg(long)]
    campaign: Option<i64>,
    /// Only the findings.
    #[arg(long)]
    findings: bool,
    /// The file to write to; the default is standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let store = Store::open(&context.store)?;
    let lines = store.export(store.campaign(args.campaign)?.id, args.findings)?;
    match &args.output {
        Some(path) => files::write(path, lines.join("\n") + "\n")?,
        None => lines.iter().for_each(|line| terminal::say(line)),
    }
    Ok(Exit::Success)
}
