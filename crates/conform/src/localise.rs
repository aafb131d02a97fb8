//! Ranks algorithms of the text by spectrum-based localisation: ER1b on steps, the highest of each.

use std::collections::{BTreeMap, BTreeSet};

use parallax_model::conformance::{KnownDeviations, Suspect};
use parallax_model::pattern::any;
use parallax_spec::run::{Budget, Outline, RunOptions, Specification, Start};
use serde::Serialize;

use crate::events::{Event, Observer, Phase};
use crate::generate::observed;
use crate::results::{Cluster, Results, TestRun};

/// So many passing tests say which steps are common, at most; of more, a part that is spread evenly.
const MAX_PASSING: usize = 4_000;

/// How many suspects are kept for each cluster.
const MAX_SUSPECTS: usize = 5;

/// Which steps of an edition a program takes, in the order of the text.
pub type Spectrum = Vec<u32>;

/// The steps that a program takes.
pub fn spectrum(
    specification: &Specification,
    observers: Option<&Start>,
    program: &str,
) -> Spectrum {
    let start = observers.filter(|_| program.contains(observed::SIGIL));
    let options = RunOptions { start, ..RunOptions::within(Budget::default()) };
    let run = specification.run(program, &options);
    run.covered.ones().filter_map(|step| u32::try_from(step).ok()).collect()
}

/// Ranks the algorithms of the text for each cluster, and says for known bugs of the text how well the
/// algorithms that they are in are found. One bug may be in many algorithms, and cause several clusters.
pub fn localise(
    results: &mut Results,
    specification: &Specification,
    known: &KnownDeviations,
    observer: Observer<'_>,
) {
    let spectra = Spectra::of(specification, &results.tests, observer);
    results.blamed = blamed(&results.clusters, &spectra, known);
    for cluster in &mut results.clusters {
        cluster.suspects = spectra.suspects(&cluster.tests);
        cluster.suspects.truncate(MAX_SUSPECTS);
    }
}

fn blamed(
    clusters: &[Cluster],
    spectra: &Spectra<'_>,
    known: &KnownDeviations,
) -> Vec<BlamedAlgorithms> {
    let mut failing: BTreeMap<&String, Vec<usize>> = BTreeMap::new();
    for cluster in clusters {
        for id in &cluster.known {
            failing.entry(id).or_default().extend(&cluster.tests);
        }
    }
    let blamed = failing.into_iter().map(|(id, tests)| {
        let faulty = faulty_algorithms(known, std::iter::once(id));
        let places = spectra.blamed(&tests, |name| any(&faulty, name));
        BlamedAlgorithms { known: id.clone(), places }
    });
    blamed.filter(|it| !it.places.is_empty()).collect()
}

/// The patterns of the algorithms that known deviations say are faulty.
pub fn faulty_algorithms<'i>(
    known: &KnownDeviations,
    ids: impl Iterator<Item = &'i String>,
) -> Vec<String> {
    let ids: BTreeSet<&String> = ids.collect();
    let entries = known.0.iter().filter(|entry| ids.contains(&entry.id));
    entries.flat_map(|entry| entry.faulty.clone()).collect()
}

/// How many of some tests take each step.
#[derive(Clone, Debug, Default)]
pub struct StepCounts {
    tests: u32,
    taken: Vec<u32>,
}

impl StepCounts {
    /// Of an edition with so many steps.
    pub fn new(steps: usize) -> Self {
        StepCounts { tests: 0, taken: vec![0; steps] }
    }

    /// Adds a test.
    pub fn add(&mut self, spectrum: &Spectrum) {
        self.tests += 1;
        for step in spectrum {
            if let Some(count) = self.taken.get_mut(*step as usize) {
                *count += 1;
            }
        }
    }
}

/// ER1b for each step that a failing test takes: the failing tests that take it, less the part of
/// the passing tests that do.
fn score(step: usize, failing: &StepCounts, passing: &StepCounts) -> Option<f64> {
    let failing = *failing.taken.get(step).filter(|count| **count > 0)?;
    let taken = passing.taken.get(step).copied().unwrap_or(0);
    Some(f64::from(failing) - f64::from(taken) / (f64::from(passing.tests) + 1.0))
}

/// The algorithms that failing tests touch, the most suspicious first.
pub fn rank(outlines: &[Outline], failing: &StepCounts, passing: &StepCounts) -> Vec<Suspect> {
    let mut suspects: Vec<Suspect> =
        outlines.iter().filter_map(|outline| suspect(outline, failing, passing)).collect();
    suspects.sort_by(|one, other| other.score.total_cmp(&one.score));
    suspects
}

