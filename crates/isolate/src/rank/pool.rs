//! Our best ranking: several views of the same evidence, pooled by reciprocal rank.
//!
//! A file that one view puts first is in front; one that several put near the front comes close.
//! What the views say in numbers cannot be compared, so only their orders count.

use std::collections::BTreeMap;

use super::hints::{self, Hints};
use super::{Aggregation, Formula, Ranked, Scoring, files, lines, ranked};
use crate::coverage::Map;
use crate::evidence::{Evidence, Origin};
use crate::oracle::Symptom;
use crate::subject::Subject;

/// A view's ranking, and how much it counts.
#[derive(Debug, Clone)]
pub struct Pool {
    /// What it is.
    pub name: &'static str,
    /// How much it counts.
    pub weight: f64,
    /// Files by its suspicion, only those that it suspects.
    pub ranking: Vec<Ranked>,
}

/// How many first places a view has, as it were: with a large number the difference between first
/// and second is small.
const DEPTH: f64 = 3.0;

/// How much less a flipping pass counts than the next one that flips behind it.
const EARLIER: f64 = 0.6;

/// Pools the views: the ranking, and what each view contributed.
pub fn pooled(
    subject: &Subject,
    map: &Map,
    evidence: &Evidence,
    hints: &Hints,
    symptom: &Symptom,
    said: &str,
) -> (Vec<Ranked>, Vec<Pool>) {
    let mut views = vec![
        Pool { name: "spectrum", weight: 1.0, ranking: spectrum(map, evidence) },
        Pool { name: "history", weight: 0.3, ranking: history(map, evidence, hints) },
    ];
    for (origin, weight) in [(Origin::Pass, 1.0), (Origin::Option, 0.5), (Origin::Counter, 1.0)] {
        let ranking = flipping(subject, map, evidence, hints, origin);
        views.push(Pool { name: origin.name(), weight, ranking });
    }
    if matches!(symptom, Symptom::Crash(_)) {
        let named = hints::named(map, said);
        let scored = named.iter().enumerate().map(|(at, &file)| (file, 1.0 / (at + 1) as f64));
        views.push(Pool {
            name: "named by the crash",
            weight: 0.7,
            ranking: ranked(scored.collect()),
        });
    }
    let mut scores: BTreeMap<u32, f64> = BTreeMap::new();
    for file in touched(map, evidence) {
        scores.insert(file, 0.0);
    }
    for view in &views {
        for place in &view.ranking {
            if let Some(score) = scores.get_mut(&place.item) {
                *score += view.weight * DEPTH / (DEPTH + place.rank as f64);
            }
        }
    }
    (ranked(scores.into_iter().collect()), views)
}

/// The files that the failing run executes.
fn touched(map: &Map, evidence: &Evidence) -> Vec<u32> {
    let mut files: Vec<u32> = evidence.failing.ones().map(|line| map.lines[line].file).collect();
    files.sort_unstable();
    files.dedup();
    files
}

/// The spectrum of all runs, failing ones too.
fn spectrum(map: &Map, evidence: &Evidence) -> Vec<Ranked> {
    let scoring = Scoring {
        origins: vec![Origin::Mutant, Origin::Option, Origin::Pass, Origin::Counter],
        failing_too: true,
        formula: Formula::Ochiai,
        aggregation: Aggregation::TopTenth,
    };
    files(map, &lines(evidence, &scoring), scoring.aggregation)
}

/// Files by how often bugs were fixed in them.
fn history(map: &Map, evidence: &Evidence, hints: &Hints) -> Vec<Ranked> {
    let scored =
        touched(map, evidence).into_iter().map(|file| (file, f64::from(hints.fixes(file))));
    ranked(scored.filter(|(_, fixes)| *fixes > 0.0).collect())
}

/// The files of what must be on for the failure: of several passes the last counts most, since what
/// runs behind it is not needed, and what runs before it prepares the ground.
fn flipping(
    subject: &Subject,
    map: &Map,
    evidence: &Evidence,
    hints: &Hints,
    origin: Origin,
) -> Vec<Ranked> {
    let Some(switches) = hints::switches(subject, origin) else { return Vec::new() };
    let mut names: Vec<&String> = Vec::new();
    for run in evidence.of(origin).filter(|run| run.passes) {
        names.extend(run.switch.as_ref().filter(|name| !names.contains(name)));
    }
    let mut scores: BTreeMap<u32, f64> = BTreeMap::new();
    let mut weight = 1.0;
    for name in names.into_iter().rev() {
        let files = hints.mentioning(switches, name);
        for file in &files {
            *scores.entry(*file).or_default() += weight / files.len() as f64;
        }
        if origin == Origin::Pass && !files.is_empty() {
            weight *= EARLIER;
        }
    }
    let touched = touched(map, evidence);
    ranked(scores.into_iter().filter(|(file, _)| touched.contains(file)).collect())
}
