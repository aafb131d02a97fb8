//! What speaks for and against each file and each function: numbers from 0 to 1 that a model weighs.

use std::collections::BTreeMap;

use super::hints::{self, Hints, Mentions};
use super::{Aggregation, Ranked, Scoring, ranked};
use crate::built::BuiltSubject;
use crate::coverage::{Lines, Map};
use crate::evidence::{Evidence, Run, WitnessSource, distance};
use crate::names::short_name;
use crate::oracle::Symptom;

/// How much the first places of a ranking differ: with a large number first and second are nearly the
/// same.
const DEPTH: f64 = 3.0;

/// How much less a pass counts than the next one behind it without which the program passes.
const EARLIER: f64 = 0.7;

/// The distance at which a witness counts half as much as the nearest there can be.
const HALF: f64 = 0.05;

/// How many of the nearest witnesses are compared with the failing run line by line.
const NEAREST: usize = 8;

/// Functions that no ranking has among its first so many are left out.
const FRONT: f64 = 60.0;

/// The feature of functions that says how probable their files are.
pub(super) const FILE: &str = "file";

/// A file or function with what speaks for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The file or function, as an index into the map.
    pub item: u32,
    /// Its features, in the order of the names.
    pub features: Vec<f64>,
}

/// All candidates of a failure.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Candidates {
    /// What each feature is.
    pub names: Vec<String>,
    /// Files or functions that the failing run executes.
    pub all: Vec<Candidate>,
}

/// What files or functions are scored by, one after the other.
struct Table {
    items: Vec<u32>,
    at: BTreeMap<u32, usize>,
    names: Vec<String>,
    rows: Vec<Vec<f64>>,
}

impl Table {
    fn new(items: Vec<u32>) -> Self {
        let at = items.iter().enumerate().map(|(at, item)| (*item, at)).collect();
        let rows = vec![Vec::new(); items.len()];
        Table { items, at, names: Vec::new(), rows }
    }

    /// A ranking as a feature: how far in front.
    fn rank(&mut self, name: &str, ranking: &[Ranked]) {
        let values =
            ranking.iter().map(|place| (place.item, DEPTH / (DEPTH + place.rank as f64 - 1.0)));
        self.value(name, values);
    }

    /// A ranking as two features: how far in front, and how near to the first.
    fn rank_and_ratio(&mut self, name: &str, ranking: &[Ranked]) {
        self.rank(name, ranking);
        let best = ranking.first().map_or(0.0, |place| place.score);
        let ratio = |place: &Ranked| if best > 0.0 { (place.score / best).max(0.0) } else { 0.0 };
        self.value(
            &format!("{name}, ratio"),
            ranking.iter().map(|place| (place.item, ratio(place))),
        );
    }

    fn value(&mut self, name: &str, values: impl IntoIterator<Item = (u32, f64)>) {
        self.names.push(name.to_owned());
        for row in &mut self.rows {
            row.push(0.0);
        }
        for (item, value) in values {
            if let Some(&at) = self.at.get(&item)
                && let Some(last) = self.rows[at].last_mut()
            {
                *last = value;
            }
        }
    }

    /// The candidates that some ranking has among its first so many.
    fn fronted(self, front: f64) -> Candidates {
        let ranks = ["mean", "tenth", "twenty", "share", "part", "unique", "crash"];
        let is_rank = |name: &String| ranks.iter().any(|end| name.ends_with(end));
        let ranked: Vec<bool> = self.names.iter().map(is_rank).collect();
        let mut candidates = self.candidates();
        candidates.all.retain(|candidate| {
            let values = candidate.features.iter().zip(&ranked);
            values
                .filter(|(_, ranked)| **ranked)
                .any(|(value, _)| *value >= DEPTH / (DEPTH + front))
        });
        candidates
    }

    fn candidates(self) -> Candidates {
        let all = self.items.into_iter().zip(self.rows);
        let all = all.map(|(item, features)| Candidate { item, features }).collect();
        Candidates { names: self.names, all }
    }
}

/// What a ranking is made of.
pub(super) struct Sources<'a> {
    pub map: &'a Map,
    pub hints: &'a Hints,
    pub mentions: Mentions,
    /// The evidence, without what runs only after a crash.
    pub evidence: Evidence,
    pub symptom: &'a Symptom,
    pub output: &'a str,
    /// Whether the subject has options or passes that can be switched off.
    has_switches: bool,
    /// The nearest witnesses first, with how much each counts.
    near: Vec<(usize, f64)>,
    all_runs: Vec<(u32, f64)>,
    near_runs: Vec<(u32, f64)>,
    tests: Vec<(u32, f64)>,
}

