//! `parallax bisect`: the versions between which a finding came or went.

use std::time::Duration;

use parallax_campaign::Store;
use parallax_model::{Bisection, ChangeKind, Showed, TriedVersion};
use parallax_session::history::causes;
use serde_json::json;

use crate::commands::findings::say_json;
use crate::exit_code::{Exit, Failure};
use crate::terminal::{printable, printable_lines, say, say_error, shortened};
use crate::{Context, Format, time_limit};

mod case;
mod editions;
mod search;

use case::Case;

/// The tool whose versions are editions of ECMA-262.
const EDITIONS: &str = "spec";

/// Find the versions between which a finding came or went
#[derive(clap::Args)]
pub struct Args {
    /// The finding's number.
    #[arg(required_unless_present = "all")]
    id: Option<i64>,
    /// The smallest case of each cause of the store, one after the other: what was finished before is only run on
    /// newer versions.
    #[arg(long, conflicts_with_all = ["id", "tool", "again"])]
    all: bool,
    /// The debugger or engine whose versions are tried; `spec` tries editions of ECMA-262. The finding's own, if
    /// nothing is said.
    #[arg(long, visible_aliases = ["debugger", "engine"])]
    tool: Option<String>,
    /// The oldest version to try.
    #[arg(long, value_name = "VERSION")]
    from: Option<String>,
    /// The newest version to try.
    #[arg(long, value_name = "VERSION")]
    to: Option<String>,
    /// Only versions that are in the cache; nothing is fetched.
    #[arg(long)]
    cached: bool,
    /// With fewer sessions than this, look for further changes where versions show the same; 12, if nothing is said
    /// and nothing is known from before.
    #[arg(long, value_name = "COUNT")]
    sessions: Option<usize>,
    /// Stop after this time, such as 30s or 10m; the same command goes on from there.
    #[arg(long, value_name = "TIME", value_parser = time_limit::parse, default_value = "10m")]
    time: Duration,
    /// Forget what versions have shown before.
    #[arg(long)]
    again: bool,
    /// Run the finding's own case, not the reduced one, which may show another bug of the same shape. What versions
    /// have shown before is forgotten.
    #[arg(long)]
    whole: bool,
    /// How to answer.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command. It succeeds when some version shows the finding.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    let mut store = Store::existing(&context.store)?;
    let Some(id) = args.id else { return all(&args, &mut store, context).await };
    let (bisection, sessions) = one(id, &args, &mut store, context).await?;
    match args.format {
        Format::Json => say_json(&to_json(id, &bisection, sessions))?,
        Format::Text => say(&printable_lines(&lines(id, &bisection, sessions).join("\n"))),
    }
    let shows = bisection.first_failing().is_some();
    Ok(if shows { Exit::Success } else { Exit::Failed })
}

/// Bisects one finding; what is known then, and how many sessions were run.
async fn one(
    id: i64,
    args: &Args,
    store: &mut Store,
    context: &Context,
) -> anyhow::Result<(Bisection, usize)> {
    let finding = store.finding(id)?;
    let mut case = Case::new(&finding, store, args, context)?;
    match case.tool() {
        EDITIONS => editions::run(id, &mut case, store, context).await,
        _ => search::run(id, &mut case, args, store, context).await,
    }
}

/// Bisects the smallest case of each cause, and says in a few lines each what came of it. What cannot be bisected
/// is said.
async fn all(args: &Args, store: &mut Store, context: &Context) -> anyhow::Result<Exit> {
    let config = &context.config;
    let causes = causes(store, (&config.known()?, &config.known_deviations(None)?))?;
    let mut records = Vec::new();
    for cause in &causes {
        let id = cause.smallest.finding;
        match one(id, args, store, context).await {
            Ok((bisection, sessions)) => {
                if args.format == Format::Text {
                    let lines = summary(&bisection).join("\n  ");
                    say(&printable_lines(&format!("finding {id}, {}:\n  {lines}", cause.what)));
                }
                records.push(to_json(id, &bisection, sessions));
            }
            Err(error) => say_error(&printable(&format!("finding {id}: {error:#}"))),
        }
    }
    if args.format == Format::Json {
        say_json(&json!({ "schema": "parallax/bisections/1", "bisections": records }))?;
    }
    Ok(Exit::Success)
}

