//! A benchmark: known bugs, and where several techniques of isolation rank the fixed files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::built::BuiltSubject;
use crate::case::Case;
use crate::error::{IsolateError, file_error};
use crate::evidence::{Evidence, WitnessSource};
use crate::isolation::{Effort, journal};
use crate::rank::{self, Aggregation, Formula, Ranked, Scoring};
use crate::trial::TrialRunner;
use crate::witnesses::gather;
use crate::witnesses::programs::programs;

mod bugs;
mod measures;

pub use bugs::{Bug, BugsError, read};
pub use measures::{FixedFileRanks, Measures};

/// What every bug is isolated with.
#[derive(Debug, Clone)]
pub struct Benchmark<'a> {
    /// The subject.
    pub subject: &'a BuiltSubject<'a>,
    /// The folder that the programs' paths begin at.
    pub programs: &'a Path,
    /// Programs that do not fail, with their names, for plain spectrum-based localisation.
    pub tests: Vec<(String, Arc<str>)>,
    /// How much to do; the seeds are 1, 2, and so on.
    pub effort: Effort,
    /// How many seeds; a bug's rank is the median.
    pub seeds: u64,
    /// Where to look for witnesses.
    pub sources: Vec<WitnessSource>,
    /// Whether random search is compared with.
    pub random: bool,
    /// Whether each ranking view is told, too.
    pub views: bool,
    /// The folder of the journals; none keeps none.
    pub journals: Option<&'a Path>,
}

/// What one technique made of a bug.
#[derive(Debug, Clone, PartialEq)]
pub struct TechniqueRanks {
    /// The technique.
    pub technique: String,
    /// Where it ranks the fixed files.
    pub ranks: FixedFileRanks,
}

/// What all techniques made of a bug.
#[derive(Debug)]
pub struct BugResult {
    /// The bug.
    pub bug: String,
    /// How long it took.
    pub time: Duration,
    /// The ranks, or why the bug cannot be isolated.
    pub outcome: Result<Vec<TechniqueRanks>, IsolateError>,
}

/// A row of the paper's Table 2.
#[derive(Debug, Clone, PartialEq)]
pub struct TechniqueSummary {
    /// The technique.
    pub technique: String,
    /// Its measures over the bugs that it ranks.
    pub measures: Measures,
}

/// The measures of each technique, in the order in which they first appear. A technique may not rank
/// the files of every bug.
pub fn summary(results: &[BugResult]) -> Vec<TechniqueSummary> {
    let all = || results.iter().filter_map(|result| result.outcome.as_ref().ok()).flatten();
    let mut names: Vec<&str> = Vec::new();
    for ranks in all() {
        if !names.contains(&ranks.technique.as_str()) {
            names.push(&ranks.technique);
        }
    }
    let of = |name: &str| {
        let ranks: Vec<_> = all().filter(|it| it.technique == name).map(|it| it.ranks).collect();
        TechniqueSummary { technique: name.to_owned(), measures: Measures::of(&ranks) }
    };
    names.into_iter().map(of).collect()
}

/// Programs of a folder, evenly spread over their names: about so many.
pub fn test_programs(folder: &Path, count: usize) -> Result<Vec<(String, Arc<str>)>, IsolateError> {
    let entries = fs::read_dir(folder).map_err(file_error("read", folder))?;
    let is_program = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "c");
    let mut paths: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(is_program).collect();
    paths.sort();
    let step = paths.len().div_ceil(count.max(1)).max(1);
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let programs = paths
        .iter()
        .step_by(step)
        .filter_map(|path| Some((name(path), Arc::from(fs::read_to_string(path).ok()?))));
    Ok(programs.collect())
}

