//! `parallax laws`: what debuggers are held to by the language and by every manual.

use parallax_oracle::laws::{self, Law};
use serde_json::json;

use crate::exit_code::{Exit, Failure};
use crate::table::table;
use crate::{Format, terminal};

/// List the laws that debuggers are held to, or explain one
#[derive(clap::Args)]
pub struct Args {
    /// The law to explain.
    law: Option<String>,
    /// How to answer.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    match &args.law {
        Some(name) => explain(find(name)?, args.format)?,
        None => list(args.format)?,
    }
    Ok(Exit::Success)
}

fn find(name: &str) -> anyhow::Result<&'static Law> {
    laws::find(name).ok_or_else(|| {
        let names: Vec<_> = laws::ALL.iter().map(|law| law.name).collect();
        Failure::usage(format!("there is no law `{name}`; there are {}", names.join(", ")))
    })
}

fn list(format: Format) -> anyhow::Result<()> {
    if format == Format::Json {
        let all: Vec<_> = laws::ALL.iter().map(|law| json(law)).collect();
        let laws = json!({ "schema": "parallax/laws/1", "laws": all });
        terminal::say(&serde_json::to_string_pretty(&laws)?);
        return Ok(());
    }
    let mut rows = table(&["law", "rank", "what must hold"]);
    for law in laws::ALL {
        rows.add_row([law.name, &law.rank.to_string(), law.summary]);
    }
    terminal::say(&rows.to_string());
    Ok(())
}

fn explain(law: &Law, format: Format) -> anyhow::Result<()> {
    terminal::say(&match format {
        Format::Json => serde_json::to_string_pretty(&json(law))?,
        Format::Text => format!("{} ({}): {}\n\n{}", law.name, law.rank, law.summary, law.manual),
    });
    Ok(())
}

fn json(law: &Law) -> serde_json::Value {
    json!({
        "name": law.name,
        "rank": law.rank,
        "summary": law.summary,
        "manual": law.manual,
    })
}
