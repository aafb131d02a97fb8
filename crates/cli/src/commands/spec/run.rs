//! `parallax spec run`: a program as the text says it runs.

use std::path::{Path, PathBuf};

use parallax_spec::run::{Budget, Folder, Outcome, Run, RunOptions, Specification, Stop};
use serde_json::json;

use super::text;
use crate::exit_code::Exit;
use crate::{Context, Format, files, terminal};

/// Run a program as the steps of an edition say
#[derive(clap::Args)]
pub struct Args {
    /// The program: a script, or a module if it is called `.mjs`, which can import files of its folder.
    program: PathBuf,
    /// A name such as es2026, or the path of a `spec.html`.
    #[arg(long, default_value = "es2026")]
    spec: String,
    /// How many steps of the specification it may take.
    #[arg(long, default_value_t = Budget::default().steps)]
    budget: u64,
    /// Show the algorithm steps as they run.
    #[arg(long)]
    steps: bool,
    /// Only steps of algorithms with this in their name.
    #[arg(long, value_name = "NAME", requires = "steps")]
    of: Option<String>,
    /// How to answer.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command. It fails if the program has no result: a step that cannot be run, no steps left.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let source = files::read(&args.program)?;
    let specification = text::specification(&args.spec, context)?;
    let budget = Budget { steps: args.budget, ..Budget::default() };
    let options = RunOptions { trace: args.steps, ..RunOptions::within(budget) };
    let folder = args.program.parent().unwrap_or(Path::new("")).to_owned();
    let path = args.program.file_name().map_or_else(String::new, |it| it.to_string_lossy().into());
    let read = |path: &str| imported(&folder, path);
    let options = RunOptions {
        is_module: path.ends_with(".mjs"),
        folder: Some(Folder { path: &path, read: &read }),
        ..options
    };
    let run = specification.run(&source, &options);
    if args.steps && args.format == Format::Text {
        terminal::say(&steps(&specification, &run, args.of.as_deref()));
    }
    terminal::say(&match args.format {
        Format::Text => for_people(&run),
        Format::Json => serde_json::to_string_pretty(&for_programs(&run, specification.steps()))?,
    });
    Ok(match run.outcome {
        Outcome::Normal(_) | Outcome::Throw(_) => Exit::Success,
        Outcome::Syntax(_) => Exit::Usage,
        Outcome::Stopped(_) => Exit::Failed,
    })
}

/// The text of a file below a folder.
fn imported(folder: &Path, path: &str) -> Option<String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let folder = folder.canonicalize().ok()?;
    // A link may lead out of the folder.
    let file = folder.join(path).canonicalize().ok().filter(|it| it.starts_with(&folder))?;
    std::fs::read_to_string(file).ok()
}

/// The steps as they ran: a line for each, under the algorithm that it is a step of.
fn steps(specification: &Specification, run: &Run, of: Option<&str>) -> String {
    let outlines = specification.outline();
    let mut lines = Vec::new();
    let mut before = (usize::MAX, u32::MAX);
    for (number, depth) in &run.trace {
        let number = *number as usize;
        let at = outlines.partition_point(|it| it.first <= number).saturating_sub(1);
        let Some(step) = outlines.get(at).and_then(|it| it.steps.get(number - it.first)) else {
            continue;
        };
        if of.is_some_and(|of| !outlines[at].name.contains(of)) {
            continue;
        }
        let margin = "  ".repeat(*depth as usize);
        if before != (at, *depth) {
            lines.push(format!("{margin}{}", terminal::printable(&outlines[at].name)));
            before = (at, *depth);
        }
        let text = terminal::printable(&terminal::shortened(&plain(&step.text), 160));
        lines.push(format!("{margin}  {}. {text}", step.place));
    }
    lines.join("\n")
}

/// A step's text as people read it: without tags and without the marks of ecmarkdown.
pub fn plain(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        kept.push_str(before);
        let (tag, behind) = after.split_once('>').unwrap_or((after, ""));
        // A reference without a text of its own shows where it leads.
        let target = tag.split_once("href=\"#").and_then(|(_, it)| it.split('"').next());
        if let Some(target) = target.filter(|_| behind.starts_with("</")) {
            kept.push_str(target);
        }
        rest = behind;
    }
    kept.push_str(rest);
    let entities =
        [("&lt;", "<"), ("&gt;", ">"), ("&infin;", "∞"), ("&nbsp;", " "), ("&amp;", "&")];
    let text = entities.iter().fold(kept, |text, (entity, sign)| text.replace(entity, sign));
    without_marks(&text)
}

/// Takes away `_`, `*`, `~` and `|` around a word or a value.
fn without_marks(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(mark) = rest.chars().next() {
        let inside = rest[mark.len_utf8()..].split_once(mark).map(|(inside, _)| inside);
        match inside.filter(|it| "_*~|".contains(mark) && !it.is_empty() && !it.starts_with(' ')) {
            Some(inside) => {
                kept.push_str(inside);
                rest = &rest[inside.len() + 2 * mark.len_utf8()..];
            }
            None => {
                kept.push(mark);
                rest = &rest[mark.len_utf8()..];
            }
        }
    }
    kept
}

/// How it ended, in two words and the details.
pub fn ended(outcome: &Outcome) -> (&'static str, String) {
    match outcome {
        Outcome::Normal(value) => ("value", value.clone()),
        Outcome::Throw(thrown) => ("throws", thrown.shown.clone()),
        Outcome::Syntax(error) => {
            ("syntax error", format!("{}:{}: {}", error.line, error.column, error.message))
        }
        Outcome::Stopped(stop) => ("stopped", why(stop)),
    }
}

/// Why there is no result.
pub fn why(stop: &Stop) -> String {
    match stop {
        Stop::Unsupported { .. } | Stop::Abort { .. } => stop.to_string(),
        Stop::Steps => "it took all the steps that it may; --budget allows more".to_owned(),
        Stop::Depth => {
            "its algorithms call each other too deep: it nests or recurses without end".to_owned()
        }
        Stop::Memory => "it took all the memory that it may".to_owned(),
    }
}

fn for_people(run: &Run) -> String {
    let (how, what) = ended(&run.outcome);
    let lines = run.output.iter().map(|line| terminal::printable(line));
    let last = format!("{how}: {}", terminal::printable_lines(&what));
    lines.chain([last]).collect::<Vec<_>>().join("\n")
}

fn for_programs(run: &Run, all: usize) -> serde_json::Value {
    let (how, what) = ended(&run.outcome);
    json!({
        "schema": "parallax/spec-run/1",
        "ended": how,
        "with": what,
        "output": run.output,
        "steps_taken": run.steps,
        "steps_covered": run.covered.count_ones(..),
        "steps_of_the_edition": all,
        "branches_covered": run.branches.count_ones(..),
        "algorithms": run.algorithms,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_read_without_marks() {
        let text = "If _x_ &lt; *+0*<sub>𝔽</sub>, return ~empty~ of |Foo|; see <emu-xref href=\"#sec-a\"></emu-xref>.";
        assert_eq!(plain(text), "If x < +0𝔽, return empty of Foo; see sec-a.");
        assert_eq!(plain("2 * 3 * _n_"), "2 * 3 * n");
    }
}
