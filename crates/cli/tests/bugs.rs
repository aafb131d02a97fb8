//! Reports of bugs: the files in docs/bugs are those of their descriptions, and each script does what it says on the real tool.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::Bench;
use parallax_bugs::{Bug, Case, Compilation, Tool, files, script};
use parallax_testing::places::repository;

fn folder() -> PathBuf {
    repository().join("docs/bugs")
}

/// The bugs of docs/bugs by the names of their folders.
fn bugs() -> BTreeMap<String, Bug> {
    let folders = std::fs::read_dir(folder()).unwrap().flatten().filter(|it| it.path().is_dir());
    let bug = |entry: std::fs::DirEntry| {
        let path = entry.path().join("bug.toml");
        let text = std::fs::read_to_string(&path).unwrap();
        let bug = toml::from_str(&text);
        let bug = bug.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (entry.file_name().to_str().unwrap().to_owned(), bug)
    };
    folders.map(bug).collect()
}

/// Compares a generated file with the one that is there, or writes it where that is asked for.
fn hold(path: &Path, text: &str) {
    if std::env::var_os("PARALLAX_ACCEPT").is_some() {
        std::fs::write(path, text).unwrap();
    }
    let there = std::fs::read_to_string(path).unwrap_or_default();
    assert!(there == text, "{} is out of date: run `make accept`", path.display());
}

fn the_files_of_a_bug_are_made_from_its_description() {
    for (name, bug) in bugs() {
        let made = files(&bug, bug.tracker());
        assert!(made.iter().any(|it| it.name == "repro.mjs"), "{name} has no script");
        for file in &made {
            hold(&folder().join(&name).join(&file.name), &file.text);
        }
        for entry in std::fs::read_dir(folder().join(&name)).unwrap().flatten() {
            let is_made = made.iter().any(|it| entry.file_name() == it.name.as_str());
            assert!(is_made || entry.file_name() == "bug.toml", "{name}: {:?}", entry.file_name());
        }
    }
}

fn the_list_of_bugs_is_that_of_the_folders() {
    let mut list = String::from(
        "# Bugs in current releases\n\nEach folder has the description of a bug (`bug.toml`), the report that `parallax report bug` \
         makes of it, a script that Node runs alone, and a\ntest in the form of the project where there is one. `make accept` writes all \
         but the descriptions anew; the test `bugs` runs every\nscript against the installed tool and says which bugs are fixed. We have \
         reported none of them yet.\n\n    node docs/bugs/NAME/repro.mjs [path of the tool]\n\nexits with 1 if the bug is there, with 0 if it \
         is not, with 2 if it could not be tried.\n\n| bug | tracker | shown by |\n| --- | --- | --- |\n",
    );
    for (name, bug) in bugs() {
        let (title, tracker) = (bug.title.replace('|', "\\|"), bug.tracker());
        let versions = bug.versions.join(", ");
        list.push_str(&format!("| [{title}]({name}/report.md) | {tracker} | {versions} |\n"));
    }
    hold(&folder().join("README.md"), &list);
    assert!(bugs().len() >= 40);
}

/// Runs a script with Node alone; its exit code and what it said.
fn node(script: &Path, tool: &Path) -> (i32, String) {
    let node = parallax_testing::needs::NODE.path();
    let output = Command::new(node).arg(script).arg(tool).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code().unwrap_or(-1), said + &String::from_utf8_lossy(&output.stderr))
}

/// Runs the script of every bug that a tool is said to show. Where the version is pinned, a bug that is gone is a mistake of the
/// list; where it comes from the system, it may be fixed by now, and that is said.
#[allow(clippy::print_stdout, reason = "which bugs are fixed is told to people")]
fn run_all(tool: Tool, path: &Path, is_pinned: bool) {
    let bench = Bench::new();
    let mut fixed = Vec::new();
    let mut failed = Vec::new();
    let mut count = 0;
    for (name, bug) in bugs() {
        if bug.tool != tool && !bug.also.contains(&tool) {
            continue;
        }
        let file = bench.file(&format!("{name}.mjs"), script(&bug, tool).unwrap());
        let (code, said) = node(&file, path);
        count += 1;
        match code {
            1 => {}
            0 => fixed.push(name),
            _ => failed.push(format!("{name}: {said}")),
        }
    }
    println!(
        "{tool}: {count} scripts; fixed: {}",
        if fixed.is_empty() { "none".into() } else { fixed.join(", ") }
    );
    assert!(count > 0 && failed.is_empty(), "{}", failed.join("\n"));
    assert!(!is_pinned || fixed.is_empty(), "fixed, so no longer to be listed: {fixed:?}");
}

fn bugs_of_bun() {
    run_all(Tool::Bun, &parallax_testing::needs::BUN.path(), true);
}

fn bugs_of_chromium() {
    run_all(Tool::Chromium, &parallax_testing::needs::CHROMIUM.path(), false);
}

fn bugs_of_deno() {
    run_all(Tool::Deno, &parallax_testing::needs::DENO.path(), true);
}

