//! Coverage of an edition: its steps, and both sides of the branches of its steps.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use fixedbitset::FixedBitSet;
use parallax_spec::run::{Outcome, Run, Specification};

use super::observed;
use super::swallowed::SwallowedExceptions;

/// Of a longer log the first events count.
const MAX_EVENTS: usize = 60;

/// What a run, or a pool of programs, covers. The bits of the steps come first, then the sides of
/// branches, then the places whose exceptions are swallowed, the features that are shown, and at last the
/// steps within features, and the events that programs observe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    bits: FixedBitSet,
    /// Fingerprints of events, each with the one before it and what is observed. There are many, and few
    /// of them in one program.
    events: BTreeSet<u64>,
}

/// What there is to cover: steps, and sides of branches.
#[derive(Clone, Debug)]
pub struct Universe {
    steps: usize,
    /// What counts.
    counted: FixedBitSet,
    swallowed: SwallowedExceptions,
    /// How many ways there are for features to have a hand in an object that a program leaves to be
    /// seen.
    shown: usize,
    /// Steps are told apart by the features that run them, too.
    within: Option<Within>,
}

/// Numbers for steps within features, given as they are met.
#[derive(Clone, Debug, Default)]
struct Within(Arc<Mutex<HashMap<(u32, u32), usize>>>);

impl Within {
    fn number(&self, pairs: &[(u32, u32)]) -> Vec<usize> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let number = |pair: &(u32, u32)| {
            let next = known.len();
            *known.entry(*pair).or_insert(next)
        };
        pairs.iter().map(number).collect()
    }
}

/// How much is covered, of how much.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoverageCounts {
    /// Steps that were run.
    pub steps: usize,
    /// Steps that a script can reach.
    pub all_steps: usize,
    /// Sides of branches that were taken.
    pub sides: usize,
    /// Sides of branches in steps that a script can reach.
    pub all_sides: usize,
}

impl Universe {
    /// The steps that a script can reach, by the calls in the text, and the branches in them.
    pub fn of(specification: &Specification) -> Self {
        let steps = specification.steps();
        let reachable = specification.reachable();
        let mut counted = FixedBitSet::with_capacity(steps + 2 * specification.branches().len());
        counted.extend(reachable.ones());
        for (branch, step) in specification.branches().iter().enumerate() {
            if reachable.contains(*step as usize) {
                counted.insert_range(steps + 2 * branch..steps + 2 * branch + 2);
            }
        }
        let shown = 3 * specification.features();
        Universe {
            steps,
            counted,
            swallowed: SwallowedExceptions::of(specification),
            shown,
            within: None,
        }
    }

    /// With steps told apart by the features that run them: the same step run by two built-in
    /// functions, or for two productions, is two things to cover.
    #[must_use]
    pub fn feature_sensitive(self) -> Self {
        Universe { within: Some(Within::default()), ..self }
    }

    /// Whether runs have to say which features run their steps.
    pub fn is_feature_sensitive(&self) -> bool {
        self.within.is_some()
    }

    /// So many steps and branches, all of which count.
    pub fn all(steps: usize, branches: usize) -> Self {
        let mut counted = FixedBitSet::with_capacity(steps + 2 * branches);
        counted.insert_range(..);
        Universe {
            steps,
            counted,
            swallowed: SwallowedExceptions::default(),
            shown: 0,
            within: None,
        }
    }

    /// Nothing covered.
    pub fn none(&self) -> Coverage {
        Coverage { bits: FixedBitSet::with_capacity(self.len()), events: BTreeSet::new() }
    }

    /// How many bits there are, those of steps within features left out.
    pub fn len(&self) -> usize {
        self.counted.len() + self.swallowed.places() + self.shown
    }

    /// Whether there is nothing to cover.
    pub fn is_empty(&self) -> bool {
        self.counted.is_clear()
    }

    /// What a run covers. Where its program comes from says what it observes.
    pub fn of_run(&self, run: &Run, origin: &str) -> Coverage {
        let events = events(run, origin).collect();
        let mut bits = FixedBitSet::with_capacity(self.len());
        // Of what is no script nothing is run.
        if matches!(run.outcome, Outcome::Syntax(_)) {
            return Coverage { bits, events };
        }
        bits.extend(run.covered.ones());
        bits.extend(run.branches.ones().map(|side| self.steps + side));
        bits.intersect_with(&self.counted);
        let swallowed: Vec<usize> = self.swallowed.of_run(run, &bits).collect();
        bits.extend(swallowed.into_iter().map(|place| self.counted.len() + place));
        let shown = self.counted.len() + self.swallowed.places();
        bits.extend(run.shown.ones().map(|feature| shown + feature));
        if let Some(within) = &self.within {
            let numbers = within.number(&run.features);
            bits.grow(self.len() + numbers.iter().max().map_or(0, |most| most + 1));
            bits.extend(numbers.into_iter().map(|number| self.len() + number));
        }
        Coverage { bits, events }
    }

