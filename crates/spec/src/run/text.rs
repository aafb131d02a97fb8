//! The code units of a string, stored in place where they are few.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// So many code units fit where a longer string has its pointer.
const SHORT: usize = 11;

/// A string's code units. Most strings of a run are names; these are copied without counting
/// references, which threads that share an edition would have to do atomically.
#[derive(Clone)]
pub struct Text(Units);

#[derive(Clone)]
enum Units {
    Short(u8, [u16; SHORT]),
    Long(Arc<[u16]>),
}

impl Text {
    /// Whether a copy is a copy of its bytes.
    #[inline(always)]
    pub(super) fn is_plain(&self) -> bool {
        matches!(self.0, Units::Short(..))
    }

    fn short(units: &[u16]) -> Option<Self> {
        let mut short = [0; SHORT];
        short.get_mut(..units.len())?.copy_from_slice(units);
        Some(Text(Units::Short(units.len() as u8, short)))
    }
}

impl Deref for Text {
    type Target = [u16];

    fn deref(&self) -> &[u16] {
        match &self.0 {
            Units::Short(length, units) => &units[..usize::from(*length)],
            Units::Long(units) => units,
        }
    }
}

impl From<&[u16]> for Text {
    fn from(units: &[u16]) -> Self {
        Text::short(units).unwrap_or_else(|| Text(Units::Long(units.into())))
    }
}

impl From<Vec<u16>> for Text {
    fn from(units: Vec<u16>) -> Self {
        Text::short(&units).unwrap_or_else(|| Text(Units::Long(units.into())))
    }
}

impl From<[u16; 1]> for Text {
    fn from(unit: [u16; 1]) -> Self {
        Text::from(&unit[..])
    }
}

impl FromIterator<u16> for Text {
    fn from_iter<I: IntoIterator<Item = u16>>(units: I) -> Self {
        let mut units = units.into_iter();
        let mut short = [0; SHORT];
        for length in 0..SHORT {
            match units.next() {
                Some(unit) => short[length] = unit,
                None => return Text(Units::Short(length as u8, short)),
            }
        }
        match units.next() {
            Some(next) => short.into_iter().chain([next]).chain(units).collect::<Vec<_>>().into(),
            None => Text(Units::Short(SHORT as u8, short)),
        }
    }
}

impl PartialEq for Text {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            // What is not used is zero.
            (Units::Short(length, units), Units::Short(other_length, others)) => {
                length == other_length && units == others
            }
            (Units::Long(units), Units::Long(others)) => {
                Arc::ptr_eq(units, others) || units == others
            }
            // A text that is short is always stored so.
            _ => false,
        }
    }
}

impl Eq for Text {}

impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_its_units_however_it_is_stored() {
        for length in [0, 1, SHORT - 1, SHORT, SHORT + 1, 40] {
            let units: Vec<u16> = (0..length as u16).collect();
            let collected: Text = units.iter().copied().collect();
            assert_eq!(*collected, units[..]);
            assert_eq!(collected, Text::from(units.as_slice()));
            assert_eq!(collected, Text::from(units));
        }
        assert_eq!(size_of::<Text>(), 24);
    }
}
