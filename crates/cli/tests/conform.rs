//! `parallax conform` on real engines, with tests that are data: `crates/conform/tests/suite`.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use std::collections::BTreeMap;

use common::{Bench, Said, signal, until};
use parallax_testing::places::repository;

/// Little time and memory, but more than any test needs that ends by itself on a busy machine.
const LIMITS: &str = "[conform]\ntest_seconds = 4\ntest_megabytes = 300\n";

fn suite() -> String {
    repository().join("crates/conform/tests/suite").display().to_string()
}

/// Tests that fail, each with the symptoms by engine.
type Failures = BTreeMap<String, BTreeMap<String, String>>;

fn failures(json: &serde_json::Value) -> Failures {
    let failures = json["failures"].as_array().unwrap().iter();
    let symptoms = |it: &serde_json::Value| serde_json::from_value(it["symptoms"].clone()).unwrap();
    failures.map(|it| (it["test"].as_str().unwrap().to_owned(), symptoms(it))).collect()
}

/// Runs the suite on some engines and checks each test that fails: what is wrong, and with whom.
fn check(engines: &str, expected: &[(&str, &str, &[&str])]) -> (Bench, Said) {
    let bench = Bench::new();
    bench.file("parallax.toml", LIMITS);
    let junit = ["--junit", "results.xml", "--format", "json"];
    let said =
        bench.run(&[&["conform", "run", &suite(), "--engines", engines], &junit[..]].concat());
    assert_eq!(said.code, 3, "{} {}", said.out, said.err);
    let found = failures(&said.json());
    let expected: Failures = expected
        .iter()
        .map(|(test, symptom, engines)| {
            let symptoms = engines.iter().map(|it| (it.to_string(), symptom.to_string()));
            (test.to_string(), symptoms.collect())
        })
        .collect();
    assert_eq!(found, expected, "{}", said.err);
    (bench, said)
}

fn hostile_programs_cost_only_their_own_result() {
    // Not Boa, which as it is built for tests is too slow to be greedy in time.
    let all: &[&str] = &["bun", "jsc", "node", "quickjs"];
    let endless = "does not end in time";
    let (bench, said) = check(
        "node,bun,jsc,quickjs",
        &[
            ("wrong.js", "x is 2", all),
            ("no-meaning.js", "ends normally; by the text it has no meaning", all),
            ("known.js", "deleted is true", &["bun", "jsc"]),
            ("endless.js", endless, all),
            ("endless-jobs.js", endless, all),
            ("greedy.js", "takes too much memory", all),
        ],
    );
    let json = said.json();
    let verdict = |test: &str| {
        let failures = json["failures"].as_array().unwrap();
        let failure = failures.iter().find(|it| it["test"] == test).unwrap();
        failure["verdict"]["who"].as_str().unwrap().to_owned()
    };
    assert_eq!(verdict("wrong.js"), "specification");
    assert_eq!(verdict("no-meaning.js"), "specification");
    assert_eq!(verdict("endless.js"), "undecided");
    assert_eq!(verdict("known.js"), "engine");
    let known = |it: &&serde_json::Value| it["known"][0] == "jsc-delete-parameter";
    assert_eq!(json["clusters"].as_array().unwrap().iter().filter(known).count(), 1);
    let node = json["engines"].as_array().unwrap().iter().find(|it| it["engine"] == "node");
    assert_eq!((&node.unwrap()["crashed"], &node.unwrap()["timed_out"]), (&0.into(), &2.into()));
    let xml = std::fs::read_to_string(bench.path("results.xml")).unwrap();
    let count = |what: &str| xml.matches(what).count();
    assert_eq!((count("<testsuite "), count("<testcase ")), (4, 4 * 22), "{xml}");
    assert_eq!((count("<failure "), count("<error "), count("<skipped ")), (8, 12, 2), "{xml}");
    look_at_findings(&bench);
}

