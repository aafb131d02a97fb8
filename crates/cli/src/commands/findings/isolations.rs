//! Isolated bugs among the findings: listed and shown.

use parallax_campaign::store::IsolationFinding;
use parallax_model::isolation::Isolation;
use serde_json::json;

use super::say_json;
use crate::table::{cell_text, table};
use crate::terminal::{printable, printable_lines};
use crate::{Format, terminal};

/// How many files are listed for an isolation.
const TOP_FILES: usize = 10;

/// Lists the isolations of a campaign.
pub fn list(findings: &[IsolationFinding], campaign: i64, format: Format) -> anyhow::Result<()> {
    if format == Format::Json {
        let found: Vec<_> = findings.iter().map(to_json).collect();
        return say_json(&json!({
            "schema": "parallax/isolations/1",
            "campaign": campaign,
            "isolations": found,
        }));
    }
    let mut rows = table(&["id", "subject", "program", "symptom", "most suspicious file"]);
    for finding in findings {
        let isolation = &finding.isolation;
        let first = isolation.files.first().map_or("", |file| file.name.as_str());
        let cells = [
            &finding.id.to_string(),
            &isolation.subject,
            &isolation.program,
            &isolation.symptom.to_string(),
            first,
        ];
        rows.add_row(cells.map(cell_text));
    }
    terminal::say(&rows.to_string());
    Ok(())
}

/// Shows one isolation.
pub fn show(finding: &IsolationFinding, format: Format) -> anyhow::Result<()> {
    if format == Format::Json {
        return say_json(&to_json(finding));
    }
    let isolation = &finding.isolation;
    terminal::say(&printable(&format!(
        "finding {} of campaign {}: {} on {}",
        finding.id, finding.campaign, isolation.subject, isolation.program
    )));
    terminal::say(&printable_lines(&format!("symptom {}", isolation.symptom)));
    terminal::say(&files(isolation));
    for mutant in &isolation.mutants {
        terminal::say(&printable_lines(&format!(
            "it passes with this change ({}):\n{}",
            mutant.rule, mutant.change
        )));
    }
    Ok(())
}

fn files(isolation: &Isolation) -> String {
    let mut rows = table(&["rank", "file", "guilty", "most suspicious functions"]);
    for file in isolation.files.iter().take(TOP_FILES) {
        let score = format!("{:.1} %", 100.0 * file.score);
        let functions = file.functions.join(", ");
        rows.add_row(
            [&file.rank.to_string(), &file.name, &score, &functions].map(|it| cell_text(it)),
        );
    }
    rows.to_string()
}

fn to_json(finding: &IsolationFinding) -> serde_json::Value {
    json!({
        "schema": "parallax/isolation/1",
        "id": finding.id,
        "campaign": finding.campaign,
        "isolation": finding.isolation,
        "label": finding.label,
    })
}