impl Benchmark<'_> {
    /// Isolates bugs one after the other; `observer` is told of each.
    pub async fn run(&self, bugs: &[Bug], observer: &mut dyn FnMut(&BugResult)) -> Vec<BugResult> {
        let mut results = Vec::with_capacity(bugs.len());
        for bug in bugs {
            let begun = Instant::now();
            let outcome = self.isolate(bug).await;
            let result = BugResult { bug: bug.name.clone(), time: begun.elapsed(), outcome };
            observer(&result);
            results.push(result);
        }
        results
    }

    /// One bug by all techniques, medians over the seeds.
    async fn isolate(&self, bug: &Bug) -> Result<Vec<TechniqueRanks>, IsolateError> {
        let mut by_seed: Vec<Vec<TechniqueRanks>> = Vec::new();
        for seed in 1..=self.seeds {
            by_seed.push(self.isolate_with(bug, seed).await?);
        }
        let names = by_seed.first().into_iter().flatten().map(|ranks| ranks.technique.clone());
        let medians = names.enumerate().map(|(at, technique)| {
            let ranks: Vec<_> = by_seed.iter().map(|all| all[at].ranks).collect();
            TechniqueRanks { technique, ranks: FixedFileRanks::medians(&ranks) }
        });
        Ok(medians.collect())
    }

    async fn isolate_with(
        &self,
        bug: &Bug,
        seed: u64,
    ) -> Result<Vec<TechniqueRanks>, IsolateError> {
        let path = self.programs.join(&bug.program);
        let case = Case {
            name: bug.program.clone(),
            text: fs::read_to_string(&path).map_err(file_error("read", &path))?.into(),
            language: self.subject.subject.language,
            bad: bug.bad.clone(),
            good: bug.good.clone(),
            expected: None,
        };
        let journal = journal(self.subject, &case, self.journals)?;
        let runner = TrialRunner::open(self.subject, &case, journal, self.effort.jobs).await?;
        let search = Effort { seed, ..self.effort }.search(&|_| {});
        let mut sources = self.sources.clone();
        if sources.contains(&WitnessSource::Mutant) && self.random {
            sources.push(WitnessSource::Random);
        }
        let mut evidence = gather(&runner, &search, &sources).await?;
        if !self.tests.is_empty() {
            programs(&runner, &search, &mut evidence, &self.tests).await?;
        }
        let ranks = |(technique, ranking): (String, Vec<Ranked>)| TechniqueRanks {
            technique,
            ranks: FixedFileRanks::of(runner.map(), bug, &ranking),
        };
        Ok(self.rankings(&runner, &evidence).into_iter().map(ranks).collect())
    }

    /// The ranking of each technique.
    fn rankings(
        &self,
        runner: &TrialRunner<'_>,
        evidence: &Evidence,
    ) -> Vec<(String, Vec<Ranked>)> {
        let map = runner.map();
        let scored = |scoring: &Scoring| {
            rank::files(map, &rank::lines(evidence, scoring), scoring.aggregation)
        };
        let of_the_paper = |origin| scored(&Scoring::of_the_paper(origin));
        let (symptom, output) = (runner.symptom(), runner.failure_output());
        let (pooled, views) = rank::pooled(self.subject, evidence, symptom, output);
        let mut rankings: Vec<(String, Vec<Ranked>)> = Vec::new();
        if !self.tests.is_empty() {
            let plain = rank::whole_files(map, evidence, WitnessSource::Test, Formula::Ochiai);
            rankings.push(("SBFL".to_owned(), plain));
            rankings.push(("SBFL, aggregated".to_owned(), of_the_paper(WitnessSource::Test)));
        }
        if self.random {
            rankings.push(("random".to_owned(), of_the_paper(WitnessSource::Random)));
        }
        rankings.push(("paper".to_owned(), of_the_paper(WitnessSource::Mutant)));
        for (name, aggregation) in Aggregation::ALL {
            let scoring = Scoring::of_all_runs(&WitnessSource::RANKED, aggregation);
            rankings.push((format!("all, {name}"), scored(&scoring)));
        }
        if self.views {
            rankings.extend(views.into_iter().map(|view| (view.name.to_owned(), view.ranking)));
        }
        rankings.push(("ours".to_owned(), pooled));
        rankings
    }
}
