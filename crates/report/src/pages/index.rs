//! The overview: what was done, what came out, and where to look.

use std::collections::{BTreeMap, BTreeSet};

use askama::Template;
use parallax_model::{DifferenceKind, Outcome};

use super::causes::{self, CAUSES, CauseRow};
use super::done::Done;
use super::trouble::{self, Trouble};
use super::{ClassRow, list};
use crate::Data;
use crate::charts::{
    Completed, Figure, ProgramTimes, RootCauses, Rounds, kind_name, outcome_name, root_cause,
};
use crate::format::{count, date, number, percent, share, time};
use crate::text::Visible;
use parallax_campaign::classes::ClassSummary;
use parallax_campaign::known::{Entry, Status};
use parallax_campaign::settings::{Seeds, Settings, Tool};

/// Classes that the first table holds; Table 2 of the paper has six.
const LARGEST: usize = 12;
/// New classes that are named at the top.
const NEW: usize = 24;
/// Rows that a table of failures holds.
const FAILURES: usize = 50;

/// The page `index.html`.
#[derive(Debug, Template)]
#[template(path = "index.html")]
pub(crate) struct Index {
    campaign: i64,
    names: Visible,
    manner: &'static str,
    started: String,
    took: String,
    unfinished: Option<String>,
    plan: String,
    settings: Visible,
    done: bool,
    tiles: Vec<Tile>,
    debuggers: Vec<DebuggerRow>,
    shares: [Shares; 2],
    new: Vec<ClassRow>,
    more_new: usize,
    largest: Vec<ClassRow>,
    smaller: Vec<ClassRow>,
    outcomes_figure: Figure,
    times_figure: Option<Figure>,
    root_causes_figure: Option<Figure>,
    rounds_figure: Option<Figure>,
    causes: Vec<CauseRow>,
    more_causes: usize,
    actions_done: Done,
    known: Vec<KnownRow>,
    skipped: Vec<(Visible, Visible)>,
    failures: Vec<Trouble>,
    more_failures: usize,
    unstable: Vec<Trouble>,
}

/// A number worth a large print.
#[derive(Debug)]
struct Tile {
    value: String,
    name: &'static str,
    note: String,
}

/// A debugger that took part.
#[derive(Debug)]
struct DebuggerRow {
    name: Visible,
    version: Visible,
    failed: String,
    unstable: String,
}

/// A whole and its parts, as a table with bars.
#[derive(Debug)]
struct Shares {
    caption: &'static str,
    /// What the parts are.
    name: &'static str,
    /// What is counted.
    unit: &'static str,
    parts: Vec<Share>,
}

/// A part of a whole.
#[derive(Debug)]
struct Share {
    name: &'static str,
    count: String,
    share: String,
    /// Length of its bar, in percent.
    width: String,
}

/// A known difference that was seen.
#[derive(Debug)]
struct KnownRow {
    id: Visible,
    status: &'static str,
    explanation: Visible,
    findings: String,
}

