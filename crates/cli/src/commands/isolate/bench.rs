//! `parallax isolate bench`: how well techniques of isolation find known bugs.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use parallax_isolate::bench::{self, Bug, Found, Measures};
use parallax_isolate::coverage::Map;
use parallax_isolate::evidence::{Evidence, Origin};
use parallax_isolate::laboratory::{Case, Laboratory};
use parallax_isolate::rank::{self, Aggregation, Formula, Hints, Ranked, Scoring};
use parallax_isolate::witnesses::{gather, tests};

use super::case::{Effort, journal, load, read};
use super::{Place, built};
use crate::exit_code::{Exit, Failure};
use crate::table::table;
use crate::{Context, terminal};

/// Rank the files of known bugs by several techniques, side by side
#[derive(clap::Args)]
pub struct Args {
    /// The bugs: comma-separated values with columns pr, test, `bad_options`, `good_options` and
    /// `fixed_files`.
    bugs: PathBuf,
    /// The folder that the programs' paths begin at.
    #[arg(long)]
    programs: PathBuf,
    /// The subject.
    #[arg(long, default_value = "gcc-12.2")]
    subject: String,
    /// A folder of programs that the subject compiles well, for the plain technique.
    #[arg(long, value_name = "FOLDER")]
    tests: Option<PathBuf>,
    /// How many of these programs to use.
    #[arg(long, default_value_t = 30)]
    tests_used: usize,
    /// Seeds; a bug's rank is the median.
    #[arg(long, default_value_t = 1)]
    seeds: u64,
    /// Only these bugs, separated by commas.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Leave random search out.
    #[arg(long)]
    no_random: bool,
    /// Show what each view of our best ranking says.
    #[arg(long)]
    views: bool,
    #[command(flatten)]
    effort: Effort,
}

/// What every bug is looked at with.
struct Bench<'a> {
    args: &'a Args,
    context: &'a Context,
    place: Place<'a>,
    map: Arc<Map>,
    hints: Hints,
    tests: Vec<(String, Arc<str>)>,
}

/// Runs the command.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    let place = built(&args.subject, context)?;
    let wrong = |error: bench::BugsError| {
        Failure::usage(format!("cannot use {}: {error}", args.bugs.display()))
    };
    let mut bugs = bench::read(&read(&args.bugs)?).map_err(wrong)?;
    bugs.retain(|bug| args.only.is_empty() || args.only.contains(&bug.name));
    let map = Arc::new(load(place.subject, &place.root)?);
    let hints = Hints::read(place.subject, &place.root, &map);
    let tests = test_programs(&args)?;
    let bench = Bench { args: &args, context, place, map, hints, tests };
    let mut rows: Vec<(String, Vec<Technique>)> = Vec::new();
    for bug in &bugs {
        let begun = Instant::now();
        match bench.bug(bug).await {
            Ok(techniques) => {
                let ranks: Vec<String> =
                    techniques.iter().map(|t| format!("{} {}", t.name, t.found.first)).collect();
                let seconds = begun.elapsed().as_secs_f64();
                terminal::say(&format!("{}: {} ({seconds:.0} s)", bug.name, ranks.join(", ")));
                rows.push((bug.name.clone(), techniques));
            }
            Err(error) => terminal::say_error(&format!("{}: left out: {error:#}", bug.name)),
        }
    }
    summary(&rows);
    Ok(Exit::Success)
}

/// What a technique made of a bug.
#[derive(Debug, Clone)]
struct Technique {
    name: String,
    found: Found,
}

