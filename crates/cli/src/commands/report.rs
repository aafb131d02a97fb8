//! `parallax report`: a campaign as a static site.

use std::path::PathBuf;

use parallax_campaign::Store;
use parallax_report as report;

use crate::exit_code::Exit;
use crate::{Context, terminal};

/// Write a campaign as a static site
#[derive(clap::Args)]
pub struct Args {
    /// The folder to write to; pages of an earlier report in it are replaced.
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
    /// The campaign; the default is the latest.
    #[arg(long)]
    campaign: Option<i64>,
}

/// Runs the command.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let store = Store::open(&context.store)?;
    let campaign = store.campaign(args.campaign)?;
    let (known, deviations) = (context.config.known()?, context.config.known_deviations(None)?);
    let written = report::write(&store, campaign.id, (&known, &deviations), &args.output)?;
    let classes = written.classes.len();
    terminal::say(&format!(
        "campaign {}, {classes} classes: {}",
        campaign.id,
        written.index.display()
    ));
    Ok(Exit::Success)
}
