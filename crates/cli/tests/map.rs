//! ARCHITECTURE.md names every source file, and no file that is not there.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use std::collections::BTreeSet;
use std::path::Path;

use common::repository;

/// Files that have no line of their own: lists of modules, and tests.
const UNMAPPED: [&str; 4] = ["lib.rs", "mod.rs", "tests.rs", "synthetic.rs"];

#[test]
fn the_code_map_is_true() {
    let root = repository();
    let text = std::fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let mut mapped = BTreeSet::new();
    let mut folder = String::new();
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("`crates/") {
            folder = format!("crates/{}", rest.split('`').next().unwrap());
        } else if let Some(rest) = line.strip_prefix("| `") {
            mapped.insert(format!("{folder}/{}", rest.split('`').next().unwrap()));
        }
    }
    let mut found = BTreeSet::new();
    for member in std::fs::read_dir(root.join("crates")).unwrap().flatten() {
        collect(&member.path().join("src"), &root, &mut found);
    }
    let missing: Vec<_> = mapped.iter().filter(|path| !root.join(path).is_file()).collect();
    let unmapped: Vec<_> = found
        .difference(&mapped)
        .filter(|path| !UNMAPPED.iter().any(|name| path.ends_with(&format!("/{name}"))))
        .collect();
    assert!(missing.is_empty(), "in the map but not there: {missing:?}");
    assert!(unmapped.is_empty(), "there but not in the map: {unmapped:?}");
}

fn collect(folder: &Path, root: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, root, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.insert(path.strip_prefix(root).unwrap().to_str().unwrap().to_owned());
        }
    }
}