impl<'a> Sources<'a> {
    pub(super) fn new(
        built: &'a BuiltSubject<'_>,
        evidence: &Evidence,
        symptom: &'a Symptom,
        output: &'a str,
    ) -> Self {
        let hints = built.hints();
        let mentions = hints.mentions(built.subject, evidence);
        let evidence = evidence.before_crash();
        let weight = |run: &Run| HALF / (HALF + distance(&run.lines, &evidence.failing));
        let passing =
            evidence.runs.iter().enumerate().filter(|(_, run)| is_near_kind(run) && run.passes);
        let mut near: Vec<(usize, f64)> = passing.map(|(at, run)| (at, weight(run))).collect();
        near.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let scoring = Scoring::of_all_runs(&WitnessSource::RANKED, Aggregation::TopTenth);
        let of_tests = Scoring {
            failing_too: false,
            ..Scoring::of_all_runs(&[WitnessSource::Test], Aggregation::TopTenth)
        };
        Sources {
            map: &built.map,
            hints,
            mentions,
            symptom,
            output,
            has_switches: built.subject.options.any() || built.subject.passes.any(),
            near,
            all_runs: super::lines(&evidence, &scoring),
            near_runs: super::weighted_lines(&evidence, &scoring, &weight),
            tests: super::lines(&evidence, &of_tests),
            evidence,
        }
    }

    /// The features of files.
    pub(super) fn files(&self) -> Candidates {
        let file_of = |line: u32| self.map.lines[line as usize].file;
        let touched = self.counted(&self.evidence.failing, &file_of);
        let mut table = Table::new(touched.keys().copied().collect());
        let files = self.map.files.len();
        let by = |lines: &[(u32, f64)], way| super::by(files, lines, way, file_of);
        table.rank_and_ratio("spectrum, top tenth", &by(&self.all_runs, Aggregation::TopTenth));
        table.rank_and_ratio("spectrum, twenty", &by(&self.all_runs, Aggregation::Twenty));
        table.rank("spectrum, mean", &by(&self.all_runs, Aggregation::Mean));
        table.rank_and_ratio("near, twenty", &by(&self.near_runs, Aggregation::Twenty));
        table.rank("near, top tenth", &by(&self.near_runs, Aggregation::TopTenth));
        table.rank_and_ratio("tests, twenty", &by(&self.tests, Aggregation::Twenty));
        table.rank("tests, mean", &by(&self.tests, Aggregation::Mean));
        table.rank("functions", &self.best_functions_alone());
        self.differences(&mut table, &touched, &file_of);
        self.switches(&mut table, &touched);
        let most = touched.keys().map(|&file| self.hints.fixes(file)).max().unwrap_or(0);
        let fixes = |file: u32| {
            (1.0 + f64::from(self.hints.fixes(file))).ln() / (1.0 + f64::from(most.max(1))).ln()
        };
        table.value("history", touched.keys().map(|&file| (file, fixes(file))));
        let named = self.named();
        let named = named.iter().enumerate().map(|(at, &file)| (file, 1.0 / (at + 1) as f64));
        table.rank("crash", &self.only(&touched, named.collect()));
        let size = |(&file, &lines): (&u32, &f64)| (file, (1.0 + lines).ln() / 10.0);
        table.value("size", touched.iter().map(size));
        table.candidates()
    }

    /// The suspicion of each line, near witnesses counting more.
    pub(super) fn near_lines(&self) -> &[(u32, f64)] {
        &self.near_runs
    }

