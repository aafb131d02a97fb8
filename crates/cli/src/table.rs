//! Tables for the terminal: fitted to its width, numbers aligned, no rules between rows.

use std::fmt;

use unicode_width::UnicodeWidthStr;

use crate::terminal::{self, printable_lines, shortened};
use crate::wrap::wrapped;

/// The longest cell that is shown in full.
const MAX_CELL: usize = 2000;

/// The longest word for which a column is made wide where there is little room.
const MAX_WORD: usize = 20;

/// Between columns.
const GAP: &str = "  ";

/// What may follow a number in a column of numbers.
const UNITS: [&str; 6] = ["", "ms", "s", "MB", "GB", "of"];

/// A table with a header.
pub struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// A table with a header, and no rows yet.
pub fn table<H: AsRef<str>>(header: &[H]) -> Table {
    Table { header: cells(header), rows: Vec::new() }
}

impl Table {
    /// Adds a row. No cell can steer the terminal.
    pub fn add_row<C: AsRef<str>>(&mut self, row: impl IntoIterator<Item = C>) {
        self.rows.push(cells(row));
    }

    /// The lines of the header and those of the rows, none wider than so many columns of characters.
    fn fitted(&self, width: usize) -> (Vec<String>, Vec<String>) {
        let widths = self.widths(width);
        let numeric: Vec<bool> = (0..widths.len()).map(|column| self.is_numeric(column)).collect();
        let lines = |row: &Vec<String>| lines(row, &widths, &numeric);
        (lines(&self.header), self.rows.iter().flat_map(lines).collect())
    }

    /// The width of each column. A column is not narrower than its words and its numbers and not wider
    /// than its longest line; where these do not fit, the widest columns give way.
    fn widths(&self, width: usize) -> Vec<usize> {
        let available = width.saturating_sub(GAP.len() * self.header.len().saturating_sub(1));
        let columns = 0..self.header.len();
        let natural: Vec<usize> =
            columns.clone().map(|column| self.widest(column, str::lines)).collect();
        let mut widths: Vec<usize> = columns.map(|column| self.least(column)).collect();
        while widths.iter().sum::<usize>() > available {
            match widths.iter_mut().max() {
                Some(widest) if *widest > 1 => *widest -= 1,
                _ => break,
            }
        }
        for _ in widths.iter().sum::<usize>()..available {
            let crowded = |column: &usize| natural[*column] * 1000 / widths[*column].max(1);
            let columns = (0..widths.len()).filter(|column| widths[*column] < natural[*column]);
            let Some(column) = columns.max_by_key(crowded) else { break };
            widths[column] += 1;
        }
        widths
    }

    /// How wide a column should be where there is little room: its words, and whole numbers with units.
    fn least(&self, column: usize) -> usize {
        let words = self.widest(column, str::split_whitespace).min(MAX_WORD);
        let numbers = self.rows.iter().filter(|_| self.is_numeric(column));
        let numbers = numbers.filter_map(|row| Some(row.get(column)?.width()));
        numbers.max().unwrap_or_default().max(words)
    }

    /// The width of the widest part of a column.
    fn widest<'t, I>(&'t self, column: usize, parts: fn(&'t str) -> I) -> usize
    where
        I: Iterator<Item = &'t str>,
    {
        let cells = self.rows.iter().chain([&self.header]).filter_map(|row| row.get(column));
        cells.flat_map(|cell| parts(cell)).map(UnicodeWidthStr::width).max().unwrap_or_default()
    }

    /// Whether a column has numbers only, and not just empty cells.
    fn is_numeric(&self, column: usize) -> bool {
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        let mut cells = cells.filter(|cell| !cell.is_empty()).peekable();
        cells.peek().is_some() && cells.all(|cell| cell.split_whitespace().all(is_number_or_unit))
    }
}

impl fmt::Display for Table {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut header, rows) = self.fitted(terminal::width());
        let widest = header.iter().chain(&rows).map(|line| line.width()).max().unwrap_or_default();
        if terminal::has_colours() {
            header = header.iter().map(|line| terminal::bold(line)).collect();
        }
        write!(out, "{}\n{}", header.join("\n"), "─".repeat(widest))?;
        rows.iter().try_for_each(|line| write!(out, "\n{line}"))
    }
}

/// The lines of a row, whose cells are wrapped.
fn lines(row: &[String], widths: &[usize], numeric: &[bool]) -> Vec<String> {
    let cells = row.iter().zip(widths).map(|(cell, width)| wrapped(cell, *width));
    let cells: Vec<Vec<String>> = cells.collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or_default();
    let line = |at: usize| {
        let parts = cells.iter().zip(widths).zip(numeric).map(|((cell, width), numeric)| {
            let text = cell.get(at).map(String::as_str).unwrap_or_default();
            let space = " ".repeat(width.saturating_sub(text.width()));
            if *numeric { format!("{space}{text}") } else { format!("{text}{space}") }
        });
        parts.collect::<Vec<_>>().join(GAP).trim_end().to_owned()
    };
    (0..height).map(line).collect()
}

/// A text that cannot steer the terminal, for a cell or a line.
pub fn cell_text(text: &str) -> String {
    printable_lines(&shortened(text, MAX_CELL))
}

fn cells<C: AsRef<str>>(texts: impl IntoIterator<Item = C>) -> Vec<String> {
    texts.into_iter().map(|text| cell_text(text.as_ref())).collect()
}

fn is_number_or_unit(word: &str) -> bool {
    let word = word.trim_matches(['(', ')', '%', '<', '~', '+', '-']);
    UNITS.contains(&word) || word.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Table {
        let mut table = table(&["id", "what differs", "share"]);
        table.add_row(["1", "Firefox stops at the closing brace, Chromium behind it", "97.5 %"]);
        table.add_row(["23", "a_name_without_any_place_to_break_it_in_two", "2.5 %"]);
        table.add_row(["105", "\u{1b}[2J", ""]);
        table
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        for width in [20, 30, 40, 80, 120] {
            let (header, rows) = sample().fitted(width);
            let all = [header, rows].concat();
            assert!(all.iter().all(|line| line.width() <= width), "{width}: {all:#?}");
            assert!(all.join("").contains("\\u{1b}"), "{all:#?}");
        }
    }

    #[test]
    fn what_fits_is_not_broken_and_numbers_are_aligned() {
        let (header, rows) = sample().fitted(100);
        assert!(header.len() == 1 && header[0].starts_with(" id  what differs"), "{header:?}");
        let expected = ["  1  Firefox", " 23  a_name", "105  \\u"];
        assert!(rows.iter().zip(expected).all(|(row, it)| row.starts_with(it)), "{rows:#?}");
        assert!(rows.len() == 3 && rows[0].len() == rows[1].len(), "{rows:#?}");
    }

    #[test]
    fn long_cells_give_way_to_short_ones() {
        let (_, rows) = sample().fitted(60);
        assert!(rows[0].ends_with("Chromium     97.5 %"), "{rows:#?}");
        assert_eq!(rows[1], "     behind it", "{rows:#?}");
    }

    #[test]
    fn versions_and_names_are_no_numbers() {
        for (cell, expected) in [
            ("12", true),
            ("2 (100 %)", true),
            ("5 of 12", true),
            ("0.25 s", true),
            ("26.10.0", false),
            ("3:14", false),
            ("node 8", false),
        ] {
            let mut table = table(&["x"]);
            table.add_row([cell]);
            assert_eq!(table.is_numeric(0), expected, "{cell}");
        }
    }
}
