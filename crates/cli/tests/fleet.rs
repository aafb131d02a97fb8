//! Many workers, shards and machines: the results are those of one run.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use common::{Bench, Said, signal, until};
use parallax_testing::postgres::Postgres;

fn programs(bench: &Bench) {
    for name in ["a", "b", "c"] {
        bench.file(
            &format!("programs/{name}.js"),
            format!("var {name} = 1;\nfor (let i = 0; i < 3; i++) {{\n  {name} += i;\n}}\n"),
        );
    }
}

fn export(bench: &Bench, store: &str) -> String {
    let said = bench.run(&["--store", store, "export"]);
    assert_eq!(said.code, 0, "{}", said.err);
    said.out
}

const DIFF: [&str; 8] =
    ["diff", "programs", "--debuggers", "node,bun", "--seeds", "6", "--vote", "--jobs=1"];

fn done(said: &Said) {
    assert!([0, 3].contains(&said.code), "{} {}", said.out, said.err);
}

/// What one run with the same division of the work finds.
fn alone(bench: &Bench, more: &[&str]) -> String {
    done(&bench.run(&[&["--store", "one"], &DIFF[..], more].concat()));
    export(bench, "one")
}

fn shards_make_one_campaign() {
    let bench = Bench::new();
    programs(&bench);
    let expected = alone(&bench, &["--shard", "1-4/4"]);
    let stores = ["s1", "s2", "s3", "s4"];
    for (at, store) in stores.iter().enumerate() {
        let shard = format!("{}/4", at + 1);
        done(&bench.run(&[&["--store", store], &DIFF[..], &["--shard", &shard]].concat()));
    }
    for _ in 0..2 {
        let said = bench.run(&[&["merge"], &stores[..], &["-o", "all"]].concat());
        assert_eq!(said.code, 0, "{}", said.err);
    }
    assert_eq!(export(&bench, "all"), expected);
    assert!(bench.run(&["--store", "all", "findings"]).code == 0);
    let wrong = bench.run(&["diff", "programs", "--debuggers", "node,bun", "--shard", "5/4"]);
    assert!(wrong.code == 2 && wrong.err.contains("from 1 to 4"), "{}", wrong.err);
}

fn two_runs_of_one_plan_share_the_work() {
    let bench = Bench::new();
    programs(&bench);
    let expected = alone(&bench, &[]);
    let args = [&["--store", "shared"], &DIFF[..]].concat();
    let mut runs: Vec<_> = Vec::new();
    for at in 0..2 {
        runs.push(bench.command(&args).spawn().unwrap());
        // The second finds the first at work.
        if at == 0 {
            until("nothing is begun", || {
                parallax_campaign::Store::open(&bench.path("shared"))
                    .is_ok_and(|store| store.workers().is_ok_and(|them| !them.is_empty()))
            });
        }
    }
    for run in runs {
        done(&Said::from(run.wait_with_output().unwrap()));
    }
    assert_eq!(export(&bench, "shared"), expected);
    let said = bench.run(&["--store", "shared", "workers", "--all"]);
    assert!(said.out.contains("ended"), "{}", said.out);
}

fn workers_on_a_server_take_over_from_one_that_dies() {
    let bench = Bench::new();
    programs(&bench);
    let expected = alone(&bench, &[]);
    let server = Postgres::start();
    let store = server.database("fleet").display().to_string();
    let args = [&["--store", store.as_str()], &DIFF[..]].concat();
    let first = bench.command(&args).spawn().unwrap();
    let count = || {
        let store = parallax_campaign::Store::open(store.as_ref());
        store.map_or(0, |store| store.session_count(1).unwrap_or(0))
    };
    until("nothing is done", || count() > 1);
    signal(first.id(), "KILL");
    first.wait_with_output().unwrap();
    // Neither programs nor settings are named: they are in the store.
    done(&bench.run(&["--store", &store, "work", "--jobs", "1"]));
    assert_eq!(export(&bench, &store), expected);
    let idle = bench.run(&["--store", &store, "work"]);
    assert!(idle.code == 0 && idle.out.contains("no unfinished campaign"), "{}", idle.out);
    let workers = bench.run(&["--store", &store, "workers", "--all", "--format", "json"]).json();
    assert_eq!(workers["workers"].as_array().unwrap().len(), 2);
}

fn a_machine_with_other_tools_leaves_a_campaign_to_others() {
    let bench = Bench::new();
    programs(&bench);
    let many = ["diff", "programs", "--debuggers", "node,bun", "--seeds", "100000", "--vote"];
    bench.run(&[&["--store", "one"], &many[..], &["--time", "1s"]].concat());
    bench.file("parallax.toml", "[debugger.bun]\nbackend = \"bun\"\ncommand = \"/no/such/bun\"\n");
    let said = bench.run(&["--store", "one", "work"]);
    assert!(said.err.contains("campaign 1 is left to others"), "{} {}", said.out, said.err);
    assert!(said.err.contains("/no/such/bun"), "{}", said.err);
}

fn simulated_workers_lose_nothing() {
    let bench = Bench::new();
    let size = ["--programs", "20", "--seeds", "10", "--think", "5"];
    let crew = ["--workers", "3", "--faults", "3"];
    let said = bench.run(&[&["--store", "s", "soak"], &size[..], &crew[..]].concat());
    assert_eq!(said.code, 0, "{} {}", said.out, said.err);
    assert!(said.out.contains("byte for byte"), "{}", said.out);
}

/// Debuggers that fail and workers that die at the same time; the output says what is otherwise, if anything is.
fn workers_on_debuggers_that_fail_lose_nothing() {
    let bench = Bench::new();
    let debugger = std::env::current_exe().unwrap();
    let size = ["--programs", "10", "--seeds", "15", "--workers", "2"];
    // Up to three die; a fourth would stand still for longer than this test may take.
    let bad = ["--faults", "2.5", "--debuggers", debugger.to_str().unwrap()];
    let said = bench.run(&[&["--store", "s", "soak"], &size[..], &bad[..]].concat());
    assert_eq!(said.code, 0, "{} {}", said.out, said.err);
    assert!(!said.out.contains("\n0 workers disturbed"), "{}", said.out);
    assert!(said.out.contains("0 programs skipped; 0 processes"), "{}", said.out);
}

parallax_testing::tests! {
    [] {
        simulated_workers_lose_nothing,
        workers_on_debuggers_that_fail_lose_nothing,
    }
    [NODE, BUN] {
        a_machine_with_other_tools_leaves_a_campaign_to_others,
        shards_make_one_campaign,
        two_runs_of_one_plan_share_the_work,
    }
    [NODE, BUN, POSTGRES] {
        workers_on_a_server_take_over_from_one_that_dies,
    }
}
