//! Mistakes of source maps among the findings: listed and shown.

use parallax_campaign::Store;
use parallax_campaign::store::MapFinding;
use parallax_model::{Location, format_actions};
use serde_json::json;

use super::say_json;
use crate::table::{cell_text, table};
use crate::terminal::{printable, printable_lines};
use crate::{Format, terminal};

/// Whether a finding blames somebody. What is undecided is not new.
pub fn is_new(finding: &MapFinding) -> bool {
    finding.mistake.is_decided()
}

/// Lists the mistakes of a campaign.
pub fn list(findings: &[MapFinding], campaign: i64, format: Format) -> anyhow::Result<()> {
    if format == Format::Json {
        let found: Vec<_> = findings.iter().map(to_json).collect();
        return say_json(&json!({
            "schema": "parallax/map-mistakes/1",
            "campaign": campaign,
            "mistakes": found,
        }));
    }
    let mut rows = table(&["id", "wrong", "compiler", "program", "what", "sentence"]);
    for finding in findings {
        let mistake = &finding.mistake;
        let cells = [
            &finding.id.to_string(),
            mistake.wrong(),
            &mistake.compiler,
            &mistake.program,
            &mistake.kind.to_string(),
            &mistake.to_string(),
        ];
        rows.add_row(cells.map(cell_text));
    }
    terminal::say(&rows.to_string());
    Ok(())
}

/// Shows one mistake with the lines that it is about.
pub fn show(finding: &MapFinding, store: &Store, format: Format) -> anyhow::Result<()> {
    if format == Format::Json {
        return say_json(&to_json(finding));
    }
    let mistake = &finding.mistake;
    let heading = format!(
        "finding {} of campaign {}: {} by {}",
        finding.id, finding.campaign, mistake.program, mistake.compiler
    );
    terminal::say(&printable(&heading));
    terminal::say(&printable(&mistake.to_string()));
    terminal::say(&printable(&format!("wrong: {}", mistake.wrong())));
    let programs = store.programs(finding.campaign)?;
    let source = programs.iter().find(|it| *it.program.name == *mistake.program);
    let compiled = store.compiled(finding.campaign)?;
    let compiled =
        compiled.iter().find(|it| it.name == mistake.program && it.compiler == mistake.compiler);
    let source = source.map(|it| it.program.text.to_string());
    let compiled = compiled.and_then(|it| it.summary.text.clone());
    say_line("original", source.as_deref(), Some(mistake.original));
    say_line("compiled", compiled.as_deref(), mistake.compiled);
    if !mistake.actions.is_empty() {
        let actions = format_actions(&mistake.actions);
        terminal::say(&printable(&format!("actions on the compiled text: {actions}")));
    }
    if let Some(label) = &finding.label {
        terminal::say(&printable(&format!("root cause: {label}")));
    }
    Ok(())
}

fn say_line(name: &str, text: Option<&str>, place: Option<Location>) {
    let Some((text, place)) = text.zip(place) else { return };
    let line = text.lines().nth(place.line as usize - 1).unwrap_or_default();
    let mark = " ".repeat(place.column as usize);
    terminal::say(&printable_lines(&format!("{name} {place}\n  {line}\n  {mark}^")));
}

fn to_json(finding: &MapFinding) -> serde_json::Value {
    json!({
        "schema": "parallax/map-mistake/1",
        "id": finding.id,
        "campaign": finding.campaign,
        "mistake": finding.mistake,
        "label": finding.label,
    })
}
