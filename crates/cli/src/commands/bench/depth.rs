//! How much longer sessions at full depth take than their round trips alone.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use parallax_campaign::Worker;
use parallax_campaign::pool::WorkerPool;
use parallax_campaign::run::each;
use parallax_model::{Pairs, Program};
use parallax_oracle::Oracle;
use parallax_session::SessionContext;
use parallax_session::differential::DifferentialWorker;
use rustix::time::{ClockId, clock_gettime};

use super::{jobs, percentile};
use crate::Context;
use crate::commands::diff::instances;

/// Every so many programs one is taken: each is recorded and surveyed before the first session.
const STRIDE: usize = 5;

/// What sessions took.
#[derive(Default)]
struct Taken {
    whole: Vec<Duration>,
    floors: Vec<Duration>,
    actions: usize,
    /// Execution actions after which a debugger was paused, for all debuggers.
    pauses: usize,
}

/// Guided sessions of one worker on one core, each answer held against the text. Whatever the worker does not compute
/// itself it waits for debuggers, so what is left without its own processor time is the floor.
pub async fn measure(
    names: &str,
    programs: &[Program],
    time: Duration,
    oracle: Arc<Oracle>,
    context: &Context,
) -> anyhow::Result<Vec<String>> {
    let names: Vec<String> = names.split('+').map(str::to_owned).collect();
    let config = &context.config;
    let session = SessionContext::new(config.parameters()?, config.normaliser(&[])?, programs)
        .with_oracle(Some(oracle));
    let worker = DifferentialWorker::new(session, &instances(&names, context)?, config.limits()?)?;
    let pool = WorkerPool::new(vec![worker])?;
    let programs: Vec<Program> = programs.iter().step_by(STRIDE).cloned().collect();
    let surveyed = programs.clone().into_iter();
    let survey = async |worker: &mut DifferentialWorker, program: Program| {
        worker.survey(&program).await.map(drop)
    };
    each(&pool, surveyed, survey).await?;
    let taken = Arc::new(Mutex::new(Taken::default()));
    let noted = Arc::clone(&taken);
    let one = async move |worker: &mut DifferentialWorker, (program, seed): (Program, u64)| {
        let (started, computed) = (Instant::now(), processor_time());
        let session = worker.session(&program, seed, &Pairs::default()).await?;
        let (whole, computed) = (started.elapsed(), processor_time().saturating_sub(computed));
        if let Ok(mut taken) = noted.lock() {
            taken.whole.push(whole);
            taken.floors.push(whole.saturating_sub(computed));
            taken.actions += session.actions.len();
            taken.pauses += session.depth.pauses;
        }
        anyhow::Ok(())
    };
    each(&pool, jobs(programs, time), one).await?;
    let taken = std::mem::take(&mut *taken.lock().unwrap_or_else(|it| it.into_inner()));
    Ok(row(&names, taken))
}

fn row(names: &[String], mut taken: Taken) -> Vec<String> {
    let (sum, floor): (Duration, Duration) = (taken.whole.iter().sum(), taken.floors.iter().sum());
    let count = taken.whole.len().max(1);
    let millis = |time: Duration| format!("{:.1}", time.as_secs_f64() * 1e3);
    vec![
        names.join(" + "),
        taken.whole.len().to_string(),
        format!("{:.1}", taken.actions as f64 / count as f64),
        format!("{:.1}", taken.pauses as f64 / count as f64),
        format!("{:.1}", count as f64 / sum.as_secs_f64()),
        format!("{:.1}", count as f64 / floor.as_secs_f64()),
        millis(percentile(&mut taken.whole, 50)),
        millis(percentile(&mut taken.floors, 50)),
        format!("{:.2}", sum.as_secs_f64() / floor.as_secs_f64()),
    ]
}

/// What this thread has computed so far.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}
