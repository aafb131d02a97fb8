//! Which version to try next: binary search that tolerates versions which say nothing, and several changes.
//!
//! Versions are numbers from 0, the oldest. What lies between two versions that showed different things is halved
//! until nothing is left to try there. Then both versions of each change are run once more, and what is left of a
//! small number of sessions goes into the widest gaps between versions that showed the same: where one of those
//! disagrees, there are more changes, and the search goes on.

use std::ops::Range;

/// So many versions that say nothing are tried between two that showed different things.
const MOST_SILENT: usize = 12;

/// What a version says about a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// It shows it.
    Failing,
    /// It does not.
    Passing,
    /// It cannot be run, or does not show the same each time.
    Nothing,
}

/// What to do next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Run this version for the first time.
    Try(usize),
    /// Run this version, which is next to a change, once more.
    Confirm(usize),
    /// A gap between versions that show the same is looked into.
    Look(usize),
}

impl Step {
    /// The version.
    pub fn version(self) -> usize {
        match self {
            Step::Try(version) | Step::Confirm(version) | Step::Look(version) => version,
        }
    }
}

/// The search over the versions of one tool.
#[derive(Debug, Clone)]
pub struct Search {
    /// What each version said, and how often it was asked.
    told: Vec<Option<(Told, u32)>>,
    /// Versions that cost little to run, because they are at hand.
    cheap: Vec<bool>,
    /// The version that showed the finding at first.
    start: usize,
    /// Gaps are looked into until so many sessions were run.
    sessions: usize,
    used: usize,
}

impl Search {
    /// A search that begins with the version of the finding.
    pub fn new(count: usize, start: usize, sessions: usize) -> Self {
        let (told, cheap) = (vec![None; count], vec![false; count]);
        Search { told, cheap, start: start.min(count.saturating_sub(1)), sessions, used: 0 }
    }

    /// The same where some versions are at hand: of those that would do, one of them is tried.
    pub fn preferring(mut self, cheap: Vec<bool>) -> Self {
        self.cheap = cheap;
        self.cheap.resize(self.told.len(), false);
        self
    }

    /// Takes over what is known from before. It counts as asked twice.
    pub fn knowing(mut self, known: impl Iterator<Item = (usize, Told)>) -> Self {
        for (version, told) in known {
            if let Some(slot) = self.told.get_mut(version) {
                *slot = Some((told, 2));
            }
        }
        self
    }

    /// How many sessions were run.
    pub fn used(&self) -> usize {
        self.used
    }

    /// What to do next; none when there is nothing left to do.
    pub fn next(&self) -> Option<Step> {
        let ends = self.end_to_try().map(Step::Try);
        ends.or_else(|| self.between_changes().map(Step::Try))
            .or_else(|| self.to_confirm().map(Step::Confirm))
            .or_else(|| (self.used < self.sessions).then(|| self.widest_gap()).flatten())
    }

    /// Whether all changes that are known of are as narrow as they can be, and confirmed.
    pub fn is_complete(&self) -> bool {
        !matches!(self.next(), Some(Step::Try(_) | Step::Confirm(_)))
    }

    /// Hears what a version said. One that contradicts itself says nothing.
    pub fn note(&mut self, version: usize, told: Told) {
        self.used += 1;
        let Some(slot) = self.told.get_mut(version) else { return };
        *slot = Some(match *slot {
            Some((before, times)) if before == told => (told, times + 1),
            Some(_) => (Told::Nothing, 2),
            None => (told, 1),
        });
    }

    /// What a version said, in the end.
    pub fn told(&self, version: usize) -> Option<Told> {
        self.told.get(version).copied().flatten().map(|it| it.0)
    }

