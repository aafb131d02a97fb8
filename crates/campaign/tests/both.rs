//! What holds for every store: one in a file, and one on a PostgreSQL server.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

#[path = "both/jobs.rs"]
mod jobs;
#[path = "both/kept.rs"]
mod kept;
#[path = "both/merging.rs"]
mod merging;

use std::cell::Cell;
use std::path::PathBuf;

use parallax_campaign::Store;
use parallax_testing::postgres::Postgres;

/// Where new stores can be made.
pub struct Places {
    folder: tempfile::TempDir,
    server: Option<Postgres>,
    made: Cell<u32>,
}

impl Places {
    fn new(server: Option<Postgres>) -> Self {
        Places { folder: tempfile::tempdir().unwrap(), server, made: Cell::new(0) }
    }

    /// A place without a store.
    pub fn place(&self) -> PathBuf {
        self.made.set(self.made.get() + 1);
        match &self.server {
            Some(server) => server.database(&format!("store{}", self.made.get())),
            None => self.folder.path().join(format!("deep/store{}.sqlite", self.made.get())),
        }
    }

    /// A new store.
    pub fn store(&self) -> Store {
        Store::create(&self.place()).unwrap()
    }
}

/// A test with its name, which is said before it runs: all of a group share a server.
type Test = (&'static str, fn(&Places));

macro_rules! both {
    ($($module:ident: $($name:ident),* $(,)?;)*) => {
        const ALL: &[Test] = &[$($((stringify!($name), $module::$name)),*),*];
    };
}

both! {
    jobs:
        a_job_is_taken_once,
        a_program_that_ended_two_workers_is_left_out,
        a_worker_that_lost_its_lease_records_nothing,
        jobs_of_a_dead_worker_are_taken_by_others,
        several_crews_share_a_campaign;
    kept:
        a_program_keeps_what_runs_before_it_and_how_it_runs,
        a_suite_is_a_campaign_whose_deviations_are_findings,
        an_isolation_is_a_finding_of_its_own_campaign,
        an_unfinished_campaign_is_continued_and_a_finished_one_is_not,
        each_difference_of_a_session_is_a_finding_that_ends_with_it,
        mistakes_of_a_map_are_kept_once_with_their_program,
        the_last_reduction_of_a_finding_is_kept,
        the_same_session_cannot_be_recorded_twice,
        unknown_things_are_named,
        what_is_recorded_reads_back;
    merging:
        merged_shards_are_one_run,
        merging_again_changes_nothing;
}

fn check(places: &Places) {
    for (name, test) in ALL {
        // Shown where the test fails.
        #[allow(clippy::print_stderr, reason = "all tests of a store share its server")]
        {
            eprintln!("{name}");
        }
        test(places);
    }
}

fn all_hold_in_a_file() {
    check(&Places::new(None));
}

fn all_hold_on_a_server() {
    check(&Places::new(Some(Postgres::start())));
}

fn a_server_that_crashes_is_waited_for() {
    let mut server = Postgres::start();
    let place = server.database("store");
    let mut store = Store::create(&place).unwrap();
    let plan = parallax_campaign::synthetic::plan(3);
    let (campaign, _) = store.begin(&plan).unwrap();
    server.crash();
    assert_eq!(store.begin(&plan).unwrap(), (campaign, true));
}

fn a_database_of_something_else_is_left_alone() {
    let server = Postgres::start();
    let place = server.database("notes");
    assert!(server.run("notes", "CREATE TABLE program (title TEXT)"));
    let error = Store::create(&place).unwrap_err().to_string();
    assert!(error.contains("something else"), "{error}");
    assert!(server.run("notes", "SELECT title FROM program"));
    assert!(!server.run("notes", "SELECT * FROM layout"));
}

fn a_server_that_is_not_there_is_named_without_the_password() {
    let error = Store::create("postgres://me:secret@127.0.0.1:1/x".as_ref()).unwrap_err();
    let said = error.to_string();
    assert!(said.contains("postgres://me@127.0.0.1:1/x") && !said.contains("secret"), "{said}");
}

parallax_testing::tests! {
    [] {
        a_server_that_is_not_there_is_named_without_the_password,
        all_hold_in_a_file,
    }
    [POSTGRES] {
        a_database_of_something_else_is_left_alone,
        a_server_that_crashes_is_waited_for,
        all_hold_on_a_server,
    }
}