fn bugs_of_esbuild() {
    run_all(Tool::Esbuild, &parallax_testing::needs::ESBUILD.path(), true);
}

fn bugs_of_javascript_compilers() {
    use parallax_testing::needs::*;
    run_all(Tool::Babel, &BABEL.path(), true);
    run_all(Tool::OxcMinify, &OXC_MINIFY.path(), true);
    run_all(Tool::OxcTransform, &OXC.path(), true);
    run_all(Tool::Swc, &SWC.path(), true);
    run_all(Tool::Terser, &TERSER.path(), true);
    run_all(Tool::Typescript, &TSC.path(), true);
    run_all(Tool::UglifyJs, &UGLIFY_JS.path(), true);
}

fn bugs_of_firefox() {
    run_all(Tool::Firefox, &parallax_testing::needs::FIREFOX.path(), false);
}

fn bugs_of_node() {
    run_all(Tool::Node, &parallax_testing::needs::NODE.path(), true);
}

/// The command of QuickJS-ng is compiled from the sources of the crate that links it in.
fn bugs_of_quickjs() {
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--offline"])
        .args(["--filter-platform", "x86_64-unknown-linux-gnu"])
        .current_dir(repository())
        .output()
        .unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let found = packages.iter().find(|it| it["name"] == "rquickjs-sys").unwrap();
    let sources = Path::new(found["manifest_path"].as_str().unwrap()).with_file_name("quickjs");
    let bench = Bench::new();
    let qjs = bench.path("qjs");
    let files = [
        "quickjs",
        "libregexp",
        "libunicode",
        "dtoa",
        "quickjs-libc",
        "qjs",
        "gen/repl",
        "gen/standalone",
    ];
    let compiled = Command::new("gcc")
        .args(["-O1", "-w", "-D_GNU_SOURCE", "-o"])
        .arg(&qjs)
        .args(files.map(|it| sources.join(it).with_extension("c")))
        .args(["-lm", "-ldl", "-lpthread"])
        .output()
        .unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    run_all(Tool::QuickjsNg, &qjs, true);
}

/// A program that a macro breaks stands for one that an option breaks.
fn a_script_tells_wrong_code_by_good_options() {
    let bench = Bench::new();
    let run = |bad: &[&str]| {
        let list = |it: &[&str]| it.iter().map(|one| (*one).to_owned()).collect();
        let case = Compilation {
            program: "#include <stdio.h>\nint main() {\n#ifdef BROKEN\n  puts(\"5\");\n#else\n  puts(\"3\");\n#endif\n}\n".into(),
            bad: list(bad),
            good: list(&["-O0"]),
            symptom: "wrong code".into(),
        };
        let bug = bugs().into_values().next().unwrap();
        let bug = Bug { tool: Tool::Gcc, tracker: None, case: Case::Compilation(case), ..bug };
        let made = files(&bug, bug.tracker());
        assert!(made.iter().any(|it| it.name == "dejagnu.c"), "{made:?}");
        let file = bench.file("gcc.mjs", script(&bug, Tool::Gcc).unwrap());
        node(&file, Path::new("gcc"))
    };
    assert_eq!(run(&["-O2", "-DBROKEN"]).0, 1);
    assert_eq!(run(&["-O2"]).0, 0);
}

fn a_script_that_cannot_run_says_so() {
    let bench = Bench::new();
    for (name, bug) in bugs() {
        let file = bench.file("repro.mjs", script(&bug, bug.tool).unwrap());
        let (code, said) = node(&file, &bench.path("nothing"));
        assert_eq!(code, 2, "{name}: {said}");
        let is_named = ["ENOENT", "Cannot find module"].iter().any(|it| said.contains(it));
        assert!(is_named, "{name}: {said}");
    }
}

/// A bug whose control takes its place is not there.
fn a_script_says_that_a_bug_is_gone() {
    let bench = Bench::new();
    let mut bug = bugs().remove("v8-stale-loop-variable").unwrap();
    let Case::Session(session) = &mut bug.case else { panic!("a session") };
    session.steps.clone_from(&session.control.take().unwrap().steps);
    let file = bench.file("repro.mjs", script(&bug, Tool::Node).unwrap());
    let (code, said) = node(&file, &parallax_testing::needs::NODE.path());
    assert_eq!(code, 0, "{said}");
}

/// The number of a finding that breaks a law.
fn finding(bench: &Bench, law: &str) -> String {
    let list = bench.run(&["findings", "--sample", "1000", "--format", "json"]).json();
    let is_meant = |it: &&serde_json::Value| {
        it["breaches"].as_array().is_some_and(|all| all.iter().any(|one| one["law"] == law))
    };
    let found = list["findings"].as_array().unwrap().iter().find(is_meant);
    found.unwrap_or_else(|| panic!("nothing breaks {law}"))["id"].to_string()
}

