//! Which regions decide whether a line counts as executed, by the rules of `llvm-cov`.
//!
//! These are the regions that begin on it, and the one that is open when it begins.

use super::notes::{Kind, Place};

/// The text of a region. Instances of a generic function have theirs in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    /// Where it begins.
    pub start: Place,
    /// Where it ends.
    pub end: Place,
    /// What it is.
    pub kind: Kind,
}

impl Area {
    fn is_empty(&self) -> bool {
        self.end <= self.start
    }
}

/// From a place on, an area is the innermost.
#[derive(Debug, Clone, Copy)]
struct Segment {
    place: Place,
    area: Option<usize>,
    /// Whether the area begins here.
    begins: bool,
}

/// Hands out the executable lines of a file in their order, each with the areas that decide it. The
/// areas are sorted by where they begin, those that end later first.
pub fn decide(areas: &[Area], on: &mut dyn FnMut(u32, &[usize])) {
    let kind = |at: Option<usize>| at.map(|at| areas[at].kind);
    let counts = |at: Option<usize>| matches!(kind(at), Some(Kind::Code | Kind::Gap));
    let segments = segments(areas);
    let mut open = None;
    let mut next = 0;
    let mut deciding = Vec::new();
    for segments in segments.chunk_by(|a, b| a.place.line == b.place.line) {
        let line = segments[0].place.line;
        if let Some(open) = open.filter(|_| counts(open)) {
            (next..line).for_each(|line| on(line, &[open]));
        }
        deciding.clear();
        deciding.extend(open.filter(|_| counts(open)));
        let beginning = || segments.iter().filter(|segment| segment.begins);
        deciding
            .extend(beginning().filter_map(|s| s.area).filter(|&at| areas[at].kind == Kind::Code));
        let skipped = segments[0].begins && kind(segments[0].area) == Some(Kind::Skipped);
        if !skipped && !deciding.is_empty() {
            on(line, &deciding);
        }
        open = segments.last().and_then(|segment| segment.area);
        next = line + 1;
    }
}

fn segments(areas: &[Area]) -> Vec<Segment> {
    let mut segments = Vec::new();
    let mut open = Vec::new();
    let numbered = areas.iter().enumerate();
    for (at, area) in numbered.filter(|(_, area)| !area.is_empty()) {
        close(areas, &mut open, Some(area.start), &mut segments);
        open.push(at);
        // Of those that begin at one place, only the innermost is seen.
        let hides = |next: &Area| next.start == area.start && !next.is_empty();
        if !areas.get(at + 1).is_some_and(hides) {
            segments.push(Segment { place: area.start, area: Some(at), begins: true });
        }
    }
    close(areas, &mut open, None, &mut segments);
    segments
}

/// Closes the areas that end up to a place, or all of them: what is around them shows again.
fn close(areas: &[Area], open: &mut Vec<usize>, to: Option<Place>, segments: &mut Vec<Segment>) {
    let ends = |at: &usize| to.is_none_or(|to| areas[*at].end <= to);
    let mut closing: Vec<usize> = open.extract_if(.., |at| ends(at)).collect();
    closing.sort_by_key(|&at| areas[at].end);
    for (done, &at) in (1..).zip(&closing) {
        let end = areas[at].end;
        // Of those that remain, the last to begin is the innermost.
        let waiting = closing[done..].iter().filter(|&&at| areas[at].end > end).max();
        let area = open.last().max(waiting).copied();
        segments.push(Segment { place: end, area, begins: false });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(kind: Kind, start: (u32, u32), end: (u32, u32)) -> Area {
        let place = |(line, column)| Place { line, column };
        Area { start: place(start), end: place(end), kind }
    }

    fn decided(areas: &[Area]) -> Vec<(u32, Vec<usize>)> {
        let mut lines = Vec::new();
        decide(areas, &mut |line, by| lines.push((line, by.to_vec())));
        lines
    }

    #[test]
    fn the_innermost_decides() {
        let areas = [
            area(Kind::Code, (1, 1), (6, 2)),
            area(Kind::Code, (2, 10), (5, 6)),
            area(Kind::Code, (3, 3), (3, 9)),
        ];
        let expected = [
            (1, vec![0]),
            (2, vec![0, 1]),
            (3, vec![1, 2]),
            (4, vec![1]),
            (5, vec![1]),
            (6, vec![0]),
        ];
        assert_eq!(decided(&areas), expected);
    }

    #[test]
    fn between_functions_nothing_is_executable() {
        let areas = [area(Kind::Code, (1, 1), (2, 2)), area(Kind::Code, (4, 1), (4, 9))];
        assert_eq!(decided(&areas), [(1, vec![0]), (2, vec![0]), (4, vec![1])]);
    }

    #[test]
    fn gaps_and_skipped_text_make_no_lines() {
        let areas = [
            area(Kind::Code, (1, 1), (9, 2)),
            area(Kind::Skipped, (3, 1), (5, 1)),
            area(Kind::Gap, (7, 5), (8, 5)),
        ];
        let expected =
            [(1, vec![0]), (2, vec![0]), (6, vec![0]), (7, vec![0]), (8, vec![2]), (9, vec![0])];
        assert_eq!(decided(&areas), expected);
    }

    #[test]
    fn crossing_and_empty_areas_do_no_harm() {
        let areas = [
            area(Kind::Code, (1, 1), (3, 5)),
            area(Kind::Code, (2, 1), (5, 5)),
            area(Kind::Code, (2, 1), (2, 1)),
            area(Kind::Code, (4, 7), (4, 7)),
        ];
        let expected = [(1, vec![0]), (2, vec![0, 1]), (3, vec![1]), (4, vec![1]), (5, vec![1])];
        assert_eq!(decided(&areas), expected);
    }
}
