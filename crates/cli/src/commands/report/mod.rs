//! `parallax report`: a campaign as a static site, or a bug as a report for a tracker.

use std::path::PathBuf;

use parallax_campaign::Store;
use parallax_report as report;

use crate::exit_code::{Exit, Failure};
use crate::{Context, terminal};

mod bug;
mod case;
mod compiler;

/// Write a campaign as a static site, or a finding as a report for a tracker
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// The folder to write to; pages of an earlier report in it are replaced.
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// The campaign; the default is the latest.
    #[arg(long)]
    campaign: Option<i64>,
}

#[derive(clap::Subcommand)]
enum Command {
    Bug(bug::Args),
}

/// Runs the command.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    if let Some(Command::Bug(args)) = args.command {
        return bug::run(args, context).await;
    }
    let Some(output) = &args.output else {
        return Err(Failure::usage(
            "name a folder for the site with `-o FOLDER`; `parallax report bug ID` writes a report for a tracker",
        ));
    };
    let store = Store::open(&context.store)?;
    let campaign = store.campaign(args.campaign)?;
    let (known, deviations) = (context.config.known()?, context.config.known_deviations(None)?);
    let written = report::write(&store, campaign.id, (&known, &deviations), output)?;
    let classes = written.classes.len();
    terminal::say(&format!(
        "campaign {}, {classes} classes: {}",
        campaign.id,
        written.index.display()
    ));
    Ok(Exit::Success)
}
