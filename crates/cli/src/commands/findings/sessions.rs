//! Findings of sessions: listed by class, sampled, shown.

use parallax_campaign::classes::{CauseSummary, ClassSummary, causes, classes, drawn, round_robin};
use parallax_campaign::settings::Settings;
use parallax_campaign::store::CampaignRow;
use parallax_campaign::{Known, Overview, SessionFinding, Store};
use parallax_model::{Bisection, Lineage, Rank, Reduction, format_actions};
use serde_json::json;
use similar::TextDiff;

use super::{Args, say_json};
use crate::commands::{bisect, reduce};
use crate::table::{cell_text, table};
use crate::terminal::{fitted, printable, shortened};
use crate::{Format, terminal};

/// Lists the classes of a campaign's findings, or a sample of the findings.
pub fn list(
    store: &Store,
    campaign: &CampaignRow,
    args: &Args,
    known: &Known,
) -> anyhow::Result<()> {
    let findings = store.session_findings(campaign.id)?;
    let is_meant = |finding: &SessionFinding| {
        (!args.new || known.is_new(finding))
            && (!args.known || !known.explain(finding).is_empty())
            && (!args.facts || finding.divergence.breaches.iter().any(|it| it.rank == Rank::Fact))
    };
    let findings: Vec<SessionFinding> = findings.into_iter().filter(is_meant).collect();
    let classes = classes(&findings, known);
    let sample = |count: usize| match args.seed {
        Some(seed) => drawn(&findings, count, seed),
        None => round_robin(&classes, count),
    };
    match (args.sample, args.format) {
        (Some(count), Format::Text) => terminal::say(&sample_table(&sample(count), known)),
        (Some(count), Format::Json) => {
            let sample: Vec<_> =
                sample(count).into_iter().map(|finding| finding_json(finding, known)).collect();
            say_json(
                &json!({ "schema": "parallax/findings-sample/1", "campaign": campaign.id, "findings": sample }),
            )?;
        }
        (None, Format::Text) => {
            let causes = causes(&findings, known);
            if !causes.is_empty() {
                terminal::say(&format!("{}\n", cause_table(&causes, usize::MAX)));
            }
            terminal::say(&class_table(&classes, findings.len(), usize::MAX));
        }
        (None, Format::Json) => {
            let classes: Vec<_> = classes.iter().map(class_json).collect();
            let causes: Vec<_> = causes(&findings, known).iter().map(cause_json).collect();
            say_json(&json!({
                "schema": "parallax/findings/2",
                "campaign": campaign,
                "causes": causes,
                "classes": classes,
            }))?;
        }
    }
    Ok(())
}

/// Prints what a campaign has found; whether there is something new.
pub fn summarise(store: &Store, campaign: i64, known: &Known) -> anyhow::Result<bool> {
    let row = store.campaign(Some(campaign))?;
    let findings = store.session_findings(campaign)?;
    let overview = Overview::of(store, campaign, &findings)?;
    let classes = classes(&findings, known);
    let names: Vec<_> =
        row.settings.tools().iter().map(|one| format!("{} ({})", one.name, one.version)).collect();
    let rate = if row.seconds > 0.0 { overview.sessions as f64 / row.seconds } else { 0.0 };
    let new = classes.iter().filter(|class| class.new_count > 0).count();
    let what =
        format!("campaign {campaign}: {} programs on {}", overview.programs, names.join(", "));
    terminal::say(&fitted(&printable(&what)));
    terminal::say(&fitted(&format!(
        "{} sessions with {} actions in {:.0} s ({rate:.1} a second): {} with a difference; {} finished, {} exhausted, {} ended by a difference, {} unstable, {} failed",
        overview.sessions,
        overview.actions,
        row.seconds,
        overview.diverging,
        overview.count("finished"),
        overview.count("exhausted"),
        overview.count("diverged"),
        overview.count("unstable"),
        overview.count("failed"),
    )));
    say_depth(&row, &overview);
    for one in store.left_out(campaign)? {
        let (tool, since, reason) = (&one.tool, one.since, &one.reason);
        let words = format!("{tool} was left out after {since} sessions: {reason}");
        terminal::say(&fitted(&printable(&words)));
    }
    if overview.tests > 0 {
        let rate = overview.tests as f64 / row.seconds.max(1e-9);
        terminal::say(&format!("{} metamorphic tests ({rate:.1} a second)", overview.tests));
    }
    terminal::say(&format!(
        "{} classes of differences, {new} of them with something new",
        classes.len()
    ));
    if !classes.is_empty() {
        let causes = causes(&findings, known);
        terminal::say(&match causes.is_empty() {
            true => class_table(&classes, findings.len(), 10),
            false => cause_table(&causes, 10),
        });
        terminal::say(
            "`parallax findings` lists all, `parallax findings show ID` shows one,\n\
             `parallax report -o out` writes a site",
        );
    }
    Ok(new > 0)
}

