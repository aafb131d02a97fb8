//! A cause: the law that a debugger breaks, a finding to step through, and a report to paste.

use askama::Template;
use parallax_bugs::{Aspect, Bug, Case, Session, Tool, files, steps};
use parallax_campaign::classes::CauseSummary;
use parallax_campaign::store::SessionFinding;
use parallax_model::{Breach, Rank, Trace};

use super::class::FindingView;
use super::{SCRIPT_HASH, cause_file};
use crate::Data;
use crate::format::number;
use crate::text::Visible;

/// The page of a cause.
#[derive(Debug, Template)]
#[template(path = "cause.html")]
pub(crate) struct CausePage {
    campaign: i64,
    number: usize,
    causes: usize,
    law: Visible,
    rank: Rank,
    debugger: Visible,
    shape: Visible,
    sentence: Visible,
    clause: Option<Visible>,
    known: Option<Visible>,
    findings: String,
    version: Visible,
    right: Vec<Visible>,
    ranges: Vec<Visible>,
    files: Vec<FileView>,
    finding: FindingView,
    previous: Option<String>,
    next: Option<String>,
}

/// A file of the report.
#[derive(Debug)]
struct FileView {
    name: String,
    text: Visible,
}

impl CausePage {
    /// Gathers what stands on the page of the cause at a place in the list; none for one without a finding.
    pub(crate) fn new(data: &Data<'_>, causes: &[CauseSummary<'_>], at: usize) -> Option<Self> {
        let cause = &causes[at];
        let is_reduced = |it: &SessionFinding| data.reductions.contains_key(&it.id);
        let findings = cause.findings.iter().copied();
        let finding =
            findings.min_by_key(|it| (!is_reduced(it), it.session.actions.len(), it.id))?;
        let mut breaches = finding.divergence.breaches.iter();
        let breach = breaches.find(|it| it.cause() == cause.cause)?;
        let bug = bug(data, finding, breach);
        let made = bug.as_ref().map_or_else(Vec::new, |it| files(it, it.tracker()));
        let file =
            |it: parallax_bugs::BugFile| FileView { name: it.name, text: Visible::block(&it.text) };
        Some(CausePage {
            campaign: data.campaign.id,
            number: at + 1,
            causes: causes.len(),
            law: Visible::short(&cause.cause.law),
            rank: cause.rank,
            debugger: Visible::short(&cause.cause.debugger),
            shape: Visible::short(&cause.cause.shape),
            sentence: Visible::prose(&breach.sentence),
            clause: breach.clause.as_deref().map(Visible::prose),
            known: cause.known.as_deref().map(Visible::short),
            findings: number(cause.findings.len()),
            version: Visible::short(&version(data, &cause.cause.debugger)),
            right: right(finding).map(|it| Visible::short(&it.debugger)).collect(),
            ranges: ranges(data, finding).iter().map(|it| Visible::prose(it)).collect(),
            files: made.into_iter().map(file).collect(),
            finding: FindingView::new(finding, data),
            previous: at.checked_sub(1).map(cause_file),
            next: (at + 1 < causes.len()).then(|| cause_file(at + 1)),
        })
    }
}

fn version(data: &Data<'_>, debugger: &str) -> String {
    let tools = data.campaign.settings.tools().iter();
    tools.filter(|it| it.name == debugger).map(|it| it.version.clone()).collect()
}

/// The debuggers of a session that break no law in it.
fn right(finding: &SessionFinding) -> impl Iterator<Item = &Trace> {
    let breaks = |name: &str| finding.divergence.breaches.iter().any(|it| it.debugger == name);
    finding.session.traces.iter().filter(move |it| !breaks(&it.debugger))
}

/// Between which versions it came or went.
fn ranges(data: &Data<'_>, finding: &SessionFinding) -> Vec<String> {
    let bisections = data.bisections.get(&finding.id).into_iter().flatten();
    bisections.flat_map(parallax_bugs::ranges).collect()
}

/// The bug of a finding, as far as it can be told from what is recorded: what is right is what another debugger shows.
fn bug(data: &Data<'_>, finding: &SessionFinding, breach: &Breach) -> Option<Bug> {
    let named = |it: &&Tool| breach.debugger.starts_with(&it.name().to_lowercase());
    let tool = Tool::ALL.iter().find(named).copied()?;
    let traces = &finding.session.traces;
    let blamed = traces.iter().find(|it| it.debugger == breach.debugger)?;
    let judge = right(finding).next()?;
    let shown = [&blamed.observations[..], &judge.observations[..]];
    let aspect = Aspect::of(breach);
    let told = Some((finding.divergence.at, breach));
    let steps = steps(&finding.session.actions, shown, &aspect, told)?;
    Some(Bug {
        title: breach.to_string().split([';', ':']).next().unwrap_or_default().replace('`', ""),
        tool,
        tracker: None,
        what: format!("{breach}."),
        why: breach
            .clause
            .clone()
            .unwrap_or_else(|| format!("It breaks the law `{}`.", breach.law)),
        law: Some(breach.law.clone()),
        clause: None,
        versions: vec![version(data, &breach.debugger)],
        right: vec![format!("{} {}", judge.debugger, version(data, &judge.debugger))],
        ranges: ranges(data, finding),
        links: Vec::new(),
        also: Vec::new(),
        case: Case::Session(Session {
            program: finding.program.text.to_string(),
            module: !finding.program.goal.is_script(),
            steps,
            control: None,
        }),
    })
}
