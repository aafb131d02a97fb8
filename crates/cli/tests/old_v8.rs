//! Old V8 against today's: differences that were published when they were bugs of Chromium, and
//! that are mended since, are found by random sessions.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use common::Bench;
use parallax_testing::places::repository;
use serde_json::Value as Json;

const PROGRAMS: [&str; 3] = ["constant-condition.js", "dead-code.js", "string-coercion.js"];

/// A finding between Node 8, the first, and today's Node.
struct Finding(Json);

impl Finding {
    fn line(&self, number: u64) -> &str {
        let text = self.0["program"]["text"].as_str().unwrap();
        text.split('\n').nth(usize::try_from(number).unwrap() - 1).unwrap_or_default()
    }

    /// The line that a breakpoint was asked for, if its place is the difference.
    fn asked(&self) -> Option<u64> {
        let last = self.0["actions"].as_array()?.last()?.as_str()?;
        last.strip_prefix("break ")?.parse().ok()
    }

    /// What old and new showed last.
    fn shown(&self) -> [&Json; 2] {
        [0, 1].map(|at| self.0["traces"][at]["observations"].as_array().unwrap().last().unwrap())
    }

    /// The lines where old and new put the breakpoint.
    fn places(&self) -> Option<[u64; 2]> {
        let [old, new] = self.shown().map(|shown| shown["breakpoint_set"]["line"].as_u64());
        Some([old?, new?])
    }

    fn wraps_to_the_first_statement(&self) -> bool {
        let Some((asked, [old, new])) = self.asked().zip(self.places()) else { return false };
        self.line(asked).is_empty() && old <= 2 && new >= asked - 1
    }

    fn slides_past_a_function(&self) -> bool {
        let Some((asked, [old, new])) = self.asked().zip(self.places()) else { return false };
        let above = self.line(asked).starts_with("//");
        above && self.line(asked + 1).starts_with("function") && old > new
    }

    /// New shows a variable as uninitialised that old does not show.
    fn hides_what_is_not_declared_yet(&self) -> bool {
        let [old, new] = self.shown().map(|shown| shown["paused"]["scopes"].to_string());
        let variables = self.shown()[1]["paused"]["scopes"].as_array().into_iter().flatten();
        let mut variables = variables.flat_map(|scope| scope["variables"].as_array().unwrap());
        old != new
            && variables.any(|variable| {
                variable["value"]["type"] == "uninitialized"
                    && !old.contains(&variable["name"].to_string())
            })
    }
}

fn what_was_published_of_old_v8_is_found_by_random_sessions() {
    let bench = Bench::new();
    for name in PROGRAMS {
        let text = std::fs::read(repository().join("corpus/js/puzzles").join(name)).unwrap();
        bench.file(&format!("p/{name}"), text);
    }
    // The paper compares debuggers with each other; where breakpoints slide is a convention by the laws.
    let said = bench.run(&[
        "diff",
        "p",
        "--debuggers",
        "node-8,node",
        "--seeds",
        "24",
        "--vote",
        "--stop-at",
        "first",
    ]);
    assert_eq!(said.code, 3, "{said:?}");
    let classes = bench.run(&["findings", "--format", "json"]).json();
    let classes = classes["classes"].as_array().unwrap();
    let numbers = classes.iter().flat_map(|class| class["findings"].as_array().unwrap());
    let findings: Vec<Finding> = numbers
        .map(|number| {
            let number = number.to_string();
            Finding(bench.run(&["findings", "show", &number, "--format", "json"]).json())
        })
        .collect();
    assert!(findings.iter().any(Finding::wraps_to_the_first_statement));
    assert!(findings.iter().any(Finding::slides_past_a_function));
    assert!(findings.iter().any(Finding::hides_what_is_not_declared_yet));
}

/// What the paper on metamorphic testing shows in its Figure 14: dead code that assigns a parameter
/// of a generator makes it disappear.
fn dead_code_makes_a_parameter_disappear_in_old_v8() {
    let bench = Bench::new();
    let name = "generators.js";
    let text = std::fs::read(repository().join("corpus/js/product").join(name)).unwrap();
    bench.file(name, text);
    let relations = ["--relations", "sliding,insert-dead-code", "--seeds", "24"];
    let said = bench.run(&[&["meta", name, "--debugger", "node-11"], &relations[..]].concat());
    assert_eq!(said.code, 3, "{said:?}");
    let classes = bench.run(&["findings", "--format", "json"]).json();
    let classes = classes["classes"].as_array().unwrap();
    let numbers = classes.iter().flat_map(|class| class["findings"].as_array().unwrap());
    let disappears = |number: &Json| {
        let shown = bench.run(&["findings", "show", &number.to_string()]).out;
        ["first", "second", "left", "right", "deep"]
            .iter()
            .any(|parameter| shown.contains(&format!("\nnode-11: {parameter} missing")))
    };
    assert!(numbers.into_iter().any(disappears), "{classes:?}");
}

parallax_testing::tests! {
    [NODE_8, NODE] {
        what_was_published_of_old_v8_is_found_by_random_sessions,
    }
    [NODE_11] {
        dead_code_makes_a_parameter_disappear_in_old_v8,
    }
}
