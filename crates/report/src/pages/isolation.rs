//! The page of an isolation: files by suspicion, and the nearest programs that pass.

use askama::Template;
use parallax_campaign::store::{CampaignRow, IsolationFinding};
use parallax_model::isolation::RankedFile;

use super::list;
use crate::format::{date, time};
use crate::text::Visible;

/// Files that are listed.
const MAX_FILES: usize = 50;

/// The page `index.html` of an isolation.
#[derive(Debug, Template)]
#[template(path = "isolation.html")]
pub(crate) struct IsolationPage {
    campaign: i64,
    subject: Visible,
    program: Visible,
    symptom: Visible,
    started: String,
    took: String,
    settings: Visible,
    files: Vec<FileRow>,
    mutants: Vec<(Visible, Vec<Visible>)>,
}

/// A file in the ranking.
#[derive(Debug)]
struct FileRow {
    rank: usize,
    name: Visible,
    score: String,
    functions: Visible,
}

impl IsolationPage {
    /// Gathers what stands on the page.
    pub(crate) fn new(campaign: &CampaignRow, finding: &IsolationFinding) -> Self {
        let isolation = &finding.isolation;
        let lines = |text: &str| text.lines().map(Visible::long).collect();
        IsolationPage {
            campaign: campaign.id,
            subject: Visible::short(&isolation.subject),
            program: Visible::short(&isolation.program),
            symptom: Visible::prose(&isolation.symptom),
            started: date(campaign.started),
            took: time(campaign.seconds * 1e6),
            settings: Visible::prose(&campaign.settings.to_string()),
            files: isolation.files.iter().take(MAX_FILES).map(file_row).collect(),
            mutants: isolation
                .mutants
                .iter()
                .map(|mutant| (Visible::short(&mutant.rule), lines(&mutant.change)))
                .collect(),
        }
    }
}

fn file_row(file: &RankedFile) -> FileRow {
    FileRow {
        rank: file.rank,
        name: Visible::short(&file.name),
        score: format!("{:.3}", file.score),
        functions: list(&file.functions),
    }
}
