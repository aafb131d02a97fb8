//! `parallax meta` on a real debugger: what contradicts itself is found, kept and replayed.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use common::Bench;

/// V8 moves a breakpoint on the closing brace back to the end of the `return` above it, where no
/// request for that line itself puts one.
const SLIDES_BACK: &str = "function f(x) {\n  return x.y;\n}\nf({ y: 1 });\nf({ y: 2 });\n";

const PLAIN: &str = "var a = 1;\n// nothing\na = 2;\na = 3;\n";

fn a_violation_is_found_shown_and_replayed() {
    let bench = Bench::new();
    bench.file("p/slides-back.js", SLIDES_BACK);
    let said =
        bench.run(&["meta", "p", "--debugger", "node", "--seeds", "40", "--relations", "sliding"]);
    // It is a known one.
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.contains("contradicts itself"), "{said:?}");
    assert!(said.out.contains("v8-slides-back-into-lines"), "{said:?}");
    let show = bench.run(&["findings", "show", "1"]);
    assert!(show.out.contains("relations sliding"), "{show:?}");
    assert!(show.out.contains("actions before break 3"), "{show:?}");
    let brief = bench.run(&["findings", "--brief"]).out;
    assert!(
        brief.contains("slides-back.js:") && brief.contains("(known): contradicts itself"),
        "{brief}"
    );
    let replay = bench.run(&["replay", "1"]);
    assert_eq!(replay.code, 0, "{replay:?}");
    assert!(replay.out.contains("the difference is there"), "{replay:?}");
}

fn what_is_sound_is_not_reported() {
    let bench = Bench::new();
    bench.file("p/plain.js", PLAIN);
    let said = bench.run(&["meta", "p", "--debugger", "node", "--seeds", "20", "--rounds", "8"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.contains("0 with a difference"), "{said:?}");
}

fn relations_are_listed_explained_and_missed() {
    let bench = Bench::new();
    let list = bench.run(&["relations"]);
    assert_eq!(list.code, 0);
    assert!(list.out.contains("add-breakpoint"), "{list:?}");
    let page = bench.run(&["relations", "sliding"]);
    assert!(page.out.contains("For example"), "{page:?}");
    bench.file("p.js", PLAIN);
    let unknown = bench.run(&["meta", "p.js", "--debugger", "node", "--relations", "slding"]);
    assert_eq!(unknown.code, 2, "{unknown:?}");
    assert!(unknown.err.contains("there is no relation `slding`; there are"), "{unknown:?}");
}

/// The manual in docs/ is what the relations' own files say; `make accept` writes it anew.
fn the_manual_is_what_the_relations_say() {
    let mut manual = String::from(
        "# Metamorphic relations\n\nWhat `parallax meta` changes, and what must stay the same. Made from the relations' own files by\n`make accept`; `parallax relations NAME` shows one.\n",
    );
    for relation in parallax_session::relations::ALL {
        manual +=
            &format!("\n## {}\n\n{}.\n\n{}\n", relation.name, relation.summary, relation.manual);
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/relations.md");
    if std::env::var_os("PARALLAX_ACCEPT").is_some() {
        std::fs::write(path, &manual).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(written, manual, "docs/relations.md is not up to date: run `make accept`");
}

parallax_testing::tests! {
    [NODE] {
        a_violation_is_found_shown_and_replayed,
        what_is_sound_is_not_reported,
    }
    [] {
        relations_are_listed_explained_and_missed,
        the_manual_is_what_the_relations_say,
    }
}