    /// The features of functions, but for how probable their files are. Of functions that nothing puts
    /// near the front there are thousands; they are left out.
    pub(super) fn functions(&self) -> Candidates {
        let function_of = |line: u32| self.map.lines[line as usize].function;
        let mut touched = self.counted(&self.evidence.failing, &function_of);
        touched.remove(&u32::MAX);
        let mut table = Table::new(touched.keys().copied().collect());
        let functions = self.map.functions.len();
        let by = |lines: &[(u32, f64)], way| super::by(functions, lines, way, function_of);
        table.rank("spectrum, top tenth", &by(&self.all_runs, Aggregation::TopTenth));
        table.rank_and_ratio("spectrum, mean", &by(&self.all_runs, Aggregation::Mean));
        table.rank_and_ratio("spectrum, twenty", &by(&self.all_runs, Aggregation::Twenty));
        table.rank_and_ratio("near, mean", &by(&self.near_runs, Aggregation::Mean));
        table.rank_and_ratio("near, twenty", &by(&self.near_runs, Aggregation::Twenty));
        table.rank("tests, mean", &by(&self.tests, Aggregation::Mean));
        table.rank("tests, twenty", &by(&self.tests, Aggregation::Twenty));
        self.differences(&mut table, &touched, &function_of);
        let file_of = |function: u32| self.map.functions[function as usize].file;
        table.value(FILE, []);
        let best = by(&self.near_runs, Aggregation::Twenty);
        table.value("first of its file", self.places_within(&best, &file_of));
        table.rank("crash", &self.in_backtrace(&touched));
        let size = |(&function, &lines): (&u32, &f64)| (function, (1.0 + lines).ln() / 10.0);
        table.value("size", touched.iter().map(size));
        table.fronted(FRONT)
    }

    /// How many lines of each item are among some lines.
    fn counted(&self, lines: &Lines, item: &dyn Fn(u32) -> u32) -> BTreeMap<u32, f64> {
        let mut counts: BTreeMap<u32, f64> = BTreeMap::new();
        for line in lines.ones() {
            *counts.entry(item(line as u32)).or_default() += 1.0;
        }
        counts
    }

    /// What the failing run executes and the nearest witnesses do not: each item's share of it, and the
    /// part of the item that it is; and what no witness executes at all.
    fn differences(
        &self,
        table: &mut Table,
        touched: &BTreeMap<u32, f64>,
        item: &dyn Fn(u32) -> u32,
    ) {
        let (mut shares, mut parts) = (BTreeMap::new(), BTreeMap::new());
        let mut nearest_only = BTreeMap::new();
        for (place, &(at, weight)) in self.near.iter().take(NEAREST).enumerate() {
            let mut gone = self.evidence.failing.clone();
            gone.difference_with(&self.evidence.runs[at].lines);
            let counts = self.counted(&gone, item);
            let all: f64 = counts.values().sum();
            for (item, count) in counts {
                *shares.entry(item).or_insert(0.0) += weight * count / all.max(1.0);
                let part = count / touched.get(&item).copied().unwrap_or(1.0).max(5.0);
                *parts.entry(item).or_insert(0.0) += weight * part;
                if place == 0 {
                    nearest_only.insert(item, count / all.max(1.0));
                }
            }
        }
        table.rank_and_ratio("gone, share", &self.only(touched, shares));
        table.rank("gone, part", &self.only(touched, parts));
        table.value("gone, nearest", nearest_only);
        let mut unique = self.evidence.failing.clone();
        for run in self.evidence.runs.iter().filter(|run| run.passes) {
            unique.difference_with(&run.lines);
        }
        table.rank("unique", &self.only(touched, self.counted(&unique, item)));
    }

    /// Options, passes and counters without which the program passes, and the files that they belong to.
    fn switches(&self, table: &mut Table, touched: &BTreeMap<u32, f64>) {
        table.rank("passes", &self.only(touched, self.flipping(WitnessSource::Pass)));
        table.rank("options", &self.only(touched, self.flipping(WitnessSource::Option)));
        table.rank("counters", &self.only(touched, self.flipping(WitnessSource::Counter)));
        table.rank("last pass", &self.only(touched, self.last()));
        let mut only_with: BTreeMap<u32, f64> = BTreeMap::new();
        for (run, weight) in self.flips(WitnessSource::Pass) {
            let mut gone = self.evidence.failing.clone();
            gone.difference_with(&run.lines);
            let near = HALF / (HALF + distance(&run.lines, &self.evidence.failing));
            for (file, count) in self.counted(&gone, &|line| self.map.lines[line as usize].file) {
                let part = count / touched.get(&file).copied().unwrap_or(1.0);
                *only_with.entry(file).or_default() += weight * near * part;
            }
        }
        table.rank("only with a pass", &self.only(touched, only_with));
    }

