//! What came of a suite on some engines: who failed what, who is wrong, and what belongs together.

use std::collections::{BTreeMap, HashMap};

use parallax_model::Family;
use serde::Serialize;

use crate::judge::{Stance, Verdict, Vote, judge};
use crate::known::{Failing, Known};
use crate::localise::Suspect;
use crate::runner;
use crate::suite::{Entry, Test};

/// An engine that took part, and what it did with each test.
#[derive(Clone, Debug)]
pub struct Participant {
    /// Its name.
    pub name: String,
    /// Its family.
    pub family: Family,
    /// What it says it is.
    pub version: String,
    /// A result for each test.
    pub results: Vec<runner::Result>,
}

/// A test that some engine fails.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The number of the test.
    pub test: usize,
    /// Who is wrong.
    pub verdict: Verdict,
    /// What is wrong with each engine that fails.
    pub symptoms: BTreeMap<String, String>,
    /// The known deviation behind it, for each engine that has one.
    pub known: BTreeMap<String, String>,
}

impl Failure {
    /// Whether all of it is known.
    pub fn is_known(&self) -> bool {
        self.symptoms.keys().all(|engine| self.known.contains_key(engine))
    }
}

/// Failures that probably have one cause.
#[derive(Clone, Debug, Serialize)]
pub struct Cluster {
    /// Who is wrong.
    pub verdict: Verdict,
    /// What is wrong, without the details that differ.
    pub symptom: String,
    /// The algorithm that all of them touch and the fewest passing tests do.
    pub algorithm: String,
    /// The known deviations that explain it; empty if it is news.
    pub known: Vec<String>,
    /// The numbers of its tests, the one with the shortest program first.
    pub tests: Vec<usize>,
    /// The most suspicious algorithms of the text, if it was at hand.
    pub suspects: Vec<Suspect>,
}

/// Every test that some engine fails, in the order of the suite.
pub fn failures(tests: &[(Entry, Test)], engines: &[Participant], known: &Known) -> Vec<Failure> {
    let failure = |(at, (entry, test)): (usize, &(Entry, Test))| {
        let votes: Vec<Vote<'_>> = engines
            .iter()
            .map(|engine| Vote {
                engine: &engine.name,
                family: engine.family,
                stance: engine.results[at].observed.behaviour.stance(&test.ending),
            })
            .collect();
        let verdict = judge(&votes)?;
        let failing = engines.iter().zip(&votes).filter(|(_, vote)| vote.stance != Stance::With);
        let symptoms: BTreeMap<String, String> = failing
            .map(|(engine, _)| {
                let behaviour = &engine.results[at].observed.behaviour;
                (engine.name.clone(), behaviour.symptom(&test.ending))
            })
            .collect();
        let explained = symptoms.iter().filter_map(|(engine, symptom)| {
            let algorithms = &entry.algorithms;
            let failing = Failing { engine, symptom, algorithms, program: &test.program };
            Some((engine.clone(), known.explain(failing)?.id.clone()))
        });
        let known = explained.collect();
        Some(Failure { test: at, verdict, symptoms, known })
    };
    tests.iter().enumerate().filter_map(failure).collect()
}

/// Failures that probably have one cause, those that are news first, then the largest first.
pub fn clusters(tests: &[(Entry, Test)], failures: &[Failure]) -> Vec<Cluster> {
    let passing = touched_by_passing(tests, failures);
    let mut found: BTreeMap<(Vec<String>, Verdict, String, String), Vec<usize>> = BTreeMap::new();
    for failure in failures {
        let known = match failure.is_known() {
            true => failure.known.values().cloned().collect(),
            false => Vec::new(),
        };
        let symptom = failure.symptoms.values().next().map(|text| skeleton(text));
        let landmark = landmark(&tests[failure.test].0, &passing);
        let key = (known, failure.verdict.clone(), symptom.unwrap_or_default(), landmark);
        found.entry(key).or_default().push(failure.test);
    }
    let cluster = |((known, verdict, symptom, algorithm), mut of): ((_, _, _, _), Vec<usize>)| {
        of.sort_by_key(|at| tests[*at].1.program.len());
        Cluster { verdict, symptom, algorithm, known, tests: of, suspects: Vec::new() }
    };
    let mut clusters: Vec<Cluster> = found.into_iter().map(cluster).collect();
    clusters.sort_by_key(|it| (!it.known.is_empty(), std::cmp::Reverse(it.tests.len())));
    clusters
}

