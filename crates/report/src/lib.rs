//! Every page of Parallax: campaigns, conformance, coverage of the specification's text, isolations.
//!
//! A campaign is a static site: an overview, and a page for each class of differences and for each cause.
//! The pages need no network and no file but themselves, and show all without a script. Everything in them that comes
//! from a program, a debugger or a person is hostile until it went through `text::Visible` and
//! the escaping of the templates or of `svg`; the names of the files are made here.

mod charts;
pub mod coverage;
mod format;
mod pages;
mod site;
mod svg;
#[cfg(test)]
mod synthetic;
#[cfg(test)]
mod tests;
mod text;

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use askama::Template;
use parallax_model::conformance::{KnownDeviations, SuiteSummary};
use parallax_model::isolation::Isolation;
use parallax_model::{Bisection, Pairs, Reduction};

use parallax_campaign::classes::{causes, classes};
use parallax_campaign::known::Known;
use parallax_campaign::settings::Settings;
use parallax_campaign::store::{
    CampaignRow, ConformanceFinding, IsolationFinding, ProgramRow, SessionFinding, SessionRow,
    Store, StoreError,
};
use site::Site;

/// Where a report was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportPaths {
    /// The page to open first.
    pub index: PathBuf,
    /// The pages of the classes, the largest class first.
    pub classes: Vec<PathBuf>,
    /// The pages of the causes: what is not known first.
    pub causes: Vec<PathBuf>,
}

/// Why a report could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The campaign cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file or the folder cannot be written.
    #[error("cannot write the report to {path}; make the folder writable, or name another one")]
    Write {
        /// The file or the folder.
        path: PathBuf,
        /// The cause.
        #[source]
        cause: io::Error,
    },
    /// A page cannot be made. This is a mistake in Parallax.
    #[error("cannot make the page {page}")]
    Page {
        /// The page's file name.
        page: String,
        /// The cause.
        #[source]
        cause: askama::Error,
    },
}

/// Writes the report of a campaign into a folder, which is made if it does not exist. Pages of an
/// earlier report in it are replaced.
pub fn write(
    store: &Store,
    campaign: i64,
    known: (&Known, &KnownDeviations),
    folder: &Path,
) -> Result<ReportPaths, ReportError> {
    let row = store.campaign(Some(campaign))?;
    match &row.settings {
        Settings::Differential(_) | Settings::Metamorphic(_) => {
            write_sessions(store, campaign, known.0, folder)
        }
        Settings::Conformance(_) => {
            let (suite, deviations) = (store.suite(campaign)?, store.deviations(campaign)?);
            write_suite(&SuiteData { campaign: row, deviations, known: known.1 }, &suite, folder)
        }
        Settings::Isolation(_) => write_isolations(&row, &store.isolations(campaign)?, folder),
        Settings::Maps(_) => {
            let (compiled, findings) = (store.compiled(campaign)?, store.map_findings(campaign)?);
            let site = Site::create(folder)?;
            let page = pages::MapsPage::new(&row, &compiled, &findings);
            let index = site.write(pages::INDEX, &page)?;
            site.remove_stale(0, 0)?;
            Ok(ReportPaths { index, classes: Vec::new(), causes: Vec::new() })
        }
    }
}

/// Writes the page of an isolation that is not stored into a folder, which is made if it does not
/// exist.
pub fn write_isolation(isolation: &Isolation, folder: &Path) -> Result<PathBuf, ReportError> {
    Site::create(folder)?.write(pages::INDEX, &pages::IsolationPage::new(isolation, None))
}

fn write_isolations(
    campaign: &CampaignRow,
    findings: &[IsolationFinding],
    folder: &Path,
) -> Result<ReportPaths, ReportError> {
    let Some(finding) = findings.first() else {
        return Err(StoreError::NoFinding(campaign.id).into());
    };
    let site = Site::create(folder)?;
    let page = pages::IsolationPage::new(&finding.isolation, Some(campaign));
    let index = site.write(pages::INDEX, &page)?;
    site.remove_stale(0, 0)?;
    Ok(ReportPaths { index, classes: Vec::new(), causes: Vec::new() })
}

