//! Runs a plan's sessions: each finished one is in the store before its worker takes the next.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use parallax_model::{Outcome, Pairs, Program, Session};

use crate::identity::Identity;
use crate::pool::WorkerPool;
use crate::settings::{Plan, Seeds};
use crate::shard::Shard;
use crate::store::jobs::{CONDEMNED, Job, Part, SCREENINGS, Taken};
use crate::store::{SessionKey, Store, StoreError};

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

    /// The tools that the worker goes on without since this was last asked, each with the reason.
    fn left_out(&mut self) -> Vec<(String, String)> {
        Vec::new()
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
    /// It is, for all but these, and why each of them does not take it.
    FitWithout(Vec<(String, String)>),
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
    /// A tool takes part no longer, and why.
    LeftOut(&'a str, &'a str),
    /// So many of the sessions that were to be done are left; others may be at them, too.
    Left(usize),
}

/// How a campaign ended.
#[derive(Debug)]
pub struct Ended<E> {
    /// Its number.
    pub campaign: i64,
    /// How far it got.
    pub end: End<E>,
    /// Whether there was anything to do, as there is not in every shard.
    pub has_part: bool,
}

/// How far a campaign got.
#[derive(Debug)]
pub enum End<E> {
    /// All was done.
    Finished,
    /// The time was up.
    TimeIsUp,
    /// A worker could not go on.
    Failed(E),
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

/// Runs a plan, or a shard of it, or does what is left of that if it was begun before. Others may be at it at the
/// same time, on this store. Dropping the future stops it; what is finished is kept.
///
/// # Errors
/// Where the store or a worker fails.
pub async fn run<W: Worker + 'static>(
    store: &Arc<Mutex<Store>>,
    plan: &Plan,
    shards: &[Shard],
    pool: WorkerPool<W>,
    time: Option<Duration>,
    watch: &Watch,
) -> Result<Ended<W::Error>, StoreError> {
    let (campaign, continued) = lock(store).begin(plan)?;
    watch(Event::Begins { campaign, continued });
    let seeds = plan.settings.seeds().unwrap_or(Seeds { first: 0, count: 0 });
    let programs = lock(store).programs(campaign)?;
    let count = programs.len();
    let has_part = |shard: &Shard| (0..count).any(|at| shard.has_some(at, seeds.count, count));
    let has_part = shards.iter().any(has_part);
    // Declared before the pool, it gives back what the workers have not done after they have ended.
    let enrolled = Enrolled::new(store, pool.len(), campaign)?;
    let crew = Crew {
        store: store.clone(),
        watch: watch.clone(),
        worker: enrolled.worker,
        programs: Arc::new(programs.into_iter().map(|row| (row.id, row.program)).collect()),
        pool,
    };
    let work = async {
        for shard in shards {
            let is_guided = plan.settings.is_guided();
            crew.work(Part { campaign, shard: *shard, seeds, programs: count, is_guided }).await?;
        }
        Ok(())
    };
    let work = async {
        tokio::select! {
            done = work => done,
            failed = enrolled.beat() => Err(failed.into()),
        }
    };
    let done = match time {
        None => Some(work.await),
        Some(limit) => tokio::time::timeout(limit, work).await.ok(),
    };
    let end = match done {
        None => End::TimeIsUp,
        Some(Ok(())) => End::Finished,
        Some(Err(Stopped::Worker(error))) => End::Failed(error),
        Some(Err(Stopped::Store(error))) => return Err(error),
    };
    Ok(Ended { campaign, end, has_part })
}

/// What earlier sessions of a campaign did where.
#[derive(Debug, Clone, Default)]
pub(crate) struct Earlier {
    all: Pairs,
    by_program: HashMap<i64, Pairs>,
}

impl Earlier {
    /// Adds what a session of a program did.
    pub(crate) fn add(&mut self, program: i64, pairs: &Pairs) {
        self.all.add(pairs);
        self.by_program.entry(program).or_default().add_lines(pairs);
    }

    /// What a session of a program is to know.
    fn of(&self, program: i64) -> Pairs {
        let mut pairs = self.all.clone();
        self.by_program.get(&program).into_iter().for_each(|it| pairs.add_lines(it));
        pairs
    }
}