/// What was run is in the store, and can be listed, shown, run again and written as a site.
fn look_at_findings(bench: &Bench) {
    let json = bench.run(&["findings", "--format", "json"]).json();
    let found = json["deviations"].as_array().unwrap();
    let wrong = found.iter().find(|it| it["tests"][0] == "wrong.js").unwrap();
    assert_eq!(wrong["verdict"]["who"], "specification");
    assert_eq!(wrong["engines"][0]["symptom"], "x is 2");
    let id = wrong["id"].to_string();
    let said = bench.run(&["findings", "show", &id]);
    assert!(said.out.contains("var x = 1 + 1;") && said.out.contains("node fails"), "{}", said.out);
    let said = bench.run(&["replay", &id]);
    assert!(said.code == 0 && said.out.contains("the deviation is there"), "{said:?}");
    let said = bench.run(&["report", "-o", "out"]);
    assert_eq!(said.code, 0, "{said:?}");
    let index = std::fs::read_to_string(bench.path("out/index.html")).unwrap();
    assert!(index.contains("specification bug") && index.contains("jsc-delete-parameter"));
    let new = bench.run(&["findings", "--new", "--format", "json"]).json();
    assert_eq!(new["deviations"].as_array().unwrap().len(), found.len() - 1);
    let brief = bench.run(&["findings", "--brief"]).out;
    let heading = format!("{} deviations, {} of them new", found.len(), found.len() - 1);
    assert!(brief.contains(&heading) && brief.contains("(new): "), "{brief}");
}

