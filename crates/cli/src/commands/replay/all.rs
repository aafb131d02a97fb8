//! `parallax replay --all`: every finding of a campaign again, several times, to see whether any is unstable.

use std::sync::{Arc, Mutex, PoisonError};

use parallax_campaign::run::each;
use parallax_campaign::{SessionFinding, Store, WorkerPool, pool::worker_count};
use parallax_debug::Instance;
use parallax_session::SessionContext;
use parallax_session::differential::DifferentialWorker;
use parallax_session::replay::comes_again;

use crate::commands::diff::instances;
use crate::exit_code::{Exit, Failure};
use crate::{Context, terminal};

/// Repeats the findings in sessions of the latest campaign, so many times each, and says which did not always come.
pub async fn run(times: usize, context: &Context) -> anyhow::Result<Exit> {
    let store = Store::open(&context.store)?;
    let findings = store.session_findings(store.campaign(None)?.id)?;
    let is_of_several = |it: &SessionFinding| it.session.lineage().is_none();
    let findings: Vec<SessionFinding> = findings.into_iter().filter(is_of_several).collect();
    let Some(first) = findings.first() else {
        return Err(Failure::usage("the latest campaign has no findings of several debuggers"));
    };
    let name = |name: &String| Instance::configured_name(name).to_owned();
    let names: Vec<String> = first.session.traces.iter().map(|it| name(&it.debugger)).collect();
    let instances = instances(&names, context)?;
    let config = &context.config;
    let programs: Vec<_> = findings.iter().map(|it| it.program.clone()).collect();
    let session = SessionContext::new(config.parameters()?, config.normaliser(&[])?, &programs)
        .with_oracle(config.oracle()?);
    let limits = config.limits()?;
    let workers = (0..worker_count(config.campaign.jobs))
        .map(|_| DifferentialWorker::new(session.clone(), &instances, limits));
    let pool = WorkerPool::new(workers.collect::<Result<_, _>>()?)?;
    let count = findings.len();
    let came: Arc<Mutex<Vec<(i64, usize)>>> = Arc::default();
    let noted = Arc::clone(&came);
    let repeat = async move |worker: &mut DifferentialWorker, finding: SessionFinding| {
        let mut again = 0;
        for _ in 0..times {
            again += usize::from(comes_again(worker, &session, &finding).await?);
        }
        noted.lock().unwrap_or_else(PoisonError::into_inner).push((finding.id, again));
        anyhow::Ok(())
    };
    each(&pool, findings, repeat).await?;
    let came = came.lock().unwrap_or_else(PoisonError::into_inner);
    let mut missing: Vec<_> = came.iter().filter(|(_, again)| *again < times).collect();
    missing.sort_unstable();
    terminal::say(&format!(
        "{} of {count} findings came again each of {times} times",
        count - missing.len()
    ));
    for (id, again) in &missing {
        terminal::say(&format!("finding {id} came {again} of {times} times"));
    }
    Ok(if missing.is_empty() { Exit::Success } else { Exit::Failed })
}
