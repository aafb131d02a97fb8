//! What the text says of each statement of the corpus, and what probes in the same programs report
//! from an engine that runs without a debugger, is the same.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers
#![allow(clippy::print_stdout, reason = "how many programs say nothing is worth knowing")]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use parallax_model::Program;
use parallax_oracle::Oracle;
use parallax_oracle::probes::disagreement;
use parallax_program::corpus;
use parallax_program::probes::{Probed, Reason};
use parallax_testing::needs::{ES2026, NODE};
use serde::{Deserialize, Serialize};

const SORTING: &str = "the text leaves the order to the engine in which `sort` compares elements";

/// Where the engine does something else: the program, how it differs first, and why.
const EXPECTED: &[(&str, &str, &str)] = &[
    (
        "bench/fft.js",
        "49:6: by the text `angle` is 0; in the engine it is -0",
        "by its steps, Number::multiply(-2, +0) is +0: a mistake of the text",
    ),
    (
        "bench/huffman-code.js",
        "18:2: by the text the statement at 18:2 is next; in the engine the statement at 17:29 is next",
        SORTING,
    ),
    (
        "bench/sorting-algorithms.js",
        "94:42: by the text `b` is 499; in the engine it is 203",
        SORTING,
    ),
    ("bench/spiral-and-grids.js", "68:4: by the text `db` is 1; in the engine it is 2", SORTING),
];

/// Programs about which all agree.
const AGREED: &[&str] = &[
    "let a = -0, b = NaN, c = 1n << 70n, d = '\\ud800x\\udc00', e = Symbol('s'), f = null; a;",
    "let s = 'ab\\ud834\\udf06c'.repeat(3000), t = s + 'z', u = '\\udf06'.repeat(10000); s;",
    "let o = {}, f = () => 1, p = new Proxy({}, {}), q = new Proxy(f, {}), c = class {}; o;",
    "f(); let x = 1; function f() { g; var g = typeof x; let y = 2; y; }",
    "f(); function f() { try { x } catch (e) { e } { let x = 1; x } } let x = 2; f();",
    "for (let i = 0, a = []; i < 3; i++) { a.push(() => i); i++; a[0](); }",
    "for (var v in { a: 1, b: 2 }) for (const w of [v, 1]) w;",
    "l: for (let i = 0; ; i++) { if (i > 2) break l; else if (i) continue l; i; }",
    "switch (2) { case 1: let a = 1; case 2: a = 2; default: 3 }",
    "switch (2) { case 1: let a = 1; case 2: ; default: 3 }",
    "try { try { throw 1 } catch { 2 } finally { throw 3 } } catch (e) { e }",
    "function* g(p) { let x = yield p; try { yield x } finally { x++; p } } let i = g(1); i.next(); i.next(5); i.return(7);",
    "async function f(p) { let x = await p; x; for await (const y of [x, 2]) y; } f(1); f(Promise.resolve(3)); 4;",
    "async function* g() { yield 1; yield 2 } (async () => { for await (let x of g()) x; })();",
    "class A { static #p = 1; static { let s = A.#p; s } x = 1; constructor(p) { p } get y() { return this.x } } class B extends A { constructor(q) { q; super(q); q } } new B(2).y;",
    "function f(a, b = () => a, ...c) { var a; a = 3; b(); arguments; c; } f(1); f(2, () => 4, 5);",
    "function f(a) { arguments[0] = 2; a; 'use strict'; } f(1); (function h() { 'use strict'; h; arguments; })(1);",
    "function f() { { function g() {} g; } try { throw 1 } catch (e) { var e = 2; e } return e; } 0;",
    "try { throw 1 } catch (e) { var e = 2; e } try { throw {} } catch ({ a = 3 }) { a } e;",
    "const { a, b: [c = 1], ...d } = { a: 0, b: [], e: 2 }; { const a = c; a } d;",
    "do var x = 1; while (0); if (x) ; else x; while (x--) ; var y\n++x\ny = x\n;[1].map(z => { z })",
    "[1, 2].map(function (x) { return x * 2 }); new (class { m = () => { 1 } })().m(); ({ get p() { return 1 } }).p;",
    "Promise.reject(1).catch(e => { e }).finally(() => { 2 }); throw 3;",
    "let x = 1; x; throw x;",
    "let n = 0; while (n < 30000) n++;",
];

