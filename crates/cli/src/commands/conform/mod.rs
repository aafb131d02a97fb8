//! `parallax conform`: JavaScript engines against the text of their specification.

mod check;
pub mod deviations;
mod engines;
mod export;
mod generate;
mod import;
mod run;

use clap::Subcommand;

use crate::Context;
use crate::exit_code::Exit;

pub use engines::{bring_up, say_left_out};

/// Test JavaScript engines against the text of ECMA-262, and the text against the engines
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Args),
    Export(export::Args),
    Generate(generate::Args),
    Import(import::Args),
    Run(run::Args),
}

impl Args {
    /// Whether the command itself does what is to be done when it is interrupted.
    pub fn handles_interrupts(&self) -> bool {
        matches!(self.command, Command::Generate(_))
    }
}

/// Runs the command.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    match args.command {
        Command::Check(args) => check::run(&args, context).await,
        Command::Export(args) => export::run(&args, context),
        Command::Run(args) => run::run(&args, context).await,
        Command::Generate(args) => generate::run(args, context).await,
        Command::Import(args) => import::run(&args, context),
    }
}
