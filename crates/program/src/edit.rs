//! Edits of a program's text, and where they move its places.

use std::ops::Range;

use parallax_model::{Location, Program};

use crate::places::Places;

/// Bytes of a text, and what stands there afterwards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Splice {
    /// The bytes that are removed; empty for an insertion.
    pub range: Range<usize>,
    /// The text that is inserted.
    pub text: String,
}

impl Splice {
    /// Text inserted before a byte.
    pub fn insertion(at: usize, text: impl Into<String>) -> Self {
        Splice { range: at..at, text: text.into() }
    }

    /// Text in the place of other text.
    pub fn replacement(range: Range<usize>, text: impl Into<String>) -> Self {
        Splice { range, text: text.into() }
    }

    fn fits(&self, text: &str) -> bool {
        self.range.start <= self.range.end
            && text.is_char_boundary(self.range.start)
            && text.is_char_boundary(self.range.end)
    }
}

/// A change of a program's text, in bytes of the text before it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Edit {
    /// Of splices that overlap the first counts; insertions at the same byte stay in their order.
    pub splices: Vec<Splice>,
    /// Names of variables that a debugger may show afterwards and did not show before, each with the
    /// function or block that has it.
    pub added: Vec<(String, Range<usize>)>,
}

impl Edit {
    /// The text after the edit.
    pub fn text(&self, text: &str) -> String {
        spliced(text, &mut self.splices.clone())
    }

    /// Both edits at once; none where they touch the same text.
    pub fn with(&self, other: &Edit) -> Option<Edit> {
        let all = || self.splices.iter().chain(&other.splices);
        let is_apart = |one: &Splice, it: &Splice| {
            one.range.end <= it.range.start || it.range.end <= one.range.start
        };
        let are_apart =
            self.splices.iter().all(|one| other.splices.iter().all(|it| is_apart(one, it)));
        let added = self.added.iter().chain(&other.added).cloned().collect();
        are_apart.then(|| Edit { splices: all().cloned().collect(), added })
    }

    /// How many bytes are removed.
    pub fn removed(&self) -> usize {
        self.splices.iter().map(|it| it.range.len()).sum()
    }

    /// The same edit, which adds a variable to the function or block that takes up these bytes.
    pub fn adding(mut self, name: &str, owner: &Range<usize>) -> Self {
        self.added.push((name.to_owned(), owner.clone()));
        self
    }
}

impl From<Splice> for Edit {
    fn from(splice: Splice) -> Self {
        Edit { splices: vec![splice], added: Vec::new() }
    }
}

/// The text after splices, which are sorted; those that do not apply are removed.
fn spliced(text: &str, splices: &mut Vec<Splice>) -> String {
    splices.sort_by_key(|splice| (splice.range.start, splice.range.end));
    let mut after = String::with_capacity(text.len());
    let mut end = 0;
    splices.retain(|splice| {
        let applies = end <= splice.range.start && splice.fits(text);
        if applies {
            after.push_str(&text[end..splice.range.start]);
            after.push_str(&splice.text);
            end = splice.range.end;
        }
        applies
    });
    after.push_str(&text[end..]);
    after
}

/// A program after an edit, and where the edit moved places.
#[derive(Debug, Clone)]
pub struct Edited {
    /// The program as it is now, under its old name.
    pub program: Program,
    /// What a debugger may show of it that it did not show before.
    pub added: Vec<AddedVariable>,
    /// Sorted, without overlaps.
    splices: Vec<Splice>,
    before: Places,
    after: Places,
}

/// A variable that a debugger may show in addition, or with a value that was out of its reach
/// before: a new parameter, or one that is now used, or captured by a closure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddedVariable {
    /// Its name.
    pub name: String,
    /// The places, in the new text, of the function or block that has it.
    pub function: Range<Location>,
}

impl Edited {
    /// Applies an edit to a program.
    pub fn new(program: &Program, edit: Edit) -> Self {
        let Edit { mut splices, added } = edit;
        let edited = program.with_text(spliced(&program.text, &mut splices));
        let (before, after) = (Places::new(program), Places::new(&edited));
        let mut edited = Edited { program: edited, added: Vec::new(), splices, before, after };
        edited.added =
            added.iter().filter_map(|(name, owner)| edited.added_variable(name, owner)).collect();
        edited
    }

    /// Where a place of the original is now; none if it was removed, or never was. What stands at
    /// an insertion moves behind it; the first place of replaced text is that of its replacement.
    pub fn moved(&self, place: Location) -> Option<Location> {
        let offset = self.moved_offset(self.before.offset(place)?)?;
        Some(self.after.location(offset))
    }

