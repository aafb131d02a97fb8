//! Findings are made smaller together with their actions, on real debuggers.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use common::Bench;
use serde_json::Value;

/// V8 shows `square` with its value of the time before; the rest has nothing to do with it.
const PADDED: &str = "// prints a few things
function greet(name, times = 2) {
  const words = ['hello', name];
  return words.join(' ').repeat(times);
}
class Counter {
  #count = 0;
  add(by) {
    this.#count += by;
    return this;
  }
  get value() { return this.#count; }
}
const counter = new Counter();
for (let i = 0; i < 3; i++) {
  const square = i * i;
  if (square > 1) {
    counter.add(square);
  } else {
    counter.add(1).add(0);
  }
}
console.log(greet('you'), counter.value);
try {
  null.x;
} catch (error) {
  console.log(error instanceof TypeError);
}
";

/// The number of a finding about a law, with actions before it.
fn finding(bench: &Bench, law: &str) -> String {
    bench.file("p/padded.js", PADDED);
    bench.run(&["diff", "p", "--debuggers", "node,spec", "--seeds", "40"]);
    let list = bench.run(&["findings", "--sample", "1000", "--format", "json"]).json();
    let is_meant = |it: &&Value| {
        it["breaches"].as_array().is_some_and(|all| all.iter().any(|one| one["law"] == law))
    };
    let all = list["findings"].as_array().unwrap();
    let longest =
        all.iter().filter(is_meant).max_by_key(|it| it["actions"].as_array().unwrap().len());
    longest.expect("a session that breaks the law")["id"].to_string()
}

fn a_padded_bug_becomes_small() {
    let bench = Bench::new();
    let id = finding(&bench, "values");
    let run = bench.run(&["reduce", &id, "--format", "json"]);
    assert_eq!(run.code, 0, "{run:?}");
    let reduction = &run.json()["reduction"];
    let program = reduction["program"]["text"].as_str().unwrap();
    let actions = reduction["actions"].as_array().unwrap();
    assert!(program.lines().count() <= 8, "{program}");
    assert!(actions.len() <= 4, "{actions:?}");
    assert_eq!(reduction["debuggers"], serde_json::json!(["node"]));
    assert_eq!(reduction["is_complete"], true);

    // It is what it says to be: the law is broken, and not beside it.
    let breaks = |case: &Value| {
        let file = bench.file("small.js", case["program"]["text"].as_str().unwrap());
        let words: Vec<&str> =
            case["actions"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
        let (file, actions) = (file.display().to_string(), words.join("; "));
        let args = ["trace", &file, "--debuggers", "node", "--actions", &actions];
        let trace = bench.run(&[&args[..], &["--format", "json"]].concat()).json();
        let breaches = trace["breaches"].as_array().unwrap().clone();
        breaches.iter().any(|it| it["breach"]["law"] == "values")
    };
    assert!(breaks(reduction), "{reduction}");
    assert!(!breaks(&reduction["control"]), "{reduction}");

    let shown = bench.run(&["findings", "show", &id]);
    assert!(shown.out.contains("made smaller") && shown.out.contains("runs well"), "{shown:?}");
    bench.check_nothing_is_left();
}

fn what_was_reached_is_kept_and_gone_on_from() {
    let bench = Bench::new();
    let id = finding(&bench, "values");
    let first = bench.run(&["reduce", &id, "--trials", "12", "--format", "json"]);
    let first = first.json()["reduction"].clone();
    assert_eq!((&first["is_complete"], &first["trials"]), (&Value::Bool(false), &12.into()));
    let second = bench.run(&["reduce", &id, "--format", "json"]).json()["reduction"].clone();
    assert_eq!(second["is_complete"], true);
    let length = |it: &Value| it["program"]["text"].as_str().unwrap().len();
    assert!(length(&second) < length(&first), "{first} {second}");
    assert!(second["trials"].as_u64() > first["trials"].as_u64());
    // What is done is only shown.
    let third = bench.run(&["reduce", &id, "--format", "json"]).json()["reduction"].clone();
    assert_eq!(third, second);
    assert_eq!(bench.run(&["reduce", &id, "--debugger", "bun"]).code, 2, "bun breaks no law");
}

parallax_testing::tests! {
    [ES2026, NODE] {
        a_padded_bug_becomes_small,
        what_was_reached_is_kept_and_gone_on_from,
    }
}
