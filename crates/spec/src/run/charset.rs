//! `CharSet`s of patterns: sets of characters, and of strings of several characters or none.

use std::collections::BTreeSet;

/// Ranges of characters, sorted and apart from each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CharSet {
    ranges: Vec<(u32, u32)>,
    /// None has one character.
    strings: BTreeSet<Vec<u32>>,
}

/// The last code point.
pub(super) const LAST: u32 = 0x10_ffff;

impl CharSet {
    pub(super) fn of(ranges: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut all: Vec<(u32, u32)> = ranges.into_iter().collect();
        all.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::new();
        for (from, to) in all {
            match merged.last_mut() {
                Some(last) if from <= last.1.saturating_add(1) => last.1 = last.1.max(to),
                _ => merged.push((from, to)),
            }
        }
        CharSet { ranges: merged, strings: BTreeSet::new() }
    }

    pub(super) fn of_characters(characters: impl IntoIterator<Item = u32>) -> Self {
        CharSet::of(characters.into_iter().map(|it| (it, it)))
    }

    /// The set of one sequence of characters.
    pub(super) fn of_sequence(sequence: &[u32]) -> Self {
        CharSet::of_sequences([sequence.to_vec()])
    }

    pub(super) fn of_sequences(sequences: impl IntoIterator<Item = Vec<u32>>) -> Self {
        let (single, strings): (Vec<_>, Vec<_>) =
            sequences.into_iter().partition(|it| it.len() == 1);
        let single = CharSet::of_characters(single.into_iter().flatten());
        CharSet { strings: strings.into_iter().collect(), ..single }
    }

    /// Its strings, the longest first.
    pub(super) fn strings(&self) -> Vec<&[u32]> {
        let mut strings: Vec<&[u32]> = self.strings.iter().map(Vec::as_slice).collect();
        strings.sort_by_key(|it| std::cmp::Reverse(it.len()));
        strings
    }

    pub(super) fn contains(&self, character: u32) -> bool {
        let at = self.ranges.partition_point(|(_, to)| *to < character);
        self.ranges.get(at).is_some_and(|(from, _)| *from <= character)
    }

    pub(super) fn has_string(&self, string: &[u32]) -> bool {
        match string {
            [only] => self.contains(*only),
            _ => self.strings.contains(string),
        }
    }

    /// Whether it has characters only.
    pub(super) fn is_plain(&self) -> bool {
        self.strings.is_empty()
    }

    /// Its only sequence, if it has one.
    pub(super) fn only(&self) -> Option<Vec<u32>> {
        let mut strings = self.strings.iter();
        match (self.ranges.as_slice(), strings.next(), strings.next()) {
            ([(from, to)], None, None) if from == to => Some(vec![*from]),
            ([], Some(only), None) => Some(only.clone()),
            _ => None,
        }
    }

    pub(super) fn union(&self, other: &CharSet) -> Self {
        let mut all = CharSet::of(self.ranges.iter().chain(&other.ranges).copied());
        all.strings = self.strings.union(&other.strings).cloned().collect();
        all
    }

    pub(super) fn intersection(&self, other: &CharSet) -> Self {
        let outside = self.complement().union(&other.complement());
        let strings = self.strings.intersection(&other.strings).cloned().collect();
        CharSet { strings, ..outside.complement() }
    }

    pub(super) fn difference(&self, other: &CharSet) -> Self {
        let strings = self.strings.difference(&other.strings).cloned().collect();
        CharSet { strings, ..self.singles().intersection(&other.complement()) }
    }

    /// Without its strings.
    pub(super) fn singles(&self) -> Self {
        CharSet { ranges: self.ranges.clone(), strings: BTreeSet::new() }
    }

    /// The characters that it has not.
    fn complement(&self) -> Self {
        let mut ranges = Vec::new();
        let mut next = 0;
        for (from, to) in &self.ranges {
            if next < *from {
                ranges.push((next, from - 1));
            }
            next = to + 1;
        }
        if next <= LAST {
            ranges.push((next, LAST));
        }
        CharSet { ranges, strings: BTreeSet::new() }
    }

    /// Every character of it changed.
    pub(super) fn map(&self, change: impl Fn(u32) -> u32) -> Self {
        let characters = self.ranges.iter().flat_map(|(from, to)| *from..=*to);
        let mut changed: Vec<u32> = characters.map(&change).collect();
        changed.sort_unstable();
        let strings = self.strings.iter().map(|it| it.iter().map(|it| change(*it)).collect());
        let strings = strings.collect();
        CharSet { strings, ..CharSet::of_characters(changed) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(characters: &str, strings: &[&str]) -> CharSet {
        let points = |text: &str| text.chars().map(u32::from).collect::<Vec<_>>();
        let strings = CharSet::of_sequences(strings.iter().map(|it| points(it)));
        CharSet::of_characters(points(characters)).union(&strings)
    }

    #[test]
    fn operations_are_those_of_sets() {
        let (a, b) = (set("abc", &["xy", ""]), set("bcd", &["", "z!"]));
        assert_eq!(a.union(&b), set("abcd", &["xy", "", "z!"]));
        assert_eq!(a.intersection(&b), set("bc", &[""]));
        assert_eq!(a.difference(&b), set("a", &["xy"]));
        assert_eq!(a.singles(), set("abc", &[]));
        assert_eq!(a.map(|it| it + 1), set("bcd", &["yz", ""]));
        assert_eq!(set("", &["xy"]).only().as_deref(), Some(&[0x78, 0x79][..]));
        assert_eq!((set("ab", &[]).only(), set("a", &[""]).only()), (None, None));
        let complement = a.complement();
        assert!(complement.contains(LAST) && !complement.contains(u32::from('b')));
    }
}
