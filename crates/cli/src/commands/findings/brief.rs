//! `parallax findings --brief`: what a campaign has found, in a few lines.

use parallax_campaign::classes::{CauseSummary, ClassSummary, causes, classes};
use parallax_campaign::settings::Settings;
use parallax_campaign::store::{CampaignRow, ConformanceFinding, IsolationFinding, MapFinding};
use parallax_campaign::{Known, SessionFinding, Store};
use parallax_model::Verdict;
use parallax_model::conformance::KnownDeviations;
use parallax_program::js::laid_out;

use crate::terminal::{self, printable, shortened};

/// How many findings of a section are named.
const COUNT: usize = 4;

/// Findings of one sort.
struct Section {
    /// What they are called.
    unit: &'static str,
    lines: Vec<Line>,
}

/// A finding in a line.
struct Line {
    id: i64,
    status: Status,
    what: String,
    verdict: String,
}

/// Whether a finding needs attention, in the order in which findings are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    New,
    Known,
    Convention,
}

impl Status {
    fn of(is_new: bool) -> Self {
        if is_new { Status::New } else { Status::Known }
    }

    fn name(self) -> &'static str {
        match self {
            Status::New => "new",
            Status::Known => "known",
            Status::Convention => "convention",
        }
    }
}

/// Prints a heading and the first findings, each in a line: broken laws before all others, what is
/// new before what is known.
pub fn say(
    store: &Store,
    campaign: &CampaignRow,
    (known, deviations): (&Known, &KnownDeviations),
) -> anyhow::Result<()> {
    let sections = match &campaign.settings {
        Settings::Differential(_) | Settings::Metamorphic(_) => {
            of_sessions(&store.session_findings(campaign.id)?, known)
        }
        Settings::Conformance(_) => vec![of_suite(&store.deviations(campaign.id)?, deviations)],
        Settings::Isolation(_) => vec![of_isolations(&store.isolations(campaign.id)?)],
        Settings::Maps(_) => vec![of_maps(&store.map_findings(campaign.id)?)],
    };
    let counts: Vec<String> = sections.iter().map(Section::count).collect();
    let (kind, id) = (campaign.settings.kind(), campaign.id);
    terminal::say(&format!("{kind} campaign {id}: {}", counts.join("; ")));
    for line in sections.iter().flat_map(Section::first) {
        terminal::say(&shortened(&line.shown(), terminal::width().saturating_sub(1)));
    }
    Ok(())
}

impl Section {
    fn new(unit: &'static str, lines: impl Iterator<Item = Line>) -> Self {
        let mut lines: Vec<Line> = lines.collect();
        lines.sort_by_key(|line| line.status);
        Section { unit, lines }
    }

    fn count(&self) -> String {
        let new = self.lines.iter().filter(|line| line.status == Status::New).count();
        format!("{} {}, {new} of them new", self.lines.len(), self.unit)
    }

    fn first(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().take(COUNT)
    }
}

impl Line {
    fn shown(&self) -> String {
        let Line { id, status, what, verdict } = self;
        printable(&format!("{id:>6}  {what} ({}): {verdict}", status.name()))
    }
}

/// Broken laws by cause, then what is left to a vote or to conventions by class.
fn of_sessions(findings: &[SessionFinding], known: &Known) -> Vec<Section> {
    let causes = causes(findings, known);
    let is_law = |finding: &&SessionFinding| finding.divergence.verdict == Verdict::Law;
    let others: Vec<SessionFinding> =
        findings.iter().filter(|finding| !is_law(finding)).cloned().collect();
    let classes = classes(&others, known);
    let laws = Section::new("causes of broken laws", causes.iter().filter_map(of_cause));
    let of_class = |class| of_class(class, known);
    let rest = Section::new("classes of differences", classes.iter().filter_map(of_class));
    if causes.is_empty() { vec![rest] } else { vec![laws, rest] }
}

fn of_cause(cause: &CauseSummary<'_>) -> Option<Line> {
    let first = cause.findings.first()?;
    Some(Line {
        id: first.id,
        status: Status::of(cause.known.is_none()),
        what: format!("{} at {}:{}", cause.cause.law, first.program.name, first.divergence.line),
        verdict: format!("{} {}", cause.cause.debugger, cause.sentence),
    })
}

