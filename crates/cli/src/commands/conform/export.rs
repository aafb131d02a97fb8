//! `parallax conform export`: tests in the form of another suite.

use std::path::PathBuf;

use parallax_conform::{export, suite};

use crate::commands::spec::text;
use crate::exit_code::Exit;
use crate::{Context, terminal};

/// Write the tests of a suite in the form of test262, a file for each
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the suite.
    #[arg(long, value_name = "SUITE")]
    test262: PathBuf,
    /// The folder for the files.
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
}

/// Runs the command.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let suite = suite::Suite::read(&args.test262)?;
    let specification = text::specification(&suite.edition, context)?;
    let (written, without) = export::export(&suite, &specification, &args.output)?;
    terminal::say(&format!(
        "{written} tests in {}; {without} have no such form: the text has no meaning, or they end with what \
         test262 has no word for",
        args.output.display()
    ));
    Ok(Exit::Success)
}
