//! Jobs are done once, whoever dies at them.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use parallax_campaign::identity::Identity;
use parallax_campaign::settings::Seeds;
use parallax_campaign::simulated::{self, Thinker};
use parallax_campaign::store::jobs::{Job, Part, SCREENINGS, Taken};
use parallax_campaign::synthetic::{diverged, plan};
use parallax_campaign::{End, Shard, Store, Watch, WorkerPool};

use crate::Places;

const SEEDS: Seeds = Seeds { first: 0, count: 4 };

/// A campaign of two screened programs with four seeds each, all of them jobs.
fn planned(store: &mut Store) -> Part {
    let (campaign, _) = store.begin(&plan(SEEDS.count)).unwrap();
    for row in store.programs(campaign).unwrap() {
        store.screened(row.id, None).unwrap();
    }
    let part = Part { campaign, shard: Shard::WHOLE, seeds: SEEDS, programs: 2, is_guided: false };
    store.plan_sessions(&part, 0, SEEDS.count).unwrap();
    part
}

fn take(store: &mut Store, part: &Part, worker: i64) -> Option<Job> {
    match store.take(part.campaign, &part.label(0), worker).unwrap() {
        Taken::Job(job) => Some(job),
        _ => None,
    }
}

/// A process that is not there any more.
fn gone() -> Identity {
    Identity { born: "never".into(), ..Identity::own() }
}

pub fn a_job_is_taken_once(places: &Places) {
    let mut store = places.store();
    let part = planned(&mut store);
    let workers = [0, 1].map(|_| store.enrol(&Identity::own(), 1).unwrap());
    let mut taken = BTreeSet::new();
    for at in 0.. {
        let Some(job) = take(&mut store, &part, workers[at % 2]) else { break };
        assert!(taken.insert((job.seed, job.program)), "taken twice");
    }
    assert_eq!(taken.len(), 8);
    // Planned again, they are not made again.
    store.plan_sessions(&part, 0, SEEDS.count).unwrap();
    store.plan_screenings(&part).unwrap();
    assert_eq!(store.jobs_left(part.campaign, &part.label(0)).unwrap(), 8);
    assert_eq!(store.jobs_left(part.campaign, SCREENINGS).unwrap(), 0);
    // One that leaves gives back what it has.
    store.leave(workers[0]).unwrap();
    assert!(take(&mut store, &part, workers[1]).is_some());
}

pub fn jobs_of_a_dead_worker_are_taken_by_others(places: &Places) {
    let mut store = places.store();
    let part = planned(&mut store);
    let dead = store.enrol(&gone(), 1).unwrap();
    let lost = take(&mut store, &part, dead).unwrap();
    let living = store.enrol(&Identity::own(), 1).unwrap();
    store.bury(&Identity::own()).unwrap();
    let mut taken = Vec::new();
    while let Some(job) = take(&mut store, &part, living) {
        taken.push(job);
    }
    assert_eq!(taken.len(), 8);
    assert_eq!(taken.last(), Some(&lost), "what ended a worker is tried last");
    let workers = store.workers().unwrap();
    assert_eq!(
        workers.iter().map(|it| (it.id, it.ended)).collect::<Vec<_>>(),
        [(living, false), (dead, true)]
    );
    assert_eq!(workers[0].at.len(), 8);
}

pub fn a_program_that_ended_two_workers_is_left_out(places: &Places) {
    let mut store = places.store();
    let part = planned(&mut store);
    let programs = store.programs(part.campaign).unwrap();
    let mut killer = None;
    // The first seed of the first program ends whoever is at it.
    for _ in 0..2 {
        let worker = store.enrol(&gone(), 1).unwrap();
        while let Some(job) = take(&mut store, &part, worker) {
            if (job.program, job.seed) == (programs[0].id, Some(0)) {
                killer = Some(job);
                break;
            }
            let session = diverged("X");
            assert!(store.record_job(&job, worker, &session, Duration::ZERO).unwrap());
        }
        store.bury(&Identity::own()).unwrap();
    }
    let worker = store.enrol(&Identity::own(), 1).unwrap();
    let taken = store.take(part.campaign, &part.label(0), worker).unwrap();
    assert_eq!(taken, Taken::Condemned(killer.unwrap().program));
    assert_eq!(store.jobs_left(part.campaign, &part.label(0)).unwrap(), 0);
    let why = store.programs(part.campaign).unwrap()[0].skipped.clone().unwrap();
    assert!(why.contains("died twice"), "{why}");
    store.finish_if_done(part.campaign, SEEDS).unwrap();
    assert!(store.campaign(None).unwrap().finished, "the others are done");
}

pub fn a_worker_that_lost_its_lease_records_nothing(places: &Places) {
    let mut store = places.store();
    let part = planned(&mut store);
    let slow = store.enrol(&gone(), 1).unwrap();
    let job = take(&mut store, &part, slow).unwrap();
    store.bury(&Identity::own()).unwrap();
    let session = diverged("X");
    assert!(!store.record_job(&job, slow, &session, Duration::ZERO).unwrap());
    assert_eq!(store.session_count(part.campaign).unwrap(), 0);
    let quick = store.enrol(&Identity::own(), 1).unwrap();
    while let Some(job) = take(&mut store, &part, quick) {
        assert!(store.record_job(&job, quick, &session, Duration::ZERO).unwrap());
    }
    assert_eq!(store.session_count(part.campaign).unwrap(), 8);
}

/// Runs the shards of a simulated campaign on a store, as one process with two workers would.
pub fn crew(place: &std::path::Path, shards: &[Shard]) {
    let store = Arc::new(Mutex::new(Store::create(place).unwrap()));
    let pool = WorkerPool::new(vec![Thinker { think: Duration::from_millis(1) }; 2]).unwrap();
    let watch: Watch = Arc::new(|_| {});
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let plan = simulated::guided(12, 15, shards[0].count());
    let run = parallax_campaign::run(&store, &plan, shards, pool, None, &watch);
    assert!(matches!(runtime.block_on(run).unwrap().end, End::Finished));
}

/// All results of the only campaign.
pub fn exported(place: &std::path::Path) -> Vec<String> {
    let store = Store::open(place).unwrap();
    assert_eq!(store.campaigns().unwrap(), [1]);
    assert!(store.campaign(None).unwrap().finished);
    store.export(1, false).unwrap()
}

pub fn several_crews_share_a_campaign(places: &Places) {
    let alone = places.place();
    crew(&alone, &[Shard::WHOLE]);
    let together = places.place();
    Store::create(&together).unwrap().begin(&simulated::guided(12, 15, 1)).unwrap();
    let crews: Vec<_> = (0..4)
        .map(|_| {
            let place = together.clone();
            std::thread::spawn(move || crew(&place, &[Shard::WHOLE]))
        })
        .collect();
    crews.into_iter().for_each(|crew| crew.join().unwrap());
    // A crew that came when all was done has begun anew.
    let store = Store::open(&together).unwrap();
    assert_eq!(store.export(1, false).unwrap(), exported(&alone));
    let done: u64 = store.workers().unwrap().iter().map(|it| it.done).sum();
    assert!(done > 0 && store.workers().unwrap().iter().all(|it| it.ended));
}
