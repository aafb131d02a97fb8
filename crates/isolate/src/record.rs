//! From the runs around a failure to the record of an isolation.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use parallax_model::isolation::{
    Heat, HeatLine, HeatMap, Isolation, PassingMutant, PassingRun, RankedFile, RankedFunction,
    SourceSummary,
};
use similar::TextDiff;

use crate::coverage::Map;
use crate::evidence::{Evidence, Run, WitnessSource, distance};
use crate::names::short_name;
use crate::rank::{Best, Ranked, Weights};
use crate::trial::TrialRunner;

/// How many functions are named for a file.
const MAX_FUNCTIONS: usize = 3;

/// How many mutants are recorded with their changes.
const MAX_MUTANTS: usize = 3;

/// How many functions are recorded by themselves.
const MAX_RANKED_FUNCTIONS: usize = 50;

/// How many files are recorded line by line.
const MAX_HEAT_MAPS: usize = 3;

/// How many functions of a file are recorded line by line, and how many lines of each.
const MAX_HEAT_FUNCTIONS: usize = 2;
const MAX_HEAT_LINES: u32 = 80;

/// How many lines are recorded around those that the failing run executes.
const CONTEXT_LINES: u32 = 2;

/// What is kept of an isolation.
pub fn isolation(
    runner: &TrialRunner<'_>,
    evidence: &Evidence,
    best: &Best,
    seed: u64,
    time: Duration,
) -> Isolation {
    let (map, case) = (runner.map(), runner.case());
    let ranking = &best.files;
    let heat = HeatSource { map, evidence, lines: &best.lines, functions: &best.functions };
    let passing = |run: &Run| PassingRun { source: run.origin, label: run.label.clone() };
    Isolation {
        program: case.name.clone(),
        text: case.text.to_string(),
        subject: runner.built().name.to_owned(),
        version: runner.subject().version.clone(),
        bad: case.bad.clone(),
        good: case.good.clone(),
        symptom: runner.symptom().kind(),
        files: ranking.iter().map(|file| ranked_file(map, file, best)).collect(),
        functions: ranked_functions(&heat),
        sources: sources(evidence),
        witnesses: evidence.witnesses().map(passing).collect(),
        mutants: nearest_mutants(evidence, &case.text),
        heat_maps: ranking.iter().take(MAX_HEAT_MAPS).map(|file| heat.map_of(file.item)).collect(),
        seconds: time.as_secs_f64(),
        seed,
    }
}

fn ranked_file(map: &Map, file: &Ranked, best: &Best) -> RankedFile {
    let functions = best.functions.iter().map(|function| &map.functions[function.item as usize]);
    let of_file = functions.filter(|function| function.file == file.item).take(MAX_FUNCTIONS);
    let reasons = if file.rank <= MAX_EXPLAINED { reasons(file, best) } else { Vec::new() };
    RankedFile {
        rank: file.rank,
        name: map.files[file.item as usize].clone(),
        score: file.score,
        functions: of_file.map(|function| short_name(&function.name)).collect(),
        reasons,
    }
}

/// For how many files it is said what speaks for them.
const MAX_EXPLAINED: usize = 20;

/// What speaks for a file, in words.
fn reasons(file: &Ranked, best: &Best) -> Vec<String> {
    let model = Weights::shipped().of_files(&best.file_candidates.names);
    let names = best.file_candidates.reasons(file.item, &model);
    let mut reasons: Vec<String> = Vec::new();
    for name in names {
        let known = REASONS.iter().find(|(begin, _)| name.starts_with(begin));
        let reason = known.map_or(name, |(_, words)| words).to_owned();
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    reasons
}

/// What features mean, by how their names begin.
const REASONS: [(&str, &str); 15] = [
    ("spectrum", "few of the runs that pass execute its lines"),
    ("near", "few of the nearest runs that pass execute its lines"),
    ("tests", "other programs hardly execute its lines"),
    ("functions", "one of its functions is very suspicious"),
    ("gone", "the nearest runs that pass leave out lines of it"),
    ("unique", "no run that passes executes some of its lines"),
    ("passes", "the program passes without one of its passes"),
    ("options", "the program passes without an option that it reads"),
    ("counters", "the program passes when one of its transformations is stopped"),
    ("last pass", "its pass is the last without which the program passes"),
    ("only with a pass", "it is executed only with a pass without which the program passes"),
    ("history", "many bugs were fixed in it"),
    ("crash", "the crash names it"),
    ("size", "much of it is executed"),
    ("file", "its file is suspicious"),
];

/// The first functions, each with its most suspicious line.
fn ranked_functions(heat: &HeatSource<'_>) -> Vec<RankedFunction> {
    let map = heat.map;
    let mut texts: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    let first = heat.functions.iter().take(MAX_RANKED_FUNCTIONS);
    let ranked = first.map(|place| {
        let function = &map.functions[place.item as usize];
        let line = heat.worst_line(place.item);
        let text = texts
            .entry(function.file)
            .or_insert_with(|| heat.text(function.file).lines().map(str::to_owned).collect());
        RankedFunction {
            rank: place.rank,
            name: short_name(&function.name),
            file: map.files[function.file as usize].clone(),
            line,
            text: text.get(line as usize - 1).map_or("", |text| text.trim()).to_owned(),
            score: place.score,
        }
    });
    ranked.collect()
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
    /// The functions, the most probable first.
    functions: &'a [Ranked],
}

impl HeatSource<'_> {
    /// The lines of a file's first functions that the failing run executes, with a few around them.
    fn map_of(&self, file: u32) -> HeatMap {
        let mut executed = self.executed(file);
        let shade = self.shade();
        let of_file = self
            .functions
            .iter()
            .filter(|place| self.map.functions[place.item as usize].file == file);
        let window = |place: &Ranked| {
            let function = &self.map.functions[place.item as usize];
            let start = self.worst_line(place.item).saturating_sub(MAX_HEAT_LINES / 2);
            let start = start.max(function.start);
            (start, function.end.min(start + MAX_HEAT_LINES))
        };
        let shown: Vec<(u32, u32)> = of_file.take(MAX_HEAT_FUNCTIONS).map(window).collect();
        let is_shown = |line: u32| shown.iter().any(|(start, end)| (*start..=*end).contains(&line));
        executed.retain(|line, _| is_shown(*line));
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

    /// The most suspicious line of a function; of several the first.
    fn worst_line(&self, function: u32) -> u32 {
        let lines = &self.map.lines;
        let own = self.lines.iter().filter(|(at, _)| lines[*at as usize].function == function);
        let number = |at: u32| lines[at as usize].line;
        let worst = own.max_by(|a, b| a.1.total_cmp(&b.1).then(number(b.0).cmp(&number(a.0))));
        worst.map_or(self.map.functions[function as usize].start, |(at, _)| number(*at))
    }

    /// The lines of a file that the failing run executes: their numbers in the map and suspicions.
    fn executed(&self, file: u32) -> BTreeMap<u32, (usize, f64)> {
        let place = |at: u32| self.map.lines[at as usize];
        let of_file = self.lines.iter().filter(|(at, _)| place(*at).file == file);
        of_file.map(|&(at, suspicion)| (place(at).line, (at as usize, suspicion))).collect()
    }

    /// From the suspicion of a line to its shade: the same for all files, from a line that every run
    /// executes, which has none, to the most suspicious of all.
    fn shade(&self) -> impl Fn(f64) -> f64 + use<> {
        let highest = self.lines.iter().map(|line| line.1).fold(f64::MIN_POSITIVE, f64::max);
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
