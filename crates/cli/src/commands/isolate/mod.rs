//! `parallax isolate`: which source file of a compiler or an engine holds the bug.

use std::path::PathBuf;

use parallax_isolate::subject::Subject;

use crate::exit_code::{Exit, Failure};
use crate::{Context, cache};

mod answer;
mod bench;
mod build;
mod case;
mod collect;
mod effort;
mod finding;

/// Find the source file of a compiler or an engine that holds the bug
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    case: case::CaseArgs,
}

#[derive(clap::Subcommand)]
enum Command {
    Bench(Box<bench::Args>),
    Build(build::Args),
    Collect(collect::Args),
}

/// Runs the command.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    match args.command {
        Some(Command::Bench(args)) => bench::run(*args, context).await,
        Some(Command::Build(args)) => build::run(args, context).await,
        Some(Command::Collect(args)) => collect::run(args).await,
        None => case::run(args.case, context).await,
    }
}

/// A subject of the configuration, and the folder that it is built in.
pub fn configured<'a>(name: &str, context: &'a Context) -> anyhow::Result<(&'a Subject, PathBuf)> {
    let subjects = context.config.subjects();
    let subject = subjects.get(name).ok_or_else(|| {
        let known = subjects.keys().cloned().collect::<Vec<_>>().join(", ");
        Failure::usage(format!("there is no subject `{name}`; configured are {known}"))
    })?;
    let folder = name.replace(['/', '.'], "-");
    Ok((subject, cache::folder()?.join("subjects").join(folder)))
}

/// The folder of the journals, beside the store.
fn journals(context: &Context) -> PathBuf {
    parallax_campaign::store::folder_beside(&context.store).join("isolate")
}
