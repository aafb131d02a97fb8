//! Programs that are hard on a debugger: each gives a clear outcome in every debugger.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use common::{Bench, DEBUGGERS, Said};
use serde_json::Value;

/// For a program that does not end by itself. The others get their time, for tests run side by side.
const IMPATIENT: &str = "[limits]\naction_seconds = 3.0\n";
const PATIENT: &str = "[limits]\naction_seconds = 60.0\n";

fn trace(program: &[u8], actions: &str, limits: &str) -> Vec<Vec<Value>> {
    let bench = Bench::new();
    bench.file("p.js", program);
    bench.file("parallax.toml", limits);
    let all = DEBUGGERS.join(",");
    let said: Said = bench.run(&[
        "trace",
        "p.js",
        "--debuggers",
        &all,
        "--actions",
        actions,
        "--format",
        "json",
    ]);
    assert_eq!(said.code, 0, "{} {}", said.out, said.err);
    let traces = said.json()["raw"].as_array().unwrap().clone();
    assert_eq!(traces.len(), DEBUGGERS.len());
    traces.iter().map(|trace| trace["observations"].as_array().unwrap().clone()).collect()
}

/// Checks each debugger's last observation.
fn check_last(program: impl AsRef<[u8]>, actions: &str, is_fine: impl Fn(&Value) -> bool) {
    check_last_within(program, actions, PATIENT, is_fine);
}

fn check_last_within(
    program: impl AsRef<[u8]>,
    actions: &str,
    limits: &str,
    is_fine: impl Fn(&Value) -> bool,
) {
    for (name, trace) in DEBUGGERS.iter().zip(trace(program.as_ref(), actions, limits)) {
        let last = trace.last().unwrap_or(&Value::Null);
        assert!(is_fine(last), "{name}: {last}");
    }
}

fn finished(last: &Value) -> bool {
    last["finished"] == "completed"
}

/// Paused at a line, with a variable among those shown.
fn paused_at(line: u64, name: &'static str, value: Value) -> impl Fn(&Value) -> bool {
    move |last: &Value| {
        let variables = last["paused"]["scopes"]
            .as_array()
            .into_iter()
            .flatten()
            .flat_map(|scope| scope["variables"].as_array().unwrap());
        let mut shown = variables.filter(|variable| variable["name"] == name);
        last["paused"]["stack"][0]["location"]["line"] == line
            && shown.any(|variable| variable["value"] == value)
    }
}

fn text(value: &str) -> Value {
    serde_json::json!({ "type": "string", "value": { "full": value } })
}

fn a_program_that_loops_for_ever() {
    let hung = |last: &Value| last["misbehaved"]["hung"] == 3000;
    check_last_within("for (;;) {}\n", "start", IMPATIENT, hung);
}

fn a_program_that_throws() {
    check_last("throw new TypeError('no');\n", "start", |last| {
        last["finished"]["threw"].as_str().is_some_and(|words| words.contains("no"))
    });
}

fn a_program_with_a_syntax_error() {
    check_last("let x = ;\n", "start", |last| {
        last["finished"]["rejected"].as_str().is_some_and(|words| words.contains("SyntaxError"))
    });
}

fn an_empty_program() {
    check_last("", "start", finished);
}

fn a_program_that_opens_dialogs() {
    let dialogs = "for (const open of ['alert', 'confirm', 'prompt', 'print']) {\n  if (typeof globalThis[open] === 'function') globalThis[open]('boo');\n}\n";
    check_last(dialogs, "start", finished);
}

fn lines_that_end_in_crlf() {
    let program = "function f(x) {\r\n  var y = x;\r\n  return y;\r\n}\r\nf('a');\r\n";
    check_last(program, "break 3; start", paused_at(3, "y", text("a")));
}

fn a_program_that_begins_with_a_byte_order_mark() {
    let program = "\u{feff}function f(x) {\n  var y = x;\n  return y;\n}\nf('a');\n";
    check_last(program, "break 3; start", paused_at(3, "y", text("a")));
}

fn astral_characters() {
    let program = "function 𝒻(𝓍) {\n  var 𝓎 = 𝓍 + '🙂'; return 𝓎;\n}\n𝒻('😀');\n";
    check_last(program, "break 2; start; over", paused_at(2, "𝓎", text("😀🙂")));
}

fn half_a_surrogate_pair() {
    let program = "function f() {\n  var half = '\\ud83d';\n  return half;\n}\nf();\n";
    check_last(program, "break 3; start", |last| {
        last["paused"]["stack"][0]["location"]["line"] == 3
    });
}

fn a_huge_string() {
    let program = "function f() {\n  var huge = 'ab'.repeat(50000);\n  return huge;\n}\nf();\n";
    let shown = trace(program.as_bytes(), "break 3; start", PATIENT);
    let huge = |trace: &Vec<Value>| {
        let variables = trace[1]["paused"]["scopes"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|scope| scope["variables"].as_array().unwrap().clone());
        variables.into_iter().find(|variable| variable["name"] == "huge").unwrap()["value"].clone()
    };
    let first = huge(&shown[0]);
    assert_eq!(first["value"]["hashed"]["length"], 100_000);
    assert!(shown.iter().all(|trace| huge(trace) == first));
}

fn ten_thousand_lines() {
    let mut program = "function f(x) {\n  return x + 1;\n}\nvar n = 0;\n".to_owned();
    for _ in 0..9996 {
        program += "n = f(n);\n";
    }
    check_last(&program, "break 10000; start", |last| {
        last["paused"]["stack"][0]["location"]["line"] == 10_000
    });
}

fn one_very_long_line() {
    let program = format!(
        "var n = 0; {} n = f(7); function f(x) {{ var y = x; debugger; return y; }}",
        "n += 1;".repeat(100_000)
    );
    check_last(&program, "start", |last| last["paused"]["stack"][0]["location"]["line"] == 1);
}

parallax_testing::tests! {
    [BUN, CHROMIUM, DENO, FIREFOX, NODE] {
        a_program_that_loops_for_ever,
        a_program_that_throws,
        a_program_with_a_syntax_error,
        an_empty_program,
        a_program_that_opens_dialogs,
        lines_that_end_in_crlf,
        a_program_that_begins_with_a_byte_order_mark,
        astral_characters,
        half_a_surrogate_pair,
        a_huge_string,
        ten_thousand_lines,
        one_very_long_line,
    }
}
