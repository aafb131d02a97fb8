//! A benchmark: known bugs, and where several techniques of isolation rank the fixed files and functions.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::built::BuiltSubject;
use crate::case::Case;
use crate::error::{IsolateError, file_error};
use crate::evidence::{Evidence, WitnessSource};
use crate::includes;
use crate::isolation::Effort;
use crate::journal::Journals;
use crate::rank::{self, Aggregation, Candidates, Formula, Ranked, Scoring, Weights};
use crate::trial::TrialRunner;
use crate::witnesses::gather;

mod bugs;
mod learning;
mod measures;
mod split;

pub use bugs::{Bug, BugsError, read};
pub use learning::{Certainty, certainty, learn, leave_one_out};
pub use measures::{FixedRanks, Measures};
pub use split::{Half, halves};

/// The technique that Parallax offers.
pub const OURS: &str = "Parallax";

/// What every bug is isolated with.
#[derive(Debug, Clone)]
pub struct Benchmark<'a> {
    /// The subject.
    pub subject: &'a BuiltSubject<'a>,
    /// The folder that the programs' paths begin at.
    pub programs: &'a Path,
    /// How much to do; the seeds are 1, 2, and so on.
    pub effort: Effort,
    /// How many seeds; a bug's rank is the median.
    pub seeds: u64,
    /// Where to look for witnesses.
    pub sources: Vec<WitnessSource>,
    /// The folder of the journals; none keeps none.
    pub journals: Option<&'a Path>,
}

/// What one technique made of a bug.
#[derive(Debug, Clone, PartialEq)]
pub struct TechniqueRanks {
    /// The technique.
    pub technique: String,
    /// Where it ranks the fixed files.
    pub files: FixedRanks,
    /// Where it ranks the fixed functions; none for techniques that rank files only, and where no fixed
    /// function is known.
    pub functions: Option<FixedRanks>,
}

/// What all techniques made of a bug.
#[derive(Debug, Clone)]
pub struct BugResult {
    /// The techniques, medians over the seeds.
    pub techniques: Vec<TechniqueRanks>,
    /// What there is to learn from it, by seed.
    pub lessons: Vec<BugLesson>,
    /// The file that is first, and how sure that is.
    pub first: Option<(String, f64)>,
}

/// The candidates of a bug, and which of them are guilty.
#[derive(Debug, Clone)]
pub struct BugLesson {
    /// Files.
    pub files: Candidates,
    /// Whether each of them was fixed.
    pub guilty_files: Vec<bool>,
    /// Functions.
    pub functions: Candidates,
    /// Whether each of them was fixed.
    pub guilty_functions: Vec<bool>,
}

/// A bug that was isolated, or why it could not be.
#[derive(Debug)]
pub struct BugOutcome {
    /// The bug.
    pub bug: Bug,
    /// How long it took.
    pub time: Duration,
    /// The result.
    pub result: Result<BugResult, IsolateError>,
}

