//! The pool: programs that between them cover what was covered so far.
//!
//! Each covered step and side has an owner, the program that covered it first. A program that covers
//! all that another owns, and is shorter, takes its place; a program that owns nothing is gone.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::coverage::{Coverage, Universe};

/// How often a program is chosen about which engines disagree, where there is one.
const DISPUTED: f64 = 0.4;

/// So many programs are remembered for each side that they reach.
const MAX_REACHING: usize = 12;

/// A program of the pool.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its text.
    pub program: Arc<str>,
    /// How it came to be: a seed, and the mutations after it.
    pub origin: Vec<String>,
    /// What it covers.
    pub coverage: Coverage,
    /// What it covered first, and still owns.
    owned: Coverage,
}

/// What became of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Usefulness {
    /// It covers so many things that nothing else did.
    New(usize),
    /// It does all that another is kept for, and is shorter.
    Shorter,
    /// It is not kept.
    Useless,
}

/// What to mutate, and what for.
#[derive(Clone, Debug)]
pub struct Target {
    /// The member's number.
    pub number: usize,
    /// Its text.
    pub program: Arc<str>,
    /// How it came to be.
    pub origin: Vec<String>,
    /// The side of a branch that it reaches, whose other side nothing reaches.
    pub side: Option<u32>,
}

/// The pool.
#[derive(Debug)]
pub struct Pool {
    universe: Universe,
    members: Vec<Option<Member>>,
    covered: Coverage,
    /// Branches of which only one side is covered, by the bit of that side: the programs that reach
    /// it, and how often it was aimed at.
    targets: BTreeMap<usize, Aim>,
    length: usize,
    /// Programs about which engines disagree.
    disputed: Vec<usize>,
    /// For each way in which the text has no meaning, the shortest program, and how it came to be.
    aborted: BTreeMap<String, (Arc<str>, Vec<String>)>,
}

#[derive(Debug, Default)]
struct Aim {
    programs: Vec<usize>,
    tries: u64,
}

impl Pool {
    /// An empty pool.
    pub fn new(universe: Universe) -> Self {
        Pool {
            covered: universe.none(),
            members: Vec::new(),
            targets: BTreeMap::new(),
            length: 0,
            disputed: Vec::new(),
            aborted: BTreeMap::new(),
            universe,
        }
    }

    /// What there is to cover.
    pub fn universe(&self) -> &Universe {
        &self.universe
    }

    /// What is covered.
    pub fn covered(&self) -> &Coverage {
        &self.covered
    }

    /// The programs.
    pub fn members(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().flatten()
    }

    /// How many programs there are.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Whether a program with this coverage would be kept. `parent` is what it was made from.
    pub fn judge(&self, program: &str, coverage: &Coverage, parent: Option<usize>) -> Usefulness {
        let new = coverage.beyond(&self.covered).count();
        if new > 0 {
            return Usefulness::New(new);
        }
        let parent = parent.and_then(|number| self.members.get(number)?.as_ref());
        match parent {
            Some(parent)
                if program.len() < parent.program.len() && parent.owned.is_within(coverage) =>
            {
                Usefulness::Shorter
            }
            _ => Usefulness::Useless,
        }
    }

    /// Keeps a program if it is worth it, and says what became of it.
    pub fn consider(
        &mut self,
        program: &str,
        coverage: Coverage,
        parent: Option<usize>,
        origin: Vec<String>,
    ) -> Usefulness {
        let usefulness = self.judge(program, &coverage, parent);
        let owned = match (usefulness, parent) {
            (Usefulness::New(_), _) => coverage.beyond(&self.covered),
            (Usefulness::Shorter, Some(parent)) => match self.members[parent].take() {
                Some(parent) => {
                    self.length -= 1;
                    parent.owned
                }
                None => return Usefulness::Useless,
            },
            _ => return Usefulness::Useless,
        };
        let number = self.members.len();
        self.aim(number, &coverage);
        self.covered.add(&coverage);
        let member = Member { program: program.into(), origin, coverage, owned };
        self.members.push(Some(member));
        self.length += 1;
        usefulness
    }

    /// Keeps a program for which the text has no meaning, if it is the first or shortest of its kind.
    pub fn consider_aborted(&mut self, why: &str, program: &str, origin: &[String]) -> bool {
        let known = self.aborted.get(why);
        let better = known.is_none_or(|(shortest, _)| program.len() < shortest.len());
        if better {
            self.aborted.insert(why.to_owned(), (program.into(), origin.to_vec()));
        }
        better
    }

    /// The programs for which the text has no meaning, and how they came to be.
    pub fn aborted(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.aborted.values().map(|(program, origin)| (&**program, origin.as_slice()))
    }

    /// Updates the targets for a program that is about to be added.
    fn aim(&mut self, number: usize, coverage: &Coverage) {
        for bit in coverage.bits() {
            let Some(other) = self.universe.other_side(bit) else { continue };
            if coverage.contains(other) || self.covered.contains(other) {
                self.targets.remove(&bit);
                self.targets.remove(&other);
                continue;
            }
            let programs = &mut self.targets.entry(bit).or_default().programs;
            match programs.len() {
                MAX_REACHING.. => programs[number % MAX_REACHING] = number,
                _ => programs.push(number),
            }
        }
    }

    /// The number of the program that was kept last.
    pub fn last(&self) -> Option<usize> {
        self.members.len().checked_sub(1)
    }

    /// Notes that engines disagree about a program.
    pub fn dispute(&mut self, number: usize) {
        self.disputed.push(number);
    }

