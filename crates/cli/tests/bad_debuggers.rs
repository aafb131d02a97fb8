//! Debuggers that are killed, hang or answer nonsense: each is said, and the campaign goes on.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use std::time::{Duration, Instant};

use common::{Bench, Said, signal};

const PROGRAM: &str = "var total = 0;\nfunction add(x) {\n  total += x;\n}\nfor (var i = 0; i < 5; i++) {\n  add(i);\n}\n";

/// Starts a campaign, does something to one of its debuggers, and waits for its end.
fn disturb(name: &str, how: impl Fn(u32)) -> (Bench, Said) {
    let bench = Bench::new();
    bench.file("parallax.toml", "[limits]\naction_seconds = 2.0\n");
    bench.file("p.js", PROGRAM);
    let campaign = bench
        .command(&[
            "diff",
            "p.js",
            "--debuggers",
            "chromium,node",
            "--seeds",
            "100000",
            "--time",
            "20s",
            "--jobs",
            "1",
        ])
        .spawn()
        .unwrap();
    // Again and again: a debugger that dies between two sessions is replaced without a word.
    for _ in 0..3 {
        let victim = victim(&bench, name);
        std::thread::sleep(Duration::from_millis(1500));
        how(victim);
        std::thread::sleep(Duration::from_millis(2500));
    }
    let said = Said::from(campaign.wait_with_output().unwrap());
    (bench, said)
}

/// The process of that name, once it has come up and the campaign has begun.
fn victim(bench: &Bench, name: &str) -> u32 {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        // The executable's name, and not a descendant of another such process.
        let mut processes = bench.processes().into_iter();
        let found = processes.find(|(_, line)| line.contains(name) && !line.contains("--type="));
        if let Some((pid, _)) = found
            && bench.path(".parallax/store.sqlite").exists()
        {
            return pid;
        }
        assert!(Instant::now() < deadline, "the campaign does not start");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn check_survived(bench: &Bench, said: &Said, words: &str) {
    assert!([0, 3].contains(&said.code), "{} {} {}", said.code, said.out, said.err);
    assert!(said.out.contains("time is up"), "{}", said.out);
    assert!(said.err.contains(words), "{}", said.err);
    bench.check_nothing_is_left();
}

fn a_browser_that_is_killed_is_replaced() {
    let (bench, said) = disturb("user-data-dir", |pid| signal(pid, "KILL"));
    check_survived(&bench, &said, "chromium failed on p.js");
}

fn a_debugger_that_stops_answering_is_replaced() {
    let (bench, said) = disturb("stub.js", |pid| signal(pid, "STOP"));
    check_survived(&bench, &said, "no answer within 2000 ms");
}

fn a_command_that_is_no_debugger_is_said_to_be_none() {
    let bench = Bench::new();
    bench.file("p.js", PROGRAM);
    bench.file(
        "parallax.toml",
        "[limits]\nlaunch_seconds = 2.0\n\
         [debugger.mute]\nbackend = \"chromium\"\ncommand = \"./mute.sh\"\n\
         [debugger.liar]\nbackend = \"chromium\"\ncommand = \"./liar.sh\"\n\
         [debugger.quitter]\nbackend = \"node\"\ncommand = \"./quitter.sh\"\n\
         [debugger.away]\nbackend = \"node\"\nendpoint = \"ws://127.0.0.1:1/x\"\n\
         [debugger.far]\nbackend = \"node\"\nendpoint = \"ws://192.0.2.1:9229/x\"\n",
    );
    for (name, script) in [
        ("mute", "exec sleep 600"),
        ("liar", "printf 'hello\\0' >&4; exec sleep 600"),
        ("quitter", "echo out of order >&2; exit 7"),
    ] {
        let path = bench.file(&format!("{name}.sh"), format!("#!/bin/sh\n{script}\n"));
        std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755))
            .unwrap();
    }
    for (name, words) in [
        ("mute", "not ready within 2s"),
        ("liar", "nonsense"),
        ("quitter", "out of order"),
        ("away", "cannot attach to ws://127.0.0.1:1/x"),
        ("far", "loopback"),
    ] {
        let both = format!("{name},{name}");
        let said = bench.run(&["diff", "p.js", "--debuggers", &both]);
        assert_eq!(said.code, 4, "{name}: {} {}", said.out, said.err);
        assert!(said.err.contains(words) && said.err.contains(name), "{name}: {}", said.err);
    }
}

parallax_testing::tests! {
    [CHROMIUM, NODE] {
        a_browser_that_is_killed_is_replaced,
        a_debugger_that_stops_answering_is_replaced,
    }
    [] {
        a_command_that_is_no_debugger_is_said_to_be_none,
    }
}
