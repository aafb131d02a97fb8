//! Deviations of engines from the text among the findings: listed, shown, run again.

use parallax_campaign::store::ConformanceFinding;
use parallax_conform::replay::{self, Replay, recorded_engines};
use parallax_conform::suite::Test;
use parallax_model::conformance::{
    Deviation, EngineResult, KnownDeviations, SuiteSummary, Symptom, link,
};
use parallax_program::js::laid_out;
use serde_json::json;

use super::engines::{Progress, bring_up};
use crate::commands::findings::say_json;
use crate::exit_code::{Exit, Failure};
use crate::table::{cell_text, table};
use crate::terminal::{fitted, printable_lines, shortened};
use crate::{Context, Format, terminal};

/// Lists what a suite has found.
pub fn list(
    rows: &[ConformanceFinding],
    campaign: i64,
    suite: &SuiteSummary,
    known: &KnownDeviations,
    format: Format,
) -> anyhow::Result<()> {
    if format == Format::Json {
        let found: Vec<_> = rows.iter().map(|row| to_json(row, &suite.edition, known)).collect();
        return say_json(&json!({
            "schema": "parallax/deviations/1",
            "campaign": campaign,
            "suite": suite,
            "deviations": found,
        }));
    }
    let mut cells = table(&["id", "wrong", "fail", "symptom", "program", "tests", "known as"]);
    for row in rows {
        let deviation = &row.deviation;
        cells.add_row(
            [
                row.id.to_string(),
                deviation.verdict.name().to_owned(),
                deviation.verdict.engines().join("\n"),
                shortened(&deviation.symptom, 60),
                shortened(&laid_out(&deviation.program), 120),
                deviation.tests.len().to_string(),
                cause(row, known),
            ]
            .map(|cell| cell_text(&cell)),
        );
    }
    terminal::say(&cells.to_string());
    Ok(())
}

fn cause(row: &ConformanceFinding, known: &KnownDeviations) -> String {
    let entries = known.explain_all(&row.deviation);
    match &row.label {
        Some(label) => label.clone(),
        None if entries.is_empty() => "new".to_owned(),
        None => entries.iter().map(|entry| entry.id.as_str()).collect::<Vec<_>>().join("\n"),
    }
}

/// Shows one: the test, what engines do with it, and what the text says.
pub fn show(
    row: &ConformanceFinding,
    edition: &str,
    known: &KnownDeviations,
    format: Format,
) -> anyhow::Result<()> {
    if format == Format::Json {
        let mut shown = to_json(row, edition, known);
        shown["schema"] = "parallax/deviation/1".into();
        return say_json(&shown);
    }
    let deviation = &row.deviation;
    let mut lines = vec![
        format!("finding {} of campaign {}: {}", row.id, row.campaign, deviation.verdict),
        format!("symptom {}, in {} tests", deviation.symptom, deviation.tests.len()),
    ];
    lines.extend(row.label.iter().map(|label| format!("root cause {label}")));
    for entry in known.explain_all(deviation) {
        lines.push(fitted(&format!("known as {}: {}", entry.id, entry.explanation)));
    }
    lines.push(format!("\nby the text of {edition} this program {}:", deviation.ending));
    let program = laid_out(&deviation.program);
    lines.extend(program.lines().map(|line| format!("  {}", shortened(line, 1000))));
    lines.push("the test fails with".to_owned());
    let checks = Test::read(&deviation.script).map(|test| test.checks).unwrap_or_default();
    match checks.is_empty() {
        true => lines.push("  the program alone".to_owned()),
        false => lines.extend(checks.iter().map(|check| format!("  {}", shortened(check, 1000)))),
    }
    lines.push(String::new());
    lines.extend(witnesses(deviation));
    lines.extend(text_says(deviation, edition));
    if !deviation.guilty.is_empty() {
        lines.push("\nwhere the bug probably is in the engine:".to_owned());
    }
    lines.extend(deviation.guilty.iter().map(|it| {
        let sure = 100.0 * it.score;
        format!(
            "  {sure:3.0} %  {}, {}:{}: {}",
            it.name,
            it.file,
            it.line,
            shortened(&it.text, 100)
        )
    }));
    lines.push(format!("\n`parallax replay {}` runs it again", row.id));
    terminal::say(&printable_lines(&lines.join("\n")));
    Ok(())
}

