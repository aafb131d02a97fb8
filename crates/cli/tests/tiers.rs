//! Tiers by the default configuration: each flag takes effect in the engine while it is debugged.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use common::Bench;

/// At line 11, `tier` is what the engine says of a function that was called some times.
const PROGRAM: &str = "function callee(x) {
  return x + 1;
}
function hot(n) {
  let s = 0;
  for (let i = 0; i < n; i++) s += i;
  return s + callee(n);
}
for (let k = 0; k < 20; k++) hot(k);
let tier = STATUS;
hot(3);
";

/// V8 says how a function is compiled in bits; these are the bits of the tiers.
const V8_STATUS: &str = "new Function('f', 'return %GetOptimizationStatus(f)')(hot)";
const V8_TIERS: u32 = 1 << 4 | 1 << 5 | 1 << 6 | 1 << 14;
const V8: &[(&str, u32)] =
    &[("baseline", 1 << 14), ("interpreter", 1 << 6), ("maglev", 1 << 4), ("turbofan", 1 << 5)];

/// JavaScriptCore says how often it has optimised a function; a million if it cannot optimise.
const JSC_STATUS: &str = "process.getBuiltinModule('bun:jsc').numberOfDFGCompiles(hot)";

/// When `cold` is called for the first time, V8 leaves the optimised code of `hot`, and does not restore what
/// the rest of it does not read: `dead` is shown as if it were not initialised.
const FORGETS: &str = "function cold() {
  return 1;
}
function hot(k) {
  const dead = [k];
  if (k > 30) cold();
  return 0;
}
for (let i = 0; i < 40; i++) hot(i);
";

/// What the engine of a debugger with a tier says of the hot function.
fn status(bench: &Bench, debugger: &str, status: &str) -> u32 {
    bench.file("p.js", PROGRAM.replace("STATUS", status));
    let actions = "break 11; start";
    let said = bench.run(&["trace", "p.js", "--debuggers", debugger, "--actions", actions]);
    let shown = said.out.split("tier = ").nth(1).unwrap_or_else(|| panic!("{debugger}: {said:?}"));
    let digits: String = shown.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap()
}

/// Settings that let programs ask V8 for a function's tier. Chromium hears the last `--js-flags` only.
fn let_programs_ask(bench: &Bench) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/default.toml");
    let defaults = std::fs::read_to_string(path).unwrap();
    let (_, tiers) = defaults.split_once("[debugger.chromium.tiers]\n").unwrap();
    let (tiers, _) = tiers.split_once("\n\n").unwrap();
    let tiers = tiers.replace("--js-flags=", "--js-flags=--allow-natives-syntax ");
    let node = "[debugger.node]\nargs = [\"--allow-natives-syntax\"]";
    bench.file("parallax.toml", format!("{node}\n[debugger.chromium.tiers]\n{tiers}\n"));
}

fn each_tier_of_v8_takes_effect(debugger: &str) {
    let bench = Bench::new();
    let_programs_ask(&bench);
    for (tier, bit) in V8 {
        let said = status(&bench, &format!("{debugger}+{tier}"), V8_STATUS);
        assert_eq!(said & V8_TIERS, *bit, "{debugger}+{tier}: {said:b}");
    }
}

fn each_tier_takes_effect_in_node() {
    each_tier_of_v8_takes_effect("node");
    let bench = Bench::new();
    let_programs_ask(&bench);
    let said = status(&bench, "node+jitless", V8_STATUS);
    assert_eq!(said & (V8_TIERS | 1 << 12), 1 << 6 | 1 << 12, "without feedback: {said:b}");
}

fn each_tier_takes_effect_in_chromium() {
    each_tier_of_v8_takes_effect("chromium");
}

fn each_tier_takes_effect_in_bun() {
    let bench = Bench::new();
    for tier in ["baseline", "interpreter"] {
        assert_eq!(status(&bench, &format!("bun+{tier}"), JSC_STATUS), 1_000_000, "{tier}");
    }
    for tier in ["dfg", "ftl"] {
        let compiled = status(&bench, &format!("bun+{tier}"), JSC_STATUS);
        assert!((1..1000).contains(&compiled), "{tier}: {compiled}");
    }
    assert_eq!(status(&bench, "bun", JSC_STATUS), 0, "it is not hot by itself");
}

fn the_relation_holds_or_is_skipped(debugger: &str, said_of_it: &str) {
    let bench = Bench::new();
    bench.file("p/hot.js", PROGRAM.replace("STATUS", "1"));
    let args = ["meta", "p", "--debugger", debugger, "--relations", "tiers", "--seeds", "4"];
    let said = bench.run(&args);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.contains(said_of_it), "{said:?}");
}

fn a_simple_program_shows_the_same_in_all_tiers() {
    the_relation_holds_or_is_skipped("node", "0 with a difference");
}

fn a_tier_that_shows_something_else_is_found_and_replayed() {
    let bench = Bench::new();
    bench.file("p/forgets.js", FORGETS);
    let args = ["meta", "p", "--debugger", "node", "--relations", "tiers", "--seeds", "10"];
    let said = bench.run(&args);
    assert!(said.out.contains("variables / tiers"), "{said:?}");
    let show = bench.run(&["findings", "show", "1"]);
    assert!(show.out.contains("dead of caller 1 = <uninitialized>"), "{show:?}");
    let replay = bench.run(&["replay", "1"]);
    assert_eq!(replay.code, 0, "both runs, each with its tier: {replay:?}");
    assert!(replay.out.contains("the difference is there"), "{replay:?}");
}

fn a_debugger_without_tiers_says_so() {
    the_relation_holds_or_is_skipped("deno", "tiers needs other tiers of the engine");
}

parallax_testing::tests! {
    [BUN] { each_tier_takes_effect_in_bun }
    [CHROMIUM] { each_tier_takes_effect_in_chromium }
    [DENO] { a_debugger_without_tiers_says_so }
    [NODE] {
        a_simple_program_shows_the_same_in_all_tiers,
        a_tier_that_shows_something_else_is_found_and_replayed,
        each_tier_takes_effect_in_node,
    }
}
