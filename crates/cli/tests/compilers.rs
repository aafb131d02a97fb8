//! Compilers of JavaScript in front of engines: `parallax conform run --engines node,babel+node`.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use std::collections::BTreeMap;

use common::Bench;
use parallax_model::conformance::{KnownDeviation, SHIPPED_COMPILERS};
use parallax_model::known::parse;

/// A compiler that changes, refuses, hangs or dies where a program asks for it.
const COMPILER: &str = r#"
[conform]
test_seconds = 2

[compiler.mine]
backend = "command"
command = "/bin/sh"
transform = '''
return text => {
  if (text.includes("refuse me")) throw new Error("I do not like it");
  if (text.includes("too new")) throw new Error("it is not supported yet");
  if (text.includes("hang")) for (;;);
  if (text.includes("die")) process.exit(7);
  return text.replace(options.from, options.to);
};
'''
options = { from = "1 + 1", to = "3" }
unsupported = ["*is not supported yet*"]
[compiler.mine.variants]
right = { from = "1 + 1", to = "2" }
"#;

const PROGRAMS: [(&str, &str); 7] = [
    ("changed", "var x = 1 + 1;"),
    ("same", "var x = 1;"),
    ("refused", "var x = 'refuse me';"),
    ("unsupported", "var x = 'too new';"),
    ("hanging", "var x = 'hang';"),
    ("dying", "var x = 'die';"),
    ("last", "var x = 2;"),
];

/// What is wrong with each test of a suite: by engine, the symptom.
type Symptoms = BTreeMap<String, BTreeMap<String, String>>;

fn symptoms(bench: &Bench, engines: &str) -> (Symptoms, serde_json::Value) {
    let run = ["conform", "run", "suite", "--as-is", "--format", "json", "--engines", engines];
    let said = bench.run(&run);
    let json = said.json();
    let failures = json["failures"].as_array().unwrap_or_else(|| panic!("{said:?}")).iter();
    let of = |it: &serde_json::Value| serde_json::from_value(it["symptoms"].clone()).unwrap();
    let symptoms = failures.map(|it| (it["test"].as_str().unwrap().to_owned(), of(it))).collect();
    (symptoms, json)
}

fn a_compiler_is_wrong_where_the_engine_alone_is_right() {
    let bench = Bench::new();
    bench.file("parallax.toml", COMPILER);
    bench.file("p.js", PROGRAMS.map(|(name, text)| format!("//// {name}\n{text}\n")).concat());
    let made = bench.run(&["conform", "import", "p.js", "-o", "suite"]);
    assert!(made.code == 0 && made.out.contains("tests: 7"), "{made:?}");
    let (found, json) = symptoms(&bench, "node,mine+node,mine-right+node");
    let wrong = |what: &str, who: &[&str]| -> BTreeMap<String, String> {
        who.iter().map(|it| ((*it).to_owned(), what.to_owned())).collect()
    };
    let both = ["mine+node", "mine-right+node"];
    let expected: Symptoms = [
        ("p-changed.js", wrong("value of x", &["mine+node"])),
        ("p-refused.js", wrong("is no script; by the text it ends normally", &both)),
        ("p-hanging.js", wrong("does not end in time", &both)),
        ("p-dying.js", wrong("crashes", &both)),
    ]
    .map(|(test, wrong)| (test.to_owned(), wrong))
    .into();
    assert_eq!(found, expected);
    let verdicts = json["failures"].as_array().unwrap().iter().map(|it| &it["verdict"]);
    assert!(verdicts.into_iter().all(|it| it.to_string().contains("engine")), "{json:#}");
    // What is not supported is neither passed nor failed.
    let passed: Vec<_> =
        json["engines"].as_array().unwrap().iter().map(|it| &it["passed"]).collect();
    assert_eq!(passed, [7, 2, 3], "{json:#}");

    let unknown = bench.run(&["conform", "run", "suite", "--engines", "yours+node"]);
    assert_eq!(unknown.code, 2, "{unknown:?}");
    assert!(unknown.err.contains("mine-right"), "{unknown:?}");
}

