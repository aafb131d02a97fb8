//! Runs a plan: screens its programs, then does its sessions, each finished one in the store
//! before its lane takes the next.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use parallax_model::{Outcome, Program, Session};

use crate::crew::Crew;
use crate::store::{ProgramRow, Store, StoreError};

/// Something that does one session at a time.
#[async_trait]
pub trait Lane: Send {
    /// Why a lane cannot go on: not something a debugger did, but that there is none.
    type Error: Send;

    /// Whether a program is fit for comparison.
    async fn screen(&mut self, program: &Program) -> Result<Screening, Self::Error>;

    /// One session.
    async fn session(&mut self, program: &Program, seed: u64) -> Result<Session, Self::Error>;
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
    /// So many programs are to be screened.
    ScreeningBegins(usize),
    /// A program was screened.
    Screened(&'a Program, &'a Screening),
    /// So many sessions are to be done.
    SessionsBegin(usize),
    /// A session was done; its finding has a number.
    Done(&'a Program, u64, &'a Outcome, Option<i64>),
}

/// Why a campaign stopped.
#[derive(Debug)]
pub enum Stopped<E> {
    /// The store failed.
    Store(StoreError),
    /// A lane could not go on.
    Lane(E),
}

impl<E> From<StoreError> for Stopped<E> {
    fn from(error: StoreError) -> Self {
        Stopped::Store(error)
    }
}

/// Whoever watches a campaign.
pub type Watch = Arc<dyn Fn(Event<'_>) + Send + Sync>;

/// Does what is left to do of a campaign. Dropping the future stops it; what is finished is kept.
pub async fn run<L: Lane<Error: 'static> + 'static>(
    store: &Arc<Mutex<Store>>,
    campaign: i64,
    seeds: std::ops::Range<u64>,
    crew: Crew<L>,
    watch: &Watch,
) -> Result<(), Stopped<L::Error>> {
    let stopwatch = Stopwatch { store, campaign, since: Instant::now() };
    let programs = lock(store).programs(campaign)?;
    screen(store, programs, &crew, watch).await?;

    let programs = lock(store).programs(campaign)?;
    let programs: Vec<_> = programs.into_iter().filter(|row| row.skipped.is_none()).collect();
    let done: HashSet<_> = lock(store).done(campaign)?.into_iter().collect();
    // Seed by seed over all programs, so that an unfinished campaign has seen all of them.
    let left = seeds.flat_map(|seed| (0..programs.len()).map(move |program| (program, seed)));
    let left: Vec<_> =
        left.filter(|(program, seed)| !done.contains(&(programs[*program].id, *seed))).collect();
    watch(Event::SessionsBegin(left.len()));
    let (store_there, watch_there) = (store.clone(), watch.clone());
    let session = async move |lane: &mut L, (program, seed): (usize, u64)| {
        let row: &ProgramRow = &programs[program];
        let started = Instant::now();
        let session = lane.session(&row.program, seed).await.map_err(Stopped::Lane)?;
        let finding = lock(&store_there).record(row.id, seed, &session, started.elapsed())?;
        watch_there(Event::Done(&row.program, seed, &session.outcome, finding));
        Ok::<_, Stopped<_>>(())
    };
    each(&crew, left, session).await?;
    drop(stopwatch);
    lock(store).finish(campaign)?;
    Ok(())
}

/// Says of the programs that have not been looked at whether they are fit.
async fn screen<L: Lane<Error: 'static> + 'static>(
    store: &Arc<Mutex<Store>>,
    programs: Vec<ProgramRow>,
    crew: &Crew<L>,
    watch: &Watch,
) -> Result<(), Stopped<L::Error>> {
    let unscreened: Vec<_> = programs.into_iter().filter(|program| !program.screened).collect();
    watch(Event::ScreeningBegins(unscreened.len()));
    let (store, watch) = (store.clone(), watch.clone());
    let screen = async move |lane: &mut L, row: ProgramRow| {
        let screening = lane.screen(&row.program).await.map_err(Stopped::Lane)?;
        let skipped = match &screening {
            Screening::Fit => None,
            Screening::Unfit(why) => Some(why.as_str()),
        };
        lock(&store).screened(row.id, skipped)?;
        watch(Event::Screened(&row.program, &screening));
        Ok(())
    };
    each(crew, unscreened, screen).await
}

/// Has the lanes take jobs until there are none; the first failure is returned.
pub async fn each<L, J, E, I>(
    crew: &Crew<L>,
    jobs: I,
    work: impl AsyncFn(&mut L, J) -> Result<(), E> + Send + Sync + 'static,
) -> Result<(), E>
where
    L: Send + 'static,
    E: Send + 'static,
    I: IntoIterator<Item = J, IntoIter: Send + 'static>,
{
    let shared = Arc::new((Mutex::new(jobs.into_iter()), work));
    crew.each(async move |lane: &mut L| {
        let (jobs, work) = &*shared;
        while let Some(job) = next(jobs) {
            work(lane, job).await?;
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
    use crate::plan::{Participant, Plan};
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Does sessions that find nothing, and stops working after a number of them.
    #[derive(Clone)]
    struct Fake {
        budget: Arc<AtomicUsize>,
        seen: Arc<Mutex<Vec<(String, u64)>>>,
    }

    #[async_trait]
    impl Lane for Fake {
        type Error = ();

        async fn screen(&mut self, program: &Program) -> Result<Screening, ()> {
            Ok(if program.name.starts_with("bad") {
                Screening::Unfit("bad".into())
            } else {
                Screening::Fit
            })
        }

        async fn session(&mut self, program: &Program, seed: u64) -> Result<Session, ()> {
            tokio::task::yield_now().await;
            self.budget
                .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1))
                .map_err(drop)?;
            self.seen.lock().unwrap().push((program.name.to_string(), seed));
            Ok(Session {
                actions: vec![],
                traces: vec![],
                outcome: Outcome::Finished,
                lineage: None,
            })
        }
    }

    #[tokio::test]
    async fn a_stopped_campaign_goes_on_where_it_stopped() {
        let plan = Plan {
            debuggers: vec![Participant { name: "one".into(), version: String::new() }],
            programs: ["a.js", "bad.js", "c.js"].map(|name| Program::new(name, "")).to_vec(),
            first_seed: 0,
            seeds: 10,
            settings: String::new(),
        };
        let folder = tempfile::tempdir().unwrap();
        let store = Store::create(&folder.path().join("store")).unwrap();
        let store = Arc::new(Mutex::new(store));
        let seen = Arc::new(Mutex::new(Vec::new()));
        let watch: Watch = Arc::new(|_| ());
        let mut rounds = 0;
        loop {
            let (campaign, continued) = lock(&store).begin(&plan).unwrap();
            assert_eq!(continued, rounds > 0);
            let fake = Fake { budget: Arc::new(AtomicUsize::new(7)), seen: seen.clone() };
            let crew = Crew::new(vec![fake.clone(), fake]).unwrap();
            rounds += 1;
            if run(&store, campaign, 0..10, crew, &watch).await.is_ok() {
                break;
            }
        }
        let mut seen = seen.lock().unwrap().clone();
        assert_eq!(rounds, 3);
        // The first seed comes for all programs before the second comes for any.
        assert!(seen[..2].iter().all(|(_, seed)| *seed == 0));
        let count = seen.len();
        seen.sort();
        seen.dedup();
        assert_eq!((count, seen.len()), (20, 20), "nothing is done twice and nothing is lost");
        assert!(seen.iter().all(|(name, _)| name != "bad.js"));
    }
}