/// The rank of the first of some algorithms among the suspects. Of those that are as suspicious as it
/// is, half stand before it.
pub fn rank_of(is_faulty: impl Fn(&str) -> bool, suspects: &[Suspect]) -> Option<f64> {
    let score = suspects.iter().find(|suspect| is_faulty(&suspect.algorithm))?.score;
    let before = suspects.iter().filter(|suspect| suspect.score > score).count();
    let beside = suspects.iter().filter(|suspect| suspect.score == score).count();
    Some(before as f64 + (beside as f64 + 1.0) / 2.0)
}

/// What the tests of a suite say about where in the text.
pub struct Spectra<'s> {
    outlines: &'s [Outline],
    steps: usize,
    spectra: Vec<Spectrum>,
    passing: StepCounts,
}

/// The algorithms that a known bug of the text is in.
#[derive(Clone, Debug, Serialize)]
pub struct BlamedAlgorithms {
    /// The id of the known deviation.
    pub known: String,
    /// How well each is found.
    pub places: Vec<BlamedAlgorithm>,
}

/// An algorithm that is known to be to blame for failures.
#[derive(Clone, Debug, Serialize)]
pub struct BlamedAlgorithm {
    /// Its name.
    pub algorithm: String,
    /// How many failing tests touch it.
    pub tests: usize,
    /// Its rank among the suspects for these tests.
    pub rank: f64,
}

/// How well all faulty algorithms are found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankSummary {
    /// How many there are.
    pub algorithms: usize,
    /// Their rank on average.
    pub mean: f64,
    /// How many are among the first five, in percent.
    pub top_five: f64,
}

impl RankSummary {
    /// Of all algorithms that are known to be faulty; none if there are none.
    pub fn of(blamed: &[BlamedAlgorithms]) -> Option<Self> {
        let places = blamed.iter().flat_map(|it| &it.places);
        let ranks: Vec<f64> = places.map(|place| place.rank).collect();
        let count = ranks.len() as f64;
        let first = ranks.iter().filter(|rank| **rank <= 5.0).count() as f64;
        (!ranks.is_empty()).then(|| RankSummary {
            algorithms: ranks.len(),
            mean: ranks.iter().sum::<f64>() / count,
            top_five: 100.0 * first / count,
        })
    }
}

impl<'s> Spectra<'s> {
    /// From the steps that each test takes.
    pub fn of(specification: &'s Specification, tests: &[TestRun], observer: Observer<'_>) -> Self {
        observer(Event::Began { phase: Phase::Localising, steps: tests.len() });
        let (outlines, steps) = (specification.outline(), specification.steps());
        let observers = observed::realm(specification, specification.fresh());
        let mut spectra: Vec<Spectrum> = Vec::with_capacity(tests.len());
        let mut passing = StepCounts::new(steps);
        let all = tests.iter().filter(|run| run.failure.is_none()).count();
        let (stride, mut passed) = (1 + all / MAX_PASSING, 0usize);
        for (at, run) in tests.iter().enumerate() {
            // A test that shows several things has several runs, one after the other.
            let before = at.checked_sub(1).filter(|at| tests[*at].test.program == run.test.program);
            let is_passing = run.failure.is_none();
            passed += usize::from(is_passing);
            let spectrum = match before {
                _ if is_passing && !passed.is_multiple_of(stride) => Spectrum::new(),
                Some(before) => spectra[before].clone(),
                None => spectrum(specification, observers.as_ref(), &run.test.program),
            };
            if is_passing && passed.is_multiple_of(stride) {
                passing.add(&spectrum);
            }
            spectra.push(spectrum);
            observer(Event::Advanced);
        }
        Spectra { outlines, steps, spectra, passing }
    }

    /// The algorithms that failing tests touch, the most suspicious first.
    pub fn suspects(&self, failing: &[usize]) -> Vec<Suspect> {
        let mut counts = StepCounts::new(self.steps);
        failing.iter().for_each(|at| counts.add(&self.spectra[*at]));
        rank(self.outlines, &counts, &self.passing)
    }

