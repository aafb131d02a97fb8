//! Sets of characters, and which characters are the same but for their case.

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, HirKind};

use super::Case;

/// Characters as ranges, sorted and apart from each other once [`Set::sorted`].
#[derive(Clone, Debug, Default)]
pub(super) struct Set {
    ranges: Vec<(u32, u32)>,
}

const LAST: u32 = 0x10_ffff;

impl Set {
    pub(super) fn of(ranges: &[(u32, u32)]) -> Self {
        Set { ranges: ranges.to_vec() }.sorted()
    }

    pub(super) fn digits() -> Self {
        Set::of(&[(0x30, 0x39)])
    }

    pub(super) fn spaces() -> Self {
        Set::of(&[
            (0x09, 0x0d),
            (0x20, 0x20),
            (0xa0, 0xa0),
            (0x1680, 0x1680),
            (0x2000, 0x200a),
            (0x2028, 0x2029),
            (0x202f, 0x202f),
            (0x205f, 0x205f),
            (0x3000, 0x3000),
            (0xfeff, 0xfeff),
        ])
    }

    pub(super) fn line_ends() -> Self {
        Set::of(&[(0x0a, 0x0a), (0x0d, 0x0d), (0x2028, 0x2029)])
    }

    /// `\w`, which folding gives two letters more.
    pub(super) fn words(case: Case) -> Self {
        let mut set = Set::of(&[(0x30, 0x39), (0x41, 0x5a), (0x5f, 0x5f), (0x61, 0x7a)]);
        if case == Case::Folded {
            set.add(0x17f, 0x17f);
            set.add(0x212a, 0x212a);
        }
        set.sorted()
    }

    /// The characters with a Unicode property, as it is written between the braces.
    pub(super) fn property(text: &str) -> Option<Self> {
        let hir = regex_syntax::Parser::new().parse(&format!("\\p{{{text}}}")).ok()?;
        let HirKind::Class(Class::Unicode(class)) = hir.kind() else { return None };
        let ranges = class.iter().map(|it| (u32::from(it.start()), u32::from(it.end())));
        Some(Set { ranges: ranges.collect() })
    }

    pub(super) fn add(&mut self, from: u32, to: u32) {
        self.ranges.push((from, to));
    }

    pub(super) fn add_all(&mut self, other: &Set) {
        self.ranges.extend_from_slice(&other.ranges);
    }

    pub(super) fn sorted(mut self) -> Self {
        self.ranges.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::new();
        for (from, to) in self.ranges {
            match merged.last_mut() {
                Some(last) if from <= last.1.saturating_add(1) => last.1 = last.1.max(to),
                _ => merged.push((from, to)),
            }
        }
        Set { ranges: merged }
    }

    pub(super) fn complement(&self) -> Self {
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
        Set { ranges }
    }

    pub(super) fn intersection(&self, other: &Set) -> Self {
        let mut outside = self.complement();
        outside.add_all(&other.complement());
        outside.sorted().complement()
    }

    /// With all characters that fold as one of its own does.
    pub(super) fn closed(mut self) -> Self {
        let ranges = self.ranges.iter().flat_map(|(from, to)| {
            // Surrogates are no characters of the library, and have no case.
            let below = (*from, (*to).min(0xd7ff));
            let above = ((*from).max(0xe000), *to);
            [below, above].into_iter().filter(|(from, to)| from <= to)
        });
        let ranges = ranges.filter_map(|(from, to)| {
            Some(ClassUnicodeRange::new(char::from_u32(from)?, char::from_u32(to)?))
        });
        let mut class = ClassUnicode::new(ranges);
        class.case_fold_simple();
        self.ranges.extend(class.iter().map(|it| (u32::from(it.start()), u32::from(it.end()))));
        self.sorted()
    }

    pub(super) fn contains(&self, character: u32) -> bool {
        let at = self.ranges.partition_point(|(_, to)| *to < character);
        self.ranges.get(at).is_some_and(|(from, _)| *from <= character)
    }
}

/// Whether a set has a character, or one that is the same but for its case.
pub(super) fn fits(set: &Set, character: u32, case: Case) -> bool {
    set.contains(character)
        || case != Case::Sensitive
            && variants(character).any(|it| set.contains(it) && same(it, character, case))
}

/// Whether two characters are the same but for their case.
pub(super) fn same(a: u32, b: u32, case: Case) -> bool {
    a == b
        || match case {
            Case::Sensitive => false,
            Case::Upper => upper(a) == upper(b),
            Case::Folded => variants(a).any(|it| it == b),
        }
}

/// All that fold to the same character, and those that only the upper case brings together.
fn variants(character: u32) -> impl Iterator<Item = u32> {
    let symbol = char::from_u32(character);
    let folded = symbol.into_iter().flat_map(|symbol| {
        let mut class = ClassUnicode::new([ClassUnicodeRange::new(symbol, symbol)]);
        class.case_fold_simple();
        let ranges: Vec<_> = class.iter().map(|it| (it.start(), it.end())).collect();
        ranges.into_iter().flat_map(|(from, to)| from..=to)
    });
    folded.map(u32::from)
}

/// The one of all characters that fold to the same which stands for them.
pub(super) fn representative(character: u32) -> u32 {
    variants(character).min().unwrap_or(character)
}

/// The upper case of one code unit, where that is one code unit, and not ASCII for what is not.
fn upper(character: u32) -> u32 {
    let Some(symbol) = char::from_u32(character).filter(|it| (*it as u32) < 0x1_0000) else {
        return character;
    };
    let mut upper = symbol.to_uppercase().map(u32::from);
    match (upper.next(), upper.next()) {
        (Some(one), None) if one < 0x1_0000 && (character < 128 || one >= 128) => one,
        _ => character,
    }
}
