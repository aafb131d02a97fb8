//! Which parts of a text have not run, by V8's counts.

use std::ops::Range;

use parallax_model::Location;

use crate::protocols::cdp;

/// The parts that have not run, and hold nothing that has.
pub(super) fn unexecuted(ranges: &[cdp::CoverageRange], text: &str) -> Vec<Range<Location>> {
    let places = places_by_offset(text);
    let has_run_inside = |part: &cdp::CoverageRange| {
        ranges.iter().any(|other| {
            other.count > 0
                && part.start_offset <= other.start_offset
                && other.end_offset <= part.end_offset
        })
    };
    let dead = ranges.iter().filter(|range| range.count == 0 && !has_run_inside(range));
    dead.filter_map(|range| Some(*places.get(range.start_offset)?..*places.get(range.end_offset)?))
        .collect()
}

/// The place of each UTF-16 code unit of a text, and of its end.
fn places_by_offset(text: &str) -> Vec<Location> {
    let mut places = Vec::new();
    let mut place = Location { line: 1, column: 0 };
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        for _ in 0..character.len_utf16() {
            places.push(place);
            place.column += 1;
        }
        let is_end = match character {
            '\n' | '\u{2028}' | '\u{2029}' => true,
            '\r' => characters.peek() != Some(&'\n'),
            _ => false,
        };
        if is_end {
            place = Location { line: place.line + 1, column: 0 };
        }
    }
    places.push(place);
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_not_run_is_told_by_places() {
        let text = "a;\r\nif (b) {\n '\u{1d4b3}'; }";
        let range = |start_offset, end_offset, count| cdp::CoverageRange {
            start_offset,
            end_offset,
            count,
        };
        let place = |line, column| Location { line, column };
        let all = range(0, 21, 1);
        assert_eq!(unexecuted(&[all, range(11, 21, 0)], text), [place(2, 7)..place(3, 8)]);
        assert_eq!(unexecuted(&[all, range(11, 21, 0), range(14, 18, 2)], text), []);
    }
}