    /// Where a place of the original is now or, where it was removed, what follows it; the last place with
    /// text where nothing does. None if it never was, or nothing is left.
    pub fn moved_or_next(&self, place: Location) -> Option<Location> {
        if let Some(moved) = self.moved(place) {
            return Some(moved);
        }
        let mut offset = self.before.offset(place)?;
        for Splice { range, text } in &self.splices {
            if range.contains(&offset) {
                offset = if text.is_empty() { range.end } else { range.start };
            }
        }
        let (now, text) = (self.moved_offset(offset)?, &self.program.text);
        let is_text = |(_, it): &(usize, char)| !it.is_whitespace();
        let next = text.get(now..)?.char_indices().find(is_text).map(|(at, _)| now + at);
        let last = || text.char_indices().rfind(is_text).map(|(at, _)| at);
        Some(self.after.location(next.or_else(last)?))
    }

    /// Whether a place in the new text lies inside inserted text. The first place of a replacement
    /// does not: it stands for what was replaced.
    pub fn is_inserted(&self, place: Location) -> bool {
        let Some(offset) = self.after.offset(place) else { return false };
        let mut grown = 0;
        self.splices.iter().any(|splice| {
            let start = splice.range.start + grown - self.removed_before(splice);
            grown += splice.text.len();
            let first = if splice.range.is_empty() { start } else { start + 1 };
            (first..start + splice.text.len()).contains(&offset)
        })
    }

    /// A variable of a function or block that took up these bytes of the original.
    fn added_variable(&self, name: &str, owner: &Range<usize>) -> Option<AddedVariable> {
        let (start, end) = self.moved_offset(owner.start).zip(self.moved_offset(owner.end))?;
        let function = self.after.location(start)..self.after.location(end);
        Some(AddedVariable { name: name.to_owned(), function })
    }

    fn moved_offset(&self, offset: usize) -> Option<usize> {
        let (mut grown, mut shrunk) = (0, 0);
        for Splice { range, text } in &self.splices {
            if range.end <= offset {
                grown += text.len();
                shrunk += range.len();
            } else if range.start < offset || (range.start == offset && text.is_empty()) {
                return None;
            } else {
                break;
            }
        }
        Some(offset + grown - shrunk)
    }

    /// Whether two places in the new text lie in the same replacement.
    pub fn replaced_together(&self, one: Location, other: Location) -> bool {
        let Some((one, other)) = self.after.offset(one).zip(self.after.offset(other)) else {
            return false;
        };
        let mut grown = 0;
        self.splices.iter().any(|splice| {
            let start = splice.range.start + grown - self.removed_before(splice);
            grown += splice.text.len();
            let text = start..start + splice.text.len();
            !splice.range.is_empty() && text.contains(&one) && text.contains(&other)
        })
    }