/// A program by the text, another with the same statements in the engine, and how they differ.
const DIFFERENT: &[(&str, &str, &str)] = &[
    ("let x = 1; x;", "let x = 2; x;", "1:11: by the text `x` is 1; in the engine it is 2"),
    ("let x = 0; x;", "let x =-0; x;", "1:11: by the text `x` is 0; in the engine it is -0"),
    (
        "{ f(); let x; } function f() {}",
        "{ f(); var x; } function f() {}",
        "1:2: by the text `x` exists; in the engine it cannot be named",
    ),
    (
        "if (1) 2; else 3",
        "if (0) 2; else 3",
        "1:7: by the text the statement at 1:7 is next; in the engine the statement at 1:15 is next",
    ),
    (
        "if (1) 2",
        "if (0) 2",
        "1:7: by the text the statement at 1:7 is next; in the engine the program ends",
    ),
    (
        "if (0) 2",
        "if (1) 2",
        "1:7: by the text the program ends; in the engine the statement at 1:7 is next",
    ),
    (
        "for (let i = 0; i < 30000; i++) i",
        "for (let i = 0; i < 40000; i++) i",
        "1:0: by the text 30001 statements are reached; in the engine 40001 are",
    ),
];

#[derive(Serialize)]
struct Script<'s> {
    prelude: &'s str,
    text: &'s str,
    report: &'s str,
}

#[derive(Debug, Deserialize)]
struct Run {
    output: Vec<String>,
    ending: String,
    report: Vec<String>,
}

/// The programs of the corpus with probes, or why they have none.
fn probed() -> Vec<(Program, Result<Probed, Reason>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/js");
    let programs = corpus::read(&folder).unwrap().programs.into_iter();
    programs.map(|it| (it.clone(), Probed::new(&it))).collect()
}

/// What comes of scripts in Node.
fn run(scripts: &[Script]) -> Vec<Run> {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), serde_json::to_vec(scripts).unwrap()).unwrap();
    let runner = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/probes.js");
    let output = Command::new(NODE.path()).arg(runner).arg(file.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let runs: Vec<Run> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(runs.len(), scripts.len());
    runs
}

fn run_probed<'p>(probed: impl IntoIterator<Item = &'p Probed>) -> Vec<Run> {
    let script = |it: &'p Probed| Script {
        prelude: &it.program.prelude,
        text: &it.program.text,
        report: &it.report,
    };
    run(&probed.into_iter().map(script).collect::<Vec<_>>())
}

