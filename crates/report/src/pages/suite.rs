//! The overview of a suite of conformance tests: how engines did, and where they deviate.

use askama::Template;
use parallax_model::conformance::{SuiteSummary, Tally};
use parallax_program::js::laid_out;

use super::{class_file, list};
use crate::SuiteData;
use crate::charts::{Coverage, Figure};
use crate::format::{date, number, time};
use crate::text::Visible;
use parallax_campaign::store::ConformanceFinding;

/// The page `index.html` of a suite.
#[derive(Debug, Template)]
#[template(path = "suite.html")]
pub(crate) struct SuitePage {
    campaign: i64,
    names: Visible,
    edition: Visible,
    tests: String,
    started: String,
    took: String,
    settings: Visible,
    engines: Vec<EngineRow>,
    rows: Vec<Row>,
    new_count: usize,
    coverage_figure: Option<Figure>,
}

/// An engine that took part.
#[derive(Debug)]
struct EngineRow {
    name: Visible,
    version: Visible,
    counts: [String; 6],
}

/// A deviation in a list.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) id: i64,
    pub(super) file: String,
    pub(super) what: &'static str,
    pub(super) engines: Visible,
    pub(super) symptom: Visible,
    pub(super) program: Visible,
    pub(super) tests: String,
    pub(super) known: Vec<Visible>,
}

impl SuitePage {
    /// Gathers what stands on the page.
    pub(crate) fn new(data: &SuiteData<'_>, suite: &SuiteSummary) -> Self {
        let rows: Vec<Row> = (0..data.deviations.len()).map(|at| Row::new(data, at)).collect();
        SuitePage {
            campaign: data.campaign.id,
            names: list(data.campaign.settings.tools().iter().map(|engine| &engine.name)),
            edition: Visible::short(&suite.edition),
            tests: number(suite.tests),
            started: date(data.campaign.started),
            took: time(data.campaign.seconds * 1e6),
            settings: Visible::prose(&data.campaign.settings.to_string()),
            engines: suite.engines.iter().map(engine_row).collect(),
            new_count: rows.iter().filter(|row| row.known.is_empty()).count(),
            rows,
            coverage_figure: Coverage::over_time(&suite.coverage).map(|it| it.draw()),
        }
    }
}

fn engine_row(tally: &Tally) -> EngineRow {
    EngineRow {
        name: Visible::short(&tally.engine),
        version: Visible::short(&tally.version),
        counts: tally.counts().map(number),
    }
}

impl Row {
    /// The row of the deviation at a place in the list.
    pub(super) fn new(data: &SuiteData<'_>, at: usize) -> Self {
        let ConformanceFinding { id, deviation, .. } = &data.deviations[at];
        let known = data.known.explain_all(deviation);
        Row {
            id: *id,
            file: class_file(at),
            what: deviation.verdict.name(),
            engines: list(deviation.verdict.engines()),
            symptom: Visible::short(&deviation.symptom),
            program: Visible::short(&in_a_line(&laid_out(&deviation.program))),
            tests: number(deviation.tests.len()),
            known: known.iter().map(|entry| Visible::short(&entry.id)).collect(),
        }
    }
}
/// A program whose lines are not told apart.
fn in_a_line(program: &str) -> String {
    program.lines().map(str::trim_start).collect::<Vec<_>>().join(" ")
}