/// The engine that an entry of the list is tried on: `babel+*` is `babel+node`.
fn first_engine(entry: &KnownDeviation) -> String {
    format!("{}+node", entry.engines[0].trim_end_matches(['*', '+']))
}

fn what_compilers_are_documented_not_to_keep_is_known() {
    let bench = Bench::new();
    let known: Vec<KnownDeviation> = parse(SHIPPED_COMPILERS.1, SHIPPED_COMPILERS.0).unwrap();
    let mut programs = String::new();
    for entry in &known {
        assert!(entry.link.is_some(), "{}: no documentation", entry.id);
        let (example, neighbour) =
            (entry.example.as_ref().unwrap(), entry.neighbour.as_ref().unwrap());
        programs.push_str(&format!("//// {}\n{example}\n", entry.id));
        programs.push_str(&format!("//// {}-not\n{neighbour}\n", entry.id));
    }
    bench.file("p.js", programs);
    bench.run(&["conform", "import", "p.js", "-o", "suite"]);
    let mut engines: Vec<String> = known.iter().map(first_engine).collect();
    engines.sort();
    engines.dedup();
    let (_, json) = symptoms(&bench, &format!("node,{}", engines.join(",")));
    let failures = json["failures"].as_array().unwrap();
    // A test that shows several things fails several times.
    let explains = |entry: &KnownDeviation, test: &str, engine: &str| {
        let of_test = failures.iter().filter(|it| it["test"] == format!("p-{test}.js"));
        of_test.into_iter().any(|it| it["known"][engine] == entry.id.as_str())
    };
    for entry in &known {
        let engine = first_engine(entry);
        assert!(explains(entry, &entry.id, &engine), "{} on {engine}: {json:#}", entry.id);
        let neighbour = format!("{}-not", entry.id);
        assert!(!explains(entry, &neighbour, &engine), "{neighbour} on {engine}");
    }
}

/// Each compiler of the configuration comes up, and keeps the meaning of a plain program.
fn every_compiler_compiles() {
    let bench = Bench::new();
    bench.file(
        "p.js",
        "\"use strict\";\nvar log = [];\n\
         class A { #x = 1; get x() { return this.#x; } static async *y() { yield* [1]; } }\n\
         var [a, { b = 2 } = {}] = [new A().x], c = { ...{ d: a ?? b } };\n\
         log.push(a, b, c?.d ** 2);\n",
    );
    bench.run(&["conform", "import", "p.js", "-o", "suite"]);
    let names = [
        "babel",
        "babel-es2015",
        "babel-none",
        "swc",
        "swc-es2022",
        "swc-minify",
        "esbuild",
        "esbuild-minify",
        "tsc",
        "tsc-es2020",
        "terser",
        "terser-passes",
        "uglify-js",
        "oxc",
        "oxc-minify",
    ];
    let engines: Vec<String> = names.iter().map(|it| format!("{it}+node")).collect();
    let (found, json) = symptoms(&bench, &format!("node,{}", engines.join(",")));
    assert_eq!(found, Symptoms::new());
    let tallies = json["engines"].as_array().unwrap();
    assert_eq!(tallies.len(), names.len() + 1, "{json:#}");
    assert!(tallies.iter().all(|it| it["passed"] == 1), "{json:#}");
    let babel = tallies.iter().find(|it| it["engine"] == "babel+node").unwrap();
    assert!(babel["version"].as_str().unwrap().starts_with("babel 8"), "{babel}");
}

parallax_testing::tests! {
    [ES2026, NODE] { a_compiler_is_wrong_where_the_engine_alone_is_right }
    [ES2026, NODE, BABEL, ESBUILD, OXC, OXC_MINIFY, SWC, TERSER, TSC, UGLIFY_JS] {
        every_compiler_compiles, what_compilers_are_documented_not_to_keep_is_known,
    }
}