/// Programs with probes print, end and evaluate to the same as without.
fn probes_change_nothing() {
    let programs = probed();
    let pairs: Vec<_> =
        programs.iter().filter_map(|(program, it)| Some((program, it.as_ref().ok()?))).collect();
    assert!(pairs.len() > 100, "{} programs have probes", pairs.len());
    let original = |it: &(&'_ Program, &Probed)| (it.0.prelude.to_string(), it.0.text.to_string());
    let originals: Vec<_> = pairs.iter().map(original).collect();
    let scripts = originals.iter().map(|(prelude, text)| Script { prelude, text, report: "" });
    let before = run(&scripts.collect::<Vec<_>>());
    let after = run_probed(pairs.iter().map(|(_, it)| *it));
    for ((program, _), (before, after)) in pairs.iter().zip(before.iter().zip(&after)) {
        assert_eq!(before.output, after.output, "{}", program.name);
        assert_eq!(before.ending, after.ending, "{}", program.name);
    }
}

/// What became of a program.
enum Verdict {
    Agrees,
    Disagrees(String),
    NotProbed(Reason),
    NotRecorded(String),
}

fn the_text_and_the_engine_agree() {
    let oracle = Oracle::open(&ES2026.path()).unwrap();
    let programs = probed();
    let runs = run_probed(programs.iter().filter_map(|(_, it)| it.as_ref().ok()));
    let mut runs = runs.into_iter();
    let verdicts = programs.iter().map(|(program, probed)| {
        let verdict = match probed {
            Ok(probed) => verdict(&oracle, program, probed, &runs.next().unwrap()),
            Err(reason) => Verdict::NotProbed(*reason),
        };
        (&*program.name, verdict)
    });
    let verdicts: Vec<(&str, Verdict)> = verdicts.collect();
    println!("{}", summary(&verdicts));
    let differ = verdicts.iter().filter_map(|(name, verdict)| match verdict {
        Verdict::Disagrees(how) => Some((*name, how.as_str())),
        _ => None,
    });
    let expected = EXPECTED.iter().map(|(name, how, _)| (*name, *how));
    assert_eq!(differ.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
}

fn verdict(oracle: &Oracle, program: &Program, probed: &Probed, run: &Run) -> Verdict {
    let Some(reports) = probed.read(&run.report) else {
        return Verdict::Disagrees(format!("the engine has no reports, it {}", run.ending));
    };
    match oracle.truth(program) {
        Ok(truth) => disagreement(&truth, probed, &reports)
            .map_or(Verdict::Agrees, |it| Verdict::Disagrees(it.to_string())),
        Err(unknown) => Verdict::NotRecorded(unknown.to_string()),
    }
}

/// How what the text says of programs differs from what the engine does with others.
fn differences(pairs: &[(&str, &str)]) -> Vec<Option<String>> {
    let oracle = Oracle::open(&ES2026.path()).unwrap();
    let probed = pairs.iter().map(|(_, text)| Probed::new(&Program::new("p", *text)).unwrap());
    let probed: Vec<Probed> = probed.collect();
    let runs = run_probed(&probed);
    let verdicts = pairs.iter().zip(&probed).zip(&runs).map(|(((text, _), probed), run)| {
        match verdict(&oracle, &Program::new("p", *text), probed, run) {
            Verdict::Agrees => None,
            Verdict::Disagrees(how) | Verdict::NotRecorded(how) => Some(how),
            Verdict::NotProbed(reason) => Some(reason.to_string()),
        }
    });
    verdicts.collect()
}

fn small_programs_agree() {
    let pairs: Vec<_> = AGREED.iter().map(|text| (*text, *text)).collect();
    for (text, difference) in AGREED.iter().zip(differences(&pairs)) {
        assert_eq!(difference, None, "{text}");
    }
}

fn the_first_difference_is_told() {
    let pairs: Vec<_> = DIFFERENT.iter().map(|(text, engine, _)| (*text, *engine)).collect();
    for ((text, _, expected), difference) in DIFFERENT.iter().zip(differences(&pairs)) {
        assert_eq!(difference.as_deref(), Some(*expected), "{text}");
    }
}

/// How many programs agree, and why others say nothing.
fn summary(verdicts: &[(&str, Verdict)]) -> String {
    let mut counts: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (name, verdict) in verdicts {
        let what = match verdict {
            Verdict::Agrees => "agree".to_owned(),
            Verdict::Disagrees(_) => "disagree".to_owned(),
            Verdict::NotProbed(reason) => format!("have no probes, {reason}"),
            Verdict::NotRecorded(unknown) => format!("are not recorded, {unknown}"),
        };
        counts.entry(what).or_default().push(name);
    }
    let line = |(what, names): (&String, &Vec<&str>)| match what.as_str() {
        "agree" => format!("{} {what}\n", names.len()),
        _ => format!("{} {what}: {}\n", names.len(), names.join(", ")),
    };
    counts.iter().map(line).collect()
}

parallax_testing::tests! {
    [NODE] { probes_change_nothing }
    [ES2026, NODE] {
        small_programs_agree,
        the_first_difference_is_told,
        the_text_and_the_engine_agree,
    }
}
