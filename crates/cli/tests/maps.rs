//! `parallax maps` on real compilers and debuggers.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use common::Bench;
use serde_json::Value;

/// One statement a line, with types beside and between them.
const PROGRAM: &str = "interface Point { x: number }
function add(a: number, b: number): number {
  const p: Point = { x: a };
  let sum: number = p.x + b;
  return sum;
}
type N = number;
let s: N = 0;
for (const e of [1, 2, 3]) {
  s = add(s, e as number);
}
console.log(s);
";

/// A compiler whose map leads every line to the second line below its own.
const BROKEN: &str = r#"
[compiler.broken]
backend = "command"
command = "sh"
run = ["sh", "-c", 'cp "$0" "$1"; echo "{\"version\":3,\"sources\":[\"p\"],\"mappings\":\"AAEA;AACA\"}" > "$1.map"', "{input}", "{output}"]
"#;

fn the_same_is_shown_through_the_map_of(compiler: &str, debugger: &str) {
    let bench = Bench::new();
    bench.file("p.ts", PROGRAM);
    let said = bench.run(&["maps", "p.ts", "--debuggers", debugger, "--compilers", compiler]);
    assert_eq!(said.code, 0, "{compiler} {debugger}: {said:?}");
    let row = said.out.lines().find(|line| line.starts_with(compiler)).unwrap();
    let counts: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(counts[1], "1", "it is compiled: {row}");
    assert_ne!(counts[4], "0", "breakpoints are compared: {row}");
}

fn four_compilers_and_node_agree() {
    for compiler in ["babel", "esbuild", "swc", "tsc"] {
        the_same_is_shown_through_the_map_of(compiler, "node");
    }
}

fn bun_agrees() {
    the_same_is_shown_through_the_map_of("esbuild", "bun");
}

fn chromium_agrees() {
    the_same_is_shown_through_the_map_of("swc", "chromium");
}

fn firefox_agrees() {
    the_same_is_shown_through_the_map_of("tsc", "firefox");
}

fn a_map_that_leads_to_other_statements_is_the_compilers_mistake() {
    let bench = Bench::new();
    bench.file("parallax.toml", BROKEN);
    bench.file("p.js", "let a = 1;\nlet b = 2;\nlet c = 3;\nlet d = 4;\n");
    let said = bench.run(&["maps", "p.js", "--debuggers", "node", "--compilers", "broken"]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(said.out.contains("breakpoint at 2:"), "no place for the second line: {said:?}");
    assert!(said.out.contains("wrong: broken"), "{said:?}");
}

fn mistakes_are_kept_and_shown() {
    let bench = Bench::new();
    bench.file("parallax.toml", BROKEN);
    bench.file("p.js", "let a = 1;\nlet b = 2;\nlet c = 3;\nlet d = 4;\n");
    let said = bench.run(&["maps", "p.js", "--debuggers", "node", "--compilers", "broken"]);
    assert_eq!(said.code, 3, "{said:?}");
    let listed = bench.run(&["findings"]);
    assert!(listed.out.contains("statement  the map leads from 2:0 to 4:0"), "{listed:?}");
    let shown = bench.run(&["findings", "show", "2"]);
    assert!(shown.out.contains("wrong: broken\noriginal 2:0\n  let b = 2;"), "{shown:?}");
    let json = bench.run(&["findings", "--format", "json"]);
    assert!(json.out.contains("parallax/map-mistakes/1"), "{json:?}");
    let report = bench.run(&["report", "-o", "out"]);
    assert_eq!(report.code, 0, "{report:?}");
}

fn a_mistake_is_tried_again_and_made_small() {
    let bench = Bench::new();
    bench.file("parallax.toml", BROKEN);
    bench.file("p.js", "let a = 1;\nlet b = 2;\nlet c = 3;\nlet d = 4;\nlet e = [a, b];\n");
    bench.run(&["maps", "p.js", "--debuggers", "node", "--compilers", "broken"]);
    let list = bench.run(&["findings", "--format", "json"]).json();
    let all = list["mistakes"].as_array().unwrap();
    let is_meant = |it: &&Value| it["mistake"]["kind"] == "statement";
    let id = all.iter().find(is_meant).unwrap()["id"].to_string();
    let again = bench.run(&["replay", &id]);
    assert!(again.code == 0 && again.out.contains("the mistake is there"), "{again:?}");
    let said = bench.run(&["reduce", &id, "--format", "json"]);
    assert_eq!(said.code, 0, "{said:?}");
    let text = said.json()["reduction"]["program"]["text"].as_str().unwrap().to_owned();
    assert_eq!(text.trim_end(), "\"use strict\"; let a = 1;", "its only line leads to the third");
    // A compiler that does it right now.
    bench.file("parallax.toml", BROKEN.replace("AAEA;AACA", "AAAA;AACA;AACA;AACA;AACA"));
    let gone = bench.run(&["replay", &id]);
    assert!(gone.code == 1 && gone.out.contains("is not there"), "{gone:?}");
    assert_eq!(bench.run(&["reduce", &id, "--again"]).code, 1);
}

fn what_a_debugger_shows_is_held_against_the_text() {
    let bench = Bench::new();
    bench.file("parallax.toml", BROKEN);
    bench.file("p.js", "let a = 1;\nlet b = 2;\nlet c = 3;\nlet d = 4;\n");
    let said = bench.run(&["maps", "p.js", "--debuggers", "node", "--compilers", "broken"]);
    assert!(said.out.contains("values at 3:0"), "{said:?}");
    assert!(said.out.contains("shows `a = <uninitialized>`"), "{said:?}");
}

fn what_is_not_there_is_named() {
    let bench = Bench::new();
    bench.file("p.js", "let a = 1;\n");
    let said = bench.run(&["maps", "p.js", "--debuggers", "node", "--compilers", "tcs"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.err.contains("there is no compiler `tcs`; configured are babel"), "{said:?}");
}

parallax_testing::tests! {
    [] { what_is_not_there_is_named }
    [BABEL, ESBUILD, NODE, SWC, TSC] { four_compilers_and_node_agree }
    [BUN, ESBUILD, NODE] { bun_agrees }
    [CHROMIUM, NODE, SWC] { chromium_agrees }
    [FIREFOX, NODE, TSC] { firefox_agrees }
    [NODE] {
        a_map_that_leads_to_other_statements_is_the_compilers_mistake,
        a_mistake_is_tried_again_and_made_small,
        mistakes_are_kept_and_shown,
    }
    [ES2026, NODE] { what_a_debugger_shows_is_held_against_the_text }
}