fn to_json(id: i64, bisection: &Bisection, sessions: usize) -> serde_json::Value {
    json!({
        "schema": "parallax/bisection/1",
        "finding": id,
        "sessions": sessions,
        "bisection": bisection,
        "changes": bisection.changes(),
        "newest_shows": bisection.newest().map(TriedVersion::fails),
    })
}

/// What came of it, for people.
fn lines(id: i64, bisection: &Bisection, sessions: usize) -> Vec<String> {
    let mut lines = vec![format!(
        "finding {id} on {}: {} of {} versions tried, {sessions} sessions in {:.1} s",
        bisection.tool,
        bisection.tried.len(),
        bisection.versions.len(),
        bisection.seconds,
    )];
    lines.extend(rows(bisection));
    lines.extend(summary(bisection));
    if !bisection.is_complete {
        lines.push("not finished: the same command goes on".to_owned());
    }
    lines
}

/// What each version showed; those that say nothing for the same reason in one row.
fn rows(bisection: &Bisection) -> impl Iterator<Item = String> + '_ {
    let is_alike = |one: &TriedVersion, other: &TriedVersion| !one.tells() && !other.tells();
    bisection.tried.chunk_by(is_alike).flat_map(|run| match run {
        [first, .., last] => {
            let versions = format!("{} to {}", first.version, last.version);
            let words = format!("{} versions tried say nothing: {}", run.len(), showed(last));
            vec![format!("  {versions:34} {words}")]
        }
        _ => run.iter().map(|it| format!("  {:34} {}", name(it), showed(it))).collect(),
    })
}

/// What a version showed, in a few words.
pub fn showed(tried: &TriedVersion) -> String {
    match &tried.showed {
        Showed::Failing { .. } => "shows it".to_owned(),
        Showed::Passing => "does not show it".to_owned(),
        Showed::Unusable { why } => shortened(why, 100),
    }
}

/// The versions between which a finding came or went, in a sentence each.
pub fn summary(bisection: &Bisection) -> Vec<String> {
    let tool = &bisection.tool;
    let mut lines = Vec::new();
    for change in bisection.changes() {
        let verb = match change.kind {
            ChangeKind::Introduced => "came",
            ChangeKind::Fixed => "went",
        };
        let untold = match change.untold {
            0 => String::new(),
            count => format!("; {count} versions between them say nothing"),
        };
        let (before, after) = (name(change.before), name(change.after));
        lines.push(format!("{tool}: it {verb} between {before} and {after}{untold}"));
    }
    match (bisection.first_failing(), bisection.newest()) {
        (None, _) => lines.push(format!("{tool}: no version that was tried shows it")),
        (Some(first), Some(newest)) => {
            let is_oldest = !bisection.changes().iter().any(|it| it.kind == ChangeKind::Introduced);
            if is_oldest {
                let first = name(first);
                lines.push(format!("{tool}: {first} shows it, the oldest that says anything"));
            }
            let still = if newest.fails() { "still shows it" } else { "does not show it" };
            lines.push(format!("{tool}: {} {still}, the newest that says anything", name(newest)));
        }
        (Some(_), None) => {}
    }
    lines
}

fn name(tried: &TriedVersion) -> String {
    match &tried.engine {
        Some(engine) => format!("{} ({engine})", tried.version),
        None => tried.version.clone(),
    }
}

/// A finding of a kind that has no case for other versions.
fn not_bisected(id: i64, kind: &str) -> anyhow::Error {
    Failure::usage(format!(
        "finding {id} is {kind}: only findings about debuggers and engines are run on other versions"
    ))
}