/// The workers of this process at a campaign.
struct Crew<W> {
    store: Arc<Mutex<Store>>,
    watch: Watch,
    /// Its number in the store.
    worker: i64,
    programs: Arc<HashMap<i64, Program>>,
    pool: WorkerPool<W>,
}

impl<W: Worker + 'static> Crew<W> {
    /// Does what is left to do of a part.
    async fn work(&self, part: Part) -> Result<(), Stopped<W::Error>> {
        lock(&self.store).plan_screenings(&part)?;
        let unscreened = lock(&self.store).jobs_left(part.campaign, SCREENINGS)?;
        (self.watch)(Event::ScreeningBegins(to_size(unscreened)));
        self.drain(&part, SCREENINGS, Arc::default()).await?;

        let left = lock(&self.store).sessions_left(&part)?;
        (self.watch)(Event::SessionsBegin(to_size(left)));
        let (mut earlier, mut known) = (Earlier::default(), 0);
        for (first, end) in generations(part.seeds.count, part.programs) {
            let label = part.label(first);
            lock(&self.store).plan_sessions(&part, first, end)?;
            if part.is_guided {
                lock(&self.store).add_between(&part, known, first, &mut earlier)?;
                known = first;
            }
            match part.is_guided {
                true => self.drain(&part, &label, Arc::new(earlier.clone())).await?,
                // Nobody has to know what others are at.
                false => self.pass(&part, &label, Arc::default()).await?,
            }
        }
        for (first, _) in generations(part.seeds.count, part.programs) {
            if !part.is_guided {
                self.drain(&part, &part.label(first), Arc::default()).await?;
            }
        }
        lock(&self.store).finish_if_done(part.campaign, part.seeds)?;
        Ok(())
    }

    /// Has the workers take jobs until all are done; those that others have taken are waited for, or taken over.
    async fn drain(
        &self,
        part: &Part,
        label: &str,
        earlier: Arc<Earlier>,
    ) -> Result<(), Stopped<W::Error>> {
        const PAUSE: Duration = Duration::from_millis(100);
        let own = Identity::own();
        while lock(&self.store).jobs_left(part.campaign, label)? > 0 {
            self.pass(part, label, earlier.clone()).await?;
            if lock(&self.store).jobs_left(part.campaign, label)? > 0 {
                // Others are at the rest.
                lock(&self.store).bury(&own)?;
                tokio::time::sleep(PAUSE).await;
            }
            if label != SCREENINGS {
                let left = lock(&self.store).sessions_left(part)?;
                (self.watch)(Event::Left(to_size(left)));
            }
        }
        Ok(())
    }

    /// Has the workers take jobs until none is free.
    async fn pass(
        &self,
        part: &Part,
        label: &str,
        earlier: Arc<Earlier>,
    ) -> Result<(), Stopped<W::Error>> {
        let desk = Arc::new(Desk {
            campaign: part.campaign,
            label: label.to_owned(),
            store: self.store.clone(),
            watch: self.watch.clone(),
            worker: self.worker,
            programs: self.programs.clone(),
            earlier,
        });
        let work = async move |worker: &mut W| {
            while let Some(job) = desk.take()? {
                desk.serve(worker, job).await?;
            }
            Ok::<_, Stopped<W::Error>>(())
        };
        self.pool.each(work).await
    }
}

/// Where the workers of this process get their jobs.
struct Desk {
    campaign: i64,
    label: String,
    store: Arc<Mutex<Store>>,
    watch: Watch,
    worker: i64,
    programs: Arc<HashMap<i64, Program>>,
    earlier: Arc<Earlier>,
}

impl Desk {
    /// A job, if one is free.
    fn take(&self) -> Result<Option<Job>, StoreError> {
        loop {
            let taken = lock(&self.store).take(self.campaign, &self.label, self.worker)?;
            match taken {
                Taken::Job(job) => return Ok(Some(job)),
                Taken::Nothing => return Ok(None),
                Taken::Condemned(program) => {
                    if let Some(program) = self.programs.get(&program) {
                        (self.watch)(Event::Screened(program, &Screening::Unfit(CONDEMNED.into())));
                    }
                }
            }
        }
    }

