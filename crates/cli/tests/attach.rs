//! A debugger that runs already can be attached to, and is left running.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use common::Bench;

/// A process that is ended with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a command, and waits for the address that it prints.
fn start(command: &mut Command) -> (Running, String) {
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let running = Running(child);
    let address = lines.map_while(Result::ok).find_map(|line| {
        line.split_whitespace().find(|word| word.starts_with("ws://")).map(str::to_owned)
    });
    (running, address.expect("it prints no address"))
}

fn check(backend: &str, address: &str, bench: &Bench) {
    bench.file(
        "parallax.toml",
        format!("[debugger.there]\nbackend = \"{backend}\"\nendpoint = \"{address}\"\n"),
    );
    for _ in 0..2 {
        let said = bench.run(&["doctor", "--debuggers", "there", "--format", "json"]);
        let report = &said.json()["debuggers"][0];
        assert_eq!(said.code, 0, "{report}");
        let count = |it: &serde_json::Value| it.as_u64().unwrap();
        let skipped = report["skipped"].as_array().unwrap().len() as u64;
        let passed = count(&report["self_tests"]["passed"]);
        assert_eq!(passed + skipped, count(&report["self_tests"]["all"]), "{report}");
        assert!(skipped <= 1, "{report}");
    }
}

fn a_running_node() {
    let bench = Bench::new();
    let node = bench.run(&["doctor", "--debuggers", "node", "--format", "json"]).json();
    let node = node["debuggers"][0]["command"].as_str().unwrap().to_owned();
    let idle = "setInterval(() => {}, 1e9)";
    let flags = ["--inspect=127.0.0.1:0", "--experimental-vm-modules", "-e", idle];
    let (mut running, address) = start(Command::new(node).args(flags));
    check("node", &address, &bench);
    assert!(running.0.try_wait().unwrap().is_none(), "it was ended");
}

fn a_running_chromium() {
    let bench = Bench::new();
    let profile = tempfile::tempdir().unwrap();
    let (mut running, address) = start(
        Command::new("chromium")
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
            ])
            .args(["--remote-debugging-address=127.0.0.1", "--remote-debugging-port=0"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .env("TMPDIR", profile.path())
            .arg("about:blank"),
    );
    check("chromium", &address, &bench);
    assert!(running.0.try_wait().unwrap().is_none(), "it was ended");
}

parallax_testing::tests! {
    [NODE] {
        a_running_node,
    }
    [CHROMIUM] {
        a_running_chromium,
    }
}
