//! `parallax spec diff`: what a change of the specification does, for whoever makes or reviews it.

use std::time::Duration;

use clap::ValueEnum;
use parallax_campaign::pool::worker_count;
use parallax_conform::check;
use parallax_conform::gate::programs::{Meaning, Programs, Search};
use parallax_conform::gate::{Gate, Text};
use parallax_program::corpus;
use parallax_spec::algorithm::Algorithm;
use parallax_spec::lint::Warning;
use serde_json::json;

use super::text;
use crate::commands::conform::bring_up;
use crate::exit_code::Exit;
use crate::table::{cell_text, table};
use crate::{Context, terminal, time_limit};

/// Names of algorithms are shortened to this.
const MAX_NAME: usize = 80;

/// Compare two texts of the specification: what changed, what looks wrong now, and which programs mean something else
#[derive(clap::Args)]
pub struct Args {
    /// The old text: a name such as es2025, or the path of a `spec.html`.
    old: String,
    /// The new text.
    new: String,
    /// How long to look for programs.
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = time_limit::parse)]
    time: Duration,
    /// How many threads; 0 is one for each core.
    #[arg(long, default_value_t = 0)]
    jobs: usize,
    /// The seed of all random choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Run the scripts of this folder, too.
    #[arg(long, value_name = "DIR")]
    also: Option<std::path::PathBuf>,
    /// How many programs to show, the smallest first.
    #[arg(long, default_value_t = 10)]
    programs: usize,
    /// Ask these engines, separated by commas, what the programs do.
    #[arg(long, value_delimiter = ',')]
    engines: Vec<String>,
    /// How to answer.
    #[arg(long, value_enum, default_value = "text")]
    format: Shape,
}

/// How to answer.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Shape {
    /// For people.
    Text,
    /// For programs: see docs/json.md.
    Json,
    /// As annotations of lines, which GitHub shows in a pull request.
    Github,
}

/// What engines say to a program: a line for each.
type Said = Vec<(String, String)>;

/// Runs the command. It finds something new if the new text has mistakes that the old one does not have.
pub async fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let old = Text::read(&text::source(&args.old, context)?);
    let new = Text::read(&text::source(&args.new, context)?);
    let more = match &args.also {
        Some(folder) => {
            corpus::read(folder)?.programs.iter().map(|it| it.text.to_string()).collect()
        }
        None => Vec::new(),
    };
    let jobs = worker_count(args.jobs);
    let search = Search { time: args.time, jobs, seed: args.seed, more: &more };
    let gate = Gate::between(&old, &new, &search);
    let mut said: Vec<Said> = Vec::new();
    if !args.engines.is_empty()
        && let (Some(programs), Ok(specification)) = (&gate.programs, &new.specification)
    {
        let mut engines = bring_up(&args.engines, context).await?;
        let known = context.config.known_deviations(None)?;
        for meaning in programs.changed.iter().take(args.programs) {
            let program = &meaning.program;
            let checked = check::check(program, specification, &mut engines, &known, &|_| ()).await;
            let views = checked.engines.iter().map(|view| {
                let verdict = if view.agrees { "as the new text says" } else { "otherwise" };
                let does = format!("{verdict}: {}", view.observed.behaviour);
                (view.engine.name.clone(), does)
            });
            said.push(views.collect());
        }
    }
    let shown = Shown { args, old: &old, new: &new, gate: &gate, said: &said };
    terminal::say(&match args.format {
        Shape::Text => shown.for_people(),
        Shape::Json => serde_json::to_string_pretty(&shown.for_programs())?,
        Shape::Github => shown.for_github(context),
    });
    Ok(if gate.is_suspicious(&new) { Exit::NewFindings } else { Exit::Success })
}

/// What is shown.
struct Shown<'a> {
    args: &'a Args,
    old: &'a Text,
    new: &'a Text,
    gate: &'a Gate,
    said: &'a [Said],
}

