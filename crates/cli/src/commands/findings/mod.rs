//! `parallax findings`: what campaigns have found, by class.

use std::time::Duration;

use parallax_campaign::settings::Settings;
use parallax_campaign::store::ConformanceFinding;
use parallax_campaign::{Finding, Store};

use super::conform::deviations;
use crate::exit_code::Exit;
use crate::terminal::printable;
use crate::{Context, Format, terminal, time_limit};

mod brief;
mod history;
mod isolations;
mod judge;
mod maps;
mod sessions;

pub use sessions::summarise;

/// Show what was found: classes by size, a sample to inspect, one finding
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// The campaign; the default is the latest.
    #[arg(long)]
    campaign: Option<i64>,
    /// Show this many findings, drawn from the classes in turn, instead of the classes.
    #[arg(long, value_name = "COUNT")]
    sample: Option<usize>,
    /// Draw the sample by a seed from all findings alike.
    #[arg(long, requires = "sample")]
    seed: Option<u64>,
    /// Only what is not known.
    #[arg(long)]
    new: bool,
    /// Only what a known difference explains.
    #[arg(long, conflicts_with = "new")]
    known: bool,
    /// Only findings in which a fact of the language is broken.
    #[arg(long)]
    facts: bool,
    /// Show the causes of all campaigns: how often, since when, in which debuggers, and the smallest case.
    #[arg(long, conflicts_with_all = ["campaign", "sample", "brief", "facts"])]
    all: bool,
    /// Of those, only what was first seen within this time, such as 7d.
    #[arg(long, value_name = "TIME", value_parser = time_limit::parse, conflicts_with_all = ["campaign", "sample", "brief"])]
    since: Option<Duration>,
    /// Of those, only what the newest version of a debugger or engine does not show any more, by `parallax bisect`.
    #[arg(long, conflicts_with_all = ["campaign", "sample", "brief"])]
    fixed: bool,
    /// Show a heading and the first findings in a line each, what is new first.
    #[arg(long, conflicts_with_all = ["sample", "new", "format"])]
    brief: bool,
    /// How to answer.
    #[arg(long, value_enum, default_value = "text", global = true)]
    format: Format,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Show one finding whole.
    Show {
        /// Its number.
        id: i64,
    },
    /// Judge the stored sessions again by the laws of this version, without a debugger.
    Judge,
    /// Say what a finding's root cause is.
    Label {
        /// Its number.
        id: i64,
        /// The root cause, such as the number of a bug report; empty takes the label away.
        root_cause: String,
    },
}

/// Runs the command.
pub fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    let store = Store::open(&context.store)?;
    match &args.command {
        Some(Command::Show { id }) => show(&store, *id, args.format, context)?,
        Some(Command::Label { id, root_cause }) => {
            Store::existing(&context.store)?.label(*id, root_cause)?;
            terminal::say(&printable(&format!("finding {id}: {root_cause}")));
        }
        Some(Command::Judge) => return judge::run(&store, args.campaign, context),
        None if args.all || args.fixed || args.since.is_some() => {
            history::list(&store, &args, context)?;
        }
        None => list(&store, &args, context)?,
    }
    Ok(Exit::Success)
}

fn show(store: &Store, id: i64, format: Format, context: &Context) -> anyhow::Result<()> {
    match store.finding(id)? {
        Finding::Session(finding) => {
            let more = sessions::More {
                reduction: store.reduction(id)?,
                bisections: store.bisections(id)?,
            };
            sessions::show(&finding, &more, &context.config.known()?, format)
        }
        Finding::Conformance(finding) => {
            let edition = store.suite(finding.campaign)?.edition;
            let known = context.config.known_deviations(None)?;
            deviations::show(&finding, &edition, &known, format)
        }
        Finding::Isolation(finding) => isolations::show(&finding, format),
        Finding::Map(finding) => maps::show(&finding, store, format),
    }
}

fn list(store: &Store, args: &Args, context: &Context) -> anyhow::Result<()> {
    let campaign = store.campaign(args.campaign)?;
    if args.brief {
        let known = (&context.config.known()?, &context.config.known_deviations(None)?);
        return brief::say(store, &campaign, known);
    }
    match &campaign.settings {
        Settings::Differential(_) | Settings::Metamorphic(_) => {
            sessions::list(store, &campaign, args, &context.config.known()?)
        }
        Settings::Conformance(_) => {
            let known = context.config.known_deviations(None)?;
            let is_new = |row: &ConformanceFinding| known.is_new(&row.deviation);
            let mut rows = store.deviations(campaign.id)?;
            rows.retain(|row| !args.new || is_new(row));
            rows.truncate(args.sample.unwrap_or(usize::MAX));
            let suite = store.suite(campaign.id)?;
            deviations::list(&rows, campaign.id, &suite, &known, args.format)
        }
        Settings::Isolation(_) => {
            isolations::list(&store.isolations(campaign.id)?, campaign.id, args.format)
        }
        Settings::Maps(_) => {
            let mut rows = store.map_findings(campaign.id)?;
            rows.retain(|row| !args.new || maps::is_new(row));
            rows.truncate(args.sample.unwrap_or(usize::MAX));
            maps::list(&rows, campaign.id, args.format)
        }
    }
}

/// Prints JSON.
pub fn say_json(value: &serde_json::Value) -> anyhow::Result<()> {
    terminal::say(&serde_json::to_string_pretty(value)?);
    Ok(())
}
