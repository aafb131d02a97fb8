//! `parallax isolate` from the outside, on Tiny, a compiler with planted bugs.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use std::path::Path;
use std::time::Duration;

use common::{Bench, Said, signal};
use parallax_testing::places::{self, repository};

/// A folder with Tiny as a subject; what it is built into, and its journals, are in it too.
fn bench() -> Bench {
    let bench = Bench::new();
    let tiny = repository().join("crates/isolate/tests/tiny");
    let settings = format!(
        r#"
[subject.tiny]
language = "c"
built = "tiny"
notes = "."
sources = "source"
tool = ["{{root}}/tiny", "{{program}}", "{{output}}", "{{options}}"]
then = [["{{root}}/machine", "{{output}}"]]
crash = ["internal error: "]
build = [{{ name = "compile", run = "sh {0}/build.sh {0}" }}]
options = {{ list = ["-flist"], listed = "[on]", prefix = ["-f~"], off = "-fno-{{}}", mention = ["options.{{}}"] }}
"#,
        tiny.display()
    );
    bench.file("parallax.toml", settings);
    for name in ["remainder", "condition"] {
        let program = std::fs::read(tiny.join(format!("programs/{name}.c"))).unwrap();
        bench.file(&format!("{name}.c"), program);
    }
    bench
}

fn run(bench: &Bench, args: &[&str]) -> Said {
    run_with(bench, &bench.path("cache"), args)
}

fn run_with(bench: &Bench, cache: &Path, args: &[&str]) -> Said {
    let output = bench.command(args).env("PARALLAX_CACHE", cache).output().unwrap();
    let said = Said::from(output);
    assert!(!said.err.contains("panicked"), "{}", said.err);
    bench.check_nothing_is_left();
    said
}

