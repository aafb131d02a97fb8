//! Runs the test of a recorded deviation again, and says whether engines still do what they did.

use parallax_engines::pool::{EngineIdentity, EnginePool, EngineRun};
use parallax_engines::runner::TestScript;
use parallax_engines::{Behaviour, Symptom};
use parallax_model::conformance::Deviation;

use crate::events::Observer;
use crate::suite::Test;

/// What engines do now with the test of a deviation.
pub struct Replay {
    /// What each engine does.
    pub engines: Vec<ReplayedEngine>,
    /// Whether every engine that was recorded shows what it showed.
    pub is_reproduced: bool,
}

/// What an engine does now.
pub struct ReplayedEngine {
    /// The engine.
    pub engine: EngineIdentity,
    /// What it does.
    pub behaviour: Behaviour,
    /// What is wrong with that, if something is.
    pub symptom: Option<Symptom>,
}

/// A record without a test.
#[derive(Debug, thiserror::Error)]
#[error("the record has no test that can be run")]
pub struct NoTest;

/// The engines of a deviation.
pub fn recorded_engines(deviation: &Deviation) -> Vec<String> {
    deviation.engines.iter().map(|witness| witness.engine.clone()).collect()
}

/// Runs the test of a deviation on engines, the recorded ones or others.
///
/// # Errors
/// Where the record has no test.
pub async fn replay(
    deviation: &Deviation,
    engines: &mut EnginePool,
    observer: Observer<'_>,
) -> Result<Replay, NoTest> {
    let test = Test::read(&deviation.script).ok_or(NoTest)?;
    let runs = engines.run(&[TestScript::from(&test)], &|event| observer(event.into())).await;
    let replayed = |mut run: EngineRun| {
        let behaviour = run.outcomes.pop()?.observed.behaviour;
        let symptom = behaviour.symptom(&test.ending);
        Some(ReplayedEngine { engine: run.engine, behaviour, symptom })
    };
    // Other checks of the same test are no matter.
    let target = deviation.engines.iter().find_map(|it| it.symptom.clone());
    let engines: Vec<ReplayedEngine> = runs.into_iter().filter_map(replayed).collect();
    let is_reproduced = engines.iter().all(|now| {
        let before = deviation.engines.iter().find(|it| it.engine == now.engine.name);
        before.is_none_or(|before| match &before.symptom {
            Some(symptom) => now.behaviour.symptoms(&test.ending).contains(symptom),
            None => now.symptom.is_none() || now.symptom != target,
        })
    });
    Ok(Replay { engines, is_reproduced })
}