    fn removed_before(&self, splice: &Splice) -> usize {
        let earlier = self.splices.iter().take_while(|other| !std::ptr::eq(*other, splice));
        earlier.map(|splice| splice.range.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, column: u32) -> Location {
        Location { line, column }
    }

    fn edit(text: &str, splices: Vec<Splice>) -> Edited {
        Edited::new(&Program::new("p", text), Edit { splices, ..Edit::default() })
    }

    #[test]
    fn an_insertion_moves_what_follows_on_its_line_and_the_lines_below() {
        let edited = edit("a b\nc", vec![Splice::insertion(2, "x\nyy ")]);
        assert_eq!(&*edited.program.text, "a x\nyy b\nc");
        assert_eq!(edited.moved(at(1, 1)), Some(at(1, 1)));
        assert_eq!(edited.moved(at(1, 2)), Some(at(2, 3)));
        assert_eq!(edited.moved(at(1, 3)), Some(at(2, 4)));
        assert_eq!(edited.moved(at(2, 0)), Some(at(3, 0)));
    }

    #[test]
    fn only_inserted_places_are_inserted() {
        let edited = edit("a\nb\n", vec![Splice::insertion(2, "x;\n")]);
        let inserted: Vec<_> = [at(1, 0), at(1, 1), at(2, 0), at(2, 2), at(3, 0), at(9, 9)]
            .into_iter()
            .filter(|place| edited.is_inserted(*place))
            .collect();
        assert_eq!(inserted, [at(2, 0), at(2, 2)]);
    }

    #[test]
    fn a_replacement_stands_for_what_it_replaces() {
        let edited = edit("f(12, 3)", vec![Splice::replacement(2..4, "(11+1)")]);
        assert_eq!(edited.moved(at(1, 2)), Some(at(1, 2)));
        assert_eq!(edited.moved(at(1, 3)), None);
        assert_eq!(edited.moved(at(1, 4)), Some(at(1, 8)));
        assert!(!edited.is_inserted(at(1, 2)));
        assert!(edited.is_inserted(at(1, 3)));
        assert!(edited.is_inserted(at(1, 7)));
        assert!(!edited.is_inserted(at(1, 8)));
        assert!(edited.replaced_together(at(1, 2), at(1, 3)));
        assert!(!edited.replaced_together(at(1, 2), at(1, 8)));
        assert!(!edited.replaced_together(at(1, 0), at(1, 1)));
    }

    #[test]
    fn what_was_removed_is_nowhere() {
        let edited = edit("{\n  a;\n  b;\n}\nc", vec![Splice::replacement(4..11, "")]);
        assert_eq!(&*edited.program.text, "{\n  \n}\nc");
        assert_eq!(edited.moved(at(2, 2)), None);
        assert_eq!(edited.moved(at(3, 3)), None);
        assert_eq!(edited.moved(at(4, 0)), Some(at(3, 0)));
        assert_eq!(edited.moved(at(5, 0)), Some(at(4, 0)));
        assert!(!edited.is_inserted(at(2, 2)));
    }

    #[test]
    fn what_was_removed_is_followed_by_what_comes_next() {
        let removed = vec![Splice::replacement(0..11, ""), Splice::replacement(14..16, "")];
        let edited = edit("if (x) {\n  a;\n}\nb;", removed);
        assert_eq!(&*edited.program.text, "a;\nb;");
        assert_eq!(edited.moved_or_next(at(1, 0)), Some(at(1, 0)), "what was around it");
        assert_eq!(edited.moved_or_next(at(2, 2)), Some(at(1, 0)), "what has moved");
        assert_eq!(edited.moved_or_next(at(3, 0)), Some(at(2, 0)), "what was behind it");
        assert_eq!(edited.moved_or_next(at(9, 0)), None);
        let edited = edit("a;\nb;", vec![Splice::replacement(3..5, "")]);
        assert_eq!(edited.moved_or_next(at(2, 0)), Some(at(1, 1)), "nothing follows");
        let edited = edit("f(12)", vec![Splice::replacement(2..4, "0")]);
        assert_eq!(edited.moved_or_next(at(1, 3)), Some(at(1, 2)), "what stands there now");
    }

    #[test]
    fn several_splices_add_up() {
        let splices = vec![
            Splice::insertion(9, "z"),
            Splice::replacement(0..2, "aaa"),
            Splice::replacement(4..6, ""),
        ];
        let edited = edit("01 3 5 7 9", splices);
        assert_eq!(&*edited.program.text, "aaa 3 7 z9");
        assert_eq!(edited.moved(at(1, 3)), Some(at(1, 4)));
        assert_eq!(edited.moved(at(1, 7)), Some(at(1, 6)));
        assert_eq!(edited.moved(at(1, 9)), Some(at(1, 9)));
        assert!(edited.is_inserted(at(1, 8)));
        assert!(!edited.is_inserted(at(1, 9)));
    }

    #[test]
    fn insertions_at_one_byte_stay_in_order_and_overlaps_are_dropped() {
        let twice = vec![Splice::insertion(1, "x"), Splice::insertion(1, "y")];
        assert_eq!(&*edit("ab", twice).program.text, "axyb");
        let overlap = vec![Splice::replacement(0..2, "x"), Splice::replacement(1..3, "y")];
        assert_eq!(&*edit("abc", overlap).program.text, "xc");
        assert_eq!(&*edit("é", vec![Splice::insertion(1, "x")]).program.text, "é");
        assert_eq!(&*edit("a", vec![Splice::insertion(7, "x")]).program.text, "a");
    }

    #[test]
    fn columns_are_utf16() {
        let edited = edit("'𝒳é' + b", vec![Splice::insertion(11, "'𝒳' + ")]);
        assert_eq!(&*edited.program.text, "'𝒳é' + '𝒳' + b");
        assert_eq!(edited.moved(at(1, 1)), Some(at(1, 1)));
        assert_eq!(edited.moved(at(1, 2)), None, "inside a character is no place");
        assert_eq!(edited.moved(at(1, 8)), Some(at(1, 15)));
        assert!(edited.is_inserted(at(1, 14)));
        assert!(!edited.is_inserted(at(1, 15)));
    }

    #[test]
    fn all_line_ends_of_the_language_count() {
        let edited = edit("a\r\nb\rc\u{2028}d", vec![Splice::insertion(3, "x;\r\n")]);
        assert_eq!(&*edited.program.text, "a\r\nx;\r\nb\rc\u{2028}d");
        assert_eq!(edited.moved(at(1, 1)), Some(at(1, 1)));
        assert_eq!(edited.moved(at(2, 0)), Some(at(3, 0)));
        assert_eq!(edited.moved(at(4, 0)), Some(at(5, 0)));
        assert_eq!(edited.moved(at(4, 2)), None, "behind the line's end is no place");
        assert!(edited.is_inserted(at(2, 1)));
    }

    #[test]
    fn an_added_variable_is_in_the_grown_function() {
        let program = Program::new("p", "f();\nfunction f() {}");
        let edit = Edit::from(Splice::insertion(16, "fresh")).adding("fresh", &(5..20));
        let edited = Edited::new(&program, edit);
        assert_eq!(edited.added[0].function, at(2, 0)..at(2, 20));
    }
}