fn a_missing_build_names_the_command_that_makes_it() {
    let bench = bench();
    let said = run(&bench, &["isolate", "remainder.c", "--subject", "tiny", "--bad=-O1"]);
    assert_eq!(said.code, 4);
    assert!(said.err.contains("`parallax isolate build tiny`"), "{}", said.err);
    let said = run(&bench, &["isolate", "remainder.c", "--subject", "nobody"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("no subject `nobody`") && said.err.contains("tiny"), "{}", said.err);
}

fn a_bug_is_isolated_and_reported() {
    let bench = bench();
    let built = run(&bench, &["isolate", "build", "tiny"]);
    assert_eq!(built.code, 0, "{}", built.err);
    assert!(run(&bench, &["isolate", "build", "tiny"]).out.contains("was done before"));
    let args = [
        "isolate",
        "remainder.c",
        "--subject",
        "tiny",
        "--bad=-O1",
        "--mutants",
        "24",
        "-o",
        "out",
    ];
    let said = run(&bench, &args);
    assert_eq!(said.code, 0, "{}", said.err);
    let first = said.out.lines().find(|line| line.trim_start().starts_with("1 ")).unwrap();
    assert!(first.contains("fold.c") && first.contains("fold_division"), "{}", said.out);
    assert!(said.out.contains("it passes with -fno-fold"), "{}", said.out);
    let page = std::fs::read_to_string(bench.path("out/index.html")).unwrap();
    assert!(page.contains("fold.c") && page.contains("Where the bug probably is"));
    // From the journal, without the time that the first took: the same answer, as another finding.
    let ranking = |said: &Said| {
        let lines = said.out.lines().skip(1).filter(|line| !line.starts_with("finding "));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(ranking(&run(&bench, &args)), ranking(&said));
}

fn the_program_of_an_isolation_becomes_small() {
    let bench = bench();
    assert_eq!(run(&bench, &["isolate", "build", "tiny"]).code, 0);
    let args = ["isolate", "remainder.c", "--subject", "tiny", "--bad=-O1", "--mutants", "4"];
    assert_eq!(run(&bench, &args).code, 0);
    let said = run(&bench, &["reduce", "1", "--format", "json"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let reduction = said.json()["reduction"].clone();
    let text = reduction["program"]["text"].as_str().unwrap().to_owned();
    let before = std::fs::read_to_string(bench.path("remainder.c")).unwrap();
    assert!(text.len() * 2 < before.len(), "{text}");
    assert_eq!(reduction["is_complete"], true);
    // It still fails, and what is beside it does not.
    bench.file("small.c", &text);
    bench.file("control.c", reduction["control"]["program"]["text"].as_str().unwrap());
    let judged = |program| {
        let args = ["isolate", program, "--subject", "tiny", "--bad=-O1", "--mutants", "2"];
        run(&bench, &args).code
    };
    assert_eq!((judged("small.c"), judged("control.c")), (0, 2), "{text}");
    // What is done is only shown.
    let again = run(&bench, &["reduce", "1", "--format", "json"]);
    assert_eq!(again.json()["reduction"], reduction);
}

fn what_cannot_be_isolated_is_said_in_one_sentence() {
    let bench = bench();
    assert_eq!(run(&bench, &["isolate", "build", "tiny"]).code, 0);
    bench.file("fine.c", "int main(void) { print(1); return 0; }\n");
    bench.file("broken.c", "int main(void) { print(1; }\n");
    for (program, words) in [
        ("fine.c", "does not fail"),
        ("broken.c", "does not compile"),
        ("nowhere.c", "cannot read nowhere.c"),
    ] {
        let said = run(&bench, &["isolate", program, "--subject", "tiny", "--bad=-O1"]);
        assert_eq!(said.code, 2, "{program}: {}", said.err);
        assert!(said.err.contains(words), "{program}: {}", said.err);
        assert_eq!(said.err.trim_end().lines().count(), 1, "{}", said.err);
    }
    let args = ["isolate", "condition.c", "--subject", "tiny", "--bad=-O1", "--without", "luck"];
    let said = run(&bench, &args);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("no source of witnesses `luck`"), "{}", said.err);
}

fn a_bench_is_a_table_of_techniques() {
    let bench = bench();
    assert_eq!(run(&bench, &["isolate", "build", "tiny"]).code, 0);
    let bugs = "pr,test,bad_options,good_options,fixed_files\n\
        1,remainder.c,-O1,-O0,fold.c\n2,condition.c,-O1,-O0,parse.c\n3,nowhere.c,-O1,-O0,x.c\n";
    bench.file("bugs.csv", bugs);
    let args =
        ["isolate", "bench", "bugs.csv", "--programs", ".", "--subject", "tiny", "--mutants", "16"];
    let said = run(&bench, &args);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.err.contains("3: left out"), "{}", said.err);
    let ours = said.out.lines().find(|line| line.trim_start().starts_with("Parallax ")).unwrap();
    assert!(ours.contains("2 (100 %)"), "{}", said.out);
}

fn an_interrupted_isolation_goes_on_and_leaves_nothing() {
    let bench = bench();
    assert_eq!(run(&bench, &["isolate", "build", "tiny"]).code, 0);
    let args = ["isolate", "remainder.c", "--subject", "tiny", "--bad=-O1", "--mutants", "60"];
    let mut command = bench.command(&args);
    let begun = command.env("PARALLAX_CACHE", bench.path("cache")).spawn().unwrap();
    let pid = begun.id();
    let begun_to_search = || {
        let journals = std::fs::read_dir(bench.path(".parallax/isolate"));
        journals.into_iter().flatten().flatten().any(|entry| entry.metadata().unwrap().len() > 0)
    };
    while !begun_to_search() {
        std::thread::sleep(Duration::from_millis(5));
    }
    signal(pid, "INT");
    let said = Said::from(begun.wait_with_output().unwrap());
    assert_eq!(said.code, 130, "{} {}", said.out, said.err);
    assert!(said.err.contains("the same command goes on from there"), "{}", said.err);
    bench.check_nothing_is_left();
    let mark = format!("-{pid}-");
    let left: Vec<_> = std::fs::read_dir("/dev/shm")
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().contains(&mark))
        .collect();
    assert!(left.is_empty(), "{left:?}");
    let said = run(&bench, &args);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("fold.c"), "{}", said.out);
}

