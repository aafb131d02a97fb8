//! Bad input gets one clear sentence that names the cause and the fix, and an exit code of its own.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use common::{Bench, Said};

fn check(args: &[&str], code: i32, words: &[&str]) {
    let bench = Bench::new();
    bench.file("good.js", "var x = 1;\n");
    bench.file("empty/readme.txt", "no program\n");
    bench.file("broken.toml", "[session\n");
    bench.file("unknown.toml", "[session]\nspeed = 9\n");
    bench.file("known.toml", "[known]\nfiles = [\"nowhere.toml\"]\n");
    bench.file("not-a-store", "these are somebody's notes, and they must stay as they are\n");
    bench.file("lost.toml", "[debugger.lost]\nbackend = \"node\"\ncommand = \"/no/such/node\"\n[debugger.odd]\nbackend = \"odd\"\ncommand = \"x\"\n");
    let said = bench.run(args);
    assert_eq!(said.code, code, "{args:?}: {} {}", said.out, said.err);
    let message = said.err.trim_end();
    for word in words {
        assert!(message.contains(word), "{args:?} should say {word:?}, but says: {message}");
    }
    if code != 2 || message.starts_with("error: ") {
        assert!(message.lines().count() <= 12, "{message}");
    }
    assert!(
        std::fs::read_to_string(bench.path("not-a-store"))
            .unwrap()
            .starts_with("these are somebody's notes")
    );
}

#[test]
fn wrong_debuggers() {
    check(
        &["diff", "good.js", "--debuggers", "netscape,node"],
        2,
        &["no debugger `netscape`", "chromium"],
    );
    check(&["diff", "good.js", "--debuggers", "node"], 2, &["at least two debuggers"]);
    check(
        &["--config", "lost.toml", "diff", "good.js", "--debuggers", "lost,lost"],
        4,
        &["/no/such/node", "parallax setup"],
    );
    check(
        &["--config", "lost.toml", "diff", "good.js", "--debuggers", "odd,odd"],
        4,
        &["no backend `odd`", "chromium"],
    );
}

#[test]
fn wrong_programs() {
    check(&["diff", "nowhere", "--debuggers", "node,bun"], 2, &["cannot read nowhere"]);
    check(&["diff", "empty", "--debuggers", "node,bun"], 2, &["no program in empty", ".js"]);
    check(
        &["trace", "nowhere.js", "--debuggers", "node", "--actions", "start"],
        2,
        &["nowhere.js is not a file"],
    );
    check(
        &["trace", "good.js", "--debuggers", "node", "--actions", "jump 3"],
        2,
        &["unknown action `jump 3`", "break LINE"],
    );
}

#[test]
fn wrong_configuration() {
    check(&["--config", "nowhere.toml", "doctor"], 2, &["cannot read nowhere.toml"]);
    check(&["--config", "broken.toml", "doctor"], 2, &["broken.toml"]);
    check(
        &["--config", "unknown.toml", "doctor"],
        2,
        &["unknown key `session.speed`", "crates/cli/default.toml"],
    );
    check(
        &["--config", "known.toml", "diff", "good.js", "--debuggers", "node,bun"],
        2,
        &["nowhere.toml"],
    );
    check(
        &["diff", "good.js", "--debuggers", "node,bun", "--no-normalise", "x"],
        2,
        &["no normalisation `x`"],
    );
}

#[test]
fn wrong_store() {
    check(
        &["--store", "none.sqlite", "findings"],
        2,
        &["no store at none.sqlite", "parallax diff"],
    );
    check(&["--store", "not-a-store", "findings"], 5, &["not-a-store", "--store"]);
    check(
        &["--store", "not-a-store", "diff", "good.js", "--debuggers", "node,node"],
        5,
        &["not-a-store", "--store"],
    );
}

#[test]
fn wrong_times() {
    for command in [
        &["diff", "good.js", "--debuggers", "node,bun"][..],
        &["meta", "good.js", "--debugger", "node"],
        &["conform", "generate", "-o", "suite"],
        &["isolate", "good.c", "--subject", "tcc"],
        &["bench"],
    ] {
        check(&[command, &["--time", "10x"]].concat(), 2, &["`10x` is not a time", "1h30m"]);
        check(&[command, &["--time", "1s", "--seconds", "1"]].concat(), 2, &["cannot be used"]);
    }
}

/// The options that `--time` replaces still work, with a note.
#[test]
fn old_limits_of_time() {
    let old = ["conform", "generate", "nowhere.html", "-o", "suite", "--minutes", "1.5"];
    check(&old, 2, &["note: write --time 90s", "nowhere.html"]);
}

#[test]
fn help_is_there_for_every_command() {
    let bench = Bench::new();
    let all = bench.run(&["--help"]);
    assert_eq!(all.code, 0);
    for command in ["bench", "diff", "doctor", "findings", "replay", "report", "setup", "trace"] {
        assert!(all.out.contains(command), "{}", all.out);
        assert_eq!(bench.run(&[command, "--help"]).code, 0);
    }
}

/// As `head` does that has seen enough.
#[test]
fn a_reader_that_goes_away_ends_the_command_quietly() {
    let bench = Bench::new();
    let mut command = bench.command(&["relations"]);
    // The other end is closed before anything is written.
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let said = Said::from(command.stdout(writer).output().unwrap());
    assert_eq!((said.code, said.err.as_str()), (0, ""));
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    let bench = Bench::new();
    for args in [&["relations"][..], &["doctor", "--normalisations"], &["diff", "--help"]] {
        let output = bench.command(args).env("COLUMNS", "80").output().unwrap();
        let said = Said::from(output);
        let wide = said.out.lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "{args:?}");
        assert!(!said.out.contains('\u{1b}'), "colours only on a terminal");
    }
}

#[test]
fn completions_and_manual_pages_know_every_command() {
    let bench = Bench::new();
    for shell in ["bash", "zsh", "fish"] {
        let said = bench.run(&["completions", shell]);
        assert!(said.code == 0 && said.out.contains("no-normalise"), "{shell}: {}", said.err);
    }
    assert_eq!(bench.run(&["manual", "-o", "man1"]).code, 0);
    let page = std::fs::read_to_string(bench.path("man1/parallax-diff.1")).unwrap();
    assert!(page.contains("lockstep") && page.contains("time"), "{page}");
    assert!(bench.path("man1/parallax-conform-generate.1").exists());
    bench.file("file", "");
    let said = bench.run(&["manual", "-o", "file"]);
    assert!(said.code == 2 && said.err.contains("cannot make the folder file"), "{}", said.err);
}
