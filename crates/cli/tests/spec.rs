//! `parallax spec` on small texts that are written here.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use std::process::Command;

use common::Bench;

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
    let said = bench.run(&["spec", "get", "es1234", "--from", &from]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(bench.run(&["spec", "report", "es1234"]).code, 0);
    let said = bench.run(&["spec", "get", "es9999", "--from", &from]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("git cannot clone"), "{}", said.err);
    assert_eq!(bench.run(&["spec", "get", "../x", "--from", &from]).code, 2);
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
    bench.file("t/test/language/sloppy.js", "/*---\nflags: [noStrict]\n---*/\nassert(false);");
    assert_eq!(bench.run(&["spec", "test262", "nowhere"]).code, 2);
    let said = bench.run(&["spec", "test262", "t", "--format", "json"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let json = said.json();
    assert_eq!((json["passed"].as_u64(), json["run"].as_u64()), (Some(1), Some(2)));
    assert_eq!(json["failed"]["language/bad.js"], "throws: Test262Error: no");
    assert_eq!(json["left_out"]["sloppy scripts"], 1);
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
    }
}
