//! Rewritten programs do what the originals do: over the whole corpus, every rule, several seeds.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::process::Command;

use parallax_model::{Location, Program};
use parallax_program::corpus;
use parallax_program::edit::Edited;
use parallax_program::js::Syntax;
use parallax_program::rewrite::{Rule, Sites};
use parallax_program::rules::{self, RemoveDeadCode};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

const SEEDS: u64 = 2;
/// Every site is tried in programs with fewer bytes than this.
const MAX_LENGTH: usize = 500;
/// Rules are applied on top of each other, as in iterative testing.
const ROUNDS: u64 = 5;

fn programs() -> Vec<Program> {
    corpus::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/js")).unwrap().programs
}

fn apply(rule: &dyn Rule<Syntax>, program: &Program, seed: u64) -> Option<Edited> {
    let syntax = Syntax::new(program)?;
    draw(program, &rule.sites(&syntax), seed)
}

fn draw(program: &Program, sites: &Sites, seed: u64) -> Option<Edited> {
    let site = sites.draw(&mut ChaCha8Rng::seed_from_u64(seed))?;
    Some(Edited::new(program, sites.apply(&site)?))
}

/// Follows one rule from round to round.
fn rounds(program: &Program, rule: &dyn Rule<Syntax>, seed: u64) -> Option<Program> {
    let mut rewritten = None;
    for round in 0..ROUNDS {
        let initial = rewritten.as_ref().unwrap_or(program);
        let Some(edited) = apply(rule, initial, seed * 100 + round) else { break };
        rewritten = Some(edited.program);
    }
    rewritten
}

/// What a script says of each program of a folder.
fn run(script: &str, folder: &Path) -> BTreeMap<String, String> {
    let runner = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(script);
    let output = Command::new("node").arg(runner).arg(folder).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(name, result)| (name.to_owned(), result.to_owned()))
        .collect()
}

/// By which Node tells modules.
fn ending(program: &Program) -> &'static str {
    if program.goal.is_script() { "js" } else { "mjs" }
}

/// Programs in a folder, and the originals that they must do the same as.
struct Pairs {
    folder: tempfile::TempDir,
    rewritten: BTreeMap<String, (String, Program)>,
}

impl Pairs {
    fn new() -> Self {
        Pairs { folder: tempfile::tempdir().unwrap(), rewritten: BTreeMap::new() }
    }

    fn original(&self, number: usize, program: &Program) -> String {
        let name = format!("{number:03}.{}", ending(program));
        fs::write(self.folder.path().join(&name), &*program.text).unwrap();
        name
    }

    fn add(&mut self, original: &str, how: &str, program: Program) {
        let name = format!("{original}-{how}.{}", ending(&program));
        fs::write(self.folder.path().join(&name), &*program.text).unwrap();
        self.rewritten.insert(name, (original.to_owned(), program));
    }

    fn check(&self) {
        let results = run("run.js", self.folder.path());
        for (name, (original, program)) in &self.rewritten {
            let (before, after) = (results.get(original), results.get(name));
            assert!(before.is_some(), "{original} did not run");
            assert_eq!(before, after, "{name} of {}:\n{}", program.name, program.text);
        }
    }
}

fn rewritten_programs_print_what_the_originals_print() {
    let mut pairs = Pairs::new();
    for (number, program) in programs().iter().enumerate() {
        let original = pairs.original(number, program);
        for &rule in rules::ALL {
            for seed in 0..SEEDS {
                if let Some(rewritten) = rounds(program, rule, seed) {
                    pairs.add(&original, &format!("{}-{seed}", rule.name()), rewritten);
                }
            }
        }
    }
    assert!(pairs.rewritten.len() > 700, "{} programs were rewritten", pairs.rewritten.len());
    pairs.check();
}

fn programs_without_their_dead_code_print_what_the_originals_print() {
    let mut pairs = Pairs::new();
    let programs = programs();
    let originals: Vec<_> = programs
        .iter()
        .enumerate()
        .map(|(number, program)| pairs.original(number, program))
        .collect();
    let coverage = run("coverage.js", pairs.folder.path());
    for (program, original) in programs.iter().zip(originals) {
        let dead: Vec<_> =
            coverage[&original].split(' ').filter_map(|range| places(program, range)).collect();
        let Some(syntax) = Syntax::new(program) else { continue };
        let rule = RemoveDeadCode { dead: &dead };
        let sites = rule.sites(&syntax);
        for (number, site) in sites.iter().enumerate() {
            let edited = Edited::new(program, sites.apply(&site).unwrap());
            assert!(Syntax::new(&edited.program).is_some(), "{}", edited.program.text);
            pairs.add(&original, &number.to_string(), edited.program);
        }
    }
    assert!(pairs.rewritten.len() > 30, "{} programs were rewritten", pairs.rewritten.len());
    pairs.check();
}

