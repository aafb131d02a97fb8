//! A class: what it is, what is known about it, and one of its findings in full.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use askama::Template;
use parallax_model::{DifferenceKind, format_actions};

use super::excerpt::{Line, excerpt};
use super::lineage::LineageView;
use super::note::Note;
use super::reduction::ReductionView;
use super::trace::{SideMark, Traces};
use super::{ClassRow, SCRIPT_HASH, class_file, list};
use crate::Data;
use crate::charts::root_cause;
use crate::format::number;
use crate::text::Visible;
use parallax_campaign::classes::ClassSummary;
use parallax_campaign::known::Known;
use parallax_campaign::store::SessionFinding;

/// Findings that are listed by name.
const LISTED: usize = 50;

/// The page of a class.
#[derive(Debug, Template)]
#[template(path = "class.html")]
pub(crate) struct ClassPage {
    campaign: i64,
    row: ClassRow,
    classes: usize,
    meaning: &'static str,
    verdicts: Vec<(Visible, String)>,
    causes: Vec<(Visible, String)>,
    notes: Vec<Note>,
    finding: Option<FindingView>,
    others: Vec<OtherRow>,
    more: String,
    previous: Option<String>,
    next: Option<String>,
}

/// A finding in full.
#[derive(Debug)]
pub(super) struct FindingView {
    pub(super) id: i64,
    pub(super) program: Visible,
    pub(super) line: u32,
    pub(super) key: String,
    is_new: bool,
    cause: Option<Visible>,
    verdict: Visible,
    pub(super) actions: Visible,
    pub(super) sides: Vec<SideView>,
    pub(super) excerpt: Vec<Line>,
    pub(super) traces: Traces,
    pub(super) lineage: Option<LineageView>,
    pub(super) reduction: Option<ReductionView>,
}

/// Debuggers that showed the same.
#[derive(Debug)]
pub(super) struct SideView {
    pub(super) mark: SideMark,
    pub(super) debuggers: Visible,
    pub(super) shown: Visible,
}

/// A finding in a list.
#[derive(Debug)]
struct OtherRow {
    id: i64,
    program: Visible,
    line: u32,
    key: String,
    actions: usize,
    cause: Option<Visible>,
}

impl ClassPage {
    /// Gathers what stands on the page of the class at a place in the list.
    pub(crate) fn new(data: &Data<'_>, classes: &[ClassSummary<'_>], at: usize) -> Self {
        let class = &classes[at];
        let known = data.known;
        let is_reduced = |finding: &SessionFinding| data.reductions.contains_key(&finding.id);
        let representative = representative(class, known, is_reduced);
        let others: Vec<_> = class
            .findings
            .iter()
            .filter(|finding| representative.is_none_or(|shown| shown.id != finding.id))
            .collect();
        ClassPage {
            campaign: data.campaign.id,
            row: ClassRow::new(at, class, data.findings.len()),
            classes: classes.len(),
            meaning: meaning(class.class.kind),
            verdicts: tally(class, |finding| Some(finding.divergence.verdict_in_words())),
            causes: tally(class, |finding| root_cause(finding, known)),
            notes: class.known.iter().map(Note::from).collect(),
            finding: representative.map(|finding| FindingView::new(finding, data)),
            more: match others.len().saturating_sub(LISTED) {
                0 => String::new(),
                more => number(more),
            },
            others: others
                .iter()
                .take(LISTED)
                .map(|finding| OtherRow::new(finding, known))
                .collect(),
            previous: at.checked_sub(1).map(class_file),
            next: (at + 1 < classes.len()).then(|| class_file(at + 1)),
        }
    }
}

/// The finding to show: new before known, one that was made smaller before others, few actions before many.
fn representative<'a>(
    class: &ClassSummary<'a>,
    known: &Known,
    is_reduced: impl Fn(&SessionFinding) -> bool,
) -> Option<&'a SessionFinding> {
    let findings = class.findings.iter().copied();
    findings.min_by_key(|finding| {
        let explained = !known.is_new(finding);
        (explained, !is_reduced(finding), finding.session.actions.len(), finding.id)
    })
}

