//! `parallax spec get`: an edition's text from its public repository.

use std::path::Path;
use std::process::Command;

use anyhow::Context as _;

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
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let named = |symbol: char| symbol.is_ascii_alphanumeric() || symbol == '-';
    if args.tag.is_empty() || args.tag.starts_with('-') || !args.tag.chars().all(named) {
        return Err(Failure::usage(format!("{} is not the name of an edition", args.tag)));
    }
    let folder = text::folder(context);
    files::make_folder(&folder)?;
    let clone = folder.join(format!(".{}-{}", args.tag, std::process::id()));
    let got = clone_and_take(args, &clone, &folder);
    // What git left behind is of no use, whether it came or not.
    let _ = std::fs::remove_dir_all(&clone);
    let path = got?;
    terminal::say(&format!("{}: {}", args.tag, path.display()));
    Ok(Exit::Success)
}

fn clone_and_take(args: &Args, clone: &Path, folder: &Path) -> anyhow::Result<std::path::PathBuf> {
    let output = Command::new("git")
        .args(["clone", "--quiet", "--depth", "1", "--branch", &args.tag, "--"])
        .arg(&args.from)
        .arg(clone)
        .env("GIT_TERMINAL_PROMPT", "0")
        .output()
        .map_err(|error| Failure::usage(format!("git is needed, and cannot be run: {error}")))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let last = said.lines().last().unwrap_or("it does not say why");
        return Err(Failure::usage(format!(
            "git cannot clone {} at {}: {}",
            args.from,
            args.tag,
            terminal::printable(last)
        )));
    }
    let path = folder.join(format!("{}.html", args.tag));
    std::fs::rename(clone.join("spec.html"), &path)
        .with_context(|| format!("{} has no spec.html at {}", args.from, args.tag))?;
    Ok(path)
}