impl Bench<'_> {
    /// One bug by all techniques, medians over the seeds.
    async fn bug(&self, bug: &Bug) -> anyhow::Result<Vec<Technique>> {
        let mut by_seed: Vec<Vec<Technique>> = Vec::new();
        for seed in 1..=self.args.seeds {
            by_seed.push(self.seed(bug, seed).await?);
        }
        let first = by_seed.first().cloned().unwrap_or_default();
        let medians = first.into_iter().enumerate().map(|(at, technique)| {
            let of = |value: fn(&Found) -> f64| {
                bench::median(by_seed.iter().map(|seed| value(&seed[at].found)).collect())
            };
            let found = Found { first: of(|found| found.first), mean: of(|found| found.mean) };
            Technique { name: technique.name, found }
        });
        Ok(medians.collect())
    }

    async fn seed(&self, bug: &Bug, seed: u64) -> anyhow::Result<Vec<Technique>> {
        let Place { subject, root } = &self.place;
        let case = Case {
            name: "program.c".to_owned(),
            text: read(&self.args.programs.join(&bug.program))?.into(),
            bad: bug.bad.clone(),
            good: bug.good.clone(),
            expected: None,
        };
        let kept = journal(self.context, &self.args.subject, &case, root, subject, self.map.len())?;
        let jobs = self.args.effort.jobs();
        let laboratory =
            Laboratory::open(subject, root, self.map.clone(), case, kept, jobs).await?;
        let search = self.args.effort.search(self.context, Some(seed), &|_| {});
        let mut sources = self.args.effort.sources()?;
        if sources.contains(&Origin::Mutant) && !self.args.no_random {
            sources.push(Origin::Random);
        }
        let mut evidence = gather(&laboratory, &search, &sources).await?;
        if !self.tests.is_empty() {
            tests::tests(&laboratory, &search, &mut evidence, &self.tests).await?;
        }
        Ok(self.techniques(bug, &laboratory, &evidence))
    }

    fn techniques(
        &self,
        bug: &Bug,
        laboratory: &Laboratory,
        evidence: &Evidence,
    ) -> Vec<Technique> {
        let map = &self.map;
        let scored = |scoring: &Scoring| {
            rank::files(map, &rank::lines(evidence, scoring), scoring.aggregation)
        };
        let (pooled, views) = rank::pooled(
            self.place.subject,
            map,
            evidence,
            &self.hints,
            laboratory.symptom(),
            &laboratory.said,
        );
        let mut rankings: Vec<(String, Vec<Ranked>)> = Vec::new();
        if !self.tests.is_empty() {
            let plain = rank::whole_files(map, evidence, Origin::Test, Formula::Ochiai);
            rankings.push(("SBFL".to_owned(), plain));
            rankings.push((
                "SBFL, aggregated".to_owned(),
                scored(&Scoring::of_the_paper(Origin::Test)),
            ));
        }
        if !self.args.no_random {
            rankings.push(("random".to_owned(), scored(&Scoring::of_the_paper(Origin::Random))));
        }
        rankings.push(("paper".to_owned(), scored(&Scoring::of_the_paper(Origin::Mutant))));
        for (name, aggregation) in Aggregation::ALL {
            let scoring = Scoring {
                origins: Origin::OURS.to_vec(),
                failing_too: true,
                formula: Formula::Ochiai,
                aggregation,
            };
            rankings.push((format!("all, {name}"), scored(&scoring)));
        }
        if self.args.views {
            rankings.extend(views.into_iter().map(|view| (view.name.to_owned(), view.ranking)));
        }
        rankings.push(("ours".to_owned(), pooled));
        let found = |ranking: &[Ranked]| found(map, bug, ranking);
        rankings
            .into_iter()
            .map(|(name, ranking)| Technique { name, found: found(&ranking) })
            .collect()
    }
}

/// Where a ranking has the fixed files. What it does not rank comes behind all that it could.
fn found(map: &Map, bug: &Bug, ranking: &[Ranked]) -> Found {
    let behind = map.files.len() as f64;
    let rank = |name: &String| {
        let file = map.files.iter().position(|known| known == name)? as u32;
        let place = ranking.iter().find(|place| place.item == file);
        Some(place.map_or(behind, |place| place.rank as f64))
    };
    let ranks: Vec<f64> = bug.files.iter().filter_map(rank).collect();
    let first = ranks.iter().copied().fold(behind, f64::min);
    let mean =
        if ranks.is_empty() { behind } else { ranks.iter().sum::<f64>() / ranks.len() as f64 };
    Found { first, mean }
}

/// Programs of a folder, evenly spread over their names.
fn test_programs(args: &Args) -> anyhow::Result<Vec<(String, Arc<str>)>> {
    let Some(folder) = &args.tests else { return Ok(Vec::new()) };
    let entries = std::fs::read_dir(folder)
        .map_err(|error| Failure::usage(format!("cannot read {}: {error}", folder.display())))?;
    let is_program = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "c");
    let mut paths: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(is_program).collect();
    paths.sort();
    let step = paths.len().div_ceil(args.tests_used.max(1)).max(1);
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let programs = paths
        .iter()
        .step_by(step)
        .filter_map(|path| Some((name(path), Arc::from(std::fs::read_to_string(path).ok()?))));
    Ok(programs.collect())
}

/// The paper's Table 2. Not every technique has something to say of every bug.
fn summary(rows: &[(String, Vec<Technique>)]) {
    let mut names: Vec<&str> = Vec::new();
    for technique in rows.iter().flat_map(|(_, all)| all) {
        if !names.contains(&technique.name.as_str()) {
            names.push(&technique.name);
        }
    }
    let mut out = table(&["technique", "Top-1", "Top-5", "Top-10", "Top-20", "MFR", "MAR"]);
    for name in names {
        let of =
            |all: &Vec<Technique>| all.iter().find(|one| one.name == name).map(|one| one.found);
        let found: Vec<Found> = rows.iter().filter_map(|(_, all)| of(all)).collect();
        let measures = Measures::of(&found);
        let mut row = vec![name.to_owned()];
        row.extend(measures.top.map(|count| {
            format!("{count} ({:.0} %)", 100.0 * count as f64 / found.len().max(1) as f64)
        }));
        row.extend([measures.mfr, measures.mar].map(|mean| format!("{mean:.1}")));
        out.add_row(row);
    }
    terminal::say(&format!("{} bugs", rows.len()));
    terminal::say(&out.to_string());
}