fn meaning(kind: DifferenceKind) -> &'static str {
    match kind {
        DifferenceKind::Failure => {
            "A debugger crashes, hangs or answers nonsense where another goes on."
        }
        DifferenceKind::BreakpointLocation => "Debuggers set the breakpoint at different lines.",
        DifferenceKind::BreakpointRemoval => {
            "A breakpoint can be removed in one debugger but not in another."
        }
        DifferenceKind::Termination => {
            "The program has ended in one debugger and is still paused in another."
        }
        DifferenceKind::PausedLine => "Debuggers pause at different lines.",
        DifferenceKind::CallStack => "Debuggers show different functions on the call stack.",
        DifferenceKind::Variables => "Debuggers show different variables, types or values.",
        DifferenceKind::Output => "The program prints something else.",
    }
}

/// How often each text comes up, the most frequent first.
fn tally(
    class: &ClassSummary<'_>,
    text: impl Fn(&SessionFinding) -> Option<String>,
) -> Vec<(Visible, String)> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for text in class.findings.iter().filter_map(|finding| text(finding)) {
        *counts.entry(text).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| Reverse(*count));
    counts.iter().map(|(text, count)| (Visible::long(text), number(*count))).collect()
}

impl FindingView {
    pub(super) fn new(finding: &SessionFinding, data: &Data<'_>) -> Self {
        let groups = finding.divergence.difference.groups.iter().enumerate();
        let sides = groups.map(|(at, group)| SideView {
            mark: SideMark::at(at),
            debuggers: list(&group.debuggers),
            shown: Visible::long(&group.shown),
        });
        let lineage = finding.session.lineage();
        FindingView {
            id: finding.id,
            program: Visible::short(&finding.program.name),
            line: finding.divergence.line,
            key: finding.key.to_string(),
            is_new: data.known.is_new(finding),
            cause: root_cause(finding, data.known).as_deref().map(Visible::short),
            verdict: Visible::long(&finding.divergence.verdict_in_words()),
            actions: Visible::long(&format_actions(&finding.session.actions)),
            sides: sides.collect(),
            excerpt: excerpt(finding),
            traces: Traces::new(finding, data.campaign.settings.tools()),
            reduction: data.reductions.get(&finding.id).map(ReductionView::new),
            lineage: lineage.map(|lineage| LineageView::new(lineage, &finding.session.actions)),
        }
    }
}

impl OtherRow {
    fn new(finding: &SessionFinding, known: &Known) -> Self {
        OtherRow {
            id: finding.id,
            program: Visible::short(&finding.program.name),
            line: finding.divergence.line,
            key: finding.key.to_string(),
            actions: finding.session.actions.len(),
            cause: root_cause(finding, known).as_deref().map(Visible::short),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic::{finding, known};
    use parallax_campaign::classes::classes;

    #[test]
    fn what_is_new_is_shown_before_what_is_known_and_short_before_long() {
        let mut long = finding(DifferenceKind::PausedLine, "break 1; start; over");
        let mut short = finding(DifferenceKind::PausedLine, "start");
        let mut shorter = finding(DifferenceKind::PausedLine, "start");
        for (id, finding) in [&mut long, &mut short, &mut shorter].into_iter().enumerate() {
            finding.id = id as i64;
        }
        shorter.divergence.difference.groups[1].shown = "something known".into();
        let findings = [long, short, shorter];
        let known = known("debuggers = [\"two\"]\nshown = [\"something known\"]");
        let classes = classes(&findings, &known);
        assert_eq!((classes.len(), classes[0].new_count), (1, 2));
        let shown = |known: &Known, reduced: i64| {
            representative(&classes[0], known, |it| it.id == reduced).map(|finding| finding.id)
        };
        assert_eq!(shown(&known, -1), Some(1));
        assert_eq!(shown(&Known::default(), -1), Some(1));
        assert_eq!(shown(&known, 0), Some(0), "one that was made smaller comes first");
        assert_eq!(shown(&known, 2), Some(1), "but not if it is known");
    }
}
