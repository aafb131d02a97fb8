//! `parallax spec`: ECMA-262, mechanized.

mod coverage;
mod debug;
mod diff;
mod faults;
mod get;
mod lint;
mod report;
mod run;
mod test262;
pub mod text;

use clap::Subcommand;

use crate::Context;
use crate::exit_code::Exit;

pub use run::{ended, why};

/// Read ECMA-262 as a program: what is understood of an edition, and running scripts with it
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Coverage(coverage::Args),
    Debug(debug::Args),
    Diff(diff::Args),
    Faults(faults::Args),
    Get(get::Args),
    Lint(lint::Args),
    Report(report::Args),
    Run(run::Args),
    Test262(test262::Args),
}

/// Runs the command.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    match args.command {
        Command::Coverage(args) => coverage::run(&args, context),
        Command::Debug(args) => debug::run(args, context).await,
        Command::Diff(args) => diff::run(&args, context).await,
        Command::Faults(args) => faults::run(&args, context),
        Command::Get(args) => get::run(&args, context).await,
        Command::Lint(args) => lint::run(&args, context),
        Command::Report(args) => report::run(&args, context),
        Command::Run(args) => run::run(&args, context),
        Command::Test262(args) => test262::run(&args, context),
    }
}