impl Index {
    /// Gathers what stands on the page.
    pub(crate) fn new(data: &Data<'_>, classes: &[ClassSummary<'_>]) -> Self {
        let rows = class_rows(classes, data.findings.len());
        let (mut largest, mut new) = (rows(), rows());
        // A handful of rows is not worth hiding.
        let cut = if largest.len() <= LARGEST + 4 { largest.len() } else { LARGEST };
        let smaller = largest.split_off(cut);
        new.retain(|row| row.new_count > 0);
        let more_new = new.len().saturating_sub(NEW);
        new.truncate(NEW);
        let mut failures = trouble::failures(data);
        let more_failures = failures.len().saturating_sub(FAILURES);
        failures.truncate(FAILURES);
        let mut causes = causes::rows(data);
        let more_causes = causes.len().saturating_sub(CAUSES);
        causes.truncate(CAUSES);
        let times = ProgramTimes::measure(&data.programs, &data.sessions);
        Index {
            campaign: data.campaign.id,
            names: list(data.campaign.settings.tools().iter().map(|debugger| &debugger.name)),
            manner: if is_metamorphic(data) { "against itself" } else { "in lockstep" },
            started: date(data.campaign.started),
            took: time(data.campaign.seconds * 1e6),
            unfinished: unfinished(data),
            plan: plan(data),
            settings: Visible::prose(&data.campaign.settings.to_string()),
            done: !data.sessions.is_empty(),
            tiles: tiles(data, classes),
            causes,
            more_causes,
            actions_done: Done::count(&data.pairs),
            debuggers: debuggers(data),
            shares: [outcomes(data), kinds(data)],
            new,
            more_new,
            largest,
            smaller,
            outcomes_figure: Completed::count(&data.sessions, &data.findings).draw(),
            times_figure: ProgramTimes::draw(&times),
            root_causes_figure: RootCauses::count(classes, data.known).map(|causes| causes.draw()),
            rounds_figure: Rounds::count(&data.findings).map(|rounds| rounds.draw()),
            known: known(data),
            skipped: skipped(data),
            failures,
            more_failures,
            unstable: trouble::unstable(data),
        }
    }
}

/// Whether the campaign held one debugger against itself.
fn is_metamorphic(data: &Data<'_>) -> bool {
    matches!(data.campaign.settings, Settings::Metamorphic(_))
}

fn class_rows<'a>(
    classes: &'a [ClassSummary<'_>],
    findings: usize,
) -> impl Fn() -> Vec<ClassRow> + 'a {
    move || {
        let rows = classes.iter().enumerate();
        rows.map(|(at, class)| ClassRow::new(at, class, findings)).collect()
    }
}

/// Programs that take part.
fn fit(data: &Data<'_>) -> usize {
    data.programs.iter().filter(|row| row.skipped.is_none()).count()
}

fn plan(data: &Data<'_>) -> String {
    let seeds = match data.campaign.settings.seeds() {
        None | Some(Seeds { count: 0, .. }) => "no seeds".to_owned(),
        Some(Seeds { first, count: 1 }) => format!("seed {first}"),
        Some(Seeds { first, count }) => {
            let last = first.saturating_add(count - 1);
            format!("{} seeds ({first} to {last})", number(count as usize))
        }
    };
    format!("{} × {seeds}", count(fit(data), "program", "programs"))
}

fn unfinished(data: &Data<'_>) -> Option<String> {
    let seeds = data.campaign.settings.seeds().map_or(0, |seeds| seeds.count as usize);
    let planned = fit(data).saturating_mul(seeds);
    let done = number(data.sessions.len());
    (!data.campaign.finished)
        .then(|| format!("{done} of {}", count(planned, "session", "sessions")))
}

fn tiles(data: &Data<'_>, classes: &[ClassSummary<'_>]) -> Vec<Tile> {
    let tile = |value: usize, name, note| Tile { value: number(value), name, note };
    let actions: usize = data.sessions.iter().map(|session| session.actions as usize).sum();
    let new_classes = classes.iter().filter(|class| class.new_count > 0).count();
    let new_count: usize = classes.iter().map(|class| class.new_count).sum();
    let causes: BTreeSet<_> =
        data.findings.iter().filter_map(|finding| root_cause(finding, data.known)).collect();
    let tests: usize = data.sessions.iter().map(|session| session.rounds as usize).sum();
    let work = match tests {
        0 => tile(actions, "actions", "in each debugger".to_owned()),
        _ => tile(tests, "tests", "follow-ups compared with the run before".to_owned()),
    };
    vec![
        tile(data.sessions.len(), "sessions", plan(data)),
        work,
        tile(
            data.findings.len(),
            "divergences",
            format!("in {} of the sessions", share(diverging(data), data.sessions.len())),
        ),
        tile(
            classes.len(),
            "classes",
            format!("{} named", count(causes.len(), "root cause", "root causes")),
        ),
        tile(
            new_classes,
            "new classes",
            format!("{} not explained", count(new_count, "divergence", "divergences")),
        ),
    ]
}

