//! Rewritten programs do what the originals do: over the whole corpus, every rule, several seeds.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use parallax_model::{Location, Program};
use parallax_program::corpus;
use parallax_program::edit::Edited;
use parallax_program::js::Syntax;
use parallax_program::rules::{self, Rule};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

const SEEDS: u64 = 3;
/// Rules are applied on top of each other, as in iterative testing.
const ROUNDS: u64 = 5;

fn programs() -> Vec<Program> {
    corpus::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/js")).unwrap()
}

fn apply(rule: &Rule, program: &Program, seed: u64) -> Option<Edited> {
    let syntax = Syntax::new(program)?;
    (rule.apply)(&syntax, &mut ChaCha8Rng::seed_from_u64(seed))
}

/// Follows one rule from round to round.
fn rounds(program: &Program, rule: &Rule, seed: u64) -> Option<Program> {
    let mut rewritten = None;
    let mut syntax = Syntax::new(program)?;
    for round in 0..ROUNDS {
        let rng = &mut ChaCha8Rng::seed_from_u64(seed * 100 + round);
        let Some(edited) = (rule.apply)(&syntax, rng) else { break };
        let text = &edited.program.text;
        syntax = Syntax::new(&edited.program)
            .unwrap_or_else(|| panic!("{} of {}:\n{text}", rule.name, program.name));
        rewritten = Some(edited.program);
    }
    rewritten
}

/// What each program of a folder printed, and how it ended.
fn run(folder: &Path) -> BTreeMap<String, String> {
    let runner = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/run.js");
    let output = Command::new("node").arg(runner).arg(folder).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(name, result)| (name.to_owned(), result.to_owned()))
        .collect()
}

#[test]
fn rewritten_programs_print_what_the_originals_print() {
    let folder = tempfile::tempdir().unwrap();
    let mut written = BTreeMap::new();
    for (number, program) in programs().iter().enumerate() {
        let original = format!("{number:03}.js");
        fs::write(folder.path().join(&original), &*program.text).unwrap();
        for rule in rules::ALL {
            for seed in 0..SEEDS {
                let Some(rewritten) = rounds(program, rule, seed) else { continue };
                let name = format!("{number:03}-{}-{seed}.js", rule.name);
                fs::write(folder.path().join(&name), &*rewritten.text).unwrap();
                written.insert(name, (original.clone(), rewritten));
            }
        }
    }
    let results = run(folder.path());
    let changed: Vec<_> = written
        .iter()
        .filter(|(name, (original, _))| results.get(*name) != results.get(original))
        .map(|(name, (original, program))| {
            let (before, after) = (&results[original], &results[name]);
            format!("{name} {}\n{}\n{before}\n{after}", program.name, program.text)
        })
        .collect();
    assert_eq!(results.len(), written.len() + programs().len());
    assert!(written.len() > 500, "only {} programs were rewritten", written.len());
    assert!(changed.is_empty(), "{}", changed.join("\n\n"));
}

#[test]
fn every_line_of_code_is_somewhere_and_the_same() {
    for program in programs() {
        for rule in rules::ALL {
            let Some(edited) = apply(rule, &program, 7) else { continue };
            let after = edited.program.lines();
            for (index, line) in program.lines().iter().enumerate() {
                let place = Location { line: index as u32 + 1, column: 0 };
                let now = edited.moved(place).unwrap();
                assert!(!edited.is_inserted(now));
                if rule.name.starts_with("insert") {
                    assert_eq!(after[now.line as usize - 1], *line, "{}", rule.name);
                }
            }
        }
    }
}

#[test]
fn a_rule_depends_on_nothing_but_the_program_and_the_seed() {
    for program in programs() {
        for rule in rules::ALL {
            let text = |seed| apply(rule, &program, seed).map(|edited| edited.program.text);
            assert_eq!(text(3), text(3), "{} of {}", rule.name, program.name);
        }
    }
}

#[test]
fn most_of_the_corpus_has_a_place_for_each_rule() {
    let programs = programs();
    for rule in rules::ALL {
        let rewritten = programs.iter().filter(|program| apply(rule, program, 0).is_some()).count();
        println!("{}: {rewritten} of {} programs", rule.name, programs.len());
        assert!(rewritten > 10, "{}: {rewritten}", rule.name);
    }
}
