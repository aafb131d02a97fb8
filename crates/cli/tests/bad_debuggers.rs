//! Debuggers that are killed, hang or answer nonsense: each is said, and the campaign goes on.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use std::fs::File;

use common::{Bench, Said, signal, until};

const PROGRAM: &str = "var total = 0;\nfunction add(x) {\n  total += x;\n}\nfor (var i = 0; i < 5; i++) {\n  add(i);\n}\n";

/// Starts a campaign, does something to one of its debuggers until a failure is said in these words,
/// and waits for its end.
fn disturb(name: &str, words: &str, how: impl Fn(u32)) -> (Bench, Said) {
    let bench = Bench::new();
    bench.file("parallax.toml", "[limits]\naction_seconds = 2.0\n");
    bench.file("p.js", PROGRAM);
    let errors = bench.file("errors.txt", "");
    let debuggers = ["--debuggers", "chromium,node", "--jobs", "1"];
    let limits = ["--seeds", "100000", "--time", "20s"];
    let campaign = bench
        .command(&[&["diff", "p.js"], &debuggers[..], &limits[..]].concat())
        .stderr(File::create(&errors).unwrap())
        .spawn()
        .unwrap();
    let is_said = || std::fs::read_to_string(&errors).unwrap().contains(words);
    // Again and again: a debugger that dies between two sessions is replaced without a word.
    while !is_said() {
        wait_for_a_session(&bench, &is_said);
        how(victim(&bench, name));
        wait_for_a_session(&bench, &is_said);
    }
    let mut said = Said::from(campaign.wait_with_output().unwrap());
    said.err = std::fs::read_to_string(&errors).unwrap();
    (bench, said)
}

/// Waits until the campaign has recorded one more session, or the failure is said.
fn wait_for_a_session(bench: &Bench, is_said: &impl Fn() -> bool) {
    let before = bench.recorded_sessions();
    until("the campaign does not go on", || is_said() || bench.recorded_sessions() > before);
}

/// The process of that name, once it has come up.
fn victim(bench: &Bench, name: &str) -> u32 {
    // The executable's name, and not a descendant of another such process.
    let is_it = |(_, line): &(u32, String)| line.contains(name) && !line.contains("--type=");
    let found = || bench.processes().into_iter().find(is_it);
    until("the debugger does not come up", || found().is_some());
    found().unwrap().0
}

fn check_survived(bench: &Bench, said: &Said) {
    assert!([0, 3].contains(&said.code), "{} {} {}", said.code, said.out, said.err);
    assert!(said.out.contains("time is up"), "{}", said.out);
    bench.check_nothing_is_left();
}

fn a_browser_that_is_killed_is_replaced() {
    let words = "chromium failed on p.js";
    let (bench, said) = disturb("user-data-dir", words, |pid| signal(pid, "KILL"));
    check_survived(&bench, &said);
}

fn a_debugger_that_stops_answering_is_replaced() {
    let words = "no answer within 2000 ms";
    let (bench, said) = disturb("stub.js", words, |pid| signal(pid, "STOP"));
    check_survived(&bench, &said);
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
