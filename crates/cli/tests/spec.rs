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

#[test]
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

#[test]
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

#[test]
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
