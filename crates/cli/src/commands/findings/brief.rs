//! `parallax findings --brief`: what a campaign has found, in a few lines.

use parallax_campaign::classes::{ClassSummary, classes};
use parallax_campaign::settings::Settings;
use parallax_campaign::store::{CampaignRow, ConformanceFinding, IsolationFinding};
use parallax_campaign::{Known, SessionFinding, Store};
use parallax_model::conformance::KnownDeviations;
use parallax_program::js::laid_out;

use crate::terminal::{self, printable, shortened};

/// How many findings are named.
const COUNT: usize = 4;

/// A finding in a line.
struct Line {
    id: i64,
    is_new: bool,
    what: String,
    verdict: String,
}

/// Prints a heading and the first findings, each in a line; what is new comes first.
pub fn say(
    store: &Store,
    campaign: &CampaignRow,
    (known, deviations): (&Known, &KnownDeviations),
) -> anyhow::Result<()> {
    let (unit, mut lines) = match &campaign.settings {
        Settings::Differential(_) | Settings::Metamorphic(_) => {
            ("classes of differences", of_sessions(store, campaign.id, known)?)
        }
        Settings::Conformance(_) => ("deviations", of_suite(store, campaign.id, deviations)?),
        Settings::Isolation(_) => ("isolated bugs", of_isolations(store, campaign.id)?),
    };
    let new = lines.iter().filter(|line| line.is_new).count();
    let (kind, all) = (campaign.settings.kind(), lines.len());
    terminal::say(&format!("{kind} campaign {}: {all} {unit}, {new} of them new", campaign.id));
    lines.sort_by_key(|line| !line.is_new);
    for Line { id, is_new, what, verdict } in lines.iter().take(COUNT) {
        let news = if *is_new { "new" } else { "known" };
        let line = printable(&format!("{id:>6}  {what} ({news}): {verdict}"));
        terminal::say(&shortened(&line, terminal::width().saturating_sub(1)));
    }
    Ok(())
}

/// One line for each class, the largest class first. A class with something new is shown by that.
fn of_sessions(store: &Store, campaign: i64, known: &Known) -> anyhow::Result<Vec<Line>> {
    let findings = store.session_findings(campaign)?;
    let is_new = |finding: &SessionFinding| known.explain(finding).is_empty();
    let line = |class: &ClassSummary<'_>| {
        let new = class.findings.iter().find(|finding| is_new(finding));
        let finding = new.or(class.findings.first())?;
        let divergence = &finding.divergence;
        Some(Line {
            id: finding.id,
            is_new: new.is_some(),
            what: format!("{} at {}:{}", class.class.kind, finding.program.name, divergence.line),
            verdict: divergence.verdict_in_words(),
        })
    };
    Ok(classes(&findings, known).iter().filter_map(line).collect())
}

fn of_suite(store: &Store, campaign: i64, known: &KnownDeviations) -> anyhow::Result<Vec<Line>> {
    let line = |row: &ConformanceFinding| Line {
        id: row.id,
        is_new: known.explain_all(&row.deviation).is_empty(),
        what: shortened(&laid_out(&row.deviation.program), 60),
        verdict: row.deviation.verdict.to_string(),
    };
    Ok(store.deviations(campaign)?.iter().map(line).collect())
}

fn of_isolations(store: &Store, campaign: i64) -> anyhow::Result<Vec<Line>> {
    let line = |row: &IsolationFinding| {
        let isolation = &row.isolation;
        let first = isolation.files.first().map_or("no file", |file| file.name.as_str());
        Line {
            id: row.id,
            is_new: true,
            what: format!("{} on {}", isolation.subject, isolation.program),
            verdict: format!("most suspicious is {first}"),
        }
    };
    Ok(store.isolations(campaign)?.iter().map(line).collect())
}