    /// The finding's own version, the newest and the oldest; where those say nothing, others that come near.
    fn end_to_try(&self) -> Option<usize> {
        let last = self.told.len().checked_sub(1)?;
        let is_new = |version: &usize| self.told[*version].is_none();
        if let Some(first) = [self.start, last, 0].into_iter().find(is_new) {
            return Some(first);
        }
        let telling = self.telling();
        let Some((newest, oldest)) = telling.last().zip(telling.first()) else {
            // Nothing is known of any: the newest first.
            return (0..=last).rev().find(is_new);
        };
        // Where an end says nothing, all versions up to some one say nothing: that one is searched for. What is older
        // than the first version that runs well is of no interest.
        let silent = |it: &usize| self.told(*it) == Some(Told::Nothing);
        let until = (newest + 1..=last).find(silent).unwrap_or(last + 1);
        let beyond = self.halved(newest + 1..until);
        let from = (0..*oldest).rev().find(silent).map_or(0, |it| it + 1);
        let is_failing = self.told(*oldest) == Some(Told::Failing);
        beyond.or_else(|| is_failing.then(|| self.halved(from..*oldest)).flatten())
    }

    /// A version between two neighbours that showed different things. Where many between them say nothing, the
    /// others are left alone.
    fn between_changes(&self) -> Option<usize> {
        let telling = self.telling();
        let pairs = telling.iter().zip(telling.iter().skip(1));
        let silent = |it: &usize| self.told(*it) == Some(Told::Nothing);
        let mut changes = pairs
            .filter(|(one, other)| self.told(**one) != self.told(**other))
            .filter(|(one, other)| (**one..**other).filter(silent).count() < MOST_SILENT);
        changes.find_map(|(one, other)| self.halved(one + 1..*other))
    }

    /// A version next to a change that was run only once.
    fn to_confirm(&self) -> Option<usize> {
        let telling = self.telling();
        let pairs = telling.iter().zip(telling.iter().skip(1));
        let changes = pairs.filter(|(one, other)| self.told(**one) != self.told(**other));
        let mut edges = changes.flat_map(|(one, other)| [*one, *other]);
        edges.find(|version| self.told[*version].is_some_and(|(_, times)| times < 2))
    }

    /// The middle of the widest gap between neighbours that showed the same.
    fn widest_gap(&self) -> Option<Step> {
        let telling = self.telling();
        let pairs = telling.iter().zip(telling.iter().skip(1));
        let (one, other) = pairs.max_by_key(|(one, other)| **other - **one)?;
        self.halved(one + 1..*other).map(Step::Look)
    }

    /// The versions that said something, oldest first.
    fn telling(&self) -> Vec<usize> {
        let says = |it: &usize| matches!(self.told(*it), Some(Told::Failing | Told::Passing));
        (0..self.told.len()).filter(says).collect()
    }

    /// A version near the middle of the longest run of versions in a range that were not tried: one at hand, if it
    /// is in the middle half.
    fn halved(&self, range: Range<usize>) -> Option<usize> {
        let run = self.longest_new(range)?;
        let middle = run.start + (run.len() - 1) / 2;
        let quarter = run.len() / 4;
        let half = run.start + quarter..run.end - quarter;
        let at_hand = half.filter(|it| self.cheap[*it]);
        Some(at_hand.min_by_key(|it| it.abs_diff(middle)).unwrap_or(middle))
    }