    /// The bit of the other side of a branch; none for what is no branch.
    pub fn other_side(&self, bit: usize) -> Option<usize> {
        let side = self.side(bit)?;
        Some(self.steps + (side ^ 1) as usize)
    }

    /// The side of a branch that a bit stands for, as runs count them.
    pub fn side(&self, bit: usize) -> Option<u32> {
        let side = bit.checked_sub(self.steps).filter(|_| bit < self.counted.len())?;
        Some(side as u32)
    }

    /// CoverageCounts what is covered.
    pub fn counts(&self, coverage: &Coverage) -> CoverageCounts {
        CoverageCounts {
            steps: coverage.bits.count_ones(..self.steps),
            all_steps: self.counted.count_ones(..self.steps),
            sides: coverage.bits.count_ones(self.steps..self.counted.len()),
            all_sides: self.counted.count_ones(self.steps..),
        }
    }
}

impl Coverage {
    /// The bits.
    pub fn bits(&self) -> impl Iterator<Item = usize> + '_ {
        self.bits.ones()
    }

    /// How many bits are covered.
    pub fn count(&self) -> usize {
        self.bits.count_ones(..) + self.events.len()
    }

    /// Whether a bit is covered.
    pub fn contains(&self, bit: usize) -> bool {
        self.bits.contains(bit)
    }

    /// Whether everything here is covered there, too.
    pub fn is_within(&self, other: &Coverage) -> bool {
        self.bits.is_subset(&other.bits) && self.events.is_subset(&other.events)
    }

    /// Adds what another covers.
    pub fn add(&mut self, other: &Coverage) {
        self.bits.union_with(&other.bits);
        self.events.extend(&other.events);
    }

    /// Takes away what another covers.
    pub fn remove(&mut self, other: &Coverage) {
        self.bits.difference_with(&other.bits);
        // There may be many more here than there.
        for event in &other.events {
            self.events.remove(event);
        }
    }

    /// What another does not cover.
    pub fn beyond(&self, other: &Coverage) -> Coverage {
        let events = self.events.iter().filter(|event| !other.events.contains(*event));
        Coverage {
            bits: self.bits.difference(&other.bits).collect(),
            events: events.copied().collect(),
        }
    }

    /// Without the events.
    #[must_use]
    pub fn without_events(self) -> Self {
        Coverage { events: BTreeSet::new(), ..self }
    }

    /// Whether nothing but events is covered: of a text which is no script nothing is run.
    pub fn is_of_no_script(&self) -> bool {
        self.bits.is_clear()
    }

    /// How many bits there are that another covers as well.
    pub fn shared(&self, other: &Coverage) -> usize {
        let events = self.events.iter().filter(|event| other.events.contains(*event));
        self.bits.intersection_count(&other.bits) + events.count()
    }
}

/// Each event after the one before it, for what is observed. Of a program that comes from elsewhere only
/// the kinds of its events count, for all such programs together: there is no end of what they log.
fn events<'r>(run: &'r Run, origin: &'r str) -> impl Iterator<Item = u64> + 'r {
    let is_systematic = origin.starts_with(observed::ORIGIN);
    let end = match &run.outcome {
        Outcome::Throw(_) => "throws",
        Outcome::Syntax(_) => "is no script",
        _ => "ends",
    };
    let all = run.output.iter().map(String::as_str).take(MAX_EVENTS);
    let all = all.chain((is_systematic || !run.output.is_empty()).then_some(end));
    let mut before = "";
    all.map(move |event| {
        let words = match is_systematic {
            true => [origin, before, event],
            false => ["", kind(before), kind(event)],
        };
        before = event;
        let parts = words.iter().flat_map(|word| word.bytes().chain([0]));
        parallax_model::fingerprint(parts)
    })
}

/// The kind of an event: its first word without the name of the observer.
fn kind(event: &str) -> &str {
    let after = event.split_once(['.', ' ']).map_or(event, |(_, after)| after);
    after.split(' ').next().unwrap_or_default()
}

impl FromIterator<usize> for Coverage {
    fn from_iter<I: IntoIterator<Item = usize>>(bits: I) -> Self {
        Coverage { bits: bits.into_iter().collect(), events: BTreeSet::new() }
    }
}

impl CoverageCounts {
    /// Shares in percent: of steps and of sides.
    pub fn shares(&self) -> [f64; 2] {
        let share = |part: usize, all: usize| 100.0 * part as f64 / all.max(1) as f64;
        [share(self.steps, self.all_steps), share(self.sides, self.all_sides)]
    }
}
