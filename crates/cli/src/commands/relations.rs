//! `parallax relations`: what a debugger is held to by itself.

use parallax_session::relations::{self, Relation};
use serde_json::json;

use crate::exit_code::{Exit, Failure};
use crate::table::table;
use crate::{Format, terminal};

/// List the metamorphic relations, or show the manual page of one
#[derive(clap::Args)]
pub struct Args {
    /// The relation to explain.
    name: Option<String>,
    /// How to answer.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let chosen: Vec<&Relation> = match &args.name {
        Some(name) => vec![find(name)?],
        None => relations::ALL.to_vec(),
    };
    match (args.format, &args.name) {
        (Format::Json, _) => {
            let pages = chosen.iter().map(
                |one| json!({ "name": one.name, "summary": one.summary, "manual": one.manual }),
            );
            let answer =
                json!({ "schema": "parallax/relations/1", "relations": pages.collect::<Vec<_>>() });
            terminal::say(&serde_json::to_string_pretty(&answer)?);
        }
        (Format::Text, Some(_)) => chosen.iter().for_each(|one| {
            terminal::say(&format!("{}: {}\n\n{}", one.name, one.summary, one.manual));
        }),
        (Format::Text, None) => {
            let mut rows = table(&["relation", "what must hold"]);
            for one in chosen {
                rows.add_row([one.name, one.summary]);
            }
            terminal::say(&rows.to_string());
            terminal::say("`parallax relations NAME` explains one");
        }
    }
    Ok(Exit::Success)
}

/// The relation of that name.
pub fn find(name: &str) -> anyhow::Result<&'static Relation> {
    relations::find(name).ok_or_else(|| {
        let known: Vec<_> = relations::ALL.iter().map(|one| one.name).collect();
        Failure::usage(format!("there is no relation `{name}`; there are {}", known.join(", ")))
    })
}
