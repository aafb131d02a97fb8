//! `parallax trace`: one scripted session, all debuggers side by side.

use std::path::PathBuf;

use parallax_model::{Action, parse_actions};
use parallax_program::corpus;
use parallax_session::SessionContext;
use parallax_session::replay::{self, ScriptedPass};

use crate::commands::diff::{instances, recorded};
use crate::exit_code::{Exit, Failure};
use crate::{Context, Format, side_by_side, terminal};

/// Run one scripted session and show all debuggers side by side
#[derive(clap::Args)]
pub struct Args {
    /// The program to debug.
    program: PathBuf,
    /// The debuggers, separated by commas.
    #[arg(long, value_delimiter = ',', required = true)]
    debuggers: Vec<String>,
    /// What to do, such as "break 3; start; over; resume".
    #[arg(long)]
    actions: String,
    /// Show what the debuggers say, without any normalisation.
    #[arg(long)]
    raw: bool,
    /// Write every message on the wire into this folder.
    #[arg(long, value_name = "FOLDER")]
    record: Option<PathBuf>,
    /// How to answer.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    let actions: Vec<Action> = parse_actions(&args.actions).map_err(Failure::usage)?;
    if !args.program.is_file() {
        return Err(Failure::usage(format!("{} is not a file", args.program.display())));
    }
    let programs = corpus::read(&args.program)?.programs;
    let off: Vec<String> = if args.raw {
        parallax_session::normalise::ALL
            .iter()
            .map(|normalisation| normalisation.name.to_owned())
            .collect()
    } else {
        Vec::new()
    };
    let config = &context.config;
    let oracle = if args.raw { None } else { config.oracle()? };
    let session = SessionContext::new(config.parameters()?, config.normaliser(&off)?, &programs)
        .with_oracle(oracle);
    let instances = recorded(instances(&args.debuggers, context)?, args.record.as_deref())?;
    let limits = config.limits()?;
    let shown = replay::script(session, &instances, limits, &programs[0], &actions).await?;
    show(&shown, args.format)?;
    Ok(Exit::Success)
}

/// Prints a pass in the format that was asked for.
pub fn show(pass: &ScriptedPass, format: Format) -> anyhow::Result<()> {
    terminal::say(&match format {
        Format::Json => serde_json::to_string_pretty(&side_by_side::json(pass))?,
        Format::Text => side_by_side::text(pass),
    });
    Ok(())
}
