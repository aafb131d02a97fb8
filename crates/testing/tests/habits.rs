//! What holds for the tests of the whole workspace.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

use std::collections::{BTreeMap, HashSet};
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
            let files = [format!("tests/{name}.rs"), format!("tests/{name}/main.rs")];
            let files = files.map(|file| member.path().join(file));
            let file = files.iter().find(|file| file.exists()).unwrap();
            let text = std::fs::read_to_string(file).unwrap();
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

/// The most lines of a function.
const MAX_LINES: usize = 60;

/// A longer one has a comment directly above that says why.
#[test]
fn a_long_function_says_why() {
    for (path, text) in sources() {
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate().filter(|(_, line)| is_function(line)) {
            let indent = &line[..line.len() - line.trim_start().len()];
            let end = format!("{indent}}}");
            let length = lines[at..].iter().position(|it| it.starts_with(&end)).map(|it| it + 1);
            let has_reason = at > 0 && lines[at - 1].trim_start().starts_with("// Long: ");
            let is_fine = length.is_none_or(|it| it <= MAX_LINES) || has_reason;
            assert!(is_fine, "{}:{}: {length:?} lines", path.display(), at + 1);
        }
    }
}

/// Whether a line begins a function that has a body.
fn is_function(line: &str) -> bool {
    let mut rest = line.trim_start();
    if let Some(public) = rest.strip_prefix("pub") {
        let scope = public.starts_with('(').then(|| public.split_once(')')).flatten();
        rest = scope.map_or(public, |(_, after)| after).trim_start();
    }
    for word in ["const ", "async ", "unsafe "] {
        rest = rest.strip_prefix(word).unwrap_or(rest);
    }
    rest.starts_with("fn ") && !line.ends_with(';')
}

/// A dependency that no file of a crate names costs everybody time.
#[test]
fn every_dependency_is_named_in_its_crate() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().unwrap();
    let nodes = metadata["resolve"]["nodes"].as_array().unwrap();
    for id in metadata["workspace_members"].as_array().unwrap() {
        let manifest =
            packages.iter().find(|it| it["id"] == *id).unwrap()["manifest_path"].as_str();
        let folder = Path::new(manifest.unwrap()).parent().unwrap();
        let shipped = names_in(&folder.join("src"));
        let all: HashSet<String> =
            ["tests", "examples"].iter().flat_map(|it| names_in(&folder.join(it))).collect();
        let dependencies = nodes.iter().find(|it| it["id"] == *id).unwrap()["deps"].as_array();
        for dependency in dependencies.unwrap() {
            let name = dependency["name"].as_str().unwrap();
            let mut kinds = dependency["dep_kinds"].as_array().unwrap().iter();
            let is_shipped = kinds.any(|kind| kind["kind"].is_null());
            let is_named = shipped.contains(name) || (!is_shipped && all.contains(name));
            assert!(is_named, "{}: nothing names {name}", folder.display());
        }
    }
}

/// Every name in the sources below a folder.
fn names_in(folder: &Path) -> HashSet<String> {
    let mut found = Vec::new();
    files(folder, "rs", &mut found);
    let text: String = found.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let is_part = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
    text.split(|symbol| !is_part(symbol)).map(str::to_owned).collect()
}

/// The crates of ARCHITECTURE.md, with what each depends on, are those of the manifests.
#[test]
fn the_table_of_crates_is_that_of_the_manifests() {
    let page = std::fs::read_to_string(repository().join("ARCHITECTURE.md")).unwrap();
    let (_, table) = page.split_once("| crate | depends on |").unwrap();
    let row = |line: &str| {
        let mut cells = line.split('|').skip(1).map(|cell| cell.replace('`', "").trim().to_owned());
        Some((cells.next()?, cells.next()?))
    };
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let written: BTreeMap<String, String> = rows.filter_map(row).collect();
    let mut read = BTreeMap::new();
    for member in std::fs::read_dir(repository().join("crates")).unwrap().flatten() {
        let text = std::fs::read_to_string(member.path().join("Cargo.toml")).unwrap();
        let manifest: toml::Table = text.parse().unwrap();
        let dependencies = manifest["dependencies"].as_table().unwrap().keys();
        let own = dependencies.filter_map(|name| name.strip_prefix("parallax-"));
        let name = member.file_name().into_string().unwrap();
        read.insert(name, own.collect::<Vec<_>>().join(", "));
    }
    assert_eq!(written, read);
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
