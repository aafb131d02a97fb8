//! One isolation from beginning to end: reproduce the failure, search for witnesses, rank the files.

use std::cell::RefCell;
use std::path::Path;
use std::time::{Duration, Instant};

use parallax_model::isolation::{Isolation, SymptomKind};

use crate::built::BuiltSubject;
use crate::case::Case;
use crate::coverage::Map;
use crate::error::IsolateError;
use crate::evidence::{Evidence, WitnessSource};
use crate::journal::Journals;
use crate::rank::{self, Aggregation, Scoring, Weights};
use crate::record;
use crate::trial::TrialRunner;
use crate::witnesses::{Search, gather};

/// What to isolate, and how.
#[derive(Debug, Clone)]
pub struct IsolationRequest<'a> {
    /// The subject.
    pub subject: &'a BuiltSubject<'a>,
    /// The failing program.
    pub case: Case,
    /// How much to do.
    pub effort: Effort,
    /// Where to look for witnesses.
    pub sources: Vec<WitnessSource>,
    /// How to rank; none for the best ranking.
    pub scoring: Option<Scoring>,
    /// The folder of the journals, by which an interrupted isolation goes on; none keeps none.
    pub journals: Option<&'a Path>,
}

/// How much to do.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// Seed of everything random. The same seed gives the same ranking.
    pub seed: u64,
    /// Most mutants that are tried.
    pub mutants: usize,
    /// Witnesses among them that are enough.
    pub witnesses: usize,
    /// The time after which no new witness is looked for.
    pub time: Duration,
    /// Trials at the same time.
    pub jobs: usize,
}

impl Effort {
    /// A search that begins now.
    pub(crate) fn search<'a>(&self, watch: &'a dyn Fn(&Evidence)) -> Search<'a> {
        let until = Instant::now() + self.time;
        Search { seed: self.seed, mutants: self.mutants, witnesses: self.witnesses, until, watch }
    }
}

/// What an isolation tells while it runs.
pub enum IsolationEvent<'a> {
    /// The program fails, with this symptom.
    Reproduced(SymptomKind),
    /// A few more trials were made.
    Progress(Progress<'a>),
}

/// The state of a search.
#[derive(Debug, Clone, Copy)]
pub struct Progress<'a> {
    map: &'a Map,
    evidence: &'a Evidence,
    /// How long the search has taken.
    pub time: Duration,
}

impl<'a> Progress<'a> {
    /// Witnesses so far.
    pub fn witnesses(&self) -> usize {
        self.evidence.witnesses().count()
    }

    /// Runs so far that pass or fail.
    pub fn runs(&self) -> usize {
        self.evidence.runs.len()
    }

    /// The files that are most suspicious so far, by a ranking that is made quickly.
    pub fn first_files(&self, count: usize) -> Vec<&'a str> {
        let scoring = Scoring::of_all_runs(&WitnessSource::ALL, Aggregation::TopTenth);
        let lines = rank::lines(self.evidence, &scoring);
        let files = rank::files(self.map, &lines, scoring.aggregation);
        files.iter().take(count).map(|file| self.map.files[file.item as usize].as_str()).collect()
    }
}

/// Finds the source files that are most likely to hold the bug.
///
/// The life of every process that this starts is bound to the thread that polls the future, so that
/// thread has to last as long as the isolation.
pub async fn isolate(
    request: &IsolationRequest<'_>,
    observer: &mut dyn FnMut(IsolationEvent<'_>),
) -> Result<Isolation, IsolateError> {
    let IsolationRequest { subject, case, effort, .. } = request;
    let journals = Journals::of(request.journals, subject, case)?;
    let runner = TrialRunner::open(subject, case, journals, effort.jobs).await?;
    observer(IsolationEvent::Reproduced(runner.symptom().kind()));
    let begun = Instant::now();
    let observer = RefCell::new(observer);
    let watch = |evidence: &Evidence| {
        let progress = Progress { map: runner.map(), evidence, time: begun.elapsed() };
        (observer.borrow_mut())(IsolationEvent::Progress(progress));
    };
    let evidence = gather(&runner, &effort.search(&watch), &request.sources).await?;
    if evidence.trials.is_empty() && !request.sources.is_empty() && begun.elapsed() >= effort.time {
        return Err(IsolateError::NoTime);
    }
    let (symptom, output) = (runner.symptom(), runner.failure_output());
    let mut best = rank::best(subject, &evidence, symptom, output, Weights::shipped());
    if let Some(scoring) = &request.scoring {
        let lines = rank::lines(&evidence, scoring);
        best.files = rank::files(runner.map(), &lines, scoring.aggregation);
        best.functions = rank::functions(runner.map(), &lines, scoring.aggregation);
    }
    Ok(record::isolation(&runner, &evidence, &best, effort.seed, begun.elapsed()))
}
