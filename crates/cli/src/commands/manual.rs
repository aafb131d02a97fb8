//! `parallax manual`: the pages for `man`, one for each command.

use std::path::PathBuf;

use crate::exit_code::{Exit, Failure};
use crate::files;
use crate::terminal;

/// Write manual pages for `man` into a folder
#[derive(clap::Args)]
pub struct Args {
    /// The folder, such as ~/.local/share/man/man1.
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
}

/// Runs the command.
pub fn run(args: &Args, command: clap::Command) -> anyhow::Result<Exit> {
    files::make_folder(&args.output)?;
    let fail =
        |cause| Failure::because(format!("cannot write pages to {}", args.output.display()), cause);
    clap_mangen::generate_to(command, &args.output).map_err(fail)?;
    terminal::say(&format!("the pages are in {}", args.output.display()));
    Ok(Exit::Success)
}
