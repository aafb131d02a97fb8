//! `parallax conform`: JavaScript engines against the text of their specification.

mod generate;

use clap::Subcommand;

use crate::Context;
use crate::exit_code::Exit;

/// Test JavaScript engines by what the text of their specification says
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Generate(generate::Args),
}

/// Runs the command.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    match args.command {
        Command::Generate(args) => generate::run(args, context).await,
    }
}