/// Runs in the cache where `make setup` has built the shipped subjects. A recipe that was changed
/// since then is run again.
fn run_shipped(bench: &Bench, subject: &str, args: &[&str]) -> Said {
    let cache = places::cache();
    let built = run_with(bench, &cache, &["isolate", "build", subject]);
    assert_eq!(built.code, 0, "{}", built.err);
    run_with(bench, &cache, &[&["isolate", "--subject", subject], args].concat())
}

/// tcc 0.9.27 does not extend a `signed char` that becomes an `unsigned short`.
const CAST: &str = "int printf(const char *, ...);\nsigned char small = -31;\n\
    int widen(int by) {\n  int wide = (unsigned short)small;\n  return wide + by;\n}\n\
    int main(void) {\n  printf(\"%d\\n\", widen(1));\n  return 0;\n}\n";

fn a_real_bug_of_tcc_is_isolated() {
    let bench = Bench::new();
    bench.file("cast.c", CAST);
    let said = run_shipped(&bench, "tcc", &["cast.c", "--mutants", "40"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let first = said.out.lines().find(|line| line.trim_start().starts_with("1 ")).unwrap();
    assert!(first.contains("tccgen.c") && first.contains("gen_cast"), "{}", said.out);
    let shown = bench.run(&["findings", "show", "1"]);
    assert!(shown.code == 0 && shown.out.contains("tccgen.c"), "{shown:?}");
    let report = bench.run(&["report", "-o", "out"]);
    assert_eq!(report.code, 0, "{}", report.err);
    let page = std::fs::read_to_string(bench.path("out/index.html")).unwrap();
    assert!(page.contains("tccgen.c") && page.contains("gen_cast"));
}

/// QuickJS-ng 0.11 looks at the types of elements only where there are elements.
const ELEMENTS: &str = "function copy(count) {\n  var to = new BigInt64Array(count);\n  \
    var from = new Uint8Array(0);\n  var kind = \"none\";\n  \
    try { to.set(from); } catch (error) { kind = error.name; }\n  return kind;\n}\n\
    var total = 0;\nfor (var i = 1; i < 5; i++) total += copy(i).length * i;\nprint(total, copy(4));\n";

fn a_real_bug_of_quickjs_is_isolated() {
    let bench = Bench::new();
    bench.file("elements.js", ELEMENTS);
    bench.file("right.txt", "90 TypeError\n");
    let args = ["elements.js", "--expect", "right.txt", "--mutants", "60"];
    let said = run_shipped(&bench, "quickjs", &args);
    assert_eq!(said.code, 0, "{}", said.err);
    let first = said.out.lines().find(|line| line.trim_start().starts_with("1 ")).unwrap();
    let guilty = "js_typed_array_set_internal";
    assert!(first.contains("quickjs.c") && first.contains(guilty), "{}", said.out);
}

parallax_testing::tests! {
    [] {
        a_missing_build_names_the_command_that_makes_it,
    }
    [GCC] {
        a_bug_is_isolated_and_reported,
        the_program_of_an_isolation_becomes_small,
        what_cannot_be_isolated_is_said_in_one_sentence,
        a_bench_is_a_table_of_techniques,
        an_interrupted_isolation_goes_on_and_leaves_nothing,
    }
    [TCC_WITH_COVERAGE] {
        a_real_bug_of_tcc_is_isolated,
    }
    [QUICKJS_WITH_COVERAGE, NODE_COMMAND] {
        a_real_bug_of_quickjs_is_isolated,
    }
}
