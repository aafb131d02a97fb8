//! Programs that mean something else by another text: seeds and mutants that reach what changed, run by both.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use fixedbitset::FixedBitSet;
use parallax_spec::changes::Changes;
use parallax_spec::run::{Outcome, Run, RunOptions, Specification, Stop};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Text;
use super::edges::with_edges;
use crate::generate::fragments::Fragments;
use crate::generate::generation::BUDGET;
use crate::generate::inject::Injector;
use crate::generate::mutators::Situation;
use crate::generate::realm::Realm;
use crate::generate::seeds;

/// Of the programs that reach an algorithm so many are mutated, the shortest.
const MOST_PARENTS: usize = 40;
/// So many mutants are made from one program before another is chosen.
const MUTANTS: usize = 8;
/// Longer programs are not made.
const MAX_PROGRAM: usize = 400;
/// So many programs are kept for one algorithm.
const MOST_FOUND: usize = 5;

/// How to look for programs.
pub struct Search<'s> {
    /// How long.
    pub time: Duration,
    /// How many threads.
    pub jobs: usize,
    /// The seed of all random choices.
    pub seed: u64,
    /// Programs besides those that are made.
    pub more: &'s [String],
}

/// What programs do by both texts.
#[derive(Clone, Debug, Default)]
pub struct Programs {
    /// How many were run.
    pub run: usize,
    /// How many of them reach an algorithm that changed.
    pub reaching: usize,
    /// Those with another meaning, the smallest first.
    pub changed: Vec<Meaning>,
    /// Algorithms that came or changed, and that no program reaches.
    pub unreached: Vec<String>,
}

/// A program with another meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// The program.
    pub program: String,
    /// What the old text says that it does.
    pub old: String,
    /// What the new text says.
    pub new: String,
    /// The algorithms that changed and that it reaches.
    pub algorithms: Vec<String>,
    /// Whether the new text contradicts itself, or cannot be run on, and the old one does not.
    pub contradicts: bool,
}

/// Runs programs by both texts.
pub fn compare(
    (old, before): (&Text, &Specification),
    (new, after): (&Text, &Specification),
    changes: &Changes,
    search: &Search<'_>,
) -> Programs {
    let compared = Compared::new((old, before), (new, after), changes);
    let (realms, mut rng) =
        ([Realm::read(before), Realm::read(after)], ChaCha8Rng::seed_from_u64(search.seed));
    let (seeds, fragments) = synthesised([before, after], &realms, search, &mut rng);
    let hunt = Hunt {
        compared,
        words: &new.words,
        seeds,
        fragments,
        next: AtomicUsize::new(0),
        ends: Instant::now() + search.time,
        found: Mutex::new(Found::default()),
    };
    std::thread::scope(|scope| {
        for job in 0..search.jobs.max(1) {
            let (hunt, realms) = (&hunt, &realms);
            scope.spawn(move || Hunter::new(hunt, realms, search.seed ^ (job as u64) << 32).work());
        }
    });
    hunt.result()
}

/// Seeds of both texts, and pieces for mutants.
fn synthesised(
    specifications: [&Specification; 2],
    realms: &[Realm; 2],
    search: &Search<'_>,
    rng: &mut ChaCha8Rng,
) -> (Vec<String>, Fragments) {
    let mut fragments = Fragments::default();
    let mut seen = HashSet::new();
    let mut programs: Vec<String> = search.more.to_vec();
    for (specification, realm) in specifications.into_iter().zip(realms) {
        let made = seeds::synthesise(specification.parser(), realm, rng);
        for program in &made.material {
            if let Ok(tree) = specification.parser().script(program) {
                fragments.add(&tree, rng);
            }
        }
        programs.extend(made.seeds.into_iter().map(|it| it.program));
    }
    programs.retain(|it| seen.insert(it.clone()));
    (programs, fragments)
}

/// Two texts, and which of their steps belong to what changed.
struct Compared<'t> {
    old: &'t Specification,
    new: &'t Specification,
    /// For each step of a text the algorithm that it changed in, as a number of `names`.
    of_old: BTreeMap<usize, usize>,
    of_new: BTreeMap<usize, usize>,
    masks: [FixedBitSet; 2],
    names: Vec<String>,
    /// Whether the syntax changed, which any program may notice.
    everywhere: bool,
}

