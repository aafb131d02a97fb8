//! Reduces the first test of each cluster to the checks that it takes to fail.

use std::collections::{BTreeMap, BTreeSet};

use parallax_engines::Symptom;
use parallax_engines::pool::{EnginePool, EngineRun};
use parallax_engines::runner::TestScript;

use crate::events::{Event, Observer, Phase};
use crate::results::Results;
use crate::suite::Test;

/// Reduces the first test of each cluster.
pub async fn reduce(results: &mut Results, engines: &mut EnginePool, observer: Observer<'_>) {
    let firsts = results.clusters.iter().map(|cluster| &results.first_of(cluster).test);
    let singles: Vec<Test> = firsts.flat_map(single_checks).collect();
    let scripts: Vec<TestScript> = singles.iter().map(TestScript::from).collect();
    let steps = scripts.len() * engines.engines().len();
    observer(Event::Began { phase: Phase::Reducing, steps });
    let runs = engines.run(&scripts, &|event| observer(event.into())).await;
    let mut from = 0;
    let mut reduced_tests = Vec::new();
    for cluster in &results.clusters {
        let first = results.first_of(cluster);
        let own = from..from + first.test.checks.len();
        from = own.end;
        let shown = |run: &EngineRun| {
            let symptom = |at: usize| run.outcomes[at].behaviour().symptom(&singles[at].ending);
            (run.engine.name.clone(), own.clone().map(symptom).collect())
        };
        let wrong = |name: &String| Some((name.clone(), first.symptom(name)?));
        let symptoms = first.outcomes.keys().filter_map(wrong).collect();
        reduced_tests.push(reduced(&first.test, &symptoms, &runs.iter().map(shown).collect()));
    }
    for (cluster, test) in results.clusters.iter_mut().zip(reduced_tests) {
        cluster.reduced = test;
    }
}

/// A test for each check of a test, with that check alone.
pub fn single_checks(test: &Test) -> Vec<Test> {
    let with = |check: &String| Test { checks: vec![check.clone()], ..test.clone() };
    test.checks.iter().map(with).collect()
}

/// A test with the checks that it takes for each engine to show what it shows with all of them. What
/// each engine shows for each check alone is given in the order of the checks.
pub fn reduced(
    test: &Test,
    symptoms: &BTreeMap<String, Symptom>,
    shown: &BTreeMap<String, Vec<Option<Symptom>>>,
) -> Test {
    let first = |(engine, symptom): (&String, &Symptom)| {
        let alone = shown.get(engine)?;
        alone.iter().position(|shows| shows.as_ref() == Some(symptom))
    };
    match symptoms.iter().map(first).collect::<Option<BTreeSet<usize>>>() {
        Some(needed) => {
            let checks = needed.into_iter().filter_map(|at| test.checks.get(at).cloned());
            Test { checks: checks.collect(), ..test.clone() }
        }
        // What no check shows alone is shown by how the program ends, or by several together.
        None => test.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parallax_engines::{CheckFailure, Ending};

    #[test]
    fn only_checks_that_show_something_stay() {
        let checks = ["a", "b", "c"].map(str::to_owned).to_vec();
        let test = Test { ending: Ending::Normal, program: "x".into(), checks };
        assert_eq!(single_checks(&test).len(), 3);
        let symptom = |text: &str| Symptom::FailsCheck {
            failure: CheckFailure::Other { message: text.to_owned() },
        };
        let symptoms = |of: &[(&str, &str)]| {
            of.iter().map(|(engine, text)| (engine.to_string(), symptom(text))).collect()
        };
        let shown: BTreeMap<String, Vec<Option<Symptom>>> = [
            ("one".to_owned(), vec![None, Some(symptom("B")), Some(symptom("C"))]),
            ("two".to_owned(), vec![None, None, Some(symptom("C"))]),
        ]
        .into();
        let checks = |of| reduced(&test, &symptoms(of), &shown).checks;
        assert_eq!(checks(&[("one", "B")]), ["b"]);
        assert_eq!(checks(&[("one", "B"), ("two", "C")]), ["b", "c"]);
        // Nothing is dropped where it is not understood.
        assert_eq!(checks(&[("one", "other")]), ["a", "b", "c"]);
    }
}