fn witnesses(deviation: &Deviation) -> impl Iterator<Item = String> + '_ {
    deviation.engines.iter().map(|witness| {
        let how = if witness.symptom.is_some() { "fails" } else { "passes" };
        format!("{} {how}: {}", witness.engine, shortened(&witness.does, 300))
    })
}

fn text_says(deviation: &Deviation, edition: &str) -> Vec<String> {
    let mut lines = vec!["\nthe most suspicious algorithms of the text:".to_owned()];
    for suspect in &deviation.suspects {
        let algorithm = shortened(&suspect.algorithm, 100);
        let line = format!("  {:6.2}  {algorithm}, step {}", suspect.score, suspect.step);
        lines.push(fitted(&line));
        lines.push(fitted(&format!("          {}", shortened(&suspect.text, 200))));
        lines.push(format!("          {}", link(edition, &suspect.clause)));
    }
    if deviation.suspects.is_empty() {
        lines.push("  not ranked".to_owned());
    }
    lines
}

fn to_json(row: &ConformanceFinding, edition: &str, known: &KnownDeviations) -> serde_json::Value {
    let deviation = &row.deviation;
    let suspects: Vec<_> = deviation
        .suspects
        .iter()
        .map(|suspect| json!({ "suspect": suspect, "url": link(edition, &suspect.clause) }))
        .collect();
    let engine = |it: &EngineResult| json!({ "engine": it.engine, "does": it.does, "symptom": in_words(it.symptom.as_ref()) });
    let known: Vec<_> = known.explain_all(deviation).iter().map(|entry| entry.id.clone()).collect();
    json!({
        "id": row.id,
        "campaign": row.campaign,
        "edition": edition,
        "verdict": deviation.verdict,
        "symptom": deviation.symptom,
        "ending": deviation.ending,
        "program": deviation.program,
        "script": deviation.script,
        "engines": deviation.engines.iter().map(engine).collect::<Vec<_>>(),
        "algorithms": deviation.algorithms,
        "suspects": suspects,
        "tests": deviation.tests,
        "known": known,
        "label": row.label,
    })
}

fn in_words(symptom: Option<&Symptom>) -> Option<String> {
    symptom.map(Symptom::to_string)
}

/// Runs the test again, on the recorded engines or others. It succeeds when the engines that failed
/// fail as before.
pub async fn replay(
    row: &ConformanceFinding,
    engines: Option<&[String]>,
    format: Format,
    context: &Context,
) -> anyhow::Result<Exit> {
    let deviation = &row.deviation;
    let recorded = recorded_engines(deviation);
    let mut up = bring_up(engines.unwrap_or(&recorded), context).await?;
    let progress = Progress::new();
    let replay = replay::replay(deviation, &mut up, &|event| progress.show(event)).await;
    let replay = replay.map_err(|cause| {
        Failure::because(format!("finding {} cannot be run again", row.id), cause)
    })?;
    match format {
        Format::Json => say_json(&replay_json(row.id, &replay))?,
        Format::Text => {
            let end = match replay.is_reproduced {
                true => "the deviation is there",
                false => "not as it was recorded",
            };
            let cells = replay_table(&replay);
            terminal::say(&format!("{cells}\n{end}: {}", deviation.verdict));
        }
    }
    Ok(if replay.is_reproduced { Exit::Success } else { Exit::Failed })
}

fn replay_json(id: i64, replay: &Replay) -> serde_json::Value {
    let engines = replay.engines.iter().map(|it| {
        json!({
            "engine": it.engine.name,
            "version": it.engine.version,
            "does": it.behaviour.to_string(),
            "symptom": in_words(it.symptom.as_ref()),
        })
    });
    json!({
        "schema": "parallax/deviation-replay/1",
        "id": id,
        "engines": engines.collect::<Vec<_>>(),
    })
}

fn replay_table(replay: &Replay) -> String {
    let mut cells = table(&["engine", "version", "does", "test"]);
    for it in &replay.engines {
        let how = if it.symptom.is_some() { "fails" } else { "passes" };
        let does = shortened(&it.behaviour.to_string(), 300);
        cells.add_row([&it.engine.name, &it.engine.version, &does, how].map(cell_text));
    }
    cells.to_string()
}