/// A class with something new is shown by that.
fn of_class(class: &ClassSummary<'_>, known: &Known) -> Option<Line> {
    let new = class.findings.iter().find(|finding| known.is_new(finding));
    let finding = new.or(class.findings.first())?;
    let divergence = &finding.divergence;
    let status = match divergence.verdict {
        Verdict::Convention => Status::Convention,
        _ => Status::of(new.is_some()),
    };
    Some(Line {
        id: finding.id,
        status,
        what: format!("{} at {}:{}", class.class.kind, finding.program.name, divergence.line),
        verdict: divergence.verdict_in_words(),
    })
}

fn of_suite(rows: &[ConformanceFinding], known: &KnownDeviations) -> Section {
    let line = |row: &ConformanceFinding| Line {
        id: row.id,
        status: Status::of(known.is_new(&row.deviation)),
        what: shortened(&laid_out(&row.deviation.program), 60),
        verdict: row.deviation.verdict.to_string(),
    };
    Section::new("deviations", rows.iter().map(line))
}

fn of_isolations(rows: &[IsolationFinding]) -> Section {
    let line = |row: &IsolationFinding| {
        let isolation = &row.isolation;
        let first = isolation.files.first().map_or("no file", |file| file.name.as_str());
        Line {
            id: row.id,
            status: Status::New,
            what: format!("{} on {}", isolation.subject, isolation.program),
            verdict: format!("most suspicious is {first}"),
        }
    };
    Section::new("isolated bugs", rows.iter().map(line))
}

fn of_maps(rows: &[MapFinding]) -> Section {
    let line = |row: &MapFinding| Line {
        id: row.id,
        status: if row.mistake.is_decided() { Status::New } else { Status::Convention },
        what: format!("{} by {}", row.mistake.program, row.mistake.compiler),
        verdict: format!("{}; wrong: {}", row.mistake, row.mistake.wrong()),
    };
    Section::new("mistakes of maps", rows.iter().map(line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use parallax_campaign::synthetic;
    use parallax_model::{Breach, DifferenceKind, Rank};

    fn finding(id: i64, node: &str, verdict: Verdict, breaches: Vec<Breach>) -> SessionFinding {
        let mut finding = synthetic::finding(DifferenceKind::PausedLine, Vec::new());
        finding.id = id;
        finding.divergence.class.node = node.to_owned();
        finding.divergence.verdict = verdict;
        finding.divergence.breaches = breaches;
        finding
    }

    fn breach(law: &str, rank: Rank) -> Breach {
        Breach {
            debugger: "node".into(),
            law: law.into(),
            rank,
            sentence: "shows `x`".into(),
            clause: None,
            shape: String::new(),
            name: None,
            shown: None,
            right: None,
        }
    }

    #[test]
    fn broken_laws_come_first_and_conventions_are_not_new() {
        let of_law =
            |id, law: &str, rank| finding(id, "Program", Verdict::Law, vec![breach(law, rank)]);
        let findings = [
            finding(1, "IfStatement", Verdict::Convention, Vec::new()),
            finding(2, "Program", Verdict::TooFewFamilies, Vec::new()),
            of_law(3, "step-over", Rank::Expectation),
            of_law(4, "values", Rank::Fact),
        ];
        let sections = of_sessions(&findings, &Known::default());
        let counts: Vec<String> = sections.iter().map(Section::count).collect();
        let [laws, classes] = ["causes of broken laws, 2", "classes of differences, 1"];
        assert_eq!(counts, [laws, classes].map(|unit| format!("2 {unit} of them new")));
        let shown: Vec<String> =
            sections.iter().flat_map(Section::first).map(Line::shown).collect();
        let expected = [
            "     4  values at a.js:1 (new): node shows `x`",
            "     3  step-over at a.js:1 (new): node shows `x`",
            "     2  paused-line at a.js:1 (new): no vote (fewer than three engine families)",
            "     1  paused-line at a.js:1 (convention): a convention differs: no law is broken",
        ];
        assert_eq!(shown, expected);
    }
}
