//! From the runs around a failure to the record of an isolation.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use parallax_model::isolation::{
    Heat, HeatLine, HeatMap, Isolation, PassingMutant, PassingRun, RankedFile, SourceSummary,
};
use similar::TextDiff;

use crate::coverage::Map;
use crate::evidence::{Evidence, Run, WitnessSource, distance};
use crate::names::short_name;
use crate::rank::{self, Aggregation, Ranked, Scoring};
use crate::trial::TrialRunner;

/// How many functions are named for a file.
const MAX_FUNCTIONS: usize = 3;

/// How many mutants are recorded with their changes.
const MAX_MUTANTS: usize = 3;

/// How many files are recorded line by line.
const MAX_HEAT_MAPS: usize = 5;

/// How many lines are recorded around those that the failing run executes.
const CONTEXT_LINES: u32 = 2;

/// What is kept of an isolation.
pub fn isolation(
    runner: &TrialRunner<'_>,
    evidence: &Evidence,
    ranking: &[Ranked],
    seed: u64,
    time: Duration,
) -> Isolation {
    let (map, case) = (runner.map(), runner.case());
    let scoring = Scoring::of_all_runs(&WitnessSource::ALL, Aggregation::TopTenth);
    let lines = rank::lines(evidence, &scoring);
    let functions = rank::functions(map, &lines, scoring.aggregation);
    let heat = HeatSource { map, evidence, lines: &lines };
    let passing = |run: &Run| PassingRun { source: run.origin, label: run.label.clone() };
    Isolation {
        program: case.name.clone(),
        text: case.text.to_string(),
        subject: runner.built().name.to_owned(),
        version: runner.subject().version.clone(),
        bad: case.bad.clone(),
        good: case.good.clone(),
        symptom: runner.symptom().kind(),
        files: ranking.iter().map(|file| ranked_file(map, file, &functions)).collect(),
        sources: sources(evidence),
        witnesses: evidence.witnesses().map(passing).collect(),
        mutants: nearest_mutants(evidence, &case.text),
        heat_maps: ranking.iter().take(MAX_HEAT_MAPS).map(|file| heat.map_of(file.item)).collect(),
        seconds: time.as_secs_f64(),
        seed,
    }
}

fn ranked_file(map: &Map, file: &Ranked, functions: &[Ranked]) -> RankedFile {
    let functions = functions.iter().map(|function| &map.functions[function.item as usize]);
    let of_file = functions.filter(|function| function.file == file.item).take(MAX_FUNCTIONS);
    RankedFile {
        rank: file.rank,
        name: map.files[file.item as usize].clone(),
        score: file.score,
        functions: of_file.map(|function| short_name(&function.name)).collect(),
    }
}

fn sources(evidence: &Evidence) -> Vec<SourceSummary> {
    let summary = |(&source, &trials): (&WitnessSource, &usize)| {
        let witnesses = evidence.of(source).filter(|run| run.passes).count();
        let failing = evidence.of(source).count() - witnesses;
        SourceSummary { source, trials, witnesses, failing }
    };
    evidence.trials.iter().map(summary).collect()
}

/// The mutants that pass and execute nearly what the failing run executes.
fn nearest_mutants(evidence: &Evidence, program: &str) -> Vec<PassingMutant> {
    let texts = evidence.witnesses().filter_map(|run| Some((run, run.text.as_deref()?)));
    let far = |run: &Run| distance(&run.lines, &evidence.failing);
    let mut mutants: Vec<(&Run, &str)> = texts.collect();
    mutants.sort_by(|a, b| far(a.0).total_cmp(&far(b.0)));
    let changed = |(run, mutant): (&Run, &str)| {
        let diff = TextDiff::from_lines(program, mutant);
        let change = diff.unified_diff().context_radius(0).to_string();
        PassingMutant { rule: run.label.clone(), change }
    };
    mutants.into_iter().take(MAX_MUTANTS).map(changed).collect()
}

/// What heat maps are made of.
struct HeatSource<'a> {
    map: &'a Map,
    evidence: &'a Evidence,
    /// The suspicion of each line that the failing run executes.
    lines: &'a [(u32, f64)],
}

impl HeatSource<'_> {
    /// The lines of one file that the failing run executes, with a few around them.
    fn map_of(&self, file: u32) -> HeatMap {
        let executed = self.executed(file);
        let shade = self.shade(&executed);
        let text = self.text(file);
        let mut witness_sets: Vec<Vec<usize>> = Vec::new();
        let mut lines = Vec::new();
        for (number, text) in (1u32..).zip(text.lines()) {
            let around = number.saturating_sub(CONTEXT_LINES)..=number + CONTEXT_LINES;
            if executed.range(around).next().is_none() {
                continue;
            }
            let heat = executed.get(&number).map(|&(at, suspicion)| Heat {
                shade: shade(suspicion),
                witness_set: index_of(&mut witness_sets, self.witnesses(at)),
            });
            lines.push(HeatLine { number, text: text.to_owned(), heat });
        }
        HeatMap { file: self.map.files[file as usize].clone(), lines, witness_sets }
    }

    /// The lines of a file that the failing run executes: their numbers in the map and suspicions.
    fn executed(&self, file: u32) -> BTreeMap<u32, (usize, f64)> {
        let place = |at: u32| self.map.lines[at as usize];
        let of_file = self.lines.iter().filter(|(at, _)| place(*at).file == file);
        of_file.map(|&(at, suspicion)| (place(at).line, (at as usize, suspicion))).collect()
    }

    /// From the suspicion of a line to its shade. A line that every run executes has none.
    fn shade(&self, executed: &BTreeMap<u32, (usize, f64)>) -> impl Fn(f64) -> f64 + use<> {
        let highest = executed.values().map(|line| line.1).fold(f64::MIN_POSITIVE, f64::max);
        let runs = &self.evidence.runs;
        let everywhere = |at: u32| runs.iter().all(|run| run.lines.contains(at as usize));
        let indifferent = self.lines.iter().find(|(at, _)| everywhere(*at));
        let lowest = indifferent.map_or(0.0, |line| line.1).min(highest);
        move |suspicion| ((suspicion - lowest) / (highest - lowest).max(1e-9)).clamp(0.0, 1.0)
    }

    /// The numbers of the witnesses that execute a line.
    fn witnesses(&self, at: usize) -> Vec<usize> {
        let numbered = (1..).zip(self.evidence.witnesses());
        numbered.filter(|(_, run)| run.lines.contains(at)).map(|(number, _)| number).collect()
    }

    /// The text that the lines of a file are in.
    fn text(&self, file: u32) -> String {
        let function = self.map.functions.iter().find(|function| function.file == file);
        let bytes = function.and_then(|function| fs::read(&function.path).ok());
        String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
    }
}

/// The index of a set, which is added if it is not there.
fn index_of(sets: &mut Vec<Vec<usize>>, set: Vec<usize>) -> usize {
    sets.iter().position(|known| *known == set).unwrap_or_else(|| {
        sets.push(set);
        sets.len() - 1
    })
}