    /// Has a worker do a job, and keeps what comes of it.
    async fn serve<W: Worker>(&self, worker: &mut W, job: Job) -> Result<(), Stopped<W::Error>> {
        let Some(program) = self.programs.get(&job.program) else { return Ok(()) };
        let started = Instant::now();
        let Some(seed) = job.seed else { return self.screen(worker, job, program).await };
        let session = worker.session(program, seed, &self.earlier.of(job.program)).await;
        self.note_left_out(worker)?;
        let session = session.map_err(Stopped::Worker)?;
        if lock(&self.store).record_job(&job, self.worker, &session, started.elapsed())? {
            (self.watch)(Event::Done(program, SessionKey::Seed(seed), &session.outcome));
        }
        Ok(())
    }

    /// Keeps the reasons why a worker goes on without some tools.
    fn note_left_out<W: Worker>(&self, worker: &mut W) -> Result<(), StoreError> {
        for (tool, why) in worker.left_out() {
            if lock(&self.store).leave_out(self.campaign, &tool, &why)? {
                (self.watch)(Event::LeftOut(&tool, &why));
            }
        }
        Ok(())
    }

    /// Says of a program whether it is fit.
    async fn screen<W: Worker>(
        &self,
        worker: &mut W,
        job: Job,
        program: &Program,
    ) -> Result<(), Stopped<W::Error>> {
        let screening = worker.screen(program).await;
        self.note_left_out(worker)?;
        let screening = screening.map_err(Stopped::Worker)?;
        let (skipped, survey, started) = match &screening {
            Screening::Unfit(why) => (Some(why.as_str()), None, Instant::now()),
            Screening::Fit | Screening::FitWithout(_) => {
                let started = Instant::now();
                let survey = worker.survey(program).await;
                self.note_left_out(worker)?;
                let survey = survey.map_err(Stopped::Worker)?;
                (None, survey, started)
            }
        };
        let survey = survey.as_ref().map(|it| (it, started.elapsed()));
        if lock(&self.store).record_screening(&job, self.worker, skipped, survey)? {
            (self.watch)(Event::Screened(program, &screening));
        }
        Ok(())
    }
}

/// Sessions are done generation by generation: all of one know what the sessions of those before did. So
/// the same plan does the same, however many workers there are.
fn generations(seeds: u64, programs: usize) -> impl Iterator<Item = (u64, u64)> {
    /// Enough for workers not to wait for each other.
    const SESSIONS: usize = 64;
    let size = SESSIONS.div_ceil(programs.max(1));
    (0..seeds).step_by(size).map(move |first| (first, seeds.min(first + size as u64)))
}

fn to_size(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
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

/// This process among the workers of a store. However it stops, its time is added to the campaign's, and what it has
/// not done is given back.
struct Enrolled {
    store: Arc<Mutex<Store>>,
    worker: i64,
    campaign: i64,
    since: Instant,
}

impl Enrolled {
    fn new(store: &Arc<Mutex<Store>>, jobs: usize, campaign: i64) -> Result<Self, StoreError> {
        let own = Identity::own();
        lock(store).bury(&own)?;
        let worker = lock(store).enrol(&own, jobs)?;
        Ok(Enrolled { store: store.clone(), worker, campaign, since: Instant::now() })
    }

    /// Says again and again that we live; returns only where the store fails.
    async fn beat(&self) -> StoreError {
        const PAUSE: Duration = Duration::from_secs(5);
        loop {
            tokio::time::sleep(PAUSE).await;
            if let Err(error) = lock(&self.store).beat(self.worker) {
                return error;
            }
        }
    }
}

impl Drop for Enrolled {
    fn drop(&mut self) {
        let mut store = lock(&self.store);
        let _only_the_time_is_lost = store.spent(self.campaign, self.since.elapsed());
        let _the_leases_end_by_themselves = store.leave(self.worker);
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
            let ended = run(&store, &plan, &[Shard::WHOLE], pool, None, &watch).await.unwrap();
            if matches!(ended.end, End::Finished) {
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