fn a_finding_becomes_a_report_whose_script_reproduces_it() {
    let bench = Bench::new();
    bench.file("p/loop.js", "for (let i = 0; i < 3; i++) {\n  const square = i * i;\n}\n");
    bench.run(&["diff", "p", "--debuggers", "node,spec", "--seeds", "30"]);
    let id = finding(&bench, "values");
    bench.run(&["reduce", &id]);
    let run = bench.run(&["report", "bug", &id, "--for", "v8", "-o", "out"]);
    assert_eq!(run.code, 0, "{run:?}");
    let text = std::fs::read_to_string(bench.path("out/report.md")).unwrap();
    assert!(text.contains("is not initialised") && text.contains("## Expected result"), "{text}");
    let (code, said) = node(&bench.path("out/repro.mjs"), &parallax_testing::needs::NODE.path());
    assert_eq!(code, 1, "{said}");

    // The description can be corrected, and all be made again.
    let description = std::fs::read_to_string(bench.path("out/bug.toml")).unwrap();
    let title = description.lines().next().unwrap().to_owned();
    bench.file("out/bug.toml", description.replace(&title, "title = \"A better title\""));
    let run = bench.run(&["report", "bug", "out/bug.toml", "--for", "node", "-o", "out"]);
    assert_eq!(run.code, 0, "{run:?}");
    let text = std::fs::read_to_string(bench.path("out/report.md")).unwrap();
    assert!(text.contains("# A better title") && text.contains("steps will reproduce"), "{text}");

    let wrong = bench.run(&["report", "bug", &id, "--for", "mozilla"]);
    assert_eq!(wrong.code, 2, "{wrong:?}");
    assert!(wrong.err.contains("the tracker mozilla is about Firefox"), "{wrong:?}");
    let printed = bench.run(&["report", "bug", &id]);
    assert!(printed.out.contains("## Attachment: repro.mjs"), "{printed:?}");
}

fn a_deviation_becomes_a_report_whose_script_reproduces_it() {
    let bench = Bench::new();
    let suite = repository().join("crates/conform/tests/suite").display().to_string();
    bench.run(&["conform", "run", &suite, "--engines", "node,bun"]);
    let list = bench.run(&["findings", "--format", "json"]).json();
    let all = list["deviations"].as_array().unwrap();
    let is_meant =
        |it: &&serde_json::Value| it["program"].as_str().is_some_and(|it| it.contains("delete p"));
    let id = all.iter().find(is_meant).unwrap()["id"].to_string();
    let run = bench.run(&["report", "bug", &id, "-o", "out"]);
    assert_eq!(run.code, 0, "{run:?}");
    let (code, said) = node(&bench.path("out/repro.mjs"), &parallax_testing::needs::BUN.path());
    assert_eq!(code, 1, "{said}");
    assert!(bench.path("out/test262.js").is_file());
}

/// The script of a page runs by the page's own rule: the bar to step through the trace comes up, and a text can be copied.
fn a_browser_runs_the_script_of_a_page() {
    let bench = Bench::new();
    bench.file("p/loop.js", "for (let i = 0; i < 3; i++) {\n  const square = i * i;\n}\n");
    bench.run(&["diff", "p", "--debuggers", "node,bun", "--seeds", "30"]);
    bench.run(&["report", "-o", "site"]);
    let chromium = parallax_testing::needs::CHROMIUM.path();
    for page in ["class-1.html", "cause-1.html"] {
        let shown = Command::new(&chromium)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
            .arg(format!("--user-data-dir={}", bench.path("profile").display()))
            .arg(format!("file://{}", bench.path("site").join(page).display()))
            .output()
            .unwrap();
        let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
        let bar = shown.split("class=\"stepper\"").nth(1).unwrap().split('>').next().unwrap();
        assert!(!bar.contains("hidden"), "{page}: {bar}");
        assert!(!shown.contains("class=\"copy\" data-from=\"command\" hidden"), "{page}");
    }
}

parallax_testing::tests! {
    [] {
        the_files_of_a_bug_are_made_from_its_description,
        the_list_of_bugs_is_that_of_the_folders,
    }
    [NODE] { a_script_says_that_a_bug_is_gone, a_script_that_cannot_run_says_so, bugs_of_node }
    [NODE, BUN] { bugs_of_bun }
    [NODE, CHROMIUM] { bugs_of_chromium }
    [NODE, DENO] { bugs_of_deno }
    [NODE, ESBUILD] { bugs_of_esbuild }
    [NODE, BABEL, OXC, OXC_MINIFY, SWC, TERSER, TSC, UGLIFY_JS] { bugs_of_javascript_compilers }
    [NODE, FIREFOX] { bugs_of_firefox }
    [NODE, GCC] { a_script_tells_wrong_code_by_good_options, bugs_of_quickjs }
    [ES2026, NODE] { a_finding_becomes_a_report_whose_script_reproduces_it }
    [ES2026, NODE, BUN, CHROMIUM] { a_browser_runs_the_script_of_a_page }
    [ES2026, NODE, BUN] { a_deviation_becomes_a_report_whose_script_reproduces_it }
}