    /// How many branches have only one side covered.
    pub fn targets(&self) -> usize {
        self.targets.len()
    }

    /// Chooses a program to mutate: mostly one that reaches a branch of which one side is not
    /// covered, the less often it was aimed at the sooner.
    pub fn select(&mut self, rng: &mut ChaCha8Rng) -> Option<Target> {
        if !self.disputed.is_empty() && rng.random_bool(DISPUTED) {
            let number = self.disputed[rng.random_range(0..self.disputed.len())];
            if let Some(target) = self.target(number, None) {
                return Some(target);
            }
        }
        if self.targets.is_empty() || rng.random_bool(0.1) {
            return self.any(rng);
        }
        let last = *self.targets.keys().next_back()?;
        let first = *self.targets.keys().next()?;
        let mut tried = (u64::MAX, 0);
        for _ in 0..3 {
            let from = rng.random_range(first..=last);
            if let Some((bit, aim)) = self.targets.range(from..).next() {
                tried = tried.min((aim.tries, *bit));
            }
        }
        let bit = tried.1;
        let aim = self.targets.get_mut(&bit)?;
        aim.tries += 1;
        let members = &self.members;
        aim.programs.retain(|number| members[*number].is_some());
        if aim.programs.is_empty() {
            // All of them made way for shorter ones.
            let reaching = self.members.iter().enumerate().filter(|(_, member)| {
                member.as_ref().is_some_and(|member| member.coverage.contains(bit))
            });
            aim.programs = reaching.map(|(number, _)| number).take(MAX_REACHING).collect();
        }
        let number = *aim.programs.get(rng.random_range(0..aim.programs.len().max(1)))?;
        self.target(number, self.universe.side(bit))
    }

    fn any(&self, rng: &mut ChaCha8Rng) -> Option<Target> {
        for _ in 0..100 {
            let number = rng.random_range(0..self.members.len().max(1));
            if let Some(target) = self.target(number, None) {
                return Some(target);
            }
        }
        None
    }

    fn target(&self, number: usize, side: Option<u32>) -> Option<Target> {
        let member = self.members.get(number)?.as_ref()?;
        let (program, origin) = (Arc::clone(&member.program), member.origin.clone());
        Some(Target { number, program, origin, side })
    }

    /// The fewest programs that keep the coverage: each time the one that covers most of what is left
    /// (of several the shortest).
    pub fn fewest(&self) -> Vec<&Member> {
        let mut left = self.covered.clone();
        let mut candidates: Vec<&Member> = self.members().collect();
        candidates.sort_by_key(|member| (member.program.len(), Arc::clone(&member.program)));
        let gains = candidates.iter().map(|it| it.coverage.count()).enumerate();
        let mut gains: BinaryHeap<(usize, Reverse<usize>)> =
            gains.map(|(at, gain)| (gain, Reverse(at))).collect();
        let mut chosen = Vec::new();
        while let Some((expected, Reverse(best))) = gains.pop() {
            // A gain only shrinks, so one that is counted anew and still the greatest is the greatest.
            let gain = candidates[best].coverage.shared(&left);
            if gain == 0 {
                continue;
            }
            if gain < expected {
                gains.push((gain, Reverse(best)));
                continue;
            }
            left.remove(&candidates[best].coverage);
            chosen.push(candidates[best]);
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    /// Four steps, then both sides of two branches: 4 and 5, 6 and 7.
    fn pool() -> Pool {
        Pool::new(Universe::all(4, 2))
    }

    fn covering(bits: &[usize]) -> Coverage {
        let mut coverage = Universe::all(4, 2).none();
        coverage.add(&bits.iter().copied().collect());
        coverage
    }

    fn add(pool: &mut Pool, program: &str, bits: &[usize], parent: Option<usize>) -> Usefulness {
        pool.consider(program, covering(bits), parent, vec!["test".into()])
    }

    #[test]
    fn a_program_is_kept_if_it_covers_more_or_does_as_well_with_less() {
        let mut pool = pool();
        assert_eq!(add(&mut pool, "longer", &[0, 1, 4], None), Usefulness::New(3));
        assert_eq!(add(&mut pool, "other", &[0, 4], None), Usefulness::Useless);
        assert_eq!(add(&mut pool, "less", &[0, 4], Some(0)), Usefulness::Useless);
        assert_eq!(add(&mut pool, "less", &[0, 1, 4], Some(0)), Usefulness::Shorter);
        assert_eq!(pool.len(), 1);
        assert_eq!(&*pool.members().next().unwrap().program, "less");
    }

    #[test]
    fn what_is_aimed_at_has_one_side_covered() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut pool = pool();
        add(&mut pool, "a", &[0, 4], None);
        assert_eq!(pool.targets(), 1);
        let target = (0..20).find_map(|_| pool.select(&mut rng)?.side);
        assert_eq!(target, Some(0));
        add(&mut pool, "b", &[0, 5], None);
        assert_eq!(pool.targets(), 0);
        add(&mut pool, "c", &[6, 7], None);
        assert_eq!(pool.targets(), 0);
    }

    #[test]
    fn few_programs_keep_the_coverage() {
        let mut pool = pool();
        add(&mut pool, "first", &[0, 1], None);
        add(&mut pool, "second", &[1, 2], None);
        add(&mut pool, "all of it", &[0, 1, 2, 3], None);
        let fewest: Vec<_> = pool.fewest().into_iter().map(|it| it.program.to_string()).collect();
        assert_eq!(fewest, ["all of it"]);
    }
}