    fn longest_new(&self, range: Range<usize>) -> Option<Range<usize>> {
        let mut longest: Option<Range<usize>> = None;
        let mut begin = range.start;
        for at in range.start..=range.end {
            if at == range.end || self.told[at].is_some() {
                let is_longer = at - begin > longest.as_ref().map_or(0, ExactSizeIterator::len);
                longest = if is_longer { Some(begin..at) } else { longest };
                begin = at + 1;
            }
        }
        longest
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Runs a search over versions that are written `+` (runs well), `-` (fails) and `?` (says nothing).
    fn searched(versions: &str, start: usize) -> (Search, Vec<usize>) {
        let versions: Vec<Told> = versions.bytes().map(told).collect();
        let mut search = Search::new(versions.len(), start, 12);
        let mut tried = Vec::new();
        while let Some(step) = search.next() {
            let version = step.version();
            search.note(version, versions[version]);
            tried.push(version);
            assert!(tried.len() <= 3 * versions.len() + 12, "it goes on forever: {tried:?}");
        }
        (search, tried)
    }

    fn told(byte: u8) -> Told {
        match byte {
            b'+' => Told::Passing,
            b'-' => Told::Failing,
            _ => Told::Nothing,
        }
    }

    /// Neighbours that showed different things, leaving out what says nothing.
    fn changes(search: &Search) -> Vec<(usize, usize)> {
        let telling = search.telling();
        let pairs = telling.iter().copied().zip(telling.iter().copied().skip(1));
        pairs.filter(|(one, other)| search.told(*one) != search.told(*other)).collect()
    }

    #[test]
    fn one_change_among_a_hundred_takes_twelve_sessions() {
        for at in 1..100 {
            let versions = "+".repeat(at) + &"-".repeat(100 - at);
            let (search, tried) = searched(&versions, 99);
            assert_eq!(changes(&search), [(at - 1, at)]);
            assert!(tried.len() <= 12, "{at}: {tried:?}");
        }
    }

    #[test]
    fn what_came_and_went_has_two_changes() {
        let versions = "+".repeat(30) + &"-".repeat(20) + &"+".repeat(50);
        let (search, _) = searched(&versions, 40);
        assert_eq!(changes(&search), [(29, 30), (49, 50)]);
    }

    #[test]
    fn versions_that_say_nothing_are_passed_over() {
        let (search, tried) = searched("????++++??--????--?", 11);
        assert_eq!(changes(&search), [(7, 10)]);
        assert!(search.is_complete(), "{tried:?}");
        let (search, _) = searched("????????------------", 19);
        assert_eq!(changes(&search), []);
        assert_eq!(search.telling().first(), Some(&8), "the oldest that says anything");
        let silent = "?".repeat(110);
        let (_, tried) = searched(&format!("{silent}{}", "-".repeat(35)), 144);
        assert!(tried.len() <= 12, "{tried:?}");
        let (search, tried) = searched(&format!("++{silent}----"), 115);
        assert_eq!(changes(&search), [(0, 115)], "it was not worth going on");
        assert!(tried.len() <= 24, "{tried:?}");
    }

    #[test]
    fn a_gap_is_looked_into_and_what_is_found_there_is_followed() {
        let versions = "-".repeat(40) + &"+".repeat(20) + &"-".repeat(40);
        let (search, _) = searched(&versions, 99);
        assert_eq!(changes(&search), [(39, 40), (59, 60)]);
    }

    #[test]
    fn a_version_that_contradicts_itself_says_nothing() {
        let mut search = Search::new(3, 2, 12);
        for (version, says) in [(2, b'-'), (0, b'+'), (1, b'+'), (1, b'-')] {
            search.note(version, told(says));
        }
        assert_eq!(search.told(1), Some(Told::Nothing));
        assert_eq!(changes(&search), [(0, 2)]);
    }

    #[test]
    fn a_version_at_hand_is_preferred_near_the_middle() {
        let mut cheap = vec![false; 100];
        (cheap[60], cheap[95]) = (true, true);
        let mut search = Search::new(100, 99, 12).preferring(cheap);
        search.note(99, Told::Failing);
        search.note(0, Told::Passing);
        assert_eq!(search.next(), Some(Step::Try(60)));
        search.note(60, Told::Passing);
        assert_eq!(search.next(), Some(Step::Try(79)), "95 is too near to the end");
    }

    proptest! {
        #[test]
        fn every_search_ends_with_changes_that_are_there(versions in "[-+?]{1,40}", start in 0usize..40) {
            let (search, tried) = searched(&versions, start);
            prop_assert!(search.is_complete());
            let bytes = versions.as_bytes();
            for (one, other) in changes(&search) {
                prop_assert_ne!(bytes[one], bytes[other]);
                let between = (one + 1..other).filter(|it| search.told(*it) == Some(Told::Nothing));
            let all_silent = bytes[one + 1..other].iter().all(|it| *it == b'?');
                prop_assert!(all_silent || between.count() >= MOST_SILENT, "{:?}", tried);
            }
        }
    }
}
