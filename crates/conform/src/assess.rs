//! Judges every test of a suite: who fails it, who is wrong, and what of it is known.

use std::collections::BTreeMap;

use parallax_engines::Symptom;
use parallax_engines::pool::EngineIdentity;
use parallax_model::conformance::KnownDeviations;

use crate::judge::{Stance, Vote, judge};
use crate::results::{TestFailure, TestRun};

/// Judges what engines did with tests.
pub fn assess(tests: &mut [TestRun], engines: &[EngineIdentity], known: &KnownDeviations) {
    for run in tests {
        run.failure = failure(run, engines, known);
    }
}

fn failure<'e>(
    run: &TestRun,
    engines: &'e [EngineIdentity],
    known: &KnownDeviations,
) -> Option<TestFailure> {
    let vote = |engine: &'e EngineIdentity| {
        let stance = Stance::of(run.behaviour(&engine.name)?, &run.test.ending);
        Some(Vote { engine: &engine.name, family: engine.family, stance })
    };
    let votes: Vec<Vote<'_>> = engines.iter().filter_map(vote).collect();
    let verdict = judge(&votes)?;
    let symptom = |engine: &String| Some((engine.clone(), run.symptom(engine)?));
    let symptoms: BTreeMap<String, Symptom> =
        verdict.engines().iter().filter_map(symptom).collect();
    let explained = symptoms.iter().filter_map(|(engine, symptom)| {
        let algorithms = &run.entry.algorithms;
        let entry = known.explain(engine, symptom, algorithms, &run.test.program)?;
        Some((engine.clone(), entry.id.clone()))
    });
    let known = explained.collect();
    Some(TestFailure { verdict, symptoms, known })
}
