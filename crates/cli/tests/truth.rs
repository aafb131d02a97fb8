//! Debuggers are held against the text: laws, known breaches, and the text as a debugger.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use common::Bench;
use parallax_campaign::known::{Case, Entry, Known, SHIPPED};
use parallax_model::known::parse;
use parallax_model::{Breach, Verdict};
use parallax_oracle::laws;

/// The debuggers that are here, one of each engine.
const DEBUGGERS: [&str; 3] = ["node", "firefox", "bun"];

/// The laws that a session on one debugger breaks.
fn breaches(bench: &Bench, debugger: &str, case: &Case) -> Vec<Breach> {
    let name = if case.module { "case.mjs" } else { "case.js" };
    let file = bench.file(name, &case.program);
    let file = file.display().to_string();
    let args = ["trace", &file, "--debuggers", debugger, "--actions", &case.actions];
    let run = bench.run(&[&args[..], &["--format", "json"]].concat());
    assert_eq!(run.code, 0, "{run:?}");
    let all = run.json()["breaches"].as_array().expect("the truth is known").clone();
    all.iter().map(|it| serde_json::from_value(it["breach"].clone()).unwrap()).collect()
}

/// An entry is a claim: it explains its example, and none of its neighbours.
fn entries_explain_their_examples_and_no_neighbours() {
    let bench = Bench::new();
    let known = Known(parse::<Entry>(SHIPPED.1, SHIPPED.0).unwrap());
    let mut wrong = Vec::new();
    for entry in known.0.iter().filter(|it| it.law.is_some()) {
        let covers = |debugger: &str, case: &Case| {
            breaches(&bench, debugger, case).iter().any(|it| entry.covers_breach(it))
        };
        let is_meant = |name: &&str| parallax_model::pattern::any(&entry.debuggers, name);
        let debugger = DEBUGGERS.into_iter().find(is_meant).expect("a debugger that is here");
        if !covers(debugger, entry.example.as_ref().unwrap()) {
            let shown = breaches(&bench, debugger, entry.example.as_ref().unwrap());
            wrong.push(format!("{} does not explain its example: {shown:?}", entry.id));
        }
        for (at, case) in entry.neighbours.iter().enumerate() {
            if covers(debugger, case) {
                wrong.push(format!("{} explains its neighbour {at}", entry.id));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn the_text_is_a_debugger() {
    let bench = Bench::new();
    let json = bench.run(&["doctor", "--debuggers", "spec", "--format", "json"]).json();
    let health = &json["debuggers"][0];
    assert_eq!(health["complaints"].as_array().unwrap().len(), 0, "{health}");
    assert!(health["self_tests"]["passed"].as_u64().unwrap() >= 14, "{health}");
}

/// One debugger alone is held against the text, and the verdict names the law.
fn one_debugger_is_held_against_the_text() {
    let bench = Bench::new();
    bench.file("p/a.js", "function last(a, b, a) {\n  b = 5;\n}\nlast(1, 2, 3);\n");
    let run = bench.run(&["diff", "p", "--debuggers", "firefox,spec", "--seeds", "8"]);
    assert_eq!(run.code, 0, "a known breach does not affect the exit code: {run:?}");
    let list = bench.run(&["findings", "--facts", "--sample", "1", "--format", "json"]).json();
    let finding = &list["findings"][0];
    assert_eq!(finding["known"][0]["id"], "firefox-duplicate-parameters", "{finding}");
    let verdict: Verdict = serde_json::from_value(finding["verdict"].clone()).unwrap();
    assert_eq!(verdict, Verdict::Law);
    let id = finding["id"].to_string();
    let show = bench.run(&["findings", "show", &id]);
    assert!(show.out.contains("verdict firefox shows `a = 1`"), "{show:?}");
    assert_eq!(bench.run(&["replay", &id]).code, 0);
    let all = bench.run(&["replay", "--all", "--times", "1"]);
    assert!(all.code == 0 && all.out.contains("came again each of 1 times"), "{all:?}");
}

fn a_sound_debugger_breaks_no_law() {
    let bench = Bench::new();
    let program = "let s = 0;\nfunction add(x) {\n  s += x;\n  return s;\n}\nadd(1);\nadd(2);\n";
    let case = Case {
        program: program.to_owned(),
        actions: "break 3; start; over; out; over; resume; in; in; resume; output".to_owned(),
        module: false,
    };
    for debugger in DEBUGGERS {
        assert_eq!(breaches(&bench, debugger, &case), [], "{debugger}");
    }
}

fn laws_are_listed_explained_and_missed() {
    let bench = Bench::new();
    let list = bench.run(&["laws"]);
    assert!(laws::ALL.iter().all(|law| list.out.contains(law.name)), "{list:?}");
    let page = bench.run(&["laws", "values"]);
    assert!(page.out.contains("For example"), "{page:?}");
    let unknown = bench.run(&["laws", "gravity"]);
    assert_eq!(unknown.code, 2, "{unknown:?}");
    assert!(unknown.err.contains("there is no law `gravity`; there are"), "{unknown:?}");
}

/// The manual in docs/ is what the laws' own files say; `make accept` writes it anew.
fn the_manual_is_what_the_laws_say() {
    let mut manual = String::from(
        "# Laws\n\nWhat every answer of every debugger is held to, by a recording of the program that was made by the text of\nECMA-262. Made from the laws' own files by `make accept`; `parallax laws NAME` shows one.\n\nA *fact* is settled by the language. An *expectation* is what every manual promises. All else is a convention.\n",
    );
    for law in laws::ALL {
        let (name, rank, summary) = (law.name, law.rank, law.summary);
        manual += &format!("\n## {name}\n\n*{rank}*: {summary}.\n\n{}\n", law.manual);
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/laws.md");
    if std::env::var_os("PARALLAX_ACCEPT").is_some() {
        std::fs::write(path, &manual).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(written, manual, "docs/laws.md is not up to date: run `make accept`");
}

parallax_testing::tests! {
    [] {
        laws_are_listed_explained_and_missed,
        the_manual_is_what_the_laws_say,
    }
    [ES2026] {
        the_text_is_a_debugger,
    }
    [ES2026, FIREFOX] {
        one_debugger_is_held_against_the_text,
    }
    [ES2026, NODE, FIREFOX, BUN] {
        a_sound_debugger_breaks_no_law,
        entries_explain_their_examples_and_no_neighbours,
    }
}