    /// How well those of some algorithms are found that failing tests touch. Each is a bug of its
    /// own, with the tests that touch it.
    pub fn blamed(
        &self,
        failing: &[usize],
        is_faulty: impl Fn(&str) -> bool,
    ) -> Vec<BlamedAlgorithm> {
        let faulty = self.outlines.iter().filter(|outline| is_faulty(&outline.name));
        let place = |outline: &Outline| {
            let own = outline.first..outline.first + outline.steps.len();
            let touches =
                |at: &usize| self.spectra[*at].iter().any(|it| own.contains(&(*it as usize)));
            let tests: Vec<usize> = failing.iter().copied().filter(touches).collect();
            let rank = rank_of(|name| name == outline.name, &self.suspects(&tests))?;
            Some(BlamedAlgorithm { algorithm: outline.name.clone(), tests: tests.len(), rank })
        };
        faulty.filter_map(place).collect()
    }
}

fn suspect(outline: &Outline, failing: &StepCounts, passing: &StepCounts) -> Option<Suspect> {
    let scores = outline
        .steps
        .iter()
        .enumerate()
        .filter_map(|(at, step)| Some((score(outline.first + at, failing, passing)?, step)));
    // The first of the highest.
    let highest = scores.reduce(|best, next| if next.0 > best.0 { next } else { best });
    highest.map(|(score, step)| Suspect {
        algorithm: outline.name.clone(),
        clause: outline.clause.clone(),
        step: step.place.clone(),
        text: step.text.clone(),
        score,
    })
}

#[cfg(test)]
mod tests {
    use parallax_spec::run::OutlineStep;

    use super::*;

    #[test]
    fn ranks_are_summed_up_over_all_known_bugs() {
        let place = |rank| BlamedAlgorithm { algorithm: "f".into(), tests: 1, rank };
        let blamed = |ranks: &[f64]| BlamedAlgorithms {
            known: "a".into(),
            places: ranks.iter().copied().map(place).collect(),
        };
        assert_eq!(RankSummary::of(&[blamed(&[])]), None);
        let all = RankSummary::of(&[blamed(&[1.0, 5.0]), blamed(&[6.0, 8.0])]);
        assert_eq!(all, Some(RankSummary { algorithms: 4, mean: 5.0, top_five: 50.0 }));
    }

    fn outline(name: &str, first: usize, steps: usize) -> Outline {
        let step = |at: usize| OutlineStep {
            depth: 0,
            place: (at + 1).to_string(),
            text: format!("Step {at} of {name}."),
        };
        Outline {
            name: name.to_owned(),
            clause: format!("sec-{name}"),
            first,
            steps: (0..steps).map(step).collect(),
            describes_variables: false,
        }
    }

    fn counts(spectra: &[&[u32]]) -> StepCounts {
        let mut counts = StepCounts::new(6);
        spectra.iter().for_each(|spectrum| counts.add(&spectrum.to_vec()));
        counts
    }

    #[test]
    fn the_step_that_only_failing_tests_take_is_the_most_suspicious() {
        let outlines = [outline("common", 0, 2), outline("faulty", 2, 2), outline("other", 4, 2)];
        let failing = counts(&[&[0, 1, 2, 3], &[0, 2, 3]]);
        let passing = counts(&[&[0, 1, 2], &[0, 1], &[0, 4]]);
        let ranked = rank(&outlines, &failing, &passing);
        let names: Vec<_> = ranked.iter().map(|it| (it.algorithm.as_str(), &*it.step)).collect();
        // `other` is touched by no failing test.
        assert_eq!(names, [("faulty", "2"), ("common", "1")]);
        // Two failing tests take it, and no passing one; all three take step 1 of `common`.
        assert_eq!(ranked[0].score, 2.0);
        assert_eq!(ranked[1].score, 2.0 - 3.0 / 4.0);
    }

    #[test]
    fn without_passing_tests_what_more_failing_tests_take_comes_first() {
        let outlines = [outline("once", 0, 1), outline("twice", 1, 1)];
        let ranked = rank(&outlines, &counts(&[&[0, 1], &[1]]), &StepCounts::new(6));
        assert_eq!(ranked[0].algorithm, "twice");
        assert!(rank(&outlines, &StepCounts::new(6), &StepCounts::new(6)).is_empty());
    }

    #[test]
    fn those_that_are_as_suspicious_share_their_ranks() {
        let suspect = |name: &str, score| Suspect {
            algorithm: name.to_owned(),
            clause: String::new(),
            step: String::new(),
            text: String::new(),
            score,
        };
        let suspects = [suspect("A", 3.0), suspect("B", 2.0), suspect("C", 2.0), suspect("D", 1.0)];
        let rank = |name: &str| rank_of(|it| it == name, &suspects);
        assert_eq!(["A", "B", "C", "D"].map(rank), [Some(1.0), Some(2.5), Some(2.5), Some(4.0)]);
        assert_eq!(rank("E"), None);
    }
}