impl Shown<'_> {
    fn for_people(&self) -> String {
        let changes = &self.gate.changes;
        let mut parts = Vec::new();
        let mut rows = table(&["line", "algorithm", "change"]);
        for (algorithm, how) in self.changed() {
            rows.add_row([algorithm.line.to_string(), short(algorithm), how]);
        }
        parts.push(match changes.is_empty() {
            true => "no algorithm and no production changed".to_owned(),
            false => format!("changed algorithms:\n{rows}"),
        });
        if !changes.productions.is_empty() {
            parts.push(format!("changed productions: {}", changes.productions.join(", ")));
        }
        if let Err(stop) = &self.new.specification {
            parts.push(format!("the new text cannot be run: {stop}"));
        }
        parts.push(match self.gate.warnings.is_empty() {
            true => "nothing looks wrong that did not before".to_owned(),
            false => format!("looks wrong, and did not before:\n{}", warnings(&self.gate.warnings)),
        });
        if self.gate.mended > 0 {
            parts.push(format!("no longer wrong: {} warnings", self.gate.mended));
        }
        if let Some(programs) = &self.gate.programs {
            parts.push(self.programs(programs));
        }
        parts.join("\n\n")
    }

    /// The algorithms that differ, and how.
    fn changed(&self) -> Vec<(&Algorithm, String)> {
        let changes = &self.gate.changes;
        let find = |text: &'static str, number: usize| {
            let from = if text == "old" { self.old } else { self.new };
            from.edition.all().nth(number).map(|(it, _)| it)
        };
        let added =
            changes.added.iter().filter_map(|it| Some((find("new", *it)?, "new".to_owned())));
        let removed =
            changes.removed.iter().filter_map(|it| Some((find("old", *it)?, "removed".to_owned())));
        let changed = changes.changed.iter().filter_map(|it| {
            let head = if it.head { "head; " } else { "" };
            let how = format!("{head}{} steps new, {} gone", it.steps.len(), it.gone);
            Some((find("new", it.new)?, how))
        });
        let mut all: Vec<(&Algorithm, String)> = added.chain(removed).chain(changed).collect();
        all.sort_by_key(|(algorithm, _)| algorithm.line);
        all
    }

    fn programs(&self, programs: &Programs) -> String {
        let mut lines = vec![format!(
            "programs: {} run, {} reach what changed, {} shown that mean something else",
            programs.run,
            programs.reaching,
            programs.changed.len().min(self.args.programs)
        )];
        for (number, meaning) in programs.changed.iter().take(self.args.programs).enumerate() {
            lines.push(format!("\n{}", terminal::printable_lines(&meaning.program)));
            lines.push(format!("  old: {}", terminal::printable(&meaning.old)));
            lines.push(format!("  new: {}", terminal::printable(&meaning.new)));
            lines.push(format!("  by:  {}", terminal::shortened(&by(meaning), 200)));
            for (engine, does) in self.said.get(number).into_iter().flatten() {
                lines.push(format!("  {engine}: {}", terminal::printable(does)));
            }
        }
        if !programs.unreached.is_empty() {
            let names = programs.unreached.iter().map(|it| terminal::shortened(it, MAX_NAME));
            lines
                .push(format!("\nreached by no program: {}", names.collect::<Vec<_>>().join(", ")));
        }
        lines.join("\n")
    }

    fn for_programs(&self) -> serde_json::Value {
        let changed = self.changed().into_iter().map(|(algorithm, how)| {
            let (name, clause) = (algorithm.head.name(), &algorithm.clause);
            json!({ "algorithm": name, "clause": clause, "line": algorithm.line, "change": how })
        });
        let programs = self.gate.programs.as_ref();
        let found = programs.into_iter().flat_map(|it| &it.changed).enumerate();
        let found = found.map(|(number, it)| {
            let engines: std::collections::BTreeMap<&String, &String> =
                self.said.get(number).into_iter().flatten().map(|(a, b)| (a, b)).collect();
            json!({
                "program": it.program,
                "old": it.old,
                "new": it.new,
                "algorithms": it.algorithms,
                "contradicts": it.contradicts,
                "engines": engines,
            })
        });
        json!({
            "schema": "parallax/spec-diff/1",
            "old": self.args.old,
            "new": self.args.new,
            "changed": changed.collect::<Vec<_>>(),
            "productions": self.gate.changes.productions,
            "warnings": self.gate.warnings.iter().map(warning_for_programs).collect::<Vec<_>>(),
            "mended": self.gate.mended,
            "programs_run": programs.map(|it| it.run),
            "programs": found.collect::<Vec<_>>(),
            "unreached": programs.map(|it| &it.unreached),
        })
    }

    /// A line for each annotation.
    fn for_github(&self, context: &Context) -> String {
        let file = text::path(&self.args.new, context)
            .map_or_else(|_| self.args.new.clone(), |it| it.display().to_string());
        let mut lines: Vec<String> = self
            .gate
            .warnings
            .iter()
            .map(|it| annotation("error", &file, it.line, it.check.name(), &it.message))
            .collect();
        for meaning in self.gate.programs.iter().flat_map(|it| &it.changed).take(self.args.programs)
        {
            let line = self.changed().into_iter().find(|(algorithm, _)| {
                meaning.algorithms.first().is_some_and(|name| *name == algorithm.head.name())
            });
            let level = if meaning.contradicts { "error" } else { "notice" };
            let said = format!("{}\nold: {}\nnew: {}", meaning.program, meaning.old, meaning.new);
            let line = line.map_or(1, |(algorithm, _)| algorithm.line);
            lines.push(annotation(level, &file, line, "a program means something else", &said));
        }
        lines.join("\n")
    }
}

fn by(meaning: &Meaning) -> String {
    match meaning.algorithms.is_empty() {
        true => "the syntax".to_owned(),
        false => meaning.algorithms.join(", "),
    }
}

fn short(algorithm: &Algorithm) -> String {
    cell_text(&terminal::shortened(&algorithm.head.name(), MAX_NAME))
}

/// A table of warnings.
pub fn warnings(found: &[Warning]) -> String {
    let mut rows = table(&["line", "algorithm", "what", "check"]);
    for it in found {
        let name = cell_text(&terminal::shortened(&it.algorithm, MAX_NAME));
        let line = it.line.to_string();
        rows.add_row([line, name, cell_text(&it.message), it.check.name().to_owned()]);
    }
    rows.to_string()
}

/// A warning as JSON.
pub fn warning_for_programs(it: &Warning) -> serde_json::Value {
    json!({
        "check": it.check.name(),
        "algorithm": it.algorithm,
        "clause": it.clause,
        "line": it.line,
        "message": it.message,
    })
}

/// `::error file=…,line=…,title=…::message`, in which some characters are written otherwise.
fn annotation(level: &str, file: &str, line: usize, title: &str, message: &str) -> String {
    let plain = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let name = |text: &str| plain(text).replace(':', "%3A").replace(',', "%2C");
    format!("::{level} file={},line={line},title={}::{}", name(file), name(title), plain(message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_annotation_is_one_line() {
        let line = annotation("error", "spec.html", 3, "a, b", "50 %\nof it");
        assert_eq!(line, "::error file=spec.html,line=3,title=a%2C b::50 %25%0Aof it");
    }
}
