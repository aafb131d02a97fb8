//! A whole campaign: a plan, a pool of workers, a store, and what was found by class.

#![allow(clippy::print_stdout, reason = "an example speaks")]

use std::sync::{Arc, Mutex};

use parallax_campaign::classes::classes;
use parallax_campaign::settings::Seeds;
use parallax_campaign::{Known, Shard, Store, Watch};
use parallax_debug::{Instance, Limits};
use parallax_model::{Parameters, Program};
use parallax_session::lockstep::AtDifference;
use parallax_session::{Normaliser, Work, differential};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let work = Work {
        oracle: None,
        stop_at: AtDifference::Stop,
        programs: vec![Program::new("p.js", "let a = 1;\nfor (let b of [a, 2]) {\n  a += b;\n}\n")],
        seeds: Seeds { first: 0, count: 4 },
        parameters: Parameters::default(),
        normaliser: Normaliser::default(),
        limits: Limits::default(),
        jobs: 1,
    };
    let instances = ["one", "two"].map(|name| Instance::new(name, "node", "node"));
    let (plan, pool) = differential::prepare(work, &instances, Vec::new()).await?;

    let folder = tempfile::tempdir()?;
    let store = Arc::new(Mutex::new(Store::create(&folder.path().join("store.sqlite"))?));
    let watch: Watch = Arc::new(|event| println!("{event:?}"));
    let ended = parallax_campaign::run(&store, &plan, &[Shard::WHOLE], pool, None, &watch).await?;

    let store = store.lock().map_err(|_| "a worker has panicked")?;
    let findings = store.session_findings(ended.campaign)?;
    for class in classes(&findings, &Known::default()) {
        println!("{}: {} findings", class.class, class.findings.len());
    }
    println!("{} sessions, {} findings", store.sessions(ended.campaign)?.len(), findings.len());
    Ok(())
}
