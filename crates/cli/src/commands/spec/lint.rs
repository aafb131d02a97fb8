//! `parallax spec lint`: what looks wrong in a text of the specification.

use parallax_spec::document::Document;
use parallax_spec::edition::Edition;
use parallax_spec::lint::lint;
use serde_json::json;

use super::{diff, text};
use crate::exit_code::Exit;
use crate::{Context, Format, terminal};

/// List what looks wrong in a text of the specification: variables, types, calls, steps that are never reached
#[derive(clap::Args)]
pub struct Args {
    /// A name such as es2026, or the path of a `spec.html`.
    text: String,
    /// List as well what correct texts have, too, and what counts only where a change brings it.
    #[arg(long)]
    all: bool,
    /// How to answer.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command. It finds something new if something looks wrong.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let document = Document::with_lines(&text::source(&args.text, context)?);
    let edition = Edition::read(&document);
    let mut found = lint(&document, &edition);
    found.retain(|it| args.all || !it.check.only_where_new());
    terminal::say(&match args.format {
        Format::Text if found.is_empty() => "nothing looks wrong".to_owned(),
        Format::Text => diff::warnings(&found),
        Format::Json => serde_json::to_string_pretty(&json!({
            "schema": "parallax/spec-lint/1",
            "warnings": found.iter().map(diff::warning_for_programs).collect::<Vec<_>>(),
        }))?,
    });
    Ok(if found.is_empty() { Exit::Success } else { Exit::NewFindings })
}
