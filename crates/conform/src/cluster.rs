//! Failures that probably have one cause: the same engines, the same symptom, the same algorithm.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use parallax_engines::SymptomKey;
use parallax_model::conformance::DeviationVerdict;

use crate::results::{Cluster, TestFailure, TestRun};

/// Failures that are alike in all but the algorithms they touch: what is known of them, who is wrong
/// and what is wrong.
type Alike<'t> = (Vec<String>, &'t DeviationVerdict, SymptomKey);

/// Failures that probably have one cause, those that are not known first, then the largest first: the
/// same engines show the same symptom where the same algorithm is touched.
pub fn clusters(tests: &[TestRun]) -> Vec<Cluster> {
    let passing = Passing::of(tests);
    let mut alike: BTreeMap<Alike<'_>, Vec<usize>> = BTreeMap::new();
    for (at, run) in tests.iter().enumerate() {
        if let Some(key) = run.failure.as_ref().and_then(key) {
            alike.entry(key).or_default().push(at);
        }
    }
    let mut clusters: Vec<Cluster> = alike
        .into_iter()
        .flat_map(|(alike, failing)| split(tests, alike, failing, &passing))
        .collect();
    clusters.sort_by_key(|it| (it.is_known(), std::cmp::Reverse(it.tests.len())));
    clusters
}

/// What a failure has in common with others; none if no engine fails.
fn key(failure: &TestFailure) -> Option<Alike<'_>> {
    let known: BTreeSet<&String> = failure.known.values().collect();
    let symptom = failure.symptoms.values().next()?.key();
    Some((known.into_iter().cloned().collect(), &failure.verdict, symptom))
}

/// One cluster for each landmark among failures that are alike.
fn split(
    tests: &[TestRun],
    (known, verdict, symptom): Alike<'_>,
    mut failing: Vec<usize>,
    passing: &Passing<'_>,
) -> Vec<Cluster> {
    let mut clusters = Vec::new();
    while !failing.is_empty() {
        let algorithm = landmark(tests, &failing, passing);
        // What is wrong with keys is all in the symptom, whoever made the object.
        let belongs = |at: &usize| {
            matches!(symptom, SymptomKey::Keys(_))
                || tests[*at].entry.algorithms.contains(&algorithm)
        };
        let (mut of, others): (Vec<_>, Vec<_>) = failing.iter().copied().partition(belongs);
        failing = others;
        // A test that touches nothing has only its symptom.
        if of.is_empty() {
            std::mem::swap(&mut of, &mut failing);
        }
        of.sort_by_key(|at| tests[*at].test.program.len());
        clusters.push(Cluster {
            verdict: verdict.clone(),
            symptom: symptom.clone(),
            algorithm,
            known: known.clone(),
            reduced: tests[of[0]].test.clone(),
            tests: of,
            suspects: Vec::new(),
        });
    }
    clusters
}

/// Tests that pass: how many there are, and how many of them touch each algorithm.
struct Passing<'t> {
    tests: usize,
    touched: HashMap<&'t str, usize>,
}

impl<'t> Passing<'t> {
    fn of(tests: &'t [TestRun]) -> Self {
        let mut passing = Passing { tests: 0, touched: HashMap::new() };
        for run in tests.iter().filter(|run| run.failure.is_none()) {
            passing.tests += 1;
            for algorithm in run.entry.algorithms.iter().collect::<BTreeSet<_>>() {
                *passing.touched.entry(algorithm.as_str()).or_default() += 1;
            }
        }
        passing
    }
}

