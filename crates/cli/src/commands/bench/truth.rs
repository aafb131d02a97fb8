//! How long recordings take, how fast sessions are answered from them, and which faults are found by them.

use std::time::{Duration, Instant};

use parallax_debug::Instance;
use parallax_model::{Observation, Program, parse_actions};
use parallax_oracle::Oracle;
use parallax_session::sensitivity::Experiment;
use parallax_session::{SessionContext, subject};

use crate::Context;
use crate::terminal::with_causes;

/// Records every script; the row of a table, and the programs whose truth is not known, with the reason.
pub fn recordings(oracle: &Oracle, programs: &[Program]) -> (Vec<String>, Vec<String>) {
    let scripts: Vec<&Program> = programs.iter().filter(|it| it.goal.is_script()).collect();
    let (mut seconds, mut longest, mut steps, mut segments) = (0.0, 0.0f64, 0, 0);
    let mut unknown = Vec::new();
    for program in &scripts {
        let started = Instant::now();
        match oracle.truth(program) {
            Ok(truth) => {
                steps += truth.recording.steps;
                segments += truth.recording.segments.len();
            }
            Err(why) => unknown.push(format!("{}: {}", program.name, with_causes(&why))),
        }
        let taken = started.elapsed().as_secs_f64();
        seconds += taken;
        longest = longest.max(taken);
    }
    let row = vec![
        format!("{} of {}", scripts.len() - unknown.len(), scripts.len()),
        format!("{seconds:.1}"),
        format!("{longest:.2}"),
        steps.to_string(),
        segments.to_string(),
    ];
    (row, unknown)
}

/// How long sessions of the text as a debugger take, in milliseconds: the median, and the slowest.
pub async fn sessions(
    instance: Instance,
    program: &Program,
    actions: &str,
    count: usize,
    context: &Context,
) -> anyhow::Result<(f64, f64)> {
    let actions = parse_actions(actions)?;
    let mut debugger = subject(instance, context.config.limits()?)?;
    let mut times: Vec<Duration> = Vec::new();
    for _ in 0..count.max(2) {
        let started = Instant::now();
        debugger.load(program).await?;
        for action in &actions {
            if let Observation::Finished(_) = debugger.perform(action.clone()).await {
                break;
            }
        }
        debugger.unload().await;
        times.push(started.elapsed());
    }
    // The first one records the program.
    let mut times: Vec<f64> = times[1..].iter().map(|it| it.as_secs_f64() * 1000.0).collect();
    times.sort_by(f64::total_cmp);
    Ok((times[times.len() / 2], times[times.len() - 1]))
}

/// Which faults are found, by which law; the rows of a table, and how many were found.
pub async fn sensitivity(
    instance: &Instance,
    programs: &[Program],
    oracle: std::sync::Arc<Oracle>,
    context: &Context,
) -> anyhow::Result<(Vec<Vec<String>>, usize)> {
    let config = &context.config;
    let session = SessionContext::new(config.parameters()?, config.normaliser(&[])?, programs)
        .with_oracle(Some(oracle));
    let limits = config.limits()?;
    let faults = Experiment { instance, programs, context: session, limits }.by_laws().await?;
    let count = faults.iter().filter(|(_, detected)| detected.is_some()).count();
    let rows = faults.into_iter().map(|(fault, detected)| match detected {
        Some(found) => vec![
            format!("{fault:?}"),
            found.after.to_string(),
            found.evidence.law.clone(),
            found.evidence.sentence,
        ],
        None => vec![format!("{fault:?}"), "not found".into(), String::new(), String::new()],
    });
    Ok((rows.collect(), count))
}
