//! `parallax spec get`: an edition's text from its public repository.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use parallax_process::{Bounds, Scratch};
use tokio::process::Command;

use super::text;
use crate::exit_code::{Exit, Failure};
use crate::{Context, files, terminal};

/// Get the text of an edition from the public repository of ECMA-262, with git
#[derive(clap::Args)]
pub struct Args {
    /// A tag of the repository, such as es2026.
    tag: String,
    /// The repository.
    #[arg(long, value_name = "URL", default_value = "https://github.com/tc39/ecma262.git")]
    from: String,
}

/// Runs the command.
pub async fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let named = |symbol: char| symbol.is_ascii_alphanumeric() || symbol == '-';
    if args.tag.is_empty() || args.tag.starts_with('-') || !args.tag.chars().all(named) {
        return Err(Failure::usage(format!("{} is not the name of an edition", args.tag)));
    }
    let folder = text::folder(context);
    files::make_folder(&folder)?;
    // The clone goes with its folder, also when the command is interrupted.
    let scratch = Scratch::new().context("cannot make a folder for the clone")?;
    let path = clone_and_take(args, &scratch.path().join("clone"), &folder).await?;
    terminal::say(&format!("{}: {}", args.tag, path.display()));
    Ok(Exit::Success)
}

async fn clone_and_take(args: &Args, clone: &Path, folder: &Path) -> anyhow::Result<PathBuf> {
    let mut git = Command::new("git");
    git.args(["clone", "--quiet", "--depth", "1", "--branch", &args.tag, "--"])
        .arg(&args.from)
        .arg(clone)
        .env("GIT_TERMINAL_PROMPT", "0");
    let finished = parallax_process::run(&mut git, &Bounds::NONE)
        .await
        .map_err(|cause| Failure::because("git is needed, and cannot be run", cause))?;
    if !finished.succeeded() {
        let last = finished.stderr.lines().last().unwrap_or("it does not say why");
        return Err(Failure::usage(format!(
            "git cannot clone {} at {}: {}",
            args.from,
            args.tag,
            terminal::printable(last)
        )));
    }
    let path = folder.join(format!("{}.html", args.tag));
    std::fs::copy(clone.join("spec.html"), &path)
        .with_context(|| format!("{} has no spec.html at {}", args.from, args.tag))?;
    Ok(path)
}