/// The algorithm that most failing tests touch, if no more passing ones do; else the one that the
/// fewest passing tests touch. What all passing tests touch says nothing. Of several the last that is
/// touched, which is nearest to what went wrong.
fn landmark(tests: &[TestRun], failing: &[usize], passing: &Passing<'_>) -> String {
    let mut touched: HashMap<&str, f64> = HashMap::new();
    for at in failing {
        for name in tests[*at].entry.algorithms.iter().collect::<BTreeSet<_>>() {
            *touched.entry(name).or_default() += 1.0;
        }
    }
    let score = |name: &str| {
        let fail = touched[name];
        let pass = passing.touched.get(name).copied().unwrap_or(0) as f64;
        let share = pass / (passing.tests as f64).max(1.0);
        let weight = if pass <= fail { fail * fail / (fail + pass) } else { 1.0 / (1.0 + pass) };
        weight * (1.0 - share)
    };
    let names = failing.iter().flat_map(|at| &tests[*at].entry.algorithms);
    let best = names.max_by(|one, other| score(one).total_cmp(&score(other)));
    best.cloned().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use parallax_engines::pool::EngineIdentity;
    use parallax_engines::runner::TestOutcome;
    use parallax_engines::{Behaviour, CheckFailure, Ending};
    use parallax_model::Family;
    use parallax_model::conformance::KnownDeviations;

    use super::*;
    use crate::assess::assess;
    use crate::suite::{ManifestEntry, Test};

    const ENGINES: [(&str, Family); 3] =
        [("node", Family::V8), ("bun", Family::Jsc), ("quickjs", Family::QuickJs)];

    /// Tests with the algorithms that they touch, and what Bun does with them; the others do what the
    /// text says.
    fn judged(tests: &[(&[&str], Behaviour)]) -> Vec<TestRun> {
        let test = |(at, (algorithms, behaviour)): (usize, &(&[&str], Behaviour))| {
            let program = "x;".repeat(algorithms.len() + 10 - at);
            let algorithms = algorithms.iter().map(ToString::to_string).collect();
            let entry =
                ManifestEntry { file: format!("{at}.js"), algorithms, ..ManifestEntry::default() };
            let test = Test { ending: Ending::Normal, program, checks: Vec::new() };
            let mut run = TestRun::new((entry, test));
            for (engine, _) in ENGINES {
                let behaviour = if engine == "bun" { behaviour.clone() } else { Behaviour::Ended };
                let outcome = TestOutcome { observed: behaviour.into(), before: None };
                run.outcomes.insert(engine.to_owned(), outcome);
            }
            run
        };
        let mut runs: Vec<TestRun> = tests.iter().enumerate().map(test).collect();
        let engines = ENGINES.map(|(name, family)| EngineIdentity {
            name: name.to_owned(),
            family,
            version: String::new(),
        });
        assess(&mut runs, &engines, &KnownDeviations::default());
        runs
    }

    #[test]
    fn what_belongs_together_is_one_cluster() {
        let wrong = |text: &str| Behaviour::Failed(vec![CheckFailure::parse(text)]);
        let tests = judged(&[
            (&["Call", "Rare"], wrong("x is 1")),
            (&["Call"], Behaviour::Ended),
            (&["Call", "Rare"], wrong("x is 23")),
            (&["Call", "Odd"], wrong("x is 4")),
        ]);
        let clusters = clusters(&tests);
        let seen: Vec<_> =
            clusters.iter().map(|it| (it.algorithm.as_str(), it.tests.clone())).collect();
        // Test 2 has the shorter program.
        assert_eq!(seen, [("Rare", vec![2, 0]), ("Odd", vec![3])]);
        assert_eq!(clusters[0].symptom.to_string(), "x is #");
        assert_eq!(clusters[0].verdict, DeviationVerdict::Engine(vec!["bun".to_owned()]));
    }

    #[test]
    fn one_cause_in_many_places_is_one_cluster_and_two_causes_are_two() {
        let found = |symptom: &str| {
            let bad = || Behaviour::Failed(vec![CheckFailure::parse(symptom)]);
            let tests = judged(&[
                (&["Call", "Make", "A"], bad()),
                (&["Call", "Make", "B"], bad()),
                (&["Call", "Make", "C"], bad()),
                (&["Call", "Make"], Behaviour::Ended),
                (&["Call", "D"], bad()),
                (&["Call"], Behaviour::Ended),
                (&["Call"], Behaviour::Ended),
            ]);
            let found = clusters(&tests);
            found.into_iter().map(|it| (it.algorithm, it.tests.len())).collect::<Vec<_>>()
        };
        assert_eq!(found("value of x"), [("Make".to_owned(), 3), ("D".to_owned(), 1)]);
        assert_eq!(found("keys of x, by the text a,b: b,a").len(), 1);
    }
}
