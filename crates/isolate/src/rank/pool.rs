//! The best ranking: several ranking views of the same evidence, pooled by reciprocal rank.
//!
//! A file that one view puts first is in front; one that several put near the front comes close.
//! The scores of different views cannot be compared, so only their orders count.

use std::collections::BTreeMap;

use super::hints::{self, Hints, Mentions};
use super::{Aggregation, Ranked, Scoring, files, functions, lines, ranked};
use crate::built::BuiltSubject;
use crate::coverage::Map;
use crate::evidence::{Evidence, Run, WitnessSource};
use crate::oracle::Symptom;

/// One ranking of the files, and how much it counts.
#[derive(Debug, Clone)]
pub struct RankingView {
    /// What it is.
    pub name: &'static str,
    /// How much it counts.
    pub weight: f64,
    /// Files by its suspicion, only those that it suspects.
    pub ranking: Vec<Ranked>,
}

/// What the views are made of.
struct Views<'a> {
    map: &'a Map,
    evidence: &'a Evidence,
    mentions: Mentions,
    /// The files that the failing run executes, with how many of their lines.
    touched: BTreeMap<u32, f64>,
}

/// How much the first places of a view differ: with a large number first and second are nearly the
/// same.
const DEPTH: f64 = 3.0;

/// How much less a flipping pass counts than the next one that flips behind it.
const EARLIER: f64 = 0.7;

/// Pools the views of a failure with a symptom and an error output: the ranking, and each view.
pub fn pooled(
    built: &BuiltSubject<'_>,
    evidence: &Evidence,
    symptom: &Symptom,
    failure_output: &str,
) -> (Vec<Ranked>, Vec<RankingView>) {
    let (subject, map, hints) = (built.subject, &*built.map, built.hints());
    let mentions = hints.mentions(subject, evidence);
    let mut touched: BTreeMap<u32, f64> = BTreeMap::new();
    for line in evidence.failing.ones() {
        *touched.entry(map.lines[line].file).or_default() += 1.0;
    }
    let views = Views { map, evidence, mentions, touched };
    let view = |name, weight, ranking| RankingView { name, weight, ranking };
    let mut all = vec![
        view("spectrum", 1.0, views.spectrum()),
        view("gone", 1.0, views.gone()),
        view("passes", 1.0, views.flipping(WitnessSource::Pass)),
        view("options", 0.7, views.flipping(WitnessSource::Option)),
        view("counters", 0.7, views.flipping(WitnessSource::Counter)),
        view("last", 1.0, views.last()),
        view("history", 0.3, views.history(hints)),
    ];
    // Subjects that can switch nothing off are often a few large files, whose functions tell more.
    if !subject.options.any() && !subject.passes.any() {
        all.push(view("functions", 2.0, views.functions()));
    }
    if matches!(symptom, Symptom::Crash(_)) {
        all.push(view("crash", 1.0, views.crash(failure_output)));
    }
    let mut scores: BTreeMap<u32, f64> = views.touched.keys().map(|&file| (file, 0.0)).collect();
    for view in &all {
        for place in &view.ranking {
            if let Some(score) = scores.get_mut(&place.item) {
                *score += view.weight * DEPTH / (DEPTH + place.rank as f64);
            }
        }
    }
    (ranked(scores.into_iter().collect()), all)
}

fn scoring() -> Scoring {
    Scoring::of_all_runs(&WitnessSource::RANKED, Aggregation::TopTenth)
}

impl Views<'_> {
    /// The spectrum of all runs, failing ones too.
    fn spectrum(&self) -> Vec<Ranked> {
        files(self.map, &lines(self.evidence, &scoring()), scoring().aggregation)
    }

    /// Files by their most suspicious function.
    fn functions(&self) -> Vec<Ranked> {
        let lines = lines(self.evidence, &scoring());
        let mut scores: BTreeMap<u32, f64> = BTreeMap::new();
        for function in functions(self.map, &lines, scoring().aggregation) {
            let file = self.map.functions[function.item as usize].file;
            let score = scores.entry(file).or_default();
            *score = score.max(function.score);
        }
        self.only_touched(scores)
    }

    /// Files of which a large part is no longer executed when something is switched off without
    /// which the program passes.
    fn gone(&self) -> Vec<Ranked> {
        let mut scores: BTreeMap<u32, f64> = BTreeMap::new();
        for origin in [WitnessSource::Pass, WitnessSource::Option] {
            for (run, weight) in self.flips(origin) {
                let mut gone: BTreeMap<u32, f64> = BTreeMap::new();
                for line in self.evidence.failing.difference(&run.lines) {
                    *gone.entry(self.map.lines[line].file).or_default() += 1.0;
                }
                for (file, lines) in gone {
                    let part = lines / self.touched.get(&file).copied().unwrap_or(1.0);
                    *scores.entry(file).or_default() += weight * part;
                }
            }
        }
        self.only_touched(scores)
    }

    /// The runs that pass with something switched off, and how much each counts: of several passes
    /// the last most, since what runs behind it is not needed for the failure, and what runs before
    /// it prepares the ground.
    fn flips(&self, origin: WitnessSource) -> Vec<(&Run, f64)> {
        let passing = self.evidence.of(origin).filter(|run| run.passes);
        let mut weight = 1.0;
        let mut flips = Vec::new();
        for run in passing.collect::<Vec<_>>().into_iter().rev() {
            flips.push((run, weight));
            if origin == WitnessSource::Pass {
                weight *= EARLIER;
            }
        }
        flips
    }

    /// The files of what must be on for the failure.
    fn flipping(&self, origin: WitnessSource) -> Vec<Ranked> {
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
        self.only_touched(scores)
    }

    /// The same files, by how late the last of their passes runs.
    fn last(&self) -> Vec<Ranked> {
        let mut position: BTreeMap<u32, f64> = BTreeMap::new();
        for (at, run) in self.evidence.of(WitnessSource::Pass).enumerate() {
            let name = run.switch.as_deref().unwrap_or_default();
            for (file, share) in self.mentions.of(WitnessSource::Pass, name) {
                if share >= 0.2 {
                    position.insert(file, 1.0 + at as f64);
                }
            }
        }
        let flipping = [WitnessSource::Pass, WitnessSource::Option, WitnessSource::Counter]
            .into_iter()
            .flat_map(|origin| self.flipping(origin))
            .filter(|place| place.score >= 0.1)
            .map(|place| place.item);
        let scores = flipping.filter_map(|file| Some((file, *position.get(&file)?)));
        self.only_touched(scores.collect())
    }

    /// Files by how often bugs were fixed in them.
    fn history(&self, hints: &Hints) -> Vec<Ranked> {
        let fixes = self.touched.keys().map(|&file| (file, f64::from(hints.fixes(file))));
        self.only_touched(fixes.collect())
    }

    /// Files that the tool names when it crashes, the first named first.
    fn crash(&self, failure_output: &str) -> Vec<Ranked> {
        let named = hints::named(self.map, failure_output);
        let scores = named.iter().enumerate().map(|(at, &file)| (file, 1.0 / (at + 1) as f64));
        self.only_touched(scores.collect())
    }

    fn only_touched(&self, scores: BTreeMap<u32, f64>) -> Vec<Ranked> {
        let fits = |(file, score): &(u32, f64)| *score > 0.0 && self.touched.contains_key(file);
        ranked(scores.into_iter().filter(fits).collect())
    }
}
