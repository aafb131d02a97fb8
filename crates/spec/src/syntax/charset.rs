//! Sets of code points, as fine as the grammars tell them apart.
//!
//! Every ASCII code point is a class of its own; the others fall into the few kinds that the
//! grammars mention. A parser's or scanner's table has a column for each class.

use std::ops::{BitAnd, BitOr, Not, Sub};

/// How many classes of code points there are, and one for the end of the text.
pub(crate) const CLASSES: usize = 128 + KINDS as usize;
/// The class that stands for the end of the text.
pub(crate) const END: u8 = 128 + 12;

const KINDS: u32 = 13;
const ALL_KINDS: u16 = (1 << 12) - 1;

/// A kind of code points outside ASCII; the number is its place in a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    LineSeparator,
    ParagraphSeparator,
    ByteOrderMark,
    NoBreakSpace,
    OtherSpace,
    IdStart,
    IdContinueOnly,
    NonJoiner,
    Joiner,
    LeadSurrogate,
    TrailSurrogate,
    Other,
}

/// The class of a code point.
pub(crate) fn class(code_point: u32) -> u8 {
    if code_point < 128 { code_point as u8 } else { 128 + kind(code_point) as u8 }
}

fn kind(code_point: u32) -> Kind {
    match code_point {
        0x2028 => Kind::LineSeparator,
        0x2029 => Kind::ParagraphSeparator,
        0xFEFF => Kind::ByteOrderMark,
        0xA0 => Kind::NoBreakSpace,
        0x200C => Kind::NonJoiner,
        0x200D => Kind::Joiner,
        0x1680 | 0x2000..=0x200A | 0x202F | 0x205F | 0x3000 => Kind::OtherSpace,
        0xD800..=0xDBFF => Kind::LeadSurrogate,
        0xDC00..=0xDFFF => Kind::TrailSurrogate,
        _ => match char::from_u32(code_point) {
            Some(c) if unicode_id_start::is_id_start_unicode(c) => Kind::IdStart,
            Some(c) if unicode_id_start::is_id_continue_unicode(c) => Kind::IdContinueOnly,
            _ => Kind::Other,
        },
    }
}

/// A set of classes, and whether the end of the text is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) struct CharSet {
    ascii: u128,
    kinds: u16,
}

impl CharSet {
    pub(crate) const EMPTY: Self = CharSet { ascii: 0, kinds: 0 };
    /// Every code point.
    pub(crate) const ANY: Self = CharSet { ascii: u128::MAX, kinds: ALL_KINDS };
    /// Every code point, and the end.
    pub(crate) const ANYTHING: Self = CharSet { ascii: u128::MAX, kinds: ALL_KINDS | 1 << 12 };

    /// The class of one code point.
    pub(crate) fn of(code_point: u32) -> Self {
        Self::of_class(class(code_point))
    }

    pub(crate) fn of_class(class: u8) -> Self {
        if class < 128 {
            CharSet { ascii: 1 << class, kinds: 0 }
        } else {
            CharSet { ascii: 0, kinds: 1 << (class - 128) }
        }
    }

    pub(crate) fn of_kinds(kinds: &[Kind]) -> Self {
        CharSet { ascii: 0, kinds: kinds.iter().fold(0, |all, kind| all | 1 << *kind as u8) }
    }

    pub(crate) fn of_ascii(test: impl Fn(char) -> bool) -> Self {
        let members = (0..128u8).filter(|code| test(char::from(*code)));
        CharSet { ascii: members.fold(0, |all, code| all | 1 << code), kinds: 0 }
    }

    pub(crate) fn contains(self, class: u8) -> bool {
        if class < 128 {
            self.ascii >> class & 1 == 1
        } else {
            self.kinds >> (class - 128) & 1 == 1
        }
    }

    pub(crate) fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Its classes.
    pub(crate) fn classes(self) -> impl Iterator<Item = u8> {
        (0..CLASSES as u8).filter(move |class| self.contains(*class))
    }
}

impl BitOr for CharSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        CharSet { ascii: self.ascii | other.ascii, kinds: self.kinds | other.kinds }
    }
}

impl BitAnd for CharSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        CharSet { ascii: self.ascii & other.ascii, kinds: self.kinds & other.kinds }
    }
}

impl Not for CharSet {
    type Output = Self;
    fn not(self) -> Self {
        CharSet { ascii: !self.ascii, kinds: !self.kinds & Self::ANYTHING.kinds }
    }
}

impl Sub for CharSet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self & !other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_points_fall_into_one_class() {
        assert_eq!(class(u32::from('a')), 97);
        assert_eq!(class(0x2028), 128);
        for (code_point, kind) in [
            (u32::from('é'), Kind::IdStart),
            (0x0301, Kind::IdContinueOnly),
            (0x3000, Kind::OtherSpace),
            (0xD834, Kind::LeadSurrogate),
            (0x1F600, Kind::Other),
        ] {
            assert!(CharSet::of_kinds(&[kind]).contains(class(code_point)), "{code_point:x}");
        }
    }

    #[test]
    fn sets_are_combined() {
        let digits = CharSet::of_ascii(|c| c.is_ascii_digit());
        assert!((CharSet::ANY - digits).contains(b'a'));
        assert!(!(CharSet::ANY - digits).contains(b'7'));
        assert!(!CharSet::ANY.contains(END) && CharSet::ANYTHING.contains(END));
        assert!((!digits).contains(END));
        assert_eq!(digits.classes().count(), 10);
    }
}