/// How many passing tests touch each algorithm.
fn touched_by_passing<'a>(
    tests: &'a [(Entry, Test)],
    failures: &[Failure],
) -> HashMap<&'a str, usize> {
    let mut touched = HashMap::new();
    let passes = |at: usize| failures.binary_search_by_key(&at, |failure| failure.test).is_err();
    for (_, (entry, _)) in tests.iter().enumerate().filter(|(at, _)| passes(*at)) {
        for algorithm in &entry.algorithms {
            *touched.entry(algorithm.as_str()).or_default() += 1;
        }
    }
    touched
}

/// The algorithm of a test that the fewest passing tests touch; the last of several, which is
/// nearest to what went wrong.
fn landmark(entry: &Entry, passing: &HashMap<&str, usize>) -> String {
    let rarity = |name: &&String| passing.get(name.as_str()).copied().unwrap_or(0);
    entry.algorithms.iter().rev().min_by_key(rarity).cloned().unwrap_or_default()
}

/// A symptom without the numbers and quoted texts that differ from test to test.
fn skeleton(symptom: &str) -> String {
    let mut out = String::new();
    let mut quoted: Option<char> = None;
    for character in symptom.chars().take(300) {
        match quoted {
            Some(end) => {
                if character == end {
                    quoted = None;
                    out.push(character);
                }
            }
            None if matches!(character, '"' | '`') => {
                quoted = Some(character);
                out.push(character);
                out.push('…');
            }
            None if character.is_ascii_digit() => {
                if !out.ends_with('#') {
                    out.push('#');
                }
            }
            None => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Behaviour;
    use crate::suite::Ending;

    fn suite(algorithms: &[&[&str]]) -> Vec<(Entry, Test)> {
        let test = |(at, algorithms): (usize, &&[&str])| {
            let algorithms = algorithms.iter().map(ToString::to_string).collect();
            let entry = Entry { file: format!("{at}.js"), algorithms, ..Entry::default() };
            let program = "x;".repeat(algorithms_len(&entry) + 5 - at);
            (entry, Test { ending: Ending::Normal, program, checks: Vec::new() })
        };
        algorithms.iter().enumerate().map(test).collect()
    }

    fn algorithms_len(entry: &Entry) -> usize {
        entry.algorithms.len()
    }

    fn participant(name: &str, family: Family, behaviours: &[Behaviour]) -> Participant {
        let result = |behaviour: &Behaviour| runner::Result {
            observed: behaviour.clone().into(),
            before: None,
        };
        Participant {
            name: name.to_owned(),
            family,
            version: String::new(),
            results: behaviours.iter().map(result).collect(),
        }
    }

    #[test]
    fn what_belongs_together_is_one_cluster() {
        let tests = suite(&[&["Call", "Rare"], &["Call"], &["Call", "Rare"], &["Call", "Odd"]]);
        let wrong = |text: &str| Behaviour::Failed(text.to_owned());
        let (fine, bad) = (Behaviour::Ended, [wrong("x is 1"), wrong("x is 23"), wrong("x is 4")]);
        let bun = [bad[0].clone(), fine.clone(), bad[1].clone(), bad[2].clone()];
        let all = [fine.clone(), fine.clone(), fine.clone(), fine];
        let engines = [
            participant("node", Family::V8, &all),
            participant("bun", Family::Jsc, &bun),
            participant("quickjs", Family::QuickJs, &all),
        ];
        let failures = failures(&tests, &engines, &Known::default());
        assert_eq!(failures.iter().map(|it| it.test).collect::<Vec<_>>(), [0, 2, 3]);
        let clusters = clusters(&tests, &failures);
        let seen: Vec<_> =
            clusters.iter().map(|it| (it.algorithm.as_str(), it.tests.clone())).collect();
        // Test 2 has the shorter program.
        assert_eq!(seen, [("Rare", vec![2, 0]), ("Odd", vec![3])]);
        assert_eq!(clusters[0].symptom, "x is #");
        assert_eq!(clusters[0].verdict, Verdict::Engine(vec!["bun".to_owned()]));
    }

    #[test]
    fn details_are_left_out_of_symptoms() {
        assert_eq!(skeleton("x is 12, not \"a b\" or `7`"), "x is #, not \"…\" or `…`");
        assert_eq!(skeleton("open \"quote"), "open \"…");
    }
}