impl Benchmark<'_> {
    /// Isolates bugs one after the other; `observer` is told of each.
    pub async fn run(
        &self,
        bugs: &[Bug],
        observer: &mut dyn FnMut(&BugOutcome),
    ) -> Vec<BugOutcome> {
        let mut outcomes = Vec::with_capacity(bugs.len());
        for bug in bugs {
            let begun = Instant::now();
            let result = self.isolate(bug).await;
            let outcome = BugOutcome { bug: bug.clone(), time: begun.elapsed(), result };
            observer(&outcome);
            outcomes.push(outcome);
        }
        outcomes
    }

    /// One bug by all techniques, medians over the seeds.
    async fn isolate(&self, bug: &Bug) -> Result<BugResult, IsolateError> {
        let mut by_seed: Vec<BugResult> = Vec::new();
        for seed in 1..=self.seeds.max(1) {
            by_seed.push(self.isolate_with(bug, seed).await?);
        }
        let names = by_seed[0].techniques.iter().map(|ranks| ranks.technique.clone());
        let medians = names.enumerate().map(|(at, technique)| {
            let files: Vec<_> = by_seed.iter().map(|all| all.techniques[at].files).collect();
            let functions: Vec<_> =
                by_seed.iter().filter_map(|all| all.techniques[at].functions).collect();
            let functions = (!functions.is_empty()).then(|| FixedRanks::medians(&functions));
            TechniqueRanks { technique, files: FixedRanks::medians(&files), functions }
        });
        let techniques = medians.collect();
        let first = by_seed[0].first.clone();
        let lessons = by_seed.into_iter().flat_map(|result| result.lessons).collect();
        Ok(BugResult { techniques, lessons, first })
    }

    async fn isolate_with(&self, bug: &Bug, seed: u64) -> Result<BugResult, IsolateError> {
        let path = self.programs.join(&bug.program);
        let case = Case {
            name: bug.program.clone(),
            text: includes::read(&path).map_err(file_error("read", &path))?.into(),
            language: self.subject.subject.language,
            bad: bug.bad.clone(),
            good: bug.good.clone(),
            expected: None,
            oracle: None,
        };
        let journals = Journals::of(self.journals, self.subject, &case)?;
        let runner = TrialRunner::open(self.subject, &case, journals, self.effort.jobs).await?;
        let search = Effort { seed, ..self.effort }.search(&|_| {});
        let evidence = gather(&runner, &search, &self.sources).await?;
        Ok(self.ranked(&runner, &evidence, bug))
    }

    /// What each technique makes of the evidence.
    fn ranked(&self, runner: &TrialRunner<'_>, evidence: &Evidence, bug: &Bug) -> BugResult {
        let map = runner.map();
        let (symptom, output) = (runner.symptom(), runner.failure_output());
        let best = rank::best(self.subject, evidence, symptom, output, Weights::shipped());
        let files_of = |ranking: &[Ranked]| FixedRanks::of_files(map, bug, ranking);
        let functions_of = |ranking: &[Ranked]| FixedRanks::of_functions(map, bug, ranking);
        let mut techniques = Vec::new();
        let plain = rank::whole_files(map, evidence, WitnessSource::Test, Formula::Ochiai);
        techniques.push(TechniqueRanks {
            technique: "SBFL on files".to_owned(),
            files: files_of(&plain),
            functions: None,
        });
        for (name, scoring) in baselines() {
            let lines = rank::lines(evidence, &scoring);
            let files = rank::files(map, &lines, scoring.aggregation);
            let functions = rank::functions(map, &lines, scoring.aggregation);
            techniques.push(TechniqueRanks {
                technique: name.to_owned(),
                files: files_of(&files),
                functions: functions_of(&functions),
            });
        }
        techniques.push(TechniqueRanks {
            technique: OURS.to_owned(),
            files: files_of(&best.files),
            functions: functions_of(&best.functions),
        });
        let first = best.files.first();
        let first = first.map(|file| (map.files[file.item as usize].clone(), file.score));
        let guilty_files = best
            .file_candidates
            .all
            .iter()
            .map(|it| bug.has_file(&map.files[it.item as usize]))
            .collect();
        let guilty_functions =
            best.function_candidates.all.iter().map(|it| bug.has_function(map, it.item)).collect();
        let lesson = BugLesson {
            files: best.file_candidates,
            guilty_files,
            functions: best.function_candidates,
            guilty_functions,
        };
        BugResult { techniques, lessons: vec![lesson], first }
    }
}

/// The techniques that ours is compared with, as far as they rank lines.
fn baselines() -> Vec<(&'static str, Scoring)> {
    let all = |origins: &[WitnessSource], way| Scoring::of_all_runs(origins, way);
    let (option, pass) = (WitnessSource::Option, WitnessSource::Pass);
    vec![
        ("SBFL on lines", Scoring::of_the_paper(WitnessSource::Test)),
        ("DiWi, Algorithm 1", Scoring::of_the_paper(WitnessSource::Mutant)),
        ("options (ODFL's idea)", all(&[option], Aggregation::Mean)),
        ("configurations (MultiConf's idea)", all(&[option, pass], Aggregation::Mean)),
        ("all runs, twenty lines", all(&WitnessSource::RANKED, Aggregation::Twenty)),
    ]
}
