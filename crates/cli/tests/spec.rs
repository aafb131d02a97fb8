//! `parallax spec` on small texts that are written here.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use std::process::Command;

use common::{Bench, Said};

const SMALL: &str = r#"<emu-clause id="a" type="abstract operation"><h1>Twice ( _x_ )</h1>
<emu-alg>
  1. Let _y_ be _x_ + _x_.
  1. Sing about _y_.
  1. Return _y_.
</emu-alg></emu-clause><emu-annex></emu-annex>"#;

fn a_report_counts_what_is_understood() {
    let bench = Bench::new();
    bench.file("small.html", SMALL);
    let said = bench.run(&["spec", "report", "small.html"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("steps: 3, understood: 2 (66.67 %)"), "{}", said.out);
    assert!(said.out.contains("Sing about _x_."), "{}", said.out);
    let json = bench.run(&["spec", "report", "small.html", "--format", "json"]).json();
    assert_eq!(json["unknown"][0]["count"], 1);
    assert_eq!(json["complete"], 0);
}

fn bad_texts_get_a_sentence() {
    let bench = Bench::new();
    bench.file("page.html", "<p>hello</p>");
    bench.file("cut.html", &SMALL[..SMALL.len() - 60]);
    for (text, words) in [
        ("page.html", "it is not the source text of ECMA-262"),
        ("nowhere/spec.html", "there is no file nowhere/spec.html"),
        ("es1999", "run `parallax spec get es1999`"),
    ] {
        let said = bench.run(&["spec", "report", text]);
        assert_eq!(said.code, 2, "{text}");
        assert!(said.err.contains(words) && said.err.lines().count() == 1, "{}", said.err);
    }
    let said = bench.run(&["spec", "report", "cut.html"]);
    assert_eq!(said.code, 0);
    assert!(said.err.contains("may be cut off"), "{}", said.err);
}

fn an_edition_comes_from_a_repository_at_a_tag() {
    let bench = Bench::new();
    bench.file("repository/spec.html", SMALL);
    let git = |args: &[&str]| {
        let output = Command::new("git")
            .args([
                "-c",
                "user.name=A",
                "-c",
                "user.email=a@example.org",
                "-c",
                "commit.gpgsign=false",
            ])
            .args(args)
            .current_dir(bench.path("repository"))
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    git(&["init", "--quiet"]);
    git(&["add", "spec.html"]);
    git(&["commit", "--quiet", "--message", "One"]);
    git(&["tag", "es1234"]);
    let from = bench.path("repository");
    let from = format!("file://{}", from.to_str().unwrap());
    // What is got belongs into the test's own folder, not beside the texts that other tests read.
    let run = |args: &[&str]| {
        let mut command = bench.command(args);
        let output = command.env("PARALLAX_SPEC_DIR", bench.path("texts")).output();
        Said::from(output.unwrap())
    };
    let said = run(&["spec", "get", "es1234", "--from", &from]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(bench.path("texts/es1234.html").is_file());
    assert_eq!(run(&["spec", "report", "es1234"]).code, 0);
    let said = run(&["spec", "get", "es9999", "--from", &from]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("git cannot clone"), "{}", said.err);
    assert_eq!(run(&["spec", "get", "../x", "--from", &from]).code, 2);
}

fn a_checkout_of_test262_is_scored() {
    let bench = Bench::new();
    bench.file(
        "t/harness/assert.js",
        "function assert(it) { if (!it) throw new Test262Error('no') }",
    );
    bench.file("t/harness/sta.js", "function Test262Error(message) { this.message = message }");
    bench.file("t/test/language/good.js", "/*---\ndescription: x\n---*/\nassert(1 + 1 === 2);");
    bench.file("t/test/language/bad.js", "/*---\ndescription: x\n---*/\nassert(1 + 1 === 3);");
    bench
        .file("t/test/language/sloppy.js", "/*---\nflags: [noStrict]\n---*/\nwith ({}) assert(1);");
    let negative = "/*---\nnegative:\n  phase: parse\n  type: SyntaxError\n---*/\nlet a; let a;";
    bench.file("t/test/language/negative.js", negative);
    let module = "/*---\nflags: [module]\n---*/\nimport { a } from './a_FIXTURE.js';\nassert(a);";
    bench.file("t/test/language/module.js", module);
    bench.file("t/test/language/a_FIXTURE.js", "export const a = await 1;");
    bench.file("t/test/language/agent.js", "/*---\ndescription: x\n---*/\n$262.agent.start('');");
    bench.file("t/test/language/later.js", "/*---\nfeatures: [Temporal]\n---*/\nTemporal.Now;");
    assert_eq!(bench.run(&["spec", "test262", "nowhere"]).code, 2);
    let said = bench.run(&["spec", "test262", "t", "--format", "json"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let json = said.json();
    assert_eq!((json["passed"].as_u64(), json["run"].as_u64()), (Some(5), Some(6)));
    assert_eq!(json["failed"]["language/bad.js"], "throws: Test262Error: no");
    assert_eq!(json["left_out"]["Temporal"], 1);
}

fn coverage_shows_the_covered_text() {
    let bench = Bench::new();
    bench.file("p/one.js", "for (const x of [1, 2]) x;");
    let page = bench.path("page.html");
    let said = bench.run(&["spec", "coverage", "p", "--html", page.to_str().unwrap()]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.starts_with("programs: 1\nsteps: "), "{}", said.out);
    let html = std::fs::read_to_string(page).unwrap();
    assert!(html.contains("<li class=\"run\"") && html.contains("<li class=\"one-way\""));
    assert!(html.contains("ForIn/OfHeadEvaluation"));
}

const CALLS: &str = "let n = 0;
function f(a) {
  n += a;
  return n;
}
f(1);
f(2);
console.log(n);
";

/// What `spec debug` says to a list of commands on a program.
fn debugged(program: &str, commands: &str) -> String {
    let bench = Bench::new();
    bench.file("p.js", program);
    let said = bench.run(&["spec", "debug", "p.js", "--commands", commands]);
    assert_eq!(said.code, 0, "{}", said.err);
    said.out
}

/// The places at which motions stop.
fn places(program: &str, commands: &str) -> Vec<String> {
    let said = debugged(program, commands);
    let place = |line: &str| {
        let at = line.strip_prefix("stop ").and_then(|it| it.split_once(", "));
        let ends = line.strip_prefix("the ").and_then(|it| it.split_once(": "));
        at.map(|it| it.1).or(ends.map(|it| it.0)).map(str::to_owned)
    };
    said.lines().filter_map(place).collect()
}

fn a_program_is_stepped_through_forwards_and_backwards() {
    let check = |commands: &str, expected: &[&str]| {
        assert_eq!(places(CALLS, commands), expected, "{commands}");
    };
    check("in; in; in; in; in; in", &["1:0", "6:0", "3:2", "4:2", "5:0", "7:0"]);
    check("over; over; over; over; over", &["1:0", "6:0", "7:0", "8:0", "end"]);
    check("goto 4; out; back; back; back", &["4:2", "7:0", "6:0", "1:0", "beginning"]);
    check("goto 6; back in; back in; back; back", &["7:0", "5:0", "4:2", "3:2", "6:0"]);
    check("goto 5; back out; in", &["5:0", "6:0", "3:2"]);
    check("break 4; resume; resume; resume", &["4:2", "4:2", "end"]);
    check("break 4; resume; resume; reverse; reverse", &["4:2", "4:2", "4:2", "beginning"]);
    check("break 3 if a > 1; resume; back; reverse", &["3:2", "7:0", "beginning"]);
    check("break 3 if a < 2; resume; resume; reverse", &["3:2", "end", "3:2"]);
    check("break 4; unbreak 4; resume; back", &["end", "8:0"]);
}

fn a_loop_stops_at_its_head_once_an_iteration() {
    let program = "for (const v of [1, 2]) {\n  v;\n  -v;\n}\n";
    let expected = ["1:0", "2:2", "3:2", "1:0", "2:2", "3:2", "1:0", "end"];
    assert_eq!(places(program, "in; in; in; in; in; in; in; in"), expected);
    let program = "for (const v of [1, 2]) {\n  if (v == 1) continue;\n  break;\n}\n";
    let expected = ["1:0", "2:2", "1:0", "2:2", "end"];
    assert_eq!(places(program, "in; in; in; in; in"), expected);
}

fn a_stop_shows_what_is_there() {
    let said =
        debugged(CALLS, "goto 4; print a + n; stack; scopes; algorithm; output; goto 99; jump");
    for words in [
        "stop 4 of 10, 4:2\n",
        "\n> 4 |   return n;\n",
        "\n  at f 4:2\n  at (script) 6:0\n",
        "\n  a = 1\n",
        "(sec-return-statement-runtime-semantics-evaluation)\n",
        "> print a + n\n2\n",
        "  1. Let _exprRef_ be ? Evaluation of |Expression|.\n",
        "> output\nnothing was printed yet\n",
        "> goto 99\nthere are 10 stops: choose one of them\n",
        "> jump\nthere is no command `jump`: `help` lists the commands\n",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let row = |words: &[&str]| {
        said.lines()
            .any(|line| words.iter().all(|word| line.split_whitespace().any(|it| it == *word)))
    };
    assert!(row(&["function", "f", "a", "1", "mutable"]), "{said}");
    assert!(row(&["script", "n", "1", "mutable"]), "{said}");
}

fn what_led_to_a_stop_is_told() {
    let program = "function* g() {\n  yield 1;\n}\nasync function f() {\n  await 0;\n  try {\n    throw 7;\n  } catch (e) {\n    [...g()];\n  }\n}\nf();\n";
    let said = debugged(program, "in; in; in; in; in; in; in; in; resume");
    for words in [
        "the script begins",
        "f was called",
        "f was suspended, (script) returned, a job began, f went on after `await`",
        "7 was thrown",
        "g was called, g was suspended, g began",
        "the end: value an object",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
}

fn what_cannot_be_debugged_is_said_with_the_reason() {
    let bench = Bench::new();
    bench.file("m.mjs", "let a; export { b };");
    bench.file("s.js", "let a = ;");
    bench.file("i.mjs", "import 'node:fs';");
    let other = "it is not a program of the language";
    for (program, words) in [("m.mjs", other), ("s.js", other), ("i.mjs", "imports other")] {
        let said = bench.run(&["spec", "debug", program]);
        assert_eq!(said.code, 2, "{}", said.err);
        assert!(said.err.contains(words) && said.err.lines().count() == 1, "{}", said.err);
    }
}

fn commands_come_from_a_pipe_and_nothing_steers_the_terminal() {
    let bench = Bench::new();
    bench.file("p.js", "let a = '\\u001b[2J';\na; // \u{1b}[2J\na;\n");
    let commands = bench.file("commands", "in\n\n\nprint a\n");
    let mut command = bench.command(&["spec", "debug", "p.js"]);
    let output = command.stdin(std::fs::File::open(commands).unwrap()).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("stop 3 of 3") && !said.contains('\u{1b}'), "{said}");
    assert!(said.contains("// \\u{1b}[2J"), "{said}");
    assert_eq!(bench.run(&["spec", "debug", "p.js"]).code, 0, "no commands at all");
}

parallax_testing::tests! {
    [] {
        a_report_counts_what_is_understood,
        bad_texts_get_a_sentence,
    }
    [GIT] {
        an_edition_comes_from_a_repository_at_a_tag,
    }
    [ES2026] {
        a_checkout_of_test262_is_scored,
        coverage_shows_the_covered_text,
        a_program_is_stepped_through_forwards_and_backwards,
        a_loop_stops_at_its_head_once_an_iteration,
        a_stop_shows_what_is_there,
        what_led_to_a_stop_is_told,
        what_cannot_be_debugged_is_said_with_the_reason,
        commands_come_from_a_pipe_and_nothing_steers_the_terminal,
    }
}