    /// The runs that pass with something switched off, and how much each counts: of several passes
    /// the last most, since what runs behind it is not needed for the failure.
    fn flips(&self, origin: WitnessSource) -> Vec<(&Run, f64)> {
        let passing: Vec<&Run> = self.evidence.of(origin).filter(|run| run.passes).collect();
        let mut weight = 1.0;
        let mut flips = Vec::new();
        for run in passing.into_iter().rev() {
            flips.push((run, weight));
            if origin == WitnessSource::Pass {
                weight *= EARLIER;
            }
        }
        flips
    }

    /// The files of what must be on for the failure.
    fn flipping(&self, origin: WitnessSource) -> BTreeMap<u32, f64> {
        let mut scores: BTreeMap<u32, f64> = BTreeMap::new();
        let mut seen: Vec<&str> = Vec::new();
        for (run, weight) in self.flips(origin) {
            let Some(name) = run.switch.as_deref().filter(|name| !seen.contains(name)) else {
                continue;
            };
            seen.push(name);
            for (file, share) in self.mentions.of(origin, name) {
                *scores.entry(file).or_default() += weight * share;
            }
        }
        scores
    }

    /// The same files, by how late the last of their passes runs.
    fn last(&self) -> BTreeMap<u32, f64> {
        let mut position: BTreeMap<u32, f64> = BTreeMap::new();
        for (at, run) in self.evidence.of(WitnessSource::Pass).enumerate() {
            let name = run.switch.as_deref().unwrap_or_default();
            for (file, share) in self.mentions.of(WitnessSource::Pass, name) {
                if share >= 0.2 {
                    position.insert(file, 1.0 + at as f64);
                }
            }
        }
        let switching = [WitnessSource::Pass, WitnessSource::Option, WitnessSource::Counter];
        let flipping = switching.into_iter().flat_map(|origin| self.flipping(origin));
        let flipping = flipping.filter(|(_, score)| *score >= 0.1);
        flipping.filter_map(|(file, _)| Some((file, *position.get(&file)?))).collect()
    }

    /// The same for subjects that can switch nothing off: they are often a few large files, whose functions tell more.
    fn best_functions_alone(&self) -> Vec<Ranked> {
        if self.has_switches { Vec::new() } else { self.best_functions() }
    }

    /// Files by their most suspicious function.
    fn best_functions(&self) -> Vec<Ranked> {
        let mut scores: BTreeMap<u32, f64> = BTreeMap::new();
        for function in super::functions(self.map, &self.near_runs, Aggregation::Mean) {
            let file = self.map.functions[function.item as usize].file;
            let score = scores.entry(file).or_default();
            *score = score.max(function.score);
        }
        ranked(scores.into_iter().collect())
    }

    /// The files that a crash names.
    fn named(&self) -> Vec<u32> {
        match self.symptom {
            Symptom::Crash(_) => hints::named(self.map, self.output),
            _ => Vec::new(),
        }
    }

    /// The functions that a crash names, the innermost first.
    fn in_backtrace(&self, touched: &BTreeMap<u32, f64>) -> Vec<Ranked> {
        if !matches!(self.symptom, Symptom::Crash(_)) {
            return Vec::new();
        }
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let words: Vec<&str> = self.output.split(|c| !is_part(c)).collect();
        let place = |name: &str| words.iter().position(|word| *word == name);
        let named = touched.keys().filter_map(|&function| {
            let at = place(&short_name(&self.map.functions[function as usize].name))?;
            Some((function, 1.0 / (1.0 + at as f64)))
        });
        ranked(named.collect())
    }

    /// How far in front each function is among those of its file.
    fn places_within(&self, ranking: &[Ranked], file: &dyn Fn(u32) -> u32) -> Vec<(u32, f64)> {
        let mut seen: BTreeMap<u32, f64> = BTreeMap::new();
        let place = |place: &Ranked| {
            let before = seen.entry(file(place.item)).or_default();
            *before += 1.0;
            (place.item, 1.0 / *before)
        };
        let in_map =
            ranking.iter().filter(|place| (place.item as usize) < self.map.functions.len());
        in_map.map(place).collect()
    }

    fn only(&self, touched: &BTreeMap<u32, f64>, scores: BTreeMap<u32, f64>) -> Vec<Ranked> {
        let fits = |(item, score): &(u32, f64)| *score > 0.0 && touched.contains_key(item);
        ranked(scores.into_iter().filter(fits).collect())
    }
}

/// Whether a run is near the failing one by how it was made.
fn is_near_kind(run: &Run) -> bool {
    WitnessSource::RANKED.contains(&run.origin)
}
