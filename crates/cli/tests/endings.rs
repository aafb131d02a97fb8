//! How commands end: exit codes hold whatever becomes of the output, and signals end every command soon.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use std::fs::File;
use std::process::Stdio;
use std::time::Duration;

use common::{Bench, Said, signal, until};
use parallax_testing::places::repository;

/// A suite with one test that no engine passes.
fn failing_suite(bench: &Bench) {
    let wrong = repository().join("crates/conform/tests/suite/wrong.js");
    bench.file("suite/wrong.js", std::fs::read(wrong).unwrap());
    let test = r#"{ "file": "wrong.js", "origin": [], "algorithms": [] }"#;
    let manifest = format!(r#"{{ "version": 1, "edition": "es2026", "tests": [{test}] }}"#);
    bench.file("suite/manifest.json", manifest);
}

/// The other end is closed before anything is written.
fn closed_pipe() -> Stdio {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer.into()
}

fn full_device() -> Stdio {
    File::options().write(true).open("/dev/full").unwrap().into()
}

fn findings_are_told_by_the_exit_code_whatever_becomes_of_the_output() {
    let bench = Bench::new();
    failing_suite(&bench);
    let args = ["conform", "run", "suite", "--engines", "quickjs", "--as-is"];
    let said = bench.run(&args);
    assert_eq!(said.code, 3, "{} {}", said.out, said.err);
    for (output, words) in [(closed_pipe(), ""), (full_device(), "standard output cannot be")] {
        let said = Said::from(bench.command(&args).stdout(output).output().unwrap());
        assert_eq!(said.code, 3, "{}", said.err);
        assert!(said.err.contains(words), "{}", said.err);
        assert_eq!(said.err.is_empty(), words.is_empty(), "{}", said.err);
    }
}

fn an_answer_that_is_not_whole_is_no_success() {
    let bench = Bench::new();
    for args in [&["relations"][..], &["laws"]] {
        let said = Said::from(bench.command(args).stdout(full_device()).output().unwrap());
        assert_eq!(said.code, 74, "{}", said.err);
        assert!(said.err.contains("cannot be written"), "{}", said.err);
        let said = Said::from(bench.command(args).stdout(closed_pipe()).output().unwrap());
        assert_eq!((said.code, said.err.as_str()), (0, ""));
    }
}

/// Sends a signal to a command that is busy, and waits for its end.
fn ends_soon(bench: &Bench, args: &[&str], name: &str, is_busy: impl Fn(u32) -> bool) -> Said {
    let mut command = bench.command(args).spawn().unwrap();
    until("the command does not begin", || is_busy(command.id()));
    signal(command.id(), name);
    let ended = || matches!(command.try_wait(), Ok(Some(_)));
    until(&format!("{name} does not end {args:?}"), ended);
    let said = Said::from(command.wait_with_output().unwrap());
    assert_eq!(said.code, 130, "{name} {args:?}: {} {}", said.out, said.err);
    assert!(said.err.contains("interrupted"), "{}", said.err);
    bench.check_nothing_is_left();
    said
}

/// Whether the thread that listens to signals is there.
fn listens(pid: u32) -> bool {
    let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let names = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("comm")).ok());
    names.into_iter().any(|name| name.trim() == "signals")
}

fn every_signal_ends_a_command_that_does_not_listen() {
    let bench = Bench::new();
    // Reading it never ends, for nobody writes.
    std::process::Command::new("mkfifo").arg(bench.path("settings.toml")).status().unwrap();
    for name in ["INT", "TERM", "HUP"] {
        ends_soon(&bench, &["--config", "settings.toml", "doctor"], name, listens);
    }
}

fn whoever_hangs_up_on_a_command_started_with_nohup_is_not_heard() {
    let bench = Bench::new();
    std::process::Command::new("mkfifo").arg(bench.path("settings.toml")).status().unwrap();
    let mut command = std::process::Command::new("nohup");
    command.arg(env!("CARGO_BIN_EXE_parallax")).args(["--config", "settings.toml", "doctor"]);
    command.current_dir(bench.path("")).stdin(Stdio::null());
    let mut started = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    until("the command does not begin", || listens(started.id()));
    signal(started.id(), "HUP");
    std::thread::sleep(Duration::from_secs(3));
    assert_eq!(started.try_wait().unwrap(), None, "SIGHUP ends it");
    signal(started.id(), "TERM");
    assert_eq!(started.wait().unwrap().code(), Some(130));
}

fn a_campaign_ends_soon_when_its_terminal_goes_away() {
    let bench = Bench::new();
    bench.file("p.js", "var x = 1;\nfor (let i = 0; i < 3; i++) {\n  x += i;\n}\n");
    let args = ["diff", "p.js", "--debuggers", "node,bun", "--seeds", "100000"];
    let said = ends_soon(&bench, &args, "HUP", |_| bench.recorded_sessions() > 3);
    assert!(said.err.contains("the same command goes on from there"), "{}", said.err);
    assert!(bench.recorded_sessions() > 3);
}

fn a_campaign_that_tests_nothing_is_no_success() {
    let bench = Bench::new();
    bench.file("p.js", "for (;;) {}\n");
    bench.file("parallax.toml", "[limits]\naction_seconds = 1.0\n");
    let said = bench.run(&["diff", "p.js", "--debuggers", "node,bun", "--seeds", "2"]);
    assert_eq!(said.code, 1, "{} {}", said.out, said.err);
    assert!(said.err.contains("nothing was tested"), "{}", said.err);
}

parallax_testing::tests! {
    [ES2026] {
        findings_are_told_by_the_exit_code_whatever_becomes_of_the_output,
    }
    [] {
        an_answer_that_is_not_whole_is_no_success,
        every_signal_ends_a_command_that_does_not_listen,
        whoever_hangs_up_on_a_command_started_with_nohup_is_not_heard,
    }
    [NODE, BUN] {
        a_campaign_ends_soon_when_its_terminal_goes_away,
        a_campaign_that_tests_nothing_is_no_success,
    }
}
