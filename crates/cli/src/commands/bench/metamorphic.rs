//! How fast metamorphic tests are, and how many faults of a debugger they find.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use parallax_campaign::Lane;
use parallax_campaign::run::each;
use parallax_debug::Instance;
use parallax_debug::faults::Fault;
use parallax_model::{Outcome, Program, Session};
use parallax_session::relations;

use crate::lane::Laboratory;
use crate::metamorphic::{Alone, Chains};
use crate::{Context, campaign};

/// A fault is to be found within so many tests.
pub const TESTS: usize = 200;

/// A lane for an instance.
fn lane(instance: &Instance, programs: &[Program], context: &Context) -> anyhow::Result<Alone> {
    let config = &context.config;
    let laboratory = Laboratory::new(config.parameters()?, config.normaliser(&[])?, programs);
    let chains = Chains { relations: relations::ALL.to_vec(), rounds: 5 };
    Ok(Alone::new(laboratory, chains, instance, config.limits()?)?)
}

/// How many metamorphic tests a session was.
fn tests(session: &Session) -> usize {
    session.lineage.as_ref().map_or(0, |lineage| lineage.chain.len())
}

/// Programs and seeds without end, each seed with every program.
fn jobs(programs: &[Program]) -> impl Iterator<Item = (&Program, u64)> {
    (0..).flat_map(move |seed| programs.iter().map(move |program| (program, seed)))
}

/// Runs metamorphic tests for some time, on all cores; the row of a table.
pub async fn rate(
    instance: &Instance,
    programs: &[Program],
    time: Duration,
    context: &Context,
) -> anyhow::Result<Vec<String>> {
    let count = campaign::jobs(0);
    let crew = campaign::crew(count, || lane(instance, programs, context))?;
    crew.each(async |lane: &mut Alone| lane.bring_up().await.map(drop)).await?;
    let tally = Arc::new(Mutex::new((0usize, 0usize, 0usize)));
    let started = Instant::now();
    let jobs = super::jobs(programs.to_vec(), time);
    let counted = tally.clone();
    each(&crew, jobs, async move |lane: &mut Alone, (program, seed): (Program, u64)| {
        let session = lane.session(&program, seed).await?;
        if let Ok(mut tally) = counted.lock() {
            tally.0 += tests(&session);
            tally.1 += 1;
            tally.2 += usize::from(matches!(session.outcome, Outcome::Diverged(_)));
        }
        anyhow::Ok(())
    })
    .await?;
    let seconds = started.elapsed().as_secs_f64();
    let (tests, chains, violations) = tally.lock().map(|tally| *tally).unwrap_or_default();
    Ok(vec![
        instance.name.clone(),
        count.to_string(),
        format!("{:.1}", tests as f64 / seconds),
        format!("{:.1}", tests as f64 / chains.max(1) as f64),
        violations.to_string(),
    ])
}

/// What the first violation of a number of tests was.
struct Found {
    /// After how many tests it came.
    after: usize,
    /// What it was, in words.
    what: String,
}

/// Which faults are found, by which relation; the rows of a table, and how many were found.
pub async fn sensitivity(
    instance: &Instance,
    programs: &[Program],
    context: &Context,
) -> anyhow::Result<(Vec<Vec<String>>, usize)> {
    // What the debugger does when nothing is broken is not a sign of the fault.
    let sound = violations(instance, programs, usize::MAX, &BTreeMap::new(), context).await?;
    let mut rows = Vec::new();
    let mut count = 0;
    for fault in Fault::ALL {
        let broken = Instance { fault: Some(fault), ..instance.clone() };
        let found = violations(&broken, programs, 1, &sound, context).await?;
        count += usize::from(!found.is_empty());
        rows.push(match found.values().next() {
            Some(found) => {
                vec![format!("{fault:?}"), found.after.to_string(), found.what.clone()]
            }
            None => vec![format!("{fault:?}"), "not found".into(), String::new()],
        });
    }
    Ok((rows, count))
}

/// The violations within the allowed number of tests, up to `most`, without the sessions in
/// `ignored`, by program and seed.
async fn violations(
    instance: &Instance,
    programs: &[Program],
    most: usize,
    ignored: &BTreeMap<(String, u64), Found>,
    context: &Context,
) -> anyhow::Result<BTreeMap<(String, u64), Found>> {
    let mut lane = lane(instance, programs, context)?;
    let (mut found, mut done) = (BTreeMap::new(), 0);
    for (program, seed) in jobs(programs) {
        if done >= TESTS || found.len() >= most {
            break;
        }
        let key = (program.name.to_string(), seed);
        if ignored.contains_key(&key) {
            continue;
        }
        let session = lane.session(program, seed).await?;
        done += tests(&session).max(1);
        if let Outcome::Diverged(divergence) = &session.outcome {
            found.insert(key, Found { after: done, what: divergence.class.to_string() });
        }
    }
    Ok(found)
}
