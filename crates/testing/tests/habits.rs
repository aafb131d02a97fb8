//! What holds for the tests of the whole workspace.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

use std::path::{Path, PathBuf};

use parallax_testing::places::repository;

/// Files with an ending below a folder.
fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|it| it == ending) {
            found.push(path);
        }
    }
}

fn sources() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    files(&repository().join("crates"), "rs", &mut found);
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        (path, text)
    };
    found.into_iter().map(read).collect()
}

/// The compiler drops a function with the usual attribute where another harness runs the tests.
#[test]
fn a_file_that_lists_its_tests_has_none_that_are_not_listed() {
    let attributes = ["#[test]", "#[tokio::test", "proptest! {"];
    let lists = ["tests! {", "async_tests! {"].map(|it| format!("parallax_testing::{it}"));
    for (path, text) in sources() {
        let is_listed = lists.iter().any(|list| text.lines().any(|line| line == list));
        let lost = attributes.iter().find(|attribute| text.contains(**attribute));
        assert!(!is_listed || lost.is_none(), "{}: {lost:?} is never run", path.display());
    }
}

/// A file with `harness = false` that lists nothing runs nothing.
#[test]
fn a_file_without_the_usual_harness_lists_its_tests() {
    let members = std::fs::read_dir(repository().join("crates")).unwrap().flatten();
    for member in members {
        let manifest = member.path().join("Cargo.toml");
        let Ok(text) = std::fs::read_to_string(&manifest) else { continue };
        for block in text.split("[[test]]").skip(1).filter(|it| it.contains("harness = false")) {
            let name = block.split('"').nth(1).unwrap();
            let file = member.path().join(format!("tests/{name}.rs"));
            let text = std::fs::read_to_string(&file).unwrap();
            assert!(text.contains("tests! {"), "{} lists no test", file.display());
        }
    }
}

/// Times are measured by `make bench`: a test that asserts one fails on a busy machine.
#[test]
fn no_test_asserts_a_time() {
    for (path, text) in sources() {
        let asserted = text.lines().find(|line| {
            line.trim_start().starts_with("assert") && line.contains(concat!("elapsed", "()"))
        });
        assert_eq!(asserted, None, "{}", path.display());
    }
}

/// The macros that take a file into the compiled text.
const INCLUDES: [&str; 3] = ["include", "include_str", "include_bytes"];

/// `cargo package` leaves out what lies outside a crate, so a published crate would not compile.
#[test]
fn no_file_includes_what_lies_outside_its_crate() {
    let crates = repository().join("crates");
    let mut included = 0;
    for (path, text) in sources() {
        let member = crates.join(path.strip_prefix(&crates).unwrap().iter().next().unwrap());
        for file in INCLUDES.iter().flat_map(|name| inclusions(&text, name)) {
            let target = path.parent().unwrap().join(file).canonicalize().unwrap();
            assert!(target.starts_with(&member), "{} includes {file}", path.display());
            included += 1;
        }
    }
    assert!(included > 0, "no inclusion was found");
}

/// The paths that a macro names in a source text.
fn inclusions<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    let opening = format!("{name}!(");
    let path = |rest: &'a str| {
        let literal = rest.trim_start().strip_prefix('"').and_then(|it| it.split_once('"'));
        literal.unwrap_or_else(|| panic!("{opening} does not name a file: {:.60}", rest)).0
    };
    text.split(&opening).skip(1).map(path).collect()
}

/// The part of `make deny` that needs no network. The list of licences is that of deny.toml.
#[test]
fn dependencies_have_licences_that_are_allowed_and_come_from_the_registry() {
    let text = std::fs::read_to_string(repository().join("deny.toml")).unwrap();
    let settings: toml::Table = text.parse().unwrap();
    let allowed = settings["licenses"]["allow"].as_array().unwrap();
    let is_allowed = |name: &str| allowed.iter().any(|it| it.as_str() == Some(name.trim()));
    // Licences that all hold, each a choice of some.
    let fits = |licence: &str| {
        let parts = licence.split(" AND ").map(|part| part.trim_matches(['(', ')']));
        parts.into_iter().all(|part| part.replace('/', " OR ").split(" OR ").any(is_allowed))
    };
    for package in metadata()["packages"].as_array().unwrap() {
        let (name, licence) = (&package["name"], package["license"].as_str().unwrap_or_default());
        assert!(fits(licence), "{name} has the licence {licence:?}");
        let source = package["source"].as_str();
        assert!(source.is_none_or(|it| it.starts_with("registry+")), "{name} is from {source:?}");
    }
}

/// The packages that Parallax is built of on the platform that it supports.
fn metadata() -> serde_json::Value {
    let output = std::process::Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--locked", "--offline", "--all-features"])
        .arg("--filter-platform=x86_64-unknown-linux-gnu")
        .current_dir(repository())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}
