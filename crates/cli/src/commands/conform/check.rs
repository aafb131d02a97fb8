//! `parallax conform check`: one program, by the text and on engines.

use std::collections::HashSet;
use std::path::PathBuf;

use parallax_conform::assess::Participant;
use parallax_conform::generate::inject::Injector;
use parallax_conform::generate::realm::Realm;
use parallax_engines::Behaviour;
use parallax_engines::Ending;
use parallax_engines::runner::Script;
use parallax_spec::run::{Budget, Outcome, Run, Specification, Thrown};
use serde_json::json;

use super::engines::{bring_up, run_all};
use crate::commands::spec::{ended, text};
use crate::exit_code::{Exit, Failure};
use crate::table::{cell_text, table};
use crate::{Context, Format, terminal};

/// Algorithms that are defined for much of the grammar have names longer than a screen.
const LONGEST: usize = 120;

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

/// What one side makes of the program.
struct View {
    who: String,
    version: String,
    does: String,
    output: String,
    agrees: bool,
}

/// Runs the command. It fails if the text has no result, and has news if an engine does something
/// else than the text says.
pub async fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let path = args.program.display();
    let program = std::fs::read_to_string(&args.program)
        .map_err(|error| Failure::usage(format!("cannot read {path}: {error}")))?;
    let specification = text::specification(&args.spec, context)?;
    let realm = Realm::read(&specification);
    let injector = Injector::new(&specification, &realm, Budget::default());
    // Where the text leaves something open there is no test, but engines can be looked at.
    let (script, run) = match injector.test(&program) {
        Ok((test, run)) => (Script::from(&test), run),
        Err(_) => {
            let run = specification.run(&program, Budget::default());
            let ending = ending(&run.outcome).unwrap_or(Ending::Aborts);
            (Script { text: program, ending, has_checks: false }, run)
        }
    };
    let expected = Some(script.ending.clone()).filter(|ending| *ending != Ending::Aborts);
    let output: String = run.output.iter().map(|line| format!("{line}\n")).collect();
    let mut up = bring_up(&args.engines, context).await?;
    let engines = run_all(&mut up, &[script], &indicatif::ProgressBar::hidden()).await;
    let views: Vec<View> =
        engines.iter().map(|engine| view(engine, expected.as_ref(), &output)).collect();
    terminal::say(&match args.format {
        Format::Text => for_people(args, &run, &views, &specification),
        Format::Json => serde_json::to_string_pretty(&for_programs(args, &run, &views))?,
    });
    Ok(match expected {
        None => Exit::Failed,
        Some(_) if views.iter().all(|view| view.agrees) => Exit::Success,
        Some(_) => Exit::News,
    })
}

/// How the program ends by the text; none if the text has no result.
fn ending(outcome: &Outcome) -> Option<Ending> {
    match outcome {
        Outcome::Normal(_) => Some(Ending::Normal),
        Outcome::Throw(Thrown { error, shown, .. }) => {
            Some(Ending::Throws(error.as_ref().unwrap_or(shown).clone()))
        }
        Outcome::Syntax(_) => Some(Ending::SyntaxError),
        Outcome::Stopped(_) => None,
    }
}

fn view(engine: &Participant, expected: Option<&Ending>, output: &str) -> View {
    let observed = &engine.results[0].observed;
    let ends = expected.is_none_or(|ending| match (&observed.behaviour, ending) {
        // What is thrown by the program itself is spelled differently by everybody.
        (Behaviour::Threw { what, .. }, Ending::Throws(_)) if what == "object" => true,
        (behaviour, ending) => behaviour.meets(ending),
    });
    View {
        who: engine.name.clone(),
        version: engine.version.clone(),
        does: observed.behaviour.to_string(),
        output: observed.output.clone(),
        agrees: ends && (expected.is_none() || observed.output == output),
    }
}

fn for_people(args: &Args, run: &Run, views: &[View], specification: &Specification) -> String {
    let mut rows = table(&["", "version", "the program", "prints", ""]);
    let (how, what) = ended(&run.outcome);
    let does = format!("{how}: {what}");
    rows.add_row([&args.spec, "", &does, &run.output.join("\n"), ""].map(cell_text));
    for view in views {
        let remark = if view.agrees { "" } else { "differs" };
        let cells = [&view.who, &view.version, &view.does, view.output.trim_end(), remark];
        rows.add_row(cells.map(cell_text));
    }
    let mut met = HashSet::new();
    let algorithms = run.algorithms.iter().filter(|name| met.insert(*name));
    let mut lines = vec![rows.to_string(), "algorithms, in the order of first use:".to_owned()];
    match args.steps {
        false => {
            lines.extend(algorithms.map(|name| format!("  {}", terminal::shortened(name, LONGEST))))
        }
        true => lines.extend(steps(run, specification)),
    }
    lines.iter().map(|line| terminal::printable_lines(line)).collect::<Vec<_>>().join("\n")
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
            let name = terminal::shortened(&outline.name, LONGEST);
            lines.push(format!("  {name} (#{})", outline.clause));
            lines.extend(taken);
        }
    }
    lines
}

fn for_programs(args: &Args, run: &Run, views: &[View]) -> serde_json::Value {
    let (how, what) = ended(&run.outcome);
    let engines: Vec<_> = views
        .iter()
        .map(|view| {
            json!({
                "engine": view.who,
                "version": view.version,
                "does": view.does,
                "output": view.output,
                "agrees": view.agrees,
            })
        })
        .collect();
    json!({
        "schema": "parallax/conform-check/1",
        "edition": args.spec,
        "text": { "ended": how, "with": what, "output": run.output },
        "engines": engines,
        "algorithms": run.algorithms,
    })
}
