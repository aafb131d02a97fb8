//! Smaller programs for tests that fail, as long as the same engines fail in the same way.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use parallax_conform::assess::{Failure, Participant, skeleton};
use parallax_conform::generate::realm::Realm;
use parallax_conform::shrink::{Made, Shrinker};
use parallax_conform::suite::{Entry, Test};
use parallax_engines::runner::{self, Runner, Script};
use parallax_spec::run::Specification;

use crate::progress;

/// A program is made smaller at most so often.
const ROUNDS: usize = 6;

/// And no longer than this, all together.
const TIME: Duration = Duration::from_secs(120);

/// Puts smaller tests, and what engines do with them, in the place of some tests that fail.
pub async fn shrink(
    up: &mut [(Runner, String)],
    specification: &Specification,
    tests: &mut [(Entry, Test)],
    engines: &mut [Participant],
    failing: &[&Failure],
) {
    let realm = Realm::read(specification);
    let shrinker = Shrinker::new(specification, &realm);
    let began = Instant::now();
    let mut open: Vec<&Failure> = failing.to_vec();
    for _ in 0..ROUNDS {
        if open.is_empty() || began.elapsed() > TIME {
            break;
        }
        let bar = progress::bar(open.len(), "making programs smaller");
        let mut made: Vec<Vec<Made>> = Vec::new();
        for failure in &open {
            bar.inc(1);
            made.push(match began.elapsed() < TIME {
                true => {
                    let (entry, test) = &tests[failure.test];
                    shrinker.smaller(test, &entry.algorithms)
                }
                false => Vec::new(),
            });
        }
        bar.finish_and_clear();
        let seen = glance(up, engines, &made).await;
        let mut smaller = Vec::new();
        let mut from = 0;
        for (failure, made) in open.into_iter().zip(made) {
            let wanted: BTreeMap<&str, String> =
                failure.symptoms.iter().map(|(it, text)| (it.as_str(), skeleton(text))).collect();
            let found =
                (0..made.len()).find(|at| shown(engines, &seen, from + at, &made[*at].0) == wanted);
            if let Some(at) = found {
                for (engine, results) in engines.iter_mut().zip(&seen) {
                    if let Some(result) = results.get(from + at) {
                        engine.results[failure.test] = result.clone();
                    }
                }
                let (test, algorithms) = made[at].clone();
                tests[failure.test].0.algorithms = algorithms;
                tests[failure.test].1 = test;
                smaller.push(failure);
            }
            from += made.len();
        }
        open = smaller;
    }
}

/// What the engines that take part do with tests, each in the order of the tests; nothing for one that
/// fails altogether.
async fn glance(
    up: &mut [(Runner, String)],
    engines: &[Participant],
    made: &[Vec<Made>],
) -> Vec<Vec<runner::Result>> {
    let scripts: Vec<Script> = made.iter().flatten().map(|(test, _)| Script::from(test)).collect();
    let scripts: Vec<&Script> = scripts.iter().collect();
    let takes_part = |runner: &Runner| engines.iter().any(|it| it.name == runner.instance().name);
    let runners = up.iter_mut().filter(|(runner, _)| takes_part(runner));
    let seen = runners.map(async |(runner, _)| runner.glance(&scripts).await);
    join_all(seen).await.into_iter().map(Result::unwrap_or_default).collect()
}

/// What is wrong with a test, by the engines that fail.
fn shown<'e>(
    engines: &'e [Participant],
    seen: &[Vec<runner::Result>],
    at: usize,
    test: &Test,
) -> BTreeMap<&'e str, String> {
    let symptom = |(engine, results): (&'e Participant, &Vec<runner::Result>)| {
        let behaviour = &results.get(at)?.observed.behaviour;
        let is_wrong = !behaviour.meets(&test.ending);
        is_wrong.then(|| (engine.name.as_str(), skeleton(&behaviour.symptom(&test.ending))))
    };
    engines.iter().zip(seen).filter_map(symptom).collect()
}
