//! docs/files.md lists every source file with the sentence that it opens with.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

use std::collections::BTreeMap;
use std::path::Path;

use parallax_testing::places::repository;

/// Files that have no row: tests, and what only tests use.
const UNLISTED: [&str; 2] = ["tests.rs", "synthetic.rs"];

#[test]
fn the_list_of_files_is_up_to_date() {
    let root = repository();
    let mut rows = BTreeMap::new();
    for member in std::fs::read_dir(root.join("crates")).unwrap().flatten() {
        collect(&member.path().join("src"), &root, &mut rows);
    }
    let mut made = String::from(
        "# Files\n\nEvery source file and the sentence that it opens with. `make accept` writes this \
         page from the files; [ARCHITECTURE.md](../ARCHITECTURE.md) explains how they work together.\n",
    );
    let mut current = "";
    for (path, sentence) in &rows {
        let (folder, file) = path.split_once("/src/").unwrap();
        if folder != current {
            made.push_str(&format!("\n## {folder}\n\n| file | what it is for |\n| --- | --- |\n"));
            current = folder;
        }
        made.push_str(&format!("| [{file}](../{path}) | {sentence} |\n"));
    }
    let page = root.join("docs/files.md");
    if std::env::var_os("PARALLAX_ACCEPT").is_some() {
        std::fs::write(&page, &made).unwrap();
    }
    let written = std::fs::read_to_string(&page).unwrap_or_default();
    assert_eq!(written, made, "docs/files.md is not up to date: run `make accept`");
}

fn collect(folder: &Path, root: &Path, rows: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            collect(&path, root, rows);
        } else if name.ends_with(".rs") && !UNLISTED.iter().any(|it| name.ends_with(it)) {
            let text = std::fs::read_to_string(&path).unwrap();
            rows.insert(name.clone(), sentence(&text, &name));
        }
    }
}

/// The first sentence of a file's `//!` lines.
fn sentence(text: &str, name: &str) -> String {
    let lines = text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
    let paragraph = lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    assert!(!paragraph.is_empty(), "{name} does not open with a `//!` line");
    let end = paragraph.find(". ").unwrap_or(paragraph.len());
    paragraph[..end].trim_end_matches('.').replace('|', "\\|")
}
