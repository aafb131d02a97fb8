//! A deviation of engines from the text: the smallest test, who fails it, and where in the text.

use std::path::Path;

use askama::Template;
use parallax_model::conformance::{Suspect, link};
use parallax_program::js::laid_out;

use super::class_file;
use super::isolation::FunctionRow;
use super::note::{Note, is_safe};
use super::suite::Row;
use crate::SuiteData;
use crate::coverage::clause_file;
use crate::text::Visible;

/// Files of tests that are listed.
const LISTED: usize = 50;

/// The page of a deviation.
#[derive(Debug, Template)]
#[template(path = "deviation.html")]
pub(crate) struct DeviationPage {
    campaign: i64,
    number: usize,
    deviations: usize,
    row: Row,
    edition: Visible,
    ending: Visible,
    label: Option<Visible>,
    notes: Vec<Note>,
    witnesses: Vec<WitnessRow>,
    script: Vec<Visible>,
    suspects: Vec<SuspectRow>,
    guilty: Vec<FunctionRow>,
    files: Vec<Visible>,
    more: usize,
    previous: Option<String>,
    next: Option<String>,
}

/// What an engine did.
#[derive(Debug)]
struct WitnessRow {
    engine: Visible,
    does: Visible,
    fails: bool,
}

/// An algorithm of the text.
#[derive(Debug)]
struct SuspectRow {
    score: String,
    algorithm: Visible,
    url: Visible,
    /// Whether the link may be followed.
    safe: bool,
    step: Visible,
    text: Visible,
    /// The page of the clause in a site of covered text, where the report has one.
    covered: Option<String>,
}

impl DeviationPage {
    /// Gathers what stands on the page of the deviation at a place in the list.
    pub(crate) fn new(data: &SuiteData<'_>, edition: &str, at: usize, folder: &Path) -> Self {
        let found = &data.deviations[at];
        let deviation = &found.deviation;
        let witnesses = deviation.engines.iter().map(|witness| WitnessRow {
            engine: Visible::short(&witness.engine),
            does: Visible::long(&witness.does),
            fails: witness.symptom.is_some(),
        });
        let script =
            deviation.script.replacen(&deviation.program, &laid_out(&deviation.program), 1);
        DeviationPage {
            campaign: data.campaign.id,
            number: at + 1,
            deviations: data.deviations.len(),
            row: Row::new(data, at),
            edition: Visible::short(edition),
            ending: Visible::short(&deviation.ending),
            label: found.label.as_deref().map(Visible::short),
            notes: data.known.explain_all(deviation).into_iter().map(Note::from).collect(),
            witnesses: witnesses.collect(),
            script: script.lines().map(Visible::code).collect(),
            suspects: deviation
                .suspects
                .iter()
                .map(|it| SuspectRow::new(it, edition, folder))
                .collect(),
            guilty: deviation.guilty.iter().map(FunctionRow::new).collect(),
            files: deviation.tests.iter().take(LISTED).map(|it| Visible::short(it)).collect(),
            more: deviation.tests.len().saturating_sub(LISTED),
            previous: at.checked_sub(1).map(class_file),
            next: (at + 1 < data.deviations.len()).then(|| class_file(at + 1)),
        }
    }
}

impl SuspectRow {
    fn new(suspect: &Suspect, edition: &str, folder: &Path) -> Self {
        let url = link(edition, &suspect.clause);
        let covered = format!("coverage/{}", clause_file(&suspect.clause));
        SuspectRow {
            score: format!("{:.2}", suspect.score),
            algorithm: Visible::short(&suspect.algorithm),
            safe: is_safe(&url),
            url: Visible::long(&url),
            step: Visible::short(&suspect.step),
            text: Visible::long(&suspect.text),
            covered: folder.join(&covered).is_file().then_some(covered),
        }
    }
}