/// A range of offsets such as `12-34` as places; the corpus is ASCII.
fn places(program: &Program, range: &str) -> Option<Range<Location>> {
    let place = |offset: &str| {
        let before = program.text.get(..offset.parse().ok()?)?;
        let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.matches('\n').count() + 1;
        Some(Location { line: line as u32, column: column as u32 })
    };
    let (start, end) = range.split_once('-')?;
    Some(place(start)?..place(end)?)
}

fn every_line_of_code_is_somewhere_and_the_same() {
    for program in programs() {
        for &rule in rules::ALL {
            let Some(edited) = apply(rule, &program, 7) else { continue };
            let after = edited.program.lines();
            for (index, line) in program.lines().iter().enumerate() {
                let place = Location { line: index as u32 + 1, column: 0 };
                let now = edited.moved(place).unwrap();
                assert!(!edited.is_inserted(now));
                if rule.name().starts_with("insert") {
                    assert_eq!(after[now.line as usize - 1], *line, "{}", rule.name());
                }
            }
        }
    }
}

fn the_same_program_has_the_same_sites() {
    for program in programs() {
        let parsed = [Syntax::new(&program), Syntax::new(&program)];
        let [Some(one), Some(other)] = &parsed else { continue };
        for &rule in rules::ALL {
            let listed = |syntax| {
                let sites = rule.sites(syntax);
                let edits: Vec<_> = sites.iter().take(100).map(|site| sites.apply(&site)).collect();
                (sites.places().to_vec(), edits)
            };
            assert_eq!(listed(one), listed(other), "{} of {}", rule.name(), program.name);
        }
    }
}

fn every_site_gives_another_program_that_parses() {
    let mut checked = 0;
    for program in programs().iter().filter(|program| program.text.len() < MAX_LENGTH) {
        let Some(syntax) = Syntax::new(program) else { continue };
        for &rule in rules::ALL {
            let sites = rule.sites(&syntax);
            for site in sites.iter() {
                let text = sites.apply(&site).unwrap().text(&program.text);
                assert_ne!(text, *program.text, "{} at {site:?}", rule.name());
                let rewritten = program.with_text(text);
                let text = &rewritten.text;
                assert!(Syntax::new(&rewritten).is_some(), "{}:\n{text}", rule.name());
                checked += 1;
            }
        }
    }
    assert!(checked > 1000, "{checked} sites");
}

fn most_of_the_corpus_has_a_place_for_each_rule() {
    let programs = programs();
    for &rule in rules::ALL {
        let rewritten = programs.iter().filter(|program| apply(rule, program, 0).is_some()).count();
        assert!(rewritten > 10, "{}: {rewritten}", rule.name());
    }
}

/// V8 pauses at a `return` or at the operator behind it, depending on whether it has the
/// operand at hand from the statement before; so within the line of a `return` places may differ.
fn an_engine_can_pause_where_it_could_before_and_in_what_was_inserted() {
    let mut pairs = Pairs::new();
    let mut edits = BTreeMap::new();
    for (number, program) in programs().iter().enumerate() {
        let original = pairs.original(number, program);
        for &rule in rules::ALL {
            for seed in 0..SEEDS {
                let Some(edited) = apply(rule, program, seed) else { continue };
                let how = format!("{}-{seed}", rule.name());
                pairs.add(&original, &how, edited.program.clone());
                let name = format!("{original}-{how}.{}", ending(program));
                edits.insert(name, (original.clone(), edited));
            }
        }
    }
    let breakable = run("breakable.js", pairs.folder.path());
    let mut differences = Vec::new();
    for (name, (original, edited)) in &edits {
        let Some(before) = breakable.get(original) else { continue };
        let before: BTreeSet<_> =
            locations(before).map(|place| edited.moved(place).unwrap()).collect();
        let after: BTreeSet<_> =
            locations(&breakable[name]).filter(|place| !edited.is_inserted(*place)).collect();
        assert!(!before.is_empty(), "{original}");
        let lines = edited.program.lines();
        let text = |place: &Location| lines[place.line as usize - 1];
        let differing = before.symmetric_difference(&after);
        let differing = differing.filter(|place| {
            let on_line =
                |places: &BTreeSet<Location>| places.iter().any(|at| at.line == place.line);
            !(text(place).trim_start().starts_with("return ")
                && on_line(&before)
                && on_line(&after))
        });
        differences.extend(differing.map(|place| format!("{name} {place}: {}", text(place))));
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

fn locations(text: &str) -> impl Iterator<Item = Location> {
    text.split(' ').filter_map(|place| {
        let (line, column) = place.split_once(':')?;
        Some(Location { line: line.parse().ok()?, column: column.parse().ok()? })
    })
}

parallax_testing::tests! {
    [NODE_COMMAND] {
        rewritten_programs_print_what_the_originals_print,
        programs_without_their_dead_code_print_what_the_originals_print,
        an_engine_can_pause_where_it_could_before_and_in_what_was_inserted,
    }
    [] {
        every_line_of_code_is_somewhere_and_the_same,
        the_same_program_has_the_same_sites,
        every_site_gives_another_program_that_parses,
        most_of_the_corpus_has_a_place_for_each_rule,
    }
}
