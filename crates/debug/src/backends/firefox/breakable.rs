//! The places of a program where Firefox can break, which decide where a breakpoint slides to.
//!
//! Firefox's server does not move a breakpoint: one at a line without code is accepted and never
//! hit. Its debugger offers only breakable lines, and takes the first place of a line.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use parallax_model::Location;

/// How many programs' places are remembered.
const MAX_REMEMBERED: usize = 64;

/// The breakable places of one program.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Breakable {
    places: BTreeSet<Location>,
}

impl Breakable {
    /// From the columns of each line.
    pub fn new(positions: &BTreeMap<u32, Vec<u32>>) -> Self {
        let places = positions.iter().flat_map(|(line, columns)| {
            columns.iter().map(|column| Location { line: *line, column: *column })
        });
        Breakable { places: places.collect() }
    }

    /// All places, in order.
    pub fn all(&self) -> Vec<Location> {
        self.places.iter().copied().collect()
    }

    /// The first place at or after another.
    pub fn slide(&self, from: Location) -> Option<Location> {
        self.places.range(from..).next().copied()
    }
}

/// Places of the programs seen last: a program's places are the same in every session.
#[derive(Debug, Default)]
pub struct Memory {
    programs: VecDeque<(Arc<str>, Arc<Breakable>)>,
}

impl Memory {
    /// The places of the program with that text, if it is remembered.
    pub fn recall(&self, text: &Arc<str>) -> Option<Arc<Breakable>> {
        let same = |known: &Arc<str>| Arc::ptr_eq(known, text) || known == text;
        self.programs.iter().find(|(known, _)| same(known)).map(|(_, places)| places.clone())
    }

    /// Remembers a program's places, and forgets the oldest program's for it if need be.
    pub fn remember(&mut self, text: Arc<str>, places: Arc<Breakable>) {
        if self.programs.len() == MAX_REMEMBERED {
            self.programs.pop_front();
        }
        self.programs.push_back((text, places));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_breakpoint_slides_down_to_the_first_place_of_a_line() {
        let places = Breakable::new(&BTreeMap::from([(2, vec![12, 4]), (3, vec![]), (7, vec![0])]));
        let slide = |line, column| {
            places.slide(Location { line, column }).map(|place| (place.line, place.column))
        };
        assert_eq!(slide(1, 0), Some((2, 4)));
        assert_eq!(slide(2, 0), Some((2, 4)));
        assert_eq!(slide(2, 12), Some((2, 12)));
        assert_eq!(slide(3, 0), Some((7, 0)));
        assert_eq!(slide(8, 0), None);
    }

    #[test]
    fn memory_is_bounded_and_goes_by_text() {
        let mut memory = Memory::default();
        for n in 0..=MAX_REMEMBERED {
            memory.remember(n.to_string().into(), Arc::default());
        }
        assert!(memory.recall(&"0".into()).is_none());
        assert!(memory.recall(&"1".into()).is_some());
        assert_eq!(memory.programs.len(), MAX_REMEMBERED);
    }
}
