//! `parallax conform check`: one program, by the text and on engines.

use std::collections::HashSet;
use std::path::PathBuf;

use parallax_conform::check::{self, CheckedProgram};
use parallax_model::conformance::link;
use parallax_spec::run::{Run, Specification};
use serde_json::json;

use super::engines::{Progress, bring_up};
use crate::commands::spec::{ended, text};
use crate::exit_code::Exit;
use crate::table::{cell_text, table};
use crate::{Context, Format, files, terminal};

/// Algorithms that are defined for much of the grammar have names longer than a screen.
const MAX_NAME: usize = 120;

/// Say what the text makes of a program and of what it leaves behind, what engines do with it, and
/// which algorithms it touches
#[derive(clap::Args)]
pub struct Args {
    /// The program.
    program: PathBuf,
    /// The engines, separated by commas.
    #[arg(long, value_delimiter = ',', default_value = "node,bun,firefox,quickjs")]
    engines: Vec<String>,
    /// A name such as es2026, or the path of a `spec.html`.
    #[arg(long, default_value = "es2026")]
    spec: String,
    /// Show every step that is taken of these algorithms, too.
    #[arg(long)]
    steps: bool,
    /// How to answer.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command. It fails if the text has no result, and finds something new if an engine does
/// something else than the text says.
pub async fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let program = files::read(&args.program)?;
    let specification = text::specification(&args.spec, context)?;
    let mut engines = bring_up(&args.engines, context).await?;
    let progress = Progress::new();
    let observer = |event: parallax_conform::events::Event<'_>| progress.show(event);
    let known = context.config.known_deviations(None)?;
    let checked = check::check(&program, &specification, &mut engines, &known, &observer).await;
    terminal::say(&match args.format {
        Format::Text => for_people(args, &checked, &specification),
        Format::Json => serde_json::to_string_pretty(&for_programs(args, &checked))?,
    });
    Ok(match checked.ending {
        None => Exit::Failed,
        Some(_) if checked.all_agree() => Exit::Success,
        Some(_) => Exit::NewFindings,
    })
}

fn for_people(args: &Args, checked: &CheckedProgram, specification: &Specification) -> String {
    let run = &checked.run;
    let mut rows = table(&["", "version", "the program", "prints", ""]);
    let (how, what) = ended(&run.outcome);
    let does = format!("{how}: {what}");
    rows.add_row([&args.spec, "", &does, &run.output.join("\n"), ""].map(cell_text));
    for view in &checked.engines {
        let remark = match (view.lacks, view.agrees) {
            (true, _) => "lacks it",
            (_, true) => "",
            _ => "differs",
        };
        let does = view.observed.behaviour.to_string();
        let output = view.observed.output.trim_end();
        let cells = [&view.engine.name, &view.engine.version, &does, output, remark];
        rows.add_row(cells.map(cell_text));
    }
    let mut met = HashSet::new();
    let algorithms = run.algorithms.iter().filter(|name| met.insert(*name));
    let mut lines = vec![rows.to_string()];
    lines.extend(verdicts(args, checked));
    lines.push("algorithms, in the order of first use:".to_owned());
    match args.steps {
        false => lines
            .extend(algorithms.map(|name| format!("  {}", terminal::shortened(name, MAX_NAME)))),
        true => lines.extend(steps(run, specification)),
    }
    lines.iter().map(|line| terminal::printable_lines(line)).collect::<Vec<_>>().join("\n")
}

/// What is wrong and who, and where the text speaks of it.
fn verdicts(args: &Args, checked: &CheckedProgram) -> Vec<String> {
    let mut lines = Vec::new();
    for difference in &checked.differences {
        let symptom = match &difference.symptom {
            Some(symptom) => symptom.to_string(),
            None => ended(&checked.run.outcome).1,
        };
        lines.push(format!("{}: {symptom}", difference.verdict));
        lines.extend(difference.known.iter().map(|id| format!("  known as {id}")));
    }
    if checked.differences.is_empty() && checked.ending.is_some() {
        lines.push("no deviation".to_owned());
    }
    if !checked.suspects.is_empty() {
        lines.push("the most suspicious algorithms of the text:".to_owned());
    }
    for suspect in &checked.suspects {
        let name = terminal::shortened(&suspect.algorithm, MAX_NAME);
        lines.push(format!("  {:6.2}  {name}, step {}", suspect.score, suspect.step));
        lines.push(format!("          {}", terminal::shortened(&suspect.text, 160)));
        lines.push(format!("          {}", link(&args.spec, &suspect.clause)));
    }
    lines
}

/// The algorithms with the steps that were taken, in the order of the text.
fn steps(run: &Run, specification: &Specification) -> Vec<String> {
    let mut lines = Vec::new();
    for outline in specification.outline() {
        let taken = (outline.steps.iter().enumerate())
            .filter(|(at, _)| run.covered.contains(outline.first + at));
        let mut taken = taken
            .map(|(_, step)| {
                format!("    {}. {}", step.place, terminal::shortened(&step.text, 160))
            })
            .peekable();
        if taken.peek().is_some() {
            let name = terminal::shortened(&outline.name, MAX_NAME);
            lines.push(format!("  {name} (#{})", outline.clause));
            lines.extend(taken);
        }
    }
    lines
}

fn for_programs(args: &Args, checked: &CheckedProgram) -> serde_json::Value {
    let (how, what) = ended(&checked.run.outcome);
    let engines = checked.engines.iter().map(|view| {
        json!({
            "engine": view.engine.name,
            "version": view.engine.version,
            "does": view.observed.behaviour.to_string(),
            "output": view.observed.output,
            "agrees": view.agrees,
            "lacks": view.lacks,
        })
    });
    let differences = checked.differences.iter().map(|it| {
        json!({
            "verdict": it.verdict,
            "symptom": it.symptom.as_ref().map(ToString::to_string),
            "known": it.known,
        })
    });
    json!({
        "schema": "parallax/conform-check/1",
        "edition": args.spec,
        "text": { "ended": how, "with": what, "output": checked.run.output },
        "engines": engines.collect::<Vec<_>>(),
        "differences": differences.collect::<Vec<_>>(),
        "suspects": checked.suspects,
        "algorithms": checked.run.algorithms,
    })
}
