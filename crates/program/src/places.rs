//! Places in a text: byte offsets, and the lines and columns that debuggers speak of.

use std::ops::Range;

use parallax_model::{Location, Program};

/// The lines of one text.
#[derive(Debug, Clone)]
pub struct Places {
    program: Program,
    /// Each line's bytes, without its terminator.
    lines: Vec<Range<usize>>,
}

impl Places {
    /// The lines of a program.
    pub fn new(program: &Program) -> Self {
        let base = program.text.as_ptr() as usize;
        let lines = program.lines().into_iter().map(|line| {
            let start = line.as_ptr() as usize - base;
            start..start + line.len()
        });
        Places { lines: lines.collect(), program: program.clone() }
    }

    /// The byte at a place; none if the text has no such place.
    pub fn offset(&self, place: Location) -> Option<usize> {
        let line = self.lines.get((place.line as usize).checked_sub(1)?)?;
        let mut column = 0;
        for (at, character) in self.program.text[line.clone()].char_indices() {
            if column >= place.column {
                return (column == place.column).then_some(line.start + at);
            }
            column += utf16_width(character);
        }
        (column == place.column).then_some(line.end)
    }

    /// The place of a byte that begins a character.
    pub fn location(&self, offset: usize) -> Location {
        let index = self.lines.partition_point(|line| line.start <= offset).saturating_sub(1);
        let start = self.lines.get(index).map_or(0, |line| line.start);
        let before = self.program.text.get(start..offset).unwrap_or_default();
        let column = before.chars().map(utf16_width).sum();
        Location { line: u32::try_from(index + 1).unwrap_or(u32::MAX), column }
    }
}

fn utf16_width(character: char) -> u32 {
    if character.len_utf16() == 2 { 2 } else { 1 }
}