impl<'t> Compared<'t> {
    fn new(
        (old_text, old): (&Text, &'t Specification),
        (new_text, new): (&Text, &'t Specification),
        changes: &Changes,
    ) -> Self {
        let mut compared = Compared {
            old,
            new,
            of_old: BTreeMap::new(),
            of_new: BTreeMap::new(),
            masks: [
                FixedBitSet::with_capacity(old.steps()),
                FixedBitSet::with_capacity(new.steps()),
            ],
            names: Vec::new(),
            everywhere: !changes.productions.is_empty() || !changes.removed.is_empty(),
        };
        let name = |text: &Text, number: usize| {
            text.edition.all().nth(number).map_or_else(String::new, |(it, _)| it.head.name())
        };
        for changed in &changes.changed {
            compared.add(Some(changed.old), Some(changed.new), name(new_text, changed.new));
        }
        for number in &changes.added {
            compared.add(None, Some(*number), name(new_text, *number));
        }
        for number in &changes.removed {
            compared.add(Some(*number), None, name(old_text, *number));
        }
        compared
    }

    fn add(&mut self, old: Option<usize>, new: Option<usize>, name: String) {
        let number = self.names.len();
        self.names.push(name);
        let steps = |specification: &Specification, at: usize| {
            let outline = specification.outline().get(at);
            outline.map_or(0..0, |it| it.first..it.first + it.steps.len())
        };
        for step in old.map_or(0..0, |at| steps(self.old, at)) {
            self.of_old.insert(step, number);
            self.masks[0].insert(step);
        }
        for step in new.map_or(0..0, |at| steps(self.new, at)) {
            self.of_new.insert(step, number);
            self.masks[1].insert(step);
        }
    }

    /// The algorithms that changed and that a run reaches.
    fn reached(&self, run: &Run, text: usize) -> BTreeSet<usize> {
        let of = if text == 0 { &self.of_old } else { &self.of_new };
        let steps = run.covered.intersection(&self.masks[text]);
        steps.filter_map(|step| of.get(&step).copied()).collect()
    }
}

/// What all threads share.
struct Hunt<'t> {
    compared: Compared<'t>,
    words: &'t crate::generate::words::Words,
    seeds: Vec<String>,
    fragments: Fragments,
    next: AtomicUsize,
    ends: Instant,
    found: Mutex<Found>,
}

#[derive(Default)]
struct Found {
    run: usize,
    reaching: usize,
    /// For each algorithm the shortest programs that reach it.
    parents: BTreeMap<usize, Vec<String>>,
    /// For each algorithm the programs that mean something else.
    changed: BTreeMap<usize, Vec<Meaning>>,
}

impl Hunt<'_> {
    fn found(&self) -> std::sync::MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_over(&self) -> bool {
        Instant::now() >= self.ends
    }

    fn result(self) -> Programs {
        let found = self.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        let unreached = (0..self.compared.names.len()).filter(|it| !found.parents.contains_key(it));
        let unreached = unreached.map(|it| self.compared.names[it].clone()).collect();
        let mut changed: Vec<Meaning> = Vec::new();
        for meaning in found.changed.into_values().flatten() {
            if !changed.contains(&meaning) {
                changed.push(meaning);
            }
        }
        changed.sort_by(|one, other| {
            (one.program.len(), &one.program).cmp(&(other.program.len(), &other.program))
        });
        Programs { run: found.run, reaching: found.reaching, changed, unreached }
    }
}

/// One thread.
struct Hunter<'h> {
    hunt: &'h Hunt<'h>,
    injectors: [Injector<'h>; 2],
    rng: ChaCha8Rng,
}

