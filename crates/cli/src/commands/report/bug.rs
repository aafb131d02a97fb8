//! `parallax report bug`: a report for a tracker, with a script that Node runs alone.

use std::path::{Path, PathBuf};

use parallax_bugs::{Bug, BugFile, Tracker, files};
use parallax_campaign::Store;

use super::case;
use crate::exit_code::{Exit, Failure};
use crate::{Context, files as read, terminal};

/// Write a report of a bug in the form of a tracker: the text, a script that Node runs alone, a test
#[derive(clap::Args)]
pub struct Args {
    /// The number of a finding, or a file that describes a bug, such as `docs/bugs/NAME/bug.toml`.
    #[arg(value_name = "ID|FILE")]
    what: String,
    /// The tracker: babel, boa, bun, chromium, deno, esbuild, gcc, mozilla, node, oxc, quickjs-ng, swc, tc39, terser, typescript,
    /// uglify-js, v8 or webkit; that of the tool, if nothing is said.
    #[arg(long = "for", value_name = "TRACKER")]
    tracker: Option<Tracker>,
    /// The debugger to report, where a finding is about several.
    #[arg(long)]
    debugger: Option<String>,
    /// Write the files into this folder, with the description of the bug, from which they can be written again after it was
    /// corrected. Without it, all is printed.
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

/// Runs the command.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    let bug = match args.what.parse::<i64>() {
        Ok(id) => {
            let store = Store::open(&context.store)?;
            case::of_finding(&store, id, args.debugger.as_deref(), context).await?
        }
        Err(_) => described(Path::new(&args.what))?,
    };
    let tracker = args.tracker.unwrap_or_else(|| bug.tracker());
    check(&bug, tracker)?;
    let mut files = files(&bug, tracker);
    match &args.output {
        Some(folder) => {
            let text = toml::to_string_pretty(&bug)?;
            files.push(BugFile { name: "bug.toml".into(), text });
            write(&files, folder)?;
        }
        None => print(&files),
    }
    Ok(Exit::Success)
}

/// A bug that somebody has described.
fn described(path: &Path) -> anyhow::Result<Bug> {
    let text = read::read(path)?;
    let bug = toml::from_str(&text);
    bug.map_err(|error| Failure::usage(format!("{}: {error}", path.display())))
}

/// A tracker takes reports of its own project only.
fn check(bug: &Bug, tracker: Tracker) -> anyhow::Result<()> {
    let shown_by = |it| bug.tool == it || bug.also.contains(&it);
    let is_of_text = tracker == Tracker::Tc39 && matches!(bug.case, parallax_bugs::Case::Test(_));
    if is_of_text || tracker.tools().iter().copied().any(shown_by) {
        return Ok(());
    }
    let names = |tools: &[parallax_bugs::Tool]| {
        tools.iter().map(|it| it.name()).collect::<Vec<_>>().join(", ")
    };
    Err(Failure::usage(format!(
        "the tracker {tracker} is about {}, and this bug is one of {}: leave `--for` out, or name {}",
        names(tracker.tools()),
        names(&[&[bug.tool][..], &bug.also].concat()),
        bug.tracker(),
    )))
}

fn write(files: &[BugFile], folder: &Path) -> anyhow::Result<()> {
    let failed = |path: &Path, error: std::io::Error| {
        Failure::usage(format!("cannot write {}: {error}; name another folder", path.display()))
    };
    std::fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    for file in files {
        let path = folder.join(&file.name);
        // What a person has corrected is not written again.
        if file.name == "bug.toml" && path.exists() {
            continue;
        }
        std::fs::write(&path, &file.text).map_err(|error| failed(&path, error))?;
        terminal::say(&path.display().to_string());
    }
    Ok(())
}

/// The text, and behind it each other file as an attachment.
fn print(files: &[BugFile]) {
    let mut text = String::new();
    for (at, file) in files.iter().enumerate() {
        if at > 0 {
            let kind = file.name.rsplit('.').next().unwrap_or_default();
            let language = if kind == "mjs" { "js" } else { kind };
            let fence = "````";
            text.push_str(&format!("\n## Attachment: {}\n\n{fence}{language}\n", file.name));
        }
        text.push_str(&file.text);
        if at > 0 {
            text.push_str("````\n");
        }
    }
    terminal::say(&terminal::printable_lines(text.trim_end()));
}
