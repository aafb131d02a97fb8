//! Runs a plan's sessions: each finished one is in the store before its worker takes the next.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use parallax_model::{Outcome, Pairs, Program, Session};

use crate::pool::WorkerPool;
use crate::settings::{Plan, Seeds};
use crate::store::{ProgramRow, SessionKey, Store, StoreError};

/// Something that does one session at a time.
#[async_trait]
pub trait Worker: Send {
    /// Why a worker cannot go on: not something a debugger did, but that there is none.
    type Error: std::error::Error + Send + 'static;

    /// Whether a program is fit for comparison.
    async fn screen(&mut self, program: &Program) -> Result<Screening, Self::Error>;

    /// Asks for every breakpoint of a program that is fit, where the kind of work has such a survey.
    async fn survey(&mut self, _program: &Program) -> Result<Option<Session>, Self::Error> {
        Ok(None)
    }

    /// One session. What earlier ones did is there to do something else.
    async fn session(
        &mut self,
        program: &Program,
        seed: u64,
        earlier: &Pairs,
    ) -> Result<Session, Self::Error>;
}

/// Whether a program is fit for comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Screening {
    /// It is.
    Fit,
    /// It is not, and why.
    Unfit(String),
}

/// What happens in a campaign, for whoever watches.
#[derive(Debug)]
pub enum Event<'a> {
    /// The campaign begins, or an unfinished one goes on.
    Begins {
        /// Its number.
        campaign: i64,
        /// Whether it had been begun before.
        continued: bool,
    },
    /// So many programs are to be screened.
    ScreeningBegins(usize),
    /// A program was screened.
    Screened(&'a Program, &'a Screening),
    /// So many sessions are to be done.
    SessionsBegin(usize),
    /// A session was done.
    Done(&'a Program, SessionKey, &'a Outcome),
}

/// How a campaign ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    /// Its number.
    pub campaign: i64,
    /// Whether all was done; else the time was up.
    pub finished: bool,
}

/// Why a campaign stopped.
#[derive(Debug, thiserror::Error)]
pub enum Stopped<E: std::error::Error + 'static> {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A worker could not go on.
    #[error(transparent)]
    Worker(E),
}

/// Whoever watches a campaign.
pub type Watch = Arc<dyn Fn(Event<'_>) + Send + Sync>;

/// Runs a plan, or does what is left of it if it was begun before. Dropping the future stops it;
/// what is finished is kept.
///
/// # Errors
/// Where the store or a worker fails.
pub async fn run<W: Worker + 'static>(
    store: &Arc<Mutex<Store>>,
    plan: &Plan,
    pool: WorkerPool<W>,
    time: Option<Duration>,
    watch: &Watch,
) -> Result<Ended, Stopped<W::Error>> {
    let (campaign, continued) = lock(store).begin(plan)?;
    watch(Event::Begins { campaign, continued });
    let seeds = plan.settings.seeds().map(Seeds::range).unwrap_or_default();
    let work = work(store, campaign, seeds, pool, watch);
    match time {
        None => work.await?,
        Some(limit) => match tokio::time::timeout(limit, work).await {
            Ok(done) => done?,
            Err(_) => return Ok(Ended { campaign, finished: false }),
        },
    }
    Ok(Ended { campaign, finished: true })
}

