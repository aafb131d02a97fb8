//! How fast metamorphic tests are, and how many faults of a debugger they find.

use std::time::Duration;

use parallax_campaign::pool::{WorkerPool, worker_count};
use parallax_debug::Instance;
use parallax_model::{Program, Session};
use parallax_session::metamorphic::{Chains, MetamorphicWorker};
use parallax_session::sensitivity::Experiment;
use parallax_session::{SessionContext, relations};

use super::run_for;
use crate::Context;

/// All relations.
fn chains() -> Chains {
    Chains { relations: relations::ALL.to_vec(), rounds: 5, tiers: Vec::new() }
}

/// What is measured.
fn experiment<'a>(
    instance: &'a Instance,
    programs: &'a [Program],
    context: &Context,
) -> anyhow::Result<Experiment<'a>> {
    let config = &context.config;
    let session = SessionContext::new(config.parameters()?, config.normaliser(&[])?, programs);
    Ok(Experiment { instance, programs, context: session, limits: config.limits()? })
}

/// How many metamorphic tests a session was.
fn tests(session: &Session) -> usize {
    session.lineage().map_or(0, |lineage| lineage.chain.len())
}

/// Runs metamorphic tests for some time, on all cores; the row of a table.
pub async fn rate(
    instance: &Instance,
    programs: &[Program],
    time: Duration,
    context: &Context,
) -> anyhow::Result<Vec<String>> {
    let setup = experiment(instance, programs, context)?;
    let count = worker_count(0);
    let worker = || MetamorphicWorker::new(setup.context.clone(), chains(), instance, setup.limits);
    let pool = WorkerPool::new((0..count).map(|_| worker()).collect::<Result<_, _>>()?)?;
    pool.each(async |worker: &mut MetamorphicWorker| worker.bring_up().await.map(drop)).await?;
    let count_chain = |it: &Session| [tests(it), 1, usize::from(it.divergence().is_some())];
    let (sum, seconds) = run_for(&pool, programs.to_vec(), time, count_chain).await?;
    let [tests, chains, violations] = sum;
    Ok(vec![
        instance.name.clone(),
        count.to_string(),
        format!("{:.1}", tests as f64 / seconds),
        format!("{:.1}", tests as f64 / chains.max(1) as f64),
        violations.to_string(),
    ])
}

/// Which faults are found, by which relation; the rows of a table, and how many were found.
pub async fn sensitivity(
    instance: &Instance,
    programs: &[Program],
    context: &Context,
) -> anyhow::Result<(Vec<Vec<String>>, usize)> {
    let faults = experiment(instance, programs, context)?.by_relations(&chains()).await?;
    let count = faults.iter().filter(|(_, detection)| detection.is_some()).count();
    let rows = faults.into_iter().map(|(fault, detection)| match detection {
        Some(found) => {
            vec![format!("{fault:?}"), found.after.to_string(), found.evidence.to_string()]
        }
        None => vec![format!("{fault:?}"), "not found".into(), String::new()],
    });
    Ok((rows.collect(), count))
}