impl<'h> Hunter<'h> {
    fn new(hunt: &'h Hunt<'h>, realms: &'h [Realm; 2], seed: u64) -> Self {
        let [old, new] = realms;
        let injectors = [
            Injector::new(hunt.compared.old, old, BUDGET),
            Injector::new(hunt.compared.new, new, BUDGET),
        ];
        Hunter { hunt, injectors, rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    fn work(&mut self) {
        while !self.hunt.is_over() {
            let number = self.hunt.next.fetch_add(1, Ordering::Relaxed);
            if let Some(program) = self.hunt.seeds.get(number) {
                self.attempt(program);
            }
            // A change that seeds reach early need not wait for all of them.
            if number >= self.hunt.seeds.len() || number.is_multiple_of(MUTANTS) {
                match self.parent() {
                    Some(parent) => self.mutate(&parent),
                    None if number >= self.hunt.seeds.len() => break,
                    None => {}
                }
            }
        }
    }

    /// A program that reaches an algorithm for which nothing was found yet.
    fn parent(&mut self) -> Option<String> {
        let found = self.hunt.found();
        let open = found.parents.iter().filter(|(it, _)| !found.changed.contains_key(*it));
        let open: Vec<&Vec<String>> = open.map(|(_, parents)| parents).collect();
        let parents = open.get(self.rng.random_range(0..open.len().max(1)))?;
        parents.get(self.rng.random_range(0..parents.len().max(1))).cloned()
    }

    fn mutate(&mut self, parent: &str) {
        let Ok(tree) = self.hunt.compared.new.parser().script(parent) else { return };
        for _ in 0..MUTANTS {
            let (fragments, words) = (&self.hunt.fragments, self.hunt.words);
            let situation = Situation { tree: &tree, place: None, fragments, words };
            let mutant = match self.rng.random_bool(0.5) {
                true => with_edges(parent, &mut self.rng),
                false => situation.mutate(&mut self.rng).map(|(_, program)| program),
            };
            if let Some(program) = mutant.filter(|it| it.len() <= MAX_PROGRAM)
                && !self.hunt.is_over()
            {
                self.attempt(&program);
            }
        }
    }

    /// Runs a program by the new text, and by the old one where it reaches what changed.
    fn attempt(&self, program: &str) {
        let compared = &self.hunt.compared;
        let options = RunOptions::within(BUDGET);
        let new = compared.new.run(program, &options);
        let mut reached = compared.reached(&new, 1);
        self.hunt.found().run += 1;
        if reached.is_empty() && !compared.everywhere {
            return;
        }
        let old = compared.old.run(program, &options);
        reached.extend(compared.reached(&old, 0));
        if !reached.is_empty() {
            self.remember(program, &reached);
        }
        if let Some((was, is)) = self.difference(program, &old, &new) {
            let contradicts = is_contradiction(&new.outcome) && !is_contradiction(&old.outcome);
            let names = reached.iter().map(|it| compared.names[*it].clone()).collect();
            let program = program.to_owned();
            let meaning = Meaning { program, old: was, new: is, algorithms: names, contradicts };
            self.keep(&reached, &meaning);
        }
    }

    /// What the program does by the texts, where that is not the same.
    fn difference(&self, program: &str, old: &Run, new: &Run) -> Option<(String, String)> {
        let (was, is) = (shown(old), shown(new));
        if was != is {
            return Some((was, is));
        }
        if !matches!(new.outcome, Outcome::Normal(_)) {
            return None;
        }
        let [before, after] = &self.injectors;
        let checks = |injector: &Injector<'_>| match injector.test(program) {
            Ok((test, _)) => Some(test.checks),
            Err(_) => None,
        };
        let (before, after) = (checks(before)?, checks(after)?);
        let lost = before.iter().find(|it| !after.contains(it));
        let won = after.iter().find(|it| !before.contains(it));
        if lost.is_none() && won.is_none() {
            return None;
        }
        let said = |check: Option<&String>| {
            check.map_or("the same, without that", String::as_str).to_owned()
        };
        Some((said(lost), said(won)))
    }

    fn remember(&self, program: &str, reached: &BTreeSet<usize>) {
        let mut found = self.hunt.found();
        found.reaching += 1;
        for algorithm in reached {
            let parents = found.parents.entry(*algorithm).or_default();
            if parents.len() < MOST_PARENTS {
                parents.push(program.to_owned());
            } else if let Some(longest) = parents.iter_mut().max_by_key(|it| it.len())
                && longest.len() > program.len()
            {
                *longest = program.to_owned();
            }
        }
    }

    fn keep(&self, reached: &BTreeSet<usize>, meaning: &Meaning) {
        let mut found = self.hunt.found();
        // What no changed algorithm explains is a matter of syntax.
        let all: Vec<usize> = match reached.is_empty() {
            true => vec![usize::MAX],
            false => reached.iter().copied().collect(),
        };
        for algorithm in all {
            let kept = found.changed.entry(algorithm).or_default();
            kept.push(meaning.clone());
            kept.sort_by_key(|it| (!it.contradicts, it.program.len()));
            kept.truncate(MOST_FOUND);
        }
    }
}

/// What a run shows: how it ends, and what it prints. What errors say names algorithms, which may be renamed.
fn shown(run: &Run) -> String {
    let ended = match &run.outcome {
        Outcome::Normal(value) => format!("ends with {value}"),
        Outcome::Throw(thrown) => {
            format!("throws {}", thrown.error.as_ref().unwrap_or(&thrown.shown))
        }
        Outcome::Syntax(_) => "is no script".to_owned(),
        Outcome::Stopped(Stop::Steps | Stop::Depth | Stop::Memory) => "goes on for long".to_owned(),
        Outcome::Stopped(stop) => format!("has no result: {stop}"),
    };
    run.output.iter().map(|line| format!("prints {line}; ")).chain([ended]).collect()
}

fn is_contradiction(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Stopped(Stop::Abort { .. } | Stop::Unsupported { .. }))
}