/// Does what is left to do of a campaign.
async fn work<W: Worker + 'static>(
    store: &Arc<Mutex<Store>>,
    campaign: i64,
    seeds: Range<u64>,
    pool: WorkerPool<W>,
    watch: &Watch,
) -> Result<(), Stopped<W::Error>> {
    let stopwatch = Stopwatch { store, campaign, since: Instant::now() };
    let programs = lock(store).programs(campaign)?;
    screen(store, programs, &pool, watch).await?;

    let programs = lock(store).programs(campaign)?;
    let programs: Vec<_> = programs.into_iter().filter(|row| row.skipped.is_none()).collect();
    let done: HashSet<_> = lock(store).done(campaign)?.into_iter().collect();
    let count = seeds.clone().count() * programs.len();
    watch(Event::SessionsBegin(count.saturating_sub(done.len())));
    let programs: Arc<[ProgramRow]> = programs.into();
    for generation in generations(seeds, programs.len()) {
        let earlier = Arc::new(lock(store).pairs(campaign, generation.start)?);
        // Seed by seed over all programs, so that an unfinished campaign has seen all of them.
        let jobs = generation.flat_map(|seed| (0..programs.len()).map(move |at| (at, seed)));
        let is_left = |(at, seed): &(usize, u64)| !done.contains(&(programs[*at].id, *seed));
        let jobs: Vec<_> = jobs.filter(is_left).collect();
        let (store, watch, programs) = (store.clone(), watch.clone(), programs.clone());
        let session = async move |worker: &mut W, (at, seed): (usize, u64)| {
            let row = &programs[at];
            let started = Instant::now();
            let session = worker.session(&row.program, seed, &earlier).await;
            let session = session.map_err(Stopped::Worker)?;
            let (key, elapsed) = (SessionKey::Seed(seed), started.elapsed());
            lock(&store).record_session(row.id, key, &session, elapsed)?;
            watch(Event::Done(&row.program, key, &session.outcome));
            Ok::<_, Stopped<_>>(())
        };
        each(&pool, jobs, session).await?;
    }
    drop(stopwatch);
    lock(store).finish(campaign)?;
    Ok(())
}

/// Sessions are done generation by generation: all of one know what the sessions of those before did. So
/// the same plan does the same, however many workers there are.
fn generations(seeds: Range<u64>, programs: usize) -> impl Iterator<Item = Range<u64>> {
    /// Enough for workers not to wait for each other.
    const SESSIONS: usize = 64;
    let size = SESSIONS.div_ceil(programs.max(1));
    let end = seeds.end;
    seeds.step_by(size).map(move |first| first..end.min(first + size as u64))
}

/// Says of the programs that have not been looked at whether they are fit.
async fn screen<W: Worker + 'static>(
    store: &Arc<Mutex<Store>>,
    programs: Vec<ProgramRow>,
    pool: &WorkerPool<W>,
    watch: &Watch,
) -> Result<(), Stopped<W::Error>> {
    let unscreened: Vec<_> = programs.into_iter().filter(|program| !program.screened).collect();
    watch(Event::ScreeningBegins(unscreened.len()));
    let (store, watch) = (store.clone(), watch.clone());
    let screen = async move |worker: &mut W, row: ProgramRow| {
        let screening = worker.screen(&row.program).await.map_err(Stopped::Worker)?;
        let skipped = match &screening {
            Screening::Fit => None,
            Screening::Unfit(why) => Some(why.as_str()),
        };
        if screening == Screening::Fit {
            let started = Instant::now();
            let survey = worker.survey(&row.program).await.map_err(Stopped::Worker)?;
            if let Some(survey) = survey {
                let elapsed = started.elapsed();
                lock(&store).record_session(row.id, SessionKey::Survey, &survey, elapsed)?;
            }
        }
        lock(&store).screened(row.id, skipped)?;
        watch(Event::Screened(&row.program, &screening));
        Ok(())
    };
    each(pool, unscreened, screen).await
}

/// Has the workers take jobs until there are none; the first failure is returned.
pub async fn each<W, J, E, I>(
    pool: &WorkerPool<W>,
    jobs: I,
    work: impl AsyncFn(&mut W, J) -> Result<(), E> + Send + Sync + 'static,
) -> Result<(), E>
where
    W: Send + 'static,
    E: Send + 'static,
    I: IntoIterator<Item = J, IntoIter: Send + 'static>,
{
    let shared = Arc::new((Mutex::new(jobs.into_iter()), work));
    pool.each(async move |worker: &mut W| {
        let (jobs, work) = &*shared;
        while let Some(job) = next(jobs) {
            work(worker, job).await?;
        }
        Ok(())
    })
    .await
}

