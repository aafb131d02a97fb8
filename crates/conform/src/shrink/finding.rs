//! Makes the test of a stored deviation smaller, as long as the same engines fail in the same way.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use parallax_engines::SymptomKey;
use parallax_engines::pool::EnginePool;
use parallax_engines::runner::TestScript;
use parallax_model::conformance::Deviation;
use parallax_spec::run::Specification;

use super::{Shrinker, SmallerTest};
use crate::generate::realm::Realm;
use crate::reduce::single_checks;
use crate::replay::NoTest;
use crate::suite::Test;

/// What is left of a test.
pub struct SmallerDeviation {
    /// The test.
    pub test: Test,
    /// How many tests were run.
    pub trials: usize,
    /// Whether nothing more can be left out by the rules.
    pub is_complete: bool,
}

/// Makes a deviation's test, or what was reached before, smaller on the engines that fail it. None where they do
/// not fail it in the recorded way.
///
/// # Errors
/// Where the record has no test.
pub async fn reduce(
    deviation: &Deviation,
    earlier: Option<&str>,
    engines: &mut EnginePool,
    specification: &Specification,
    time: Duration,
) -> Result<Option<SmallerDeviation>, NoTest> {
    let test = Test::read(earlier.unwrap_or(&deviation.script)).ok_or(NoTest)?;
    let failing = deviation
        .engines
        .iter()
        .filter_map(|it| Some((it.engine.clone(), it.symptom.as_ref()?.key())));
    let mut trials = Trials { engines, target: failing.collect(), count: 0 };
    if trials.first(&[&test]).await.is_none() {
        return Ok(None);
    }
    let realm = Realm::read(specification);
    let shrinker = Shrinker::new(specification, &realm);
    let began = Instant::now();
    let mut best: SmallerTest = (test, deviation.algorithms.clone());
    let is_complete = loop {
        if began.elapsed() > time {
            break false;
        }
        let made = shrinker.smaller(&best.0, &best.1);
        let tests: Vec<&Test> = made.iter().map(|it| &it.0).collect();
        match trials.first(&tests).await {
            Some(at) => best.clone_from(&made[at]),
            None => break true,
        }
    };
    // The checks were made anew: those that are not needed go.
    let singles = single_checks(&best.0);
    let bare = Test { checks: Vec::new(), ..best.0.clone() };
    let fewer: Vec<&Test> = std::iter::once(&bare).chain(&singles).collect();
    let test = match trials.first(&fewer).await {
        Some(at) => fewer[at].clone(),
        None => best.0,
    };
    Ok(Some(SmallerDeviation { test, trials: trials.count, is_complete }))
}

/// Tests on the engines that fail.
struct Trials<'e> {
    engines: &'e mut EnginePool,
    /// What is wrong, by engine.
    target: BTreeMap<String, SymptomKey>,
    count: usize,
}

impl Trials<'_> {
    /// The first of some tests that all engines fail as the deviation says.
    async fn first(&mut self, tests: &[&Test]) -> Option<usize> {
        let scripts: Vec<TestScript> = tests.iter().map(|it| (*it).into()).collect();
        self.count += scripts.len();
        let runs = self.engines.run_once(&scripts).await;
        (0..tests.len()).find(|at| {
            runs.iter().all(|run| {
                let shown = run.outcomes[*at].behaviour().symptoms(&tests[*at].ending);
                let shows = |key: &SymptomKey| shown.iter().any(|symptom| symptom.key() == *key);
                match self.target.get(&run.engine.name) {
                    Some(key) => shows(key),
                    None => !self.target.values().any(shows),
                }
            })
        })
    }
}