/// How deep the sessions of a differential campaign went.
fn say_depth(campaign: &CampaignRow, overview: &Overview) {
    let Settings::Differential(settings) = &campaign.settings else { return };
    let share = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    let allowed = overview.sessions * settings.parameters.executions as usize;
    terminal::say(&fitted(&format!(
        "{:.1} % of the allowed execution actions performed, variables looked at in {:.1} % of the sessions, {} pauses of which {:.1} % were held against the text",
        share(overview.executions, allowed),
        share(overview.with_pauses, overview.sessions),
        overview.pauses,
        share(overview.judged, overview.pauses),
    )));
}

/// The broken laws by cause; nothing where none is broken.
fn cause_table(causes: &[CauseSummary<'_>], most: usize) -> String {
    let mut rows = table(&["id", "law", "debugger", "findings", "known as", "first of them"]);
    for cause in causes.iter().take(most) {
        let Some(first) = cause.findings.first() else { continue };
        rows.add_row(
            [
                first.id.to_string(),
                cause.cause.law.clone(),
                cause.cause.debugger.clone(),
                cause.findings.len().to_string(),
                cause.known.clone().unwrap_or_else(|| "new".to_owned()),
                cause.sentence.clone(),
            ]
            .map(|cell| cell_text(&cell)),
        );
    }
    let more = causes.len().saturating_sub(most);
    if more > 0 { format!("{rows}\nand {more} more causes") } else { rows.to_string() }
}

fn class_table(classes: &[ClassSummary<'_>], total: usize, most: usize) -> String {
    let mut rows = table(&["id", "class", "size", "share", "new", "known as", "verdict"]);
    for class in classes.iter().take(most) {
        let Some(first) = class.findings.first() else { continue };
        let known: Vec<_> = class.known.iter().map(|entry| entry.id.as_str()).collect();
        rows.add_row(
            [
                first.id.to_string(),
                class.class.to_string(),
                class.findings.len().to_string(),
                format!("{:.1} %", 100.0 * class.findings.len() as f64 / total.max(1) as f64),
                class.new_count.to_string(),
                known.join("\n"),
                first.divergence.verdict_in_words(),
            ]
            .map(|cell| cell_text(&cell)),
        );
    }
    let more = classes.len().saturating_sub(most);
    if more > 0 { format!("{rows}\nand {more} smaller classes") } else { rows.to_string() }
}

fn sample_table(findings: &[&SessionFinding], known: &Known) -> String {
    let mut rows =
        table(&["id", "class", "program", "line", "what differs", "known as or root cause"]);
    for finding in findings {
        rows.add_row(
            [
                finding.id.to_string(),
                finding.divergence.class.to_string(),
                finding.program.name.to_string(),
                finding.divergence.line.to_string(),
                sides(finding, 80),
                cause(finding, known),
            ]
            .map(|cell| cell_text(&cell)),
        );
    }
    rows.to_string()
}

fn cause(finding: &SessionFinding, known: &Known) -> String {
    let entries: Vec<_> = known.explain(finding).iter().map(|entry| entry.id.clone()).collect();
    match (&finding.label, entries.is_empty()) {
        (Some(label), _) => label.clone(),
        (None, false) => entries.join(", "),
        (None, true) if !known.is_new(finding) => "convention".to_owned(),
        (None, true) => "new".to_owned(),
    }
}

fn sides(finding: &SessionFinding, most: usize) -> String {
    let groups = &finding.divergence.difference.groups;
    let lines = groups
        .iter()
        .map(|side| format!("{}: {}", side.debuggers.join(", "), shortened(&side.shown, most)));
    lines.collect::<Vec<_>>().join("\n")
}

/// What is known of a finding besides its record.
pub struct More {
    /// The finding made smaller.
    pub reduction: Option<Reduction>,
    /// What versions have shown of it.
    pub bisections: Vec<Bisection>,
}

/// Shows one finding whole.
pub fn show(
    finding: &SessionFinding,
    more: &More,
    known: &Known,
    format: Format,
) -> anyhow::Result<()> {
    if format == Format::Json {
        let mut json = finding_json(finding, known);
        json["reduction"] = json!(more.reduction);
        json["bisections"] = json!(more.bisections);
        return say_json(&json);
    }
    let divergence = &finding.divergence;
    let mut lines = vec![
        format!("finding {} of campaign {}: {}", finding.id, finding.campaign, divergence.class),
        format!("program {}, {}", finding.program.name, finding.key),
        format!("actions {}", format_actions(&finding.session.actions)),
        format!("verdict {}", divergence.verdict_in_words()),
    ];
    if let Some(lineage) = finding.session.lineage() {
        lines.extend(lineage_lines(lineage));
    }
    lines.extend(finding.label.iter().map(|label| format!("root cause {label}")));
    for entry in known.explain(finding) {
        let line = format!("known as {} ({:?}): {}", entry.id, entry.status, entry.explanation);
        lines.push(fitted(&line));
    }
    lines.push(String::new());
    lines.extend(excerpt(finding));
    lines.push(String::new());
    lines.push(sides(finding, 2000));
    match &more.reduction {
        Some(reduction) => {
            lines.push("\nmade smaller:".to_owned());
            lines.extend(reduce::lines(reduction));
        }
        None => lines.push(format!("\n`parallax reduce {}` makes it smaller", finding.id)),
    }
    lines.extend(more.bisections.iter().flat_map(bisect::summary));
    if more.bisections.is_empty() {
        let words = "finds the versions between which it came or went";
        lines.push(format!("`parallax bisect {}` {words}", finding.id));
    }
    lines.push(format!(
        "`parallax replay {}` runs it again and shows the whole session",
        finding.id
    ));
    terminal::say(&terminal::printable_lines(&lines.join("\n")));
    Ok(())
}

/// How the follow-up run of a metamorphic test came to be.
fn lineage_lines(lineage: &Lineage) -> Vec<String> {
    let initial = &lineage.initial;
    let mut lines = vec![
        format!("relations {}", lineage.chain.join(", then ")),
        format!("actions before {}", format_actions(&initial.actions)),
    ];
    if initial.program.text != lineage.program.text {
        let diff = TextDiff::from_lines(&*initial.program.text, &*lineage.program.text);
        let diff = diff.unified_diff().context_radius(2).header("before", "after").to_string();
        lines.extend(diff.lines().map(str::to_owned));
    }
    lines
}

/// The lines around the place, that one marked.
fn excerpt(finding: &SessionFinding) -> Vec<String> {
    let at = finding.divergence.line as usize;
    let lines = finding.program.lines();
    let from = at.saturating_sub(6);
    let numbered = lines.iter().enumerate().skip(from).take(11);
    numbered
        .map(|(index, line)| {
            let mark = if index + 1 == at { '>' } else { ' ' };
            format!("{mark} {:>4} {}", index + 1, shortened(line, 160))
        })
        .collect()
}

fn finding_json(finding: &SessionFinding, known: &Known) -> serde_json::Value {
    let known: Vec<_> = known.explain(finding).into_iter().collect();
    json!({
        "schema": "parallax/finding/1",
        "id": finding.id,
        "campaign": finding.campaign,
        "program": { "name": finding.program.name, "text": finding.program.text },
        "seed": finding.key.seed(),
        "actions": finding.session.actions,
        "traces": finding.session.traces,
        "class": finding.divergence.class,
        "line": finding.divergence.line,
        "difference": finding.divergence.difference,
        "verdict": finding.divergence.verdict,
        "breaches": finding.divergence.breaches,
        "known": known,
        "label": finding.label,
        "lineage": finding.session.lineage(),
    })
}

fn cause_json(cause: &CauseSummary<'_>) -> serde_json::Value {
    json!({
        "cause": cause.cause,
        "rank": cause.rank,
        "sentence": cause.sentence,
        "known": cause.known,
        "findings": cause.findings.iter().map(|finding| finding.id).collect::<Vec<_>>(),
    })
}

fn class_json(class: &ClassSummary<'_>) -> serde_json::Value {
    json!({
        "class": class.class,
        "size": class.findings.len(),
        "new": class.new_count,
        "known": class.known.iter().map(|entry| &entry.id).collect::<Vec<_>>(),
        "findings": class.findings.iter().map(|finding| finding.id).collect::<Vec<_>>(),
    })
}