fn an_engine_that_crashes_is_started_again() {
    let bench = Bench::new();
    // With more stack than there is, a recursion that does not end is the end of the process.
    let fragile = "[debugger.node]\nargs = [\"--stack-size=60000\"]\n";
    bench.file("parallax.toml", fragile);
    bench.file(
        "tests/a.js",
        "// parallax conform 1: throws RangeError\n(function f() { f(); })();\n",
    );
    bench.file("tests/b.js", "// parallax conform 1: throws TypeError\nnull.x\n");
    let entry = |file: &str| format!(r#"{{ "file": "{file}", "origin": [], "algorithms": [] }}"#);
    let tests = ["a.js", "b.js"].map(entry).join(", ");
    let manifest = format!(r#"{{ "version": 1, "edition": "es2026", "tests": [{tests}] }}"#);
    bench.file("tests/manifest.json", manifest);
    let args = ["conform", "run", "tests", "--engines", "node,bun,quickjs", "--format", "json"];
    let said = bench.run(&args);
    let found = failures(&said.json());
    assert_eq!(found.keys().collect::<Vec<_>>(), ["a.js"], "{} {}", said.out, said.err);
    assert_eq!(found["a.js"]["node"], "crashes", "{} {}", said.out, said.err);
    assert_eq!(said.json()["failures"][0]["verdict"]["who"], "engine");
}

fn firefox_takes_part() {
    let all: &[&str] = &["firefox"];
    let endless = "does not end in time";
    check(
        "firefox",
        &[
            ("wrong.js", "x is 2", all),
            ("no-meaning.js", "ends normally; by the text it has no meaning", all),
            ("endless.js", endless, all),
            ("endless-jobs.js", endless, all),
            ("greedy.js", "takes too much memory", all),
        ],
    );
}

fn every_other_engine_takes_part() {
    let bench = Bench::new();
    bench.file("parallax.toml", LIMITS);
    bench.file("tests/a.js", "// parallax conform 1: ends normally\nvar x = { ...[1] };\n");
    let manifest = r#"{ "version": 1, "edition": "es2026", "tests": [{ "file": "a.js", "origin": [], "algorithms": [] }] }"#;
    bench.file("tests/manifest.json", manifest);
    let said = bench.run(&[
        "conform",
        "run",
        "tests",
        "--engines",
        "boa,deno,jsc,node,node-8,xs",
        "--format",
        "json",
    ]);
    let found = failures(&said.json());
    // Node 8.2 has no spread in object literals; the family has versions that do.
    assert_eq!(found["a.js"].len(), 1, "{} {}", said.out, said.err);
    assert_eq!(said.json()["engines"].as_array().unwrap().len(), 6, "{}", said.err);
    let symptom = &found["a.js"]["node-8"];
    assert_eq!(symptom, "is no script; by the text it ends normally", "{} {}", said.out, said.err);
    assert_eq!(said.json()["failures"][0]["verdict"]["who"], "engine");
}

fn an_engine_that_is_missing_is_said_and_left_out() {
    let bench = Bench::new();
    let lost = "[debugger.lost]\nbackend = \"node\"\ncommand = \"/no/such/node\"\n";
    bench.file("parallax.toml", lost);
    bench.file("tests/a.js", "// parallax conform 1: throws TypeError\nnull.x\n");
    let manifest = r#"{ "version": 1, "edition": "es2026", "tests": [{ "file": "a.js", "origin": [], "algorithms": [] }] }"#;
    bench.file("tests/manifest.json", manifest);
    let said = bench.run(&["conform", "run", "tests", "--engines", "lost,quickjs"]);
    assert_eq!(said.code, 0, "{} {}", said.out, said.err);
    assert!(said.err.contains("`lost` is missing") && said.err.contains("parallax setup"));
    let said = bench.run(&["conform", "run", "tests", "--engines", "lost"]);
    assert_eq!(said.code, 4, "{} {}", said.out, said.err);
    let said = bench.run(&["conform", "run", "tests", "--engines", "netscape"]);
    assert!(said.code == 2 && said.err.contains("no engine `netscape`"), "{}", said.err);
    let said = bench.run(&["conform", "run", "nowhere", "--engines", "quickjs"]);
    assert!(said.code == 2 && said.err.contains("nowhere/manifest.json"), "{}", said.err);
}

fn an_interrupted_run_leaves_nothing_behind() {
    let bench = Bench::new();
    bench.file("parallax.toml", "[conform]\ntest_seconds = 600\n");
    let args = ["conform", "run", &suite(), "--engines", "node,bun,quickjs"];
    for (name, code) in [("INT", 130), ("KILL", -1)] {
        let run = bench.command(&args).spawn().unwrap();
        until("no engine is started", || !bench.processes().is_empty());
        signal(run.id(), name);
        let said = Said::from(run.wait_with_output().unwrap());
        assert_eq!(said.code, code, "{} {}", said.out, said.err);
        if name == "INT" {
            bench.check_nothing_is_left();
        } else {
            // The folders are removed by the next run.
            until("an engine outlives the run", || bench.processes().is_empty());
        }
    }
}

fn a_program_is_checked_against_the_text() {
    let bench = Bench::new();
    bench.file("same.js", "print(-0, 'a', 2n);\nnull.x;\n");
    bench.file("prints.js", "print((function (p) { arguments; return delete p; })(1));\n");
    bench.file("leaves.js", "var x = (function (p) { arguments; return delete p; })(1);\n");
    let said = bench.run(&["conform", "check", "same.js", "--engines", "node,quickjs"]);
    assert_eq!(said.code, 0, "{} {}", said.out, said.err);
    assert!(
        said.out.contains("throws: TypeError") && said.out.contains("ToObject"),
        "{}",
        said.out
    );
    for (program, does) in [("prints.js", "ends normally"), ("leaves.js", "fails a check")] {
        let args = ["conform", "check", program, "--engines", "bun,node", "--format", "json"];
        let said = bench.run(&args);
        assert_eq!(said.code, 3, "{} {}", said.out, said.err);
        let engines = &said.json()["engines"];
        assert!(engines[0]["does"].as_str().unwrap().starts_with(does), "{engines}");
        assert_eq!((&engines[0]["agrees"], &engines[1]["agrees"]), (&false.into(), &true.into()));
    }
}

parallax_testing::tests! {
    [BUN, JSC, NODE] {
        hostile_programs_cost_only_their_own_result,
    }
    [BUN, NODE] {
        an_engine_that_crashes_is_started_again,
        an_interrupted_run_leaves_nothing_behind,
    }
    [FIREFOX] {
        firefox_takes_part,
    }
    [feature("boa", cfg!(feature = "boa")), DENO, JSC, NODE, NODE_8, XS] {
        every_other_engine_takes_part,
    }
    [] {
        an_engine_that_is_missing_is_said_and_left_out,
    }
    [ES2026, BUN, NODE] {
        a_program_is_checked_against_the_text,
    }
}
