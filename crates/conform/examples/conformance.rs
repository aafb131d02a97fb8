//! A conformance run: a suite of tests on QuickJS, which is linked in, who is wrong where it fails, and the
//! results in a store.
//!
//! `cargo run -p parallax-conform --example conformance -- SUITE` runs the tests in a folder; without an
//! argument, those that Parallax is tested with.

#![allow(clippy::print_stdout, reason = "an example speaks")]

use std::error::Error;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use parallax_campaign::Store;
use parallax_conform::run::{RunRequest, run};
use parallax_conform::store::record;
use parallax_conform::suite::Suite;
use parallax_engines::pool::EnginePool;
use parallax_engines::{Limits, linked};
use parallax_model::conformance::KnownDeviations;

const SUITE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite");

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    // QuickJS runs in a child of this executable.
    if linked::serve_if_asked()? {
        return Ok(());
    }
    let folder = std::env::args().nth(1).map_or_else(|| PathBuf::from(SUITE), PathBuf::from);
    let suite = Suite::read(&folder)?;
    let quickjs = linked::instance("quickjs", std::env::current_exe()?);
    let limits = Limits { time: Duration::from_secs(1), memory: 256 << 20, ..Limits::default() };
    let instances = quickjs.into_iter().collect();
    let mut engines = EnginePool::bring_up(instances, limits, &|_| ()).await?;

    let request = RunRequest {
        known: &KnownDeviations::default(),
        shrink: false,
        editions: &|name| Err(format!("the text of {name} is not needed here").into()),
    };
    let began = Instant::now();
    let results = run(suite, &mut engines, &request, &|_| ()).await;
    for (run, failure) in results.failures() {
        println!("{}: {}", run.entry.file, failure.verdict);
        for (engine, symptom) in &failure.symptoms {
            println!("  {engine}: {symptom}");
        }
    }
    for tally in results.tallies() {
        println!("{}: {} of {} tests pass", tally.version, tally.passed, results.tests.len());
    }
    // The results are a campaign like any other.
    let place = tempfile::tempdir()?;
    let mut store = Store::create(&place.path().join("store.sqlite"))?;
    let campaign = record(&mut store, &folder, &results, began.elapsed())?;
    println!("campaign {campaign} has {} findings", store.deviations(campaign)?.len());
    Ok(())
}
