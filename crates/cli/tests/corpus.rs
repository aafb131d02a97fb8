//! Every program of the corpus is a valid script, ends within a second and prints the same twice.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use std::process::Command;
use std::time::{Duration, Instant};

use common::{Bench, repository};
use parallax_program::corpus;
use parallax_program::js::Outline;

/// Runs a program as a global script in a fresh context; an exception that it lets escape is part
/// of what it prints.
const RUNNER: &str = "const vm = require('vm'), fs = require('fs');
try { vm.runInContext(fs.readFileSync(process.argv[2], 'utf8'), vm.createContext({ console })); }
catch (error) { console.log('uncaught ' + (error && error.name)); }
";

#[test]
fn programs_parse_end_and_repeat_themselves() {
    let bench = Bench::new();
    let node = bench.run(&["doctor", "--debuggers", "node", "--format", "json"]).json();
    let node = node["debuggers"][0]["command"].as_str().expect("a command").to_owned();
    let runner = bench.file("runner.js", RUNNER);
    let folder = repository().join("corpus/js");
    let programs = corpus::read(&folder).unwrap().programs;
    assert!(programs.len() >= 80, "only {} programs", programs.len());
    for program in &programs {
        assert_eq!(Outline::new(program).error(), None, "{}", program.name);
        let run = || {
            let started = Instant::now();
            let mut command = Command::new(&node);
            command.args(program.goal.is_script().then_some(&runner));
            let output = command.arg(folder.join(&*program.name)).output().unwrap();
            assert!(started.elapsed() < Duration::from_secs(1), "{} is slow", program.name);
            assert!(
                output.status.success(),
                "{}: {}",
                program.name,
                String::from_utf8_lossy(&output.stderr)
            );
            String::from_utf8(output.stdout).unwrap()
        };
        let printed = run();
        assert!(!printed.is_empty(), "{} prints nothing", program.name);
        assert_eq!(run(), printed, "{}", program.name);
    }
}
