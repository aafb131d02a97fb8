//! `parallax spec report`: how much of an edition is understood.

use parallax_spec::document::Document;
use parallax_spec::edition::Edition;
use parallax_spec::report::Report;
use parallax_spec::run::{Executed, HAND_WRITTEN, Specification};
use serde_json::json;

use super::text;
use crate::exit_code::Exit;
use crate::table::{cell_text, table};
use crate::{Context, Format, terminal};

/// Count the algorithms and steps of an edition, and list what is not understood
#[derive(clap::Args)]
pub struct Args {
    /// A name such as es2026, or the path of a `spec.html`.
    edition: String,
    /// How many unknown phrases to list, the most frequent first.
    #[arg(long, default_value_t = 20)]
    phrases: usize,
    /// How to answer.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let document = text::document(&args.edition, context)?;
    let edition = Edition::read(&document);
    let report = Report::of(&edition);
    let executed = executed(&document, &edition, &report);
    terminal::say(&match args.format {
        Format::Text => for_people(&report, executed, args.phrases),
        Format::Json => serde_json::to_string_pretty(&for_programs(&report, executed))?,
    });
    Ok(Exit::Success)
}

/// How the same steps are run; nothing where the edition cannot be run. Rules of early errors and what
/// stands in tables come first, and are not among the steps.
fn executed(document: &Document, edition: &Edition, report: &Report) -> Option<Executed> {
    let specification = Specification::of(document, edition).ok()?;
    let executions = specification.executions();
    Some(Executed::of(&executions[executions.len().saturating_sub(report.steps)..]))
}

fn for_people(report: &Report, executed: Option<Executed>, phrases: usize) -> String {
    let mut text = format!(
        "algorithms: {}, complete: {} ({})\nsteps: {}, understood: {} ({})\n",
        report.algorithms,
        report.complete,
        percent(report.complete, report.algorithms),
        report.steps,
        report.understood,
        percent(report.understood, report.steps),
    );
    if let Some(Executed { read, hand_written, unchecked, stops }) = executed {
        text.push_str(&format!(
            "of these steps run as they are read: {read} ({}), by hand: {hand_written}, assertions that \
             are not checked: {unchecked}, steps that stop a run: {stops}\n",
            percent(read, report.steps)
        ));
    }
    if phrases > 0 && !report.unknown.is_empty() {
        let mut unknown = table(&["times", "not understood"]);
        for (phrase, count) in report.unknown.iter().take(phrases) {
            unknown.add_row([count.to_string(), cell_text(phrase)]);
        }
        text.push_str(&unknown.to_string());
        let more = report.unknown.len().saturating_sub(phrases);
        if more > 0 {
            text.push_str(&format!("\nand {more} more phrases"));
        }
    }
    let mut hand_written = table(&["written by hand", "because"]);
    for (what, why) in HAND_WRITTEN {
        hand_written.add_row([*what, *why]);
    }
    text.push_str(&format!("\n{hand_written}"));
    text.trim_end().to_owned()
}

fn percent(part: usize, whole: usize) -> String {
    if whole == 0 {
        return "none".to_owned();
    }
    format!("{:.2} %", 100.0 * part as f64 / whole as f64)
}

fn for_programs(report: &Report, executed: Option<Executed>) -> serde_json::Value {
    let executed = executed.map(|it| {
        json!({
            "read": it.read,
            "hand_written": it.hand_written,
            "unchecked": it.unchecked,
            "stops": it.stops,
        })
    });
    let unknown: Vec<_> = report
        .unknown
        .iter()
        .map(|(phrase, count)| json!({ "phrase": phrase, "count": count }))
        .collect();
    json!({
        "schema": "parallax/spec-report/1",
        "algorithms": report.algorithms,
        "complete": report.complete,
        "steps": report.steps,
        "understood": report.understood,
        "executed": executed,
        "unknown": unknown,
        "hand_written": HAND_WRITTEN.iter().map(|(what, _)| what).collect::<Vec<_>>(),
    })
}
