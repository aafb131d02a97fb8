//! Every target runs its stored inputs and as many changed ones as take a second or two, in a process of its own.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

use std::collections::BTreeSet;
use std::process::Command;

use parallax_fuzz::{TARGETS, corpus};
use parallax_testing::places::repository;

fn run(name: &str) {
    let ran = Command::new(env!("CARGO_BIN_EXE_parallax-fuzz")).arg(name).output().unwrap();
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(ran.status.success(), "{}\n{}{}", ran.status, said(&ran.stdout), said(&ran.stderr));
}

macro_rules! targets {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            run(stringify!($name));
        })*

        const TESTED: &[&str] = &[$(stringify!($name)),*];
    };
}

targets! {
    actions
    answer
    bug
    cell
    config
    deviations
    framed
    gcov
    known
    llvm
    pipe
    prefixed
    program
    source_map
    spec
    store
    suite
    websocket
    wire_bun
    wire_bun_file
    wire_chromium
    wire_chromium_worker
    wire_deno
    wire_firefox
    wire_node
    wire_node_worker
}

/// A recording that is not changed shows most of a session, or changes would be of nothing.
#[test]
fn whole_recordings_are_played_to_their_end() {
    let targets = TARGETS.iter().filter_map(|it| it.name.strip_prefix("wire_"));
    for name in targets {
        let recording =
            std::fs::read(corpus(&format!("wire_{name}")).join("session.wire")).unwrap();
        let shown = parallax_fuzz::play(&name.replace('_', "-"), &recording);
        assert!(shown >= 10, "{name}: {shown}");
    }
}

/// What is listed, what has stored inputs, and what cargo-fuzz finds, are the same.
#[test]
fn every_target_is_tested_has_inputs_and_is_known_to_cargo_fuzz() {
    let all: Vec<&str> = TARGETS.iter().map(|it| it.name).collect();
    assert_eq!(all, TESTED);
    let folder = repository().join("fuzz");
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    for name in &all {
        assert!(
            std::fs::read_dir(corpus(name)).unwrap().count() > 0,
            "{name} has no stored inputs"
        );
        let file = format!("fuzz_targets/{name}.rs");
        assert!(manifest.contains(&format!("name = \"{name}\"\npath = \"{file}\"")), "{name}");
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        assert!(text.contains(&format!("run(\"{name}\", input)")), "{name}");
    }
    let list = |folder: &str| -> BTreeSet<String> {
        let entries = std::fs::read_dir(repository().join(folder)).unwrap();
        entries.map(|it| it.unwrap().path().file_stem().unwrap().to_str().unwrap().into()).collect()
    };
    let known: BTreeSet<String> = all.iter().map(|it| (*it).to_owned()).collect();
    assert_eq!((list("fuzz/fuzz_targets"), list("fuzz/corpus")), (known.clone(), known));
}