/// The sessions with a divergence; surveys are none.
fn diverging(data: &Data<'_>) -> usize {
    let seeds = data.findings.iter().filter_map(|it| Some((&it.program.name, it.key.seed()?)));
    seeds.collect::<BTreeSet<_>>().len()
}

fn shares(parts: Vec<(&'static str, usize)>, whole: usize) -> Vec<Share> {
    let share = |(name, part)| Share {
        name,
        count: number(part),
        share: share(part, whole),
        width: format!("{:.2}", percent(part, whole)),
    };
    parts.into_iter().map(share).collect()
}

fn outcomes(data: &Data<'_>) -> Shares {
    let ended = |outcome: &'static str| {
        let so = data.sessions.iter().filter(|session| session.outcome == outcome);
        let name = match outcome {
            "diverged" if is_metamorphic(data) => "contradicts itself",
            _ => outcome_name(outcome),
        };
        (name, so.count())
    };
    let outcomes = ["finished", "exhausted", "diverged", "unstable", "failed"].map(ended);
    Shares {
        caption: "Sessions by outcome",
        name: "Outcome",
        unit: "Sessions",
        parts: shares(outcomes.to_vec(), data.sessions.len()),
    }
}

fn kinds(data: &Data<'_>) -> Shares {
    let found = |kind: DifferenceKind| {
        let so = data.findings.iter().filter(|finding| finding.divergence.difference.kind == kind);
        (kind_name(kind), so.count())
    };
    Shares {
        caption: "Divergences by kind",
        name: "Kind",
        unit: "Divergences",
        parts: shares(DifferenceKind::ALL.map(found).to_vec(), data.findings.len()),
    }
}

fn debuggers(data: &Data<'_>) -> Vec<DebuggerRow> {
    let row = |participant: &Tool| {
        let details = data.sessions.iter().filter_map(|session| session.detail.as_ref());
        let (mut failed, mut unstable) = (0, 0);
        for detail in details {
            match detail {
                Outcome::Failed { debugger, .. } if *debugger == participant.name => failed += 1,
                Outcome::Unstable { debuggers } if debuggers.contains(&participant.name) => {
                    unstable += 1;
                }
                _ => {}
            }
        }
        DebuggerRow {
            name: Visible::short(&participant.name),
            version: Visible::short(&participant.version),
            failed: number(failed),
            unstable: number(unstable),
        }
    };
    data.campaign.settings.tools().iter().map(row).collect()
}

/// The known differences that were seen, the most frequent first.
fn known(data: &Data<'_>) -> Vec<KnownRow> {
    let mut seen: BTreeMap<&str, (&Entry, usize)> = BTreeMap::new();
    for finding in &data.findings {
        for entry in data.known.explain(finding) {
            seen.entry(&entry.id).or_insert((entry, 0)).1 += 1;
        }
    }
    let mut seen: Vec<_> = seen.into_values().collect();
    seen.sort_by_key(|(_, findings)| std::cmp::Reverse(*findings));
    let row = |(entry, findings): (&Entry, usize)| KnownRow {
        id: Visible::short(&entry.id),
        status: status_name(entry.status),
        explanation: Visible::prose(&entry.explanation),
        findings: number(findings),
    };
    seen.into_iter().map(row).collect()
}

/// What a status is called in the report.
pub(super) fn status_name(status: Status) -> &'static str {
    match status {
        Status::Bug => "bug",
        Status::Unspecified => "unspecified",
    }
}

fn skipped(data: &Data<'_>) -> Vec<(Visible, Visible)> {
    let skipped = data.programs.iter().filter_map(|row| {
        let why = row.skipped.as_ref()?;
        Some((Visible::short(&row.program.name), Visible::prose(why)))
    });
    skipped.collect()
}