fn next<J>(jobs: &Mutex<impl Iterator<Item = J>>) -> Option<J> {
    jobs.lock().unwrap_or_else(PoisonError::into_inner).next()
}

fn lock(store: &Mutex<Store>) -> std::sync::MutexGuard<'_, Store> {
    store.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Adds the time to the campaign's, however it stops.
struct Stopwatch<'a> {
    store: &'a Mutex<Store>,
    campaign: i64,
    since: Instant,
}

impl Drop for Stopwatch<'_> {
    fn drop(&mut self) {
        let time: Duration = self.since.elapsed();
        let _only_the_time_is_lost = lock(self.store).spent(self.campaign, time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{DifferentialSettings, Settings, Tool};
    use parallax_model::{Depth, Origin, Parameters};
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Does sessions that find nothing, and stops working after a number of them.
    #[derive(Clone)]
    struct Fake {
        budget: Arc<AtomicUsize>,
        seen: Arc<Mutex<Vec<(String, u64)>>>,
    }

    #[async_trait]
    impl Worker for Fake {
        type Error = std::io::Error;

        async fn screen(&mut self, program: &Program) -> Result<Screening, Self::Error> {
            Ok(if program.name.starts_with("bad") {
                Screening::Unfit("bad".into())
            } else {
                Screening::Fit
            })
        }

        async fn session(
            &mut self,
            program: &Program,
            seed: u64,
            _earlier: &Pairs,
        ) -> Result<Session, Self::Error> {
            tokio::task::yield_now().await;
            self.budget
                .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1))
                .map_err(|_| std::io::Error::other("the budget is used up"))?;
            self.seen.lock().unwrap().push((program.name.to_string(), seed));
            Ok(Session {
                actions: vec![],
                traces: vec![],
                divergences: vec![],
                outcome: Outcome::Finished,
                origin: Origin::Differential,
                depth: Depth::default(),
            })
        }
    }

    #[tokio::test]
    async fn a_stopped_campaign_goes_on_where_it_stopped() {
        let settings = DifferentialSettings {
            debuggers: vec![Tool { name: "one".into(), version: String::new() }],
            seeds: Seeds { first: 0, count: 10 },
            parameters: Parameters::default(),
            normalisations_off: Vec::new(),
            edition: None,
            stops_at_first: false,
        };
        let plan = Plan {
            settings: Settings::Differential(settings),
            programs: ["a.js", "bad.js", "c.js"].map(|name| Program::new(name, "")).to_vec(),
        };
        let folder = tempfile::tempdir().unwrap();
        let store = Store::create(&folder.path().join("store")).unwrap();
        let store = Arc::new(Mutex::new(store));
        let seen = Arc::new(Mutex::new(Vec::new()));
        let continued = Arc::new(Mutex::new(Vec::new()));
        let told = continued.clone();
        let watch: Watch = Arc::new(move |event| {
            if let Event::Begins { continued, .. } = event {
                told.lock().unwrap().push(continued);
            }
        });
        loop {
            let fake = Fake { budget: Arc::new(AtomicUsize::new(7)), seen: seen.clone() };
            let pool = WorkerPool::new(vec![fake.clone(), fake]).unwrap();
            if run(&store, &plan, pool, None, &watch).await.is_ok() {
                break;
            }
        }
        assert_eq!(*continued.lock().unwrap(), [false, true, true]);
        let mut seen = seen.lock().unwrap().clone();
        // The first seed comes for all programs before the second comes for any.
        assert!(seen[..2].iter().all(|(_, seed)| *seed == 0));
        let count = seen.len();
        seen.sort();
        seen.dedup();
        assert_eq!((count, seen.len()), (20, 20), "nothing is done twice and nothing is lost");
        assert!(seen.iter().all(|(name, _)| name != "bad.js"));
    }
}
