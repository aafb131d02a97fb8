//! Puts smaller programs in the place of failing ones, as long as the same engines fail in the same way.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use parallax_engines::pool::{EnginePool, EngineRun};
use parallax_engines::runner::TestScript;
use parallax_engines::{Symptom, SymptomKey};
use parallax_spec::run::Specification;

use super::{Shrinker, SmallerTest};
use crate::events::{Event, Observer, Phase};
use crate::generate::realm::Realm;
use crate::results::TestRun;
use crate::suite::Test;

/// A program is made smaller at most so often.
const MAX_ROUNDS: usize = 6;

/// And no longer than this, all together.
const MAX_TIME: Duration = Duration::from_secs(120);

/// What is wrong with a test, without details, by the engines that fail.
type Wrong = BTreeMap<String, SymptomKey>;

/// Puts smaller tests, and what engines do with them, in the place of the tests at some positions.
pub async fn make_smaller(
    tests: &mut [TestRun],
    mut open: Vec<usize>,
    engines: &mut EnginePool,
    specification: &Specification,
    observer: Observer<'_>,
) {
    let realm = Realm::read(specification);
    let shrinker = Shrinker::new(specification, &realm);
    let began = Instant::now();
    for _ in 0..MAX_ROUNDS {
        if open.is_empty() || began.elapsed() > MAX_TIME {
            break;
        }
        observer(Event::Began { phase: Phase::Shrinking, steps: open.len() });
        let mut candidates: Vec<(usize, Vec<SmallerTest>)> = Vec::new();
        for at in open {
            observer(Event::Advanced);
            if began.elapsed() < MAX_TIME {
                let TestRun { entry, test, .. } = &tests[at];
                candidates.push((at, shrinker.smaller(test, &entry.algorithms)));
            }
        }
        open = replace(tests, candidates, engines).await;
    }
}

/// Replaces each test by the first of its candidates that fails in the same way; the positions of
/// those that were replaced.
async fn replace(
    tests: &mut [TestRun],
    candidates: Vec<(usize, Vec<SmallerTest>)>,
    engines: &mut EnginePool,
) -> Vec<usize> {
    let all = candidates.iter().flat_map(|(_, made)| made);
    let scripts: Vec<TestScript> = all.map(|(test, _)| test.into()).collect();
    let runs = engines.run_once(&scripts).await;
    let mut replaced = Vec::new();
    let mut from = 0;
    for (at, made) in candidates {
        let target = target(&tests[at]);
        let is_alike = |(number, (test, _)): &(usize, SmallerTest)| {
            same(&runs, from + number, test, &target).is_some()
        };
        let count = made.len();
        let found = made.into_iter().enumerate().find(is_alike);
        if let Some((number, (test, algorithms))) = found {
            let about = same(&runs, from + number, &test, &target);
            for run in &runs {
                let outcome = run.outcomes[from + number].clone();
                if let Some(place) = tests[at].outcomes.get_mut(&run.engine.name) {
                    *place = outcome;
                }
            }
            tests[at].entry.algorithms = algorithms;
            tests[at].test = test;
            tests[at].about = about;
            replaced.push(at);
        }
        from += count;
    }
    replaced
}

/// What is wrong with a test that has been judged.
fn target(run: &TestRun) -> Wrong {
    let symptoms = run.failure.iter().flat_map(|failure| &failure.symptoms);
    symptoms.map(|(engine, symptom)| (engine.clone(), symptom.key())).collect()
}

/// What the same engines, and no others, show of the same with the candidate of a number.
fn same(runs: &[EngineRun], number: usize, test: &Test, target: &Wrong) -> Option<Symptom> {
    let mut about: Option<Symptom> = None;
    for run in runs {
        let shown = run.outcomes[number].behaviour().symptoms(&test.ending);
        let alike = |key: &SymptomKey| shown.iter().find(|symptom| symptom.key() == *key).cloned();
        match target.get(&run.engine.name) {
            Some(key) => {
                let symptom = alike(key)?;
                if about.get_or_insert_with(|| symptom.clone()) != &symptom {
                    return None;
                }
            }
            None if target.values().any(|key| alike(key).is_some()) => return None,
            None => {}
        }
    }
    about
}