fn write_suite(
    data: &SuiteData<'_>,
    suite: &SuiteSummary,
    folder: &Path,
) -> Result<ReportPaths, ReportError> {
    let site = Site::create(folder)?;
    let index = site.write(pages::INDEX, &pages::SuitePage::new(data, suite))?;
    let mut classes = Vec::with_capacity(data.deviations.len());
    for at in 0..data.deviations.len() {
        let page = pages::DeviationPage::new(data, &suite.edition, at, folder);
        classes.push(site.write(&pages::class_file(at), &page)?);
    }
    site.remove_stale(classes.len(), 0)?;
    Ok(ReportPaths { index, classes, causes: Vec::new() })
}

fn write_sessions(
    store: &Store,
    campaign: i64,
    known: &Known,
    folder: &Path,
) -> Result<ReportPaths, ReportError> {
    let data = Data::read(store, campaign, known)?;
    let classes = classes(&data.findings, known);
    let site = Site::create(folder)?;
    let index = pages::Index::new(&data, &classes);
    let index = site.write(pages::INDEX, &index)?;
    let mut pages = Vec::with_capacity(classes.len());
    for at in 0..classes.len() {
        let page = pages::ClassPage::new(&data, &classes, at);
        pages.push(site.write(&pages::class_file(at), &page)?);
    }
    let causes = causes(&data.findings, known);
    let listed = &causes[..causes.len().min(pages::CAUSES)];
    let mut of_causes = Vec::with_capacity(listed.len());
    for at in 0..listed.len() {
        let page = pages::CausePage::new(&data, listed, at);
        of_causes.extend(page.map(|it| site.write(&pages::cause_file(at), &it)).transpose()?);
    }
    site.remove_stale(classes.len(), listed.len())?;
    Ok(ReportPaths { index, classes: pages, causes: of_causes })
}

/// What the store holds about a campaign, read once for all pages.
struct Data<'a> {
    campaign: CampaignRow,
    programs: Vec<ProgramRow>,
    sessions: Vec<SessionRow>,
    findings: Vec<SessionFinding>,
    /// Findings that were made smaller, by their numbers.
    reductions: HashMap<i64, Reduction>,
    /// What versions of tools showed of findings, by their numbers.
    bisections: HashMap<i64, Vec<Bisection>>,
    /// What was done where.
    pairs: Pairs,
    known: &'a Known,
}

impl<'a> Data<'a> {
    fn read(store: &Store, campaign: i64, known: &'a Known) -> Result<Self, StoreError> {
        let findings = store.session_findings(campaign)?;
        let (mut reductions, mut bisections) = (HashMap::new(), HashMap::new());
        for finding in &findings {
            bisections.insert(finding.id, store.bisections(finding.id)?);
            let reduction = store.reduction(finding.id)?;
            reductions.extend(reduction.map(|it| (finding.id, it)));
        }
        Ok(Data {
            reductions,
            bisections,
            campaign: store.campaign(Some(campaign))?,
            programs: store.programs(campaign)?,
            sessions: store
                .sessions(campaign)?
                .into_iter()
                .filter(SessionRow::is_of_seed)
                .collect(),
            findings,
            pairs: store.pairs(campaign)?,
            known,
        })
    }
}

/// What the store holds about a suite of conformance tests.
struct SuiteData<'a> {
    campaign: CampaignRow,
    deviations: Vec<ConformanceFinding>,
    known: &'a KnownDeviations,
}

/// A page's text.
fn render(file: &str, page: &impl Template) -> Result<String, ReportError> {
    page.render().map_err(|cause| ReportError::Page { page: file.to_owned(), cause })
}
