//! Every program of the corpus is a valid script, ends and prints the same twice.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use std::process::Command;

use common::Bench;
use parallax_program::corpus;
use parallax_program::js::Outline;
use parallax_testing::places::repository;

/// Runs a program as a global script in a fresh context; an exception that it lets escape is part
/// of what it prints.
const RUNNER: &str = "const vm = require('vm'), fs = require('fs');
try { vm.runInContext(fs.readFileSync(process.argv[2], 'utf8'), vm.createContext({ console })); }
catch (error) { console.log('uncaught ' + (error && error.name)); }
";

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
            // One that does not end must not keep the test from doing so.
            let mut command = Command::new("timeout");
            command.arg("60").arg(&node).args(program.goal.is_script().then_some(&runner));
            let output = command.arg(folder.join(&*program.name)).output().unwrap();
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

parallax_testing::tests! {
    [NODE] {
        programs_parse_end_and_repeat_themselves,
    }
}
