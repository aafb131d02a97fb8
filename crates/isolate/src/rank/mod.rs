//! Files and functions by suspicion.

use crate::coverage::{Lines, Map};
use crate::evidence::{Evidence, Run, WitnessSource};

mod aggregate;
mod best;
mod features;
mod formula;
mod hints;
mod model;

pub use aggregate::Aggregation;
pub use best::{Best, Weights, best};
pub use features::{Candidate, Candidates};
pub use formula::{Counts, Formula};
pub use hints::{Hints, Mentions};
pub use model::{Lesson, Model};

/// How runs become a ranking.
#[derive(Debug, Clone)]
pub struct Scoring {
    /// Which runs count.
    pub origins: Vec<WitnessSource>,
    /// Whether failing runs other than the given one count.
    pub failing_too: bool,
    /// How suspicious a line is.
    pub formula: Formula,
    /// How suspicious a file is.
    pub aggregation: Aggregation,
}

impl Scoring {
    /// All runs of some origins, failing ones too.
    pub fn of_all_runs(origins: &[WitnessSource], aggregation: Aggregation) -> Self {
        let formula = Formula::Ochiai;
        Scoring { origins: origins.to_vec(), failing_too: true, formula, aggregation }
    }

    /// The paper's.
    pub fn of_the_paper(origin: WitnessSource) -> Self {
        Scoring {
            origins: vec![origin],
            failing_too: false,
            formula: Formula::Ochiai,
            aggregation: Aggregation::Mean,
        }
    }
}

/// Something ranked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranked {
    /// The file or function, as an index into the map.
    pub item: u32,
    /// How suspicious it is.
    pub score: f64,
    /// Its place, from 1. Those that are equally suspicious all have the worst place of them.
    pub rank: usize,
}

/// The suspicion of every line that the failing run executes, by formula; others have none.
pub fn lines(evidence: &Evidence, scoring: &Scoring) -> Vec<(u32, f64)> {
    weighted_lines(evidence, scoring, &|_| 1.0)
}

/// The same, of runs that do not all count the same.
pub fn weighted_lines(
    evidence: &Evidence,
    scoring: &Scoring,
    weight: &dyn Fn(&Run) -> f64,
) -> Vec<(u32, f64)> {
    let size = evidence.failing.len();
    let (mut ef, mut ep) = (vec![0.0; size], vec![0.0; size]);
    let (mut failing, mut passing) = (1.0, 0.0);
    for line in evidence.failing.ones() {
        ef[line] = 1.0;
    }
    for run in evidence.runs.iter().filter(|run| scoring.origins.contains(&run.origin)) {
        let weight = weight(run);
        let counts = match (run.passes, scoring.failing_too) {
            (true, _) => {
                passing += weight;
                &mut ep
            }
            (false, true) => {
                failing += weight;
                &mut ef
            }
            (false, false) => continue,
        };
        for line in run.lines.intersection(&evidence.failing) {
            counts[line] += weight;
        }
    }
    let suspicion = |line: usize| {
        let (ef, ep) = (ef[line], ep[line]);
        scoring.formula.suspicion(Counts { ef, ep, nf: failing - ef, np: passing - ep })
    };
    evidence.failing.ones().map(|line| (line as u32, suspicion(line))).collect()
}

/// Files by suspicion.
pub fn files(map: &Map, suspicions: &[(u32, f64)], aggregation: Aggregation) -> Vec<Ranked> {
    by(map.files.len(), suspicions, aggregation, |line| map.lines[line as usize].file)
}

/// Functions by suspicion.
pub fn functions(map: &Map, suspicions: &[(u32, f64)], aggregation: Aggregation) -> Vec<Ranked> {
    by(map.functions.len(), suspicions, aggregation, |line| map.lines[line as usize].function)
}

fn by(
    items: usize,
    suspicions: &[(u32, f64)],
    aggregation: Aggregation,
    item: impl Fn(u32) -> u32,
) -> Vec<Ranked> {
    let mut of: Vec<Vec<f64>> = vec![Vec::new(); items];
    for &(line, suspicion) in suspicions {
        if let Some(of) = of.get_mut(item(line) as usize) {
            of.push(suspicion);
        }
    }
    let scored = (0u32..).zip(&mut of).filter(|(_, lines)| !lines.is_empty());
    ranked(scored.map(|(item, lines)| (item, aggregation.of(lines))).collect())
}

/// The plain technique: a file is an element of its own, executed or not.
pub fn whole_files(
    map: &Map,
    evidence: &Evidence,
    origin: WitnessSource,
    formula: Formula,
) -> Vec<Ranked> {
    let files = |lines: &Lines| {
        let mut executed = vec![false; map.files.len()];
        lines.ones().for_each(|line| executed[map.lines[line].file as usize] = true);
        executed
    };
    let runs: Vec<Vec<bool>> =
        evidence.of(origin).filter(|run| run.passes).map(|run| files(&run.lines)).collect();
    let touched = files(&evidence.failing);
    let scored = (0..map.files.len()).filter(|&file| touched[file]).map(|file| {
        let ep = runs.iter().filter(|run| run[file]).count() as f64;
        let counts = Counts { ef: 1.0, ep, nf: 0.0, np: runs.len() as f64 - ep };
        (file as u32, formula.suspicion(counts))
    });
    ranked(scored.collect())
}

/// Sorts by score. Equal scores share the worst rank; among them the order is that of the map.
pub fn ranked(mut scored: Vec<(u32, f64)>) -> Vec<Ranked> {
    scored.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let rank = |score: f64| scored.partition_point(|&(_, other)| other >= score);
    scored.iter().map(|&(item, score)| Ranked { item, score, rank: rank(score) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_near_witness_exonerates_more_than_one_that_is_far() {
        let lines = |all: &[usize]| -> Lines { all.iter().copied().collect() };
        let run = |label: &str, all: &[usize]| Run {
            origin: WitnessSource::Mutant,
            passes: true,
            label: label.to_owned(),
            switch: None,
            text: None,
            lines: lines(all),
        };
        let evidence = Evidence {
            failing: lines(&[0, 1]),
            runs: vec![run("near", &[0]), run("far", &[1])],
            ..Evidence::default()
        };
        let scoring = Scoring::of_the_paper(WitnessSource::Mutant);
        let near = |run: &Run| if run.label == "near" { 1.0 } else { 0.2 };
        let weighted = weighted_lines(&evidence, &scoring, &near);
        assert!(weighted[0].1 < weighted[1].1, "{weighted:?}");
        let same = super::lines(&evidence, &scoring);
        assert!((same[0].1 - same[1].1).abs() < 1e-12);
    }

    #[test]
    fn ties_get_the_worst_rank() {
        let ranks: Vec<(u32, usize)> = ranked(vec![(0, 0.1), (1, 0.9), (2, 0.5), (3, 0.5)])
            .iter()
            .map(|ranked| (ranked.item, ranked.rank))
            .collect();
        assert_eq!(ranks, [(1, 1), (2, 3), (3, 3), (0, 4)]);
    }
}
